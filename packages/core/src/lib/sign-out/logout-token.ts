import { decodeJwt, decodeProtectedHeader } from 'jose'
import { numericDate } from '../kit/clock.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidLogoutToken } from '../errors/classes.ts'
import { isObject } from '../kit/json.ts'
import { expectedIssuer } from '../sign-in/oauth/id-token.ts'
import { clockTolerance, loadServer, type Server } from '../sign-in/oauth/metadata.ts'
import {
  acceptedAlgorithms,
  verifySigned,
  type VerifiedClaims,
} from '../sign-in/oauth/signed-token.ts'
import { expiryProblem } from '../sign-in/oauth/times.ts'

/** What is wrong with a logout token, in a word. */
type LogoutTokenProblem =
  | 'length'
  | 'type'
  | 'algorithm'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'issued-at'
  | 'expiry'
  | 'id'
  | 'event'
  | 'subject'
  | 'nonce'
  | 'replayed'

/** What a logout token says, verified. */
export interface LogoutToken {
  readonly issuer: string
  readonly sub?: string
  readonly sid?: string
  readonly id: string
  /** Until when it would be taken, in milliseconds since the epoch. */
  readonly expires: number
}

const MAX_LENGTH = 16_384

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const TYPES: ReadonlySet<string> = new Set(['jwt', 'logout+jwt'])

/** Seconds that a token may have been on its way. */
const MAX_AGE = 300

/** Seconds that the clock of a provider may be ahead of ours. */
const AHEAD = 60

/**
 * Why a token is refused. Where it is logged, an error is made of it: anybody can send any number of tokens, and the stack of an
 * error takes longer than finding out.
 */
export class Refusal {
  readonly problem: LogoutTokenProblem
  readonly #why: string
  readonly #cause: unknown

  /**
   * @param why - what the token of a provider does or is
   * @param cause - what was thrown, if anything was
   */
  constructor(problem: LogoutTokenProblem, why: string, cause?: unknown) {
    this.problem = problem
    this.#why = why
    this.#cause = cause
  }

  /** What it says, for the log. */
  toError({ id }: Pick<OAuthProvider, 'id'>): InvalidLogoutToken {
    const { problem } = this
    const err = this.#cause === undefined ? {} : { err: asError(this.#cause) }
    const message = `${problem}: the logout token of "${id}" ${this.#why}.`
    return new InvalidLogoutToken(message, { reason: problem, ...err })
  }
}

/** What a token says of itself, before any of it has been verified. */
function decode<T>(token: string, read: (token: string) => T): T | Refusal {
  try {
    return read(token)
  } catch (cause) {
    return new Refusal('type', 'has no header or no claims', cause)
  }
}

type Header = ReturnType<typeof decodeProtectedHeader>

/** Anybody can write a header: its members may be of any type. */
function isLogoutType(typ: unknown): boolean {
  if (typeof typ !== 'string') return typ === undefined
  return TYPES.has(typ.toLowerCase().replace(/^application\//, ''))
}

/** Other text asks nothing of the provider. */
function readHeader(token: string): Header | Refusal {
  if (token.length > MAX_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) {
    return new Refusal('length', 'is not a signed token of at most 16 kB')
  }
  const header = decode(token, decodeProtectedHeader)
  if (header instanceof Refusal) return header
  return isLogoutType(header.typ) ? header : new Refusal('type', 'is another kind of token')
}

/** What the verification of what was sent needs to know. */
interface Receiver {
  readonly provider: OAuthProvider
  readonly server: Server
  /** The present, in seconds. */
  readonly now: number
}

function checkAlgorithm({ provider, server }: Receiver, { alg }: Header): Refusal | undefined {
  if (alg !== undefined && acceptedAlgorithms(provider, server).includes(alg)) return undefined
  return new Refusal('algorithm', 'is not signed with an algorithm of the provider')
}

async function verify(
  { provider, server }: Receiver,
  token: string,
): Promise<VerifiedClaims | Refusal> {
  try {
    return (await verifySigned(provider, server, { kind: 'logout token', token })).claims
  } catch (cause) {
    return new Refusal('signature', 'has no valid signature', cause)
  }
}

function issuerFor({ provider, server }: Receiver, claims: VerifiedClaims): string | undefined {
  try {
    return expectedIssuer(provider, server, claims)
  } catch {
    return undefined
  }
}

/** @returns the issuer */
function readSender(receiver: Receiver, claims: VerifiedClaims): string | Refusal {
  const { iss, aud } = claims
  const expected = issuerFor(receiver, claims)
  if (expected === undefined || iss !== expected) {
    return new Refusal('issuer', 'is of another issuer')
  }
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (audiences.length === 1 && audiences[0] === receiver.provider.clientId) return expected
  return new Refusal('audience', 'is meant for others')
}

/** @returns until when it would be taken, in seconds */
function readTimes({ provider, now }: Receiver, claims: VerifiedClaims): number | Refusal {
  const { iat, exp } = claims
  const tolerance = clockTolerance(provider)
  const ahead = tolerance ?? AHEAD
  if (typeof iat !== 'number' || iat > now + ahead || iat < now - MAX_AGE - ahead) {
    return new Refusal('issued-at', 'was not issued within the last five minutes')
  }
  const problem = expiryProblem(claims, { now, tolerance })
  if (problem !== undefined) return new Refusal('expiry', problem)
  const { config } = provider
  if (typeof exp === 'number') return Math.min(exp, iat + MAX_AGE) + ahead
  if ('logoutTokenWithoutExp' in config && config.logoutTokenWithoutExp)
    return iat + MAX_AGE + ahead
  return new Refusal('expiry', 'has no `exp`')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @returns the `jti` of a token that says something of a logout */
function readId({ jti, events }: VerifiedClaims): string | Refusal {
  if (!isText(jti)) return new Refusal('id', 'has no `jti`')
  if (isObject(events) && isObject(events[EVENT])) return jti
  return new Refusal('event', 'says nothing of a logout')
}

type Subject = Pick<LogoutToken, 'sub' | 'sid'>

function readSubject({ sub, sid, nonce }: VerifiedClaims): Subject | Refusal {
  const right = [sub, sid].every((value) => value === undefined || isText(value))
  if (!right || (sub === undefined && sid === undefined)) {
    return new Refusal('subject', 'names neither a session nor a user')
  }
  if (nonce !== undefined) return new Refusal('nonce', 'has a `nonce`, as ID tokens do')
  return { ...(isText(sub) ? { sub } : {}), ...(isText(sid) ? { sid } : {}) }
}

/** What the claims of a token say, verified or not, or the first thing that does not hold. */
function readClaims(receiver: Receiver, claims: VerifiedClaims): LogoutToken | Refusal {
  const issuer = readSender(receiver, claims)
  if (issuer instanceof Refusal) return issuer
  const until = readTimes(receiver, claims)
  if (until instanceof Refusal) return until
  const id = readId(claims)
  if (id instanceof Refusal) return id
  const subject = readSubject(claims)
  if (subject instanceof Refusal) return subject
  return { issuer, ...subject, id, expires: until * 1000 }
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6), with the keys, algorithms and issuer that ID
 * tokens of the provider are verified with.
 *
 * @param milliseconds - the present
 * @returns what it says, or the first thing that does not hold
 */
export async function verifyLogoutToken(
  provider: OAuthProvider,
  token: string,
  milliseconds: number,
): Promise<LogoutToken | Refusal> {
  const header = readHeader(token)
  if (header instanceof Refusal) return header
  const receiver = { provider, server: await loadServer(provider), now: numericDate(milliseconds) }
  const wrong = checkAlgorithm(receiver, header)
  if (wrong) return wrong
  // A signature is the dearest to verify. What is believed is read again from what was signed.
  const said = decode(token, decodeJwt)
  const read = said instanceof Refusal ? said : readClaims(receiver, said)
  if (read instanceof Refusal) return read
  const claims = await verify(receiver, token)
  return claims instanceof Refusal ? claims : readClaims(receiver, claims)
}
