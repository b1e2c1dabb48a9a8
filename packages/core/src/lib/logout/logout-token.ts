import { decodeJwt, decodeProtectedHeader } from 'jose'
import { numericDate } from '../clock.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidLogoutToken } from '../errors/classes.ts'
import { isObject } from '../json.ts'
import { expectedIssuer } from '../oauth/id-token.ts'
import { clockTolerance, loadServer, type Server } from '../oauth/metadata.ts'
import { acceptedAlgorithms, verifySigned, type VerifiedClaims } from '../oauth/signed-token.ts'
import { expiryProblem } from '../oauth/times.ts'

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

/** What a refusal says, for the log. */
export function refuse(
  { id }: OAuthProvider,
  problem: LogoutTokenProblem,
  why: string,
  cause?: unknown,
): InvalidLogoutToken {
  const err = cause === undefined ? {} : { err: asError(cause) }
  const message = `${problem}: the logout token of "${id}" ${why}.`
  return new InvalidLogoutToken(message, { reason: problem, ...err })
}

/** What a token says of itself, before any of it has been verified. */
interface Unverified {
  readonly header: ReturnType<typeof decodeProtectedHeader>
  readonly claims: VerifiedClaims
}

/** The parts of a token. Other text asks nothing of the provider: neither its metadata nor its keys. */
function readParts(provider: OAuthProvider, token: string): Unverified {
  if (token.length > MAX_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) {
    throw refuse(provider, 'length', 'is not a signed token of at most 16 kB')
  }
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) }
  } catch (cause) {
    throw refuse(provider, 'type', 'has no header or no claims', cause)
  }
}

function checkType(provider: OAuthProvider, { typ }: Unverified['header']): void {
  const type = typ?.toLowerCase().replace(/^application\//, '')
  if (type === undefined || TYPES.has(type)) return
  throw refuse(provider, 'type', 'is another kind of token')
}

function checkAlgorithm(
  provider: OAuthProvider,
  server: Server,
  { alg }: Unverified['header'],
): void {
  if (alg !== undefined && acceptedAlgorithms(provider, server).includes(alg)) return
  throw refuse(provider, 'algorithm', 'is not signed with an algorithm of the provider')
}

async function verify(
  provider: OAuthProvider,
  server: Server,
  token: string,
): Promise<VerifiedClaims> {
  try {
    return (await verifySigned(provider, server, { kind: 'logout token', token })).claims
  } catch (cause) {
    throw refuse(provider, 'signature', 'has no valid signature', cause)
  }
}

function checkSender(provider: OAuthProvider, server: Server, claims: VerifiedClaims): string {
  const { iss, aud } = claims
  const expected = issuerFor(provider, server, claims)
  if (expected === undefined || iss !== expected) {
    throw refuse(provider, 'issuer', 'is of another issuer')
  }
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (audiences.length === 1 && audiences[0] === provider.clientId) return expected
  throw refuse(provider, 'audience', 'is meant for others')
}

function issuerFor(
  provider: OAuthProvider,
  server: Server,
  claims: VerifiedClaims,
): string | undefined {
  try {
    return expectedIssuer(provider, server, claims)
  } catch {
    return undefined
  }
}

/** @returns until when it would be taken, in seconds */
function checkTimes(provider: OAuthProvider, claims: VerifiedClaims, now: number): number {
  const { iat, exp } = claims
  const tolerance = clockTolerance(provider)
  const ahead = tolerance ?? AHEAD
  if (typeof iat !== 'number' || iat > now + ahead || iat < now - MAX_AGE - ahead) {
    throw refuse(provider, 'issued-at', 'was not issued within the last five minutes')
  }
  const problem = expiryProblem(claims, { now, tolerance })
  if (problem !== undefined) throw refuse(provider, 'expiry', problem)
  const { config } = provider
  if (typeof exp === 'number') return Math.min(exp, iat + MAX_AGE) + ahead
  if ('logoutTokenWithoutExp' in config && config.logoutTokenWithoutExp)
    return iat + MAX_AGE + ahead
  throw refuse(provider, 'expiry', 'has no `exp`')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function checkEvent(provider: OAuthProvider, { events }: VerifiedClaims): void {
  if (isObject(events) && isObject(events[EVENT])) return
  throw refuse(provider, 'event', 'says nothing of a logout')
}

function readSubject(
  provider: OAuthProvider,
  { sub, sid }: VerifiedClaims,
): Pick<LogoutToken, 'sub' | 'sid'> {
  const right = [sub, sid].every((value) => value === undefined || isText(value))
  if (!right || (sub === undefined && sid === undefined)) {
    throw refuse(provider, 'subject', 'names neither a session nor a user')
  }
  return { ...(isText(sub) ? { sub } : {}), ...(isText(sid) ? { sid } : {}) }
}

/**
 * What the claims of a token say, verified or not.
 *
 * @param now - in seconds
 * @throws InvalidLogoutToken with the first thing that does not hold
 */
function readClaims(
  provider: OAuthProvider,
  server: Server,
  { claims, now }: { readonly claims: VerifiedClaims; readonly now: number },
): LogoutToken {
  const issuer = checkSender(provider, server, claims)
  const expires = checkTimes(provider, claims, now) * 1000
  const { jti, nonce } = claims
  if (!isText(jti)) throw refuse(provider, 'id', 'has no `jti`')
  checkEvent(provider, claims)
  const subject = readSubject(provider, claims)
  if (nonce !== undefined) throw refuse(provider, 'nonce', 'has a `nonce`, as ID tokens do')
  return { issuer, ...subject, id: jti, expires }
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6), with the keys, algorithms and issuer that ID
 * tokens of the provider are verified with.
 *
 * @param milliseconds - the present
 * @throws InvalidLogoutToken with the first thing that does not hold
 */
export async function verifyLogoutToken(
  provider: OAuthProvider,
  token: string,
  milliseconds: number,
): Promise<LogoutToken> {
  const now = numericDate(milliseconds)
  const { header, claims } = readParts(provider, token)
  checkType(provider, header)
  const server = await loadServer(provider)
  checkAlgorithm(provider, server, header)
  // A signature is the dearest to verify. What is believed is read again from what was signed.
  readClaims(provider, server, { claims, now })
  return readClaims(provider, server, { claims: await verify(provider, server, token), now })
}
