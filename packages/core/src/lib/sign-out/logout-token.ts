import { decodeJwt, decodeProtectedHeader } from 'jose'
import { numericDate } from '../kit/clock.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidLogoutToken } from '../errors/classes.ts'
import { sameIssuer } from '../kit/issuer.ts'
import { isObject } from '../kit/json.ts'
import { audienceProblem } from '../sign-in/oauth/audience.ts'
import { expectedIssuer } from '../sign-in/oauth/id-token.ts'
import { clockTolerance, loadServer, type Server } from '../sign-in/oauth/metadata.ts'
import {
  acceptedAlgorithms,
  verifySigned,
  type VerifiedClaims,
} from '../sign-in/oauth/signed-token.ts'
import { expiryProblem } from '../sign-in/oauth/times.ts'

/** The reason why a logout token is refused. */
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

/** The verified content of a logout token. */
export interface LogoutToken {
  readonly issuer: string
  readonly sub?: string
  readonly sid?: string
  readonly id: string
  /** Until when it is accepted, in milliseconds since the epoch. */
  readonly expires: number
}

const MAX_LOGOUT_TOKEN = 16_384

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const TOKEN_TYPES: ReadonlySet<string> = new Set(['jwt', 'logout+jwt'])

/** Seconds between issue and arrival of a token. */
const MAX_TOKEN_AGE = 300

/** Seconds that the clock of a provider may be ahead of ours. */
const AHEAD = 60

/**
 * Why a token is refused. It becomes an error only where it is logged: a stranger can send any number of tokens, and the stack of an
 * error costs more than the checks.
 */
export class Refusal {
  readonly problem: LogoutTokenProblem
  readonly #why: string
  readonly #cause: unknown

  /**
   * @param why - the end of a sentence about the token
   * @param cause - what a check threw
   */
  constructor(problem: LogoutTokenProblem, why: string, cause?: unknown) {
    this.problem = problem
    this.#why = why
    this.#cause = cause
  }

  /** The error for the log. */
  toError({ id }: Pick<OAuthProvider, 'id'>): InvalidLogoutToken {
    const { problem } = this
    const err = this.#cause === undefined ? {} : { err: asError(this.#cause) }
    const message = `${problem}: the logout token of "${id}" ${this.#why}.`
    return new InvalidLogoutToken(message, { reason: problem, ...err })
  }
}

/** Decodes a part of a token, before anything is verified. */
function decodePart<T>(token: string, read: (token: string) => T): T | Refusal {
  try {
    return read(token)
  } catch (cause) {
    return new Refusal('type', 'has no header or no claims', cause)
  }
}

type Header = ReturnType<typeof decodeProtectedHeader>

/** @param typ - unverified, and of any type */
function isLogoutType(typ: unknown): boolean {
  if (typeof typ !== 'string') return typ === undefined
  return TOKEN_TYPES.has(typ.toLowerCase().replace(/^application\//, ''))
}

/** The header of a token. Malformed text is refused before the provider is asked for its keys. */
function readTokenHeader(token: string): Header | Refusal {
  if (token.length > MAX_LOGOUT_TOKEN || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) {
    return new Refusal('length', 'is not a signed token of at most 16 kB')
  }
  const header = decodePart(token, decodeProtectedHeader)
  if (header instanceof Refusal) return header
  return isLogoutType(header.typ) ? header : new Refusal('type', 'is another kind of token')
}

/** The recipient of a token. */
interface Receiver {
  readonly provider: OAuthProvider
  readonly server: Server
  /** Seconds since the epoch. */
  readonly now: number
}

function checkAlgorithm({ provider, server }: Receiver, { alg }: Header): Refusal | undefined {
  if (alg !== undefined && acceptedAlgorithms(provider, server, 'logout token').includes(alg))
    return undefined
  return new Refusal('algorithm', 'is not signed with an algorithm of the provider')
}

async function verifySignature(
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
  const { iss } = claims
  const expected = issuerFor(receiver, claims)
  if (expected === undefined || !sameIssuer(iss, expected)) {
    return new Refusal('issuer', 'is of another issuer')
  }
  const problem = audienceProblem(receiver.provider, claims)
  return problem === undefined ? expected : new Refusal('audience', problem)
}

/** @returns until when it is accepted, in seconds */
function readTimes({ provider, now }: Receiver, claims: VerifiedClaims): number | Refusal {
  const { iat, exp } = claims
  const tolerance = clockTolerance(provider)
  const ahead = tolerance ?? AHEAD
  if (typeof iat !== 'number' || iat > now + ahead || iat < now - MAX_TOKEN_AGE - ahead) {
    return new Refusal('issued-at', 'was not issued within the last five minutes')
  }
  const problem = expiryProblem(claims, { now, tolerance })
  if (problem !== undefined) return new Refusal('expiry', problem)
  const { config } = provider
  if (typeof exp === 'number') return Math.min(exp, iat + MAX_TOKEN_AGE) + ahead
  if ('logoutTokenWithoutExp' in config && config.logoutTokenWithoutExp)
    return iat + MAX_TOKEN_AGE + ahead
  return new Refusal('expiry', 'has no `exp`')
}

const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @returns the `jti` of a token with the logout event */
function readId({ jti, events }: VerifiedClaims): string | Refusal {
  if (!isFilledText(jti)) return new Refusal('id', 'has no `jti`')
  if (isObject(events) && isObject(events[EVENT])) return jti
  return new Refusal('event', 'says nothing of a logout')
}

type Subject = Pick<LogoutToken, 'sub' | 'sid'>

function readSubject({ sub, sid, nonce }: VerifiedClaims): Subject | Refusal {
  const right = [sub, sid].every((value) => value === undefined || isFilledText(value))
  if (!right || (sub === undefined && sid === undefined)) {
    return new Refusal('subject', 'names neither a session nor a user')
  }
  if (nonce !== undefined) return new Refusal('nonce', 'has a `nonce`, as ID tokens do')
  return { ...(isFilledText(sub) ? { sub } : {}), ...(isFilledText(sid) ? { sid } : {}) }
}

/** Some services write `null` where they have none. A `nonce` that is there says what the token is, whatever it holds. */
const withoutNull = (claims: VerifiedClaims): VerifiedClaims =>
  Object.fromEntries(
    Object.entries(claims).filter(([name, value]) => value !== null || name === 'nonce'),
  )

/** The content of claims, verified or not, or the first refusal. */
function readLogoutClaims(receiver: Receiver, given: VerifiedClaims): LogoutToken | Refusal {
  const claims = withoutNull(given)
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
 * @param milliseconds - the time now
 * @returns its content, or the first refusal
 */
export async function verifyLogoutToken(
  provider: OAuthProvider,
  token: string,
  milliseconds: number,
): Promise<LogoutToken | Refusal> {
  const header = readTokenHeader(token)
  if (header instanceof Refusal) return header
  const receiver = { provider, server: await loadServer(provider), now: numericDate(milliseconds) }
  const wrong = checkAlgorithm(receiver, header)
  if (wrong) return wrong
  // The signature is the most expensive check, so it comes last. The result is read from the signed claims.
  const said = decodePart(token, decodeJwt)
  const read = said instanceof Refusal ? said : readLogoutClaims(receiver, said)
  if (read instanceof Refusal) return read
  const claims = await verifySignature(receiver, token)
  return claims instanceof Refusal ? claims : readLogoutClaims(receiver, claims)
}
