import type { CompactJWSHeaderParameters } from 'jose'
import type { OAuthProvider } from '../../config/providers.ts'
import { InvalidConfiguration, OAuthCallbackError } from '../../errors/classes.ts'
import { describeKind, namingNow } from '../../errors/own-function.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { base64url } from '../../crypto/encoding.ts'
import type { RequestedAuthentication, Transaction } from '../transaction/transaction.ts'
import { clockTolerance, type Server } from './metadata.ts'
import { verifySigned, type VerifiedClaims } from './signed-token.ts'
import { authTimeProblem, idTokenTimeProblem, type TimeContext } from './times.ts'

export type { VerifiedClaims } from './signed-token.ts'

function idTokenError(provider: OAuthProvider, reason: string): OAuthCallbackError {
  return new OAuthCallbackError(`The ID token of "${provider.id}" ${reason}.`)
}

/** Half of the hash of a value, with the hash function of the signature (OpenID Connect Core 1.0, section 3.1.3.6). */
async function halfHash(alg: string, value: string): Promise<string> {
  const bits = alg === 'EdDSA' || alg === 'Ed25519' ? '512' : alg.slice(-3)
  const digest = await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(value))
  return base64url(new Uint8Array(digest, 0, digest.byteLength / 2))
}

function checkType(provider: OAuthProvider, { typ }: CompactJWSHeaderParameters): void {
  const type = typ?.toLowerCase().replace(/^application\//, '')
  if (type !== undefined && type !== 'jwt') throw idTokenError(provider, 'is another kind of token')
}

/** The hashes of access token and code in the ID token (OpenID Connect Core 1.0, sections 3.1.3.6 and 3.3.2.11). */
async function checkHashes(
  provider: OAuthProvider,
  alg: string,
  claims: VerifiedClaims,
  { accessToken, code }: IdTokenContext,
): Promise<void> {
  const hashes = [
    ['at_hash', accessToken, 'access token'],
    ['c_hash', code, 'code'],
  ] as const
  for (const [name, value, what] of hashes) {
    const claim = claims[name]
    if (claim === undefined) continue
    if (typeof value === 'string' && claim === (await halfHash(alg, value))) continue
    throw idTokenError(provider, `does not belong to the ${what}`)
  }
}

/** Checks that `oauth4webapi` leaves to the caller: further audiences, `azp` with one audience, and the form of `sub`. */
function checkAudience(provider: OAuthProvider, { aud, azp, sub }: VerifiedClaims): void {
  if (Array.isArray(aud) && aud.length !== 1)
    throw idTokenError(provider, 'is also meant for others')
  if (azp !== undefined && azp !== provider.clientId)
    throw idTokenError(provider, 'was issued to another client')
  // oxlint-disable-next-line no-control-regex
  if (typeof sub !== 'string' || !/^[\u0001-\u007f]{1,255}$/.test(sub))
    throw idTokenError(provider, 'has no usable `sub`')
}

function checkNonce(provider: OAuthProvider, claims: VerifiedClaims, sent?: string): void {
  const { nonce } = claims
  if (nonce === undefined && sent === undefined) return
  if (typeof nonce === 'string' && sent !== undefined && constantTimeEqual(nonce, sent)) return
  throw idTokenError(provider, 'is for another sign-in: its `nonce` is not the one that was sent')
}

/**
 * The problem with the authentication in an ID token.
 *
 * @param requestedAt - in milliseconds since the epoch
 * @returns the end of a sentence about the ID token, or `undefined` without a problem
 */
export function authenticationProblem(
  { acr, auth_time: authTime }: Readonly<Record<string, unknown>>,
  requested: RequestedAuthentication | undefined,
  requestedAt: number,
  times: TimeContext,
): string | undefined {
  const { maxAge, authTime: needed, acr: wanted = [] } = requested ?? {}
  if (needed || maxAge !== undefined) {
    // The provider applies `max_age` when it gets the request. Time that the person spends there does not count.
    const earliest = maxAge === undefined ? -Infinity : Math.floor(requestedAt / 1000) - maxAge
    const problem = authTimeProblem(authTime, earliest, times)
    if (problem !== undefined) return problem
  }
  const missing = wanted.find(
    (values) => typeof acr !== 'string' || (values.length > 0 && !values.includes(acr)),
  )
  if (missing === undefined) return undefined
  return `does not have the essential \`acr\` that was requested (${missing.join(', ') || 'any'})`
}

function checkTimes(
  provider: OAuthProvider,
  claims: VerifiedClaims,
  { transaction, now }: IdTokenContext,
): void {
  const times = { now, tolerance: clockTolerance(provider) }
  const { requested, createdAt } = transaction
  const problem =
    idTokenTimeProblem(claims, times) ?? authenticationProblem(claims, requested, createdAt, times)
  if (problem !== undefined) throw idTokenError(provider, problem)
}

/** The sign-in that an ID token belongs to. */
export interface IdTokenContext {
  readonly accessToken: unknown
  /** The code it was exchanged for. */
  readonly code: string | null
  readonly transaction: Transaction
  /** Seconds since the epoch. */
  readonly now: number
}

/**
 * Verifies the signature of an ID token with the keys of its issuer, and the claims that `oauth4webapi` does not check (OpenID Connect Core 1.0, section 3.1.3.7).
 *
 * @throws OAuthCallbackError when a check fails
 */
export async function verifyIdToken(
  provider: OAuthProvider,
  server: Server,
  token: string,
  context: IdTokenContext,
): Promise<VerifiedClaims> {
  const { header, claims } = await verifySigned(provider, server, { kind: 'ID token', token })
  checkType(provider, header)
  checkAudience(provider, claims)
  checkTimes(provider, claims, context)
  checkNonce(provider, claims, context.transaction.nonce)
  await checkHashes(provider, header.alg, claims, context)
  return claims
}

/**
 * The required issuer of an ID token. The discovery document may have a template in place of it.
 *
 * @throws OAuthCallbackError when `resolveIssuer` accepts no issuer
 */
export function expectedIssuer(
  provider: OAuthProvider,
  { metadata }: Server,
  claims: VerifiedClaims,
): string {
  const { config } = provider
  const resolve = 'resolveIssuer' in config ? config.resolveIssuer : undefined
  if (!resolve || metadata.issuer === config.issuer) return metadata.issuer
  const subject = `The \`resolveIssuer\` function of "${provider.id}"`
  // A function without types may return any value.
  const issuer: unknown = namingNow(OAuthCallbackError, subject, () => resolve(claims))
  if (typeof issuer === 'string') return issuer
  if (issuer !== undefined) {
    throw new InvalidConfiguration(
      `${subject} returned ${describeKind(issuer)}. Return the issuer as text, or nothing.`,
    )
  }
  throw new OAuthCallbackError(
    `The ID token of "${provider.id}" is not from an issuer that \`resolveIssuer\` accepts.`,
  )
}
