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

function fail(provider: OAuthProvider, reason: string): OAuthCallbackError {
  return new OAuthCallbackError(`The ID token of "${provider.id}" ${reason}.`)
}

/** Half of the hash of a value, by the hash of the signature (OpenID Connect Core 1.0, section 3.1.3.6). */
async function halfHash(alg: string, value: string): Promise<string> {
  const bits = alg === 'EdDSA' || alg === 'Ed25519' ? '512' : alg.slice(-3)
  const digest = await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(value))
  return base64url(new Uint8Array(digest, 0, digest.byteLength / 2))
}

function checkType(provider: OAuthProvider, { typ }: CompactJWSHeaderParameters): void {
  const type = typ?.toLowerCase().replace(/^application\//, '')
  if (type !== undefined && type !== 'jwt') throw fail(provider, 'is another kind of token')
}

/** Half hashes of what came with the ID token (OpenID Connect Core 1.0, sections 3.1.3.6 and 3.3.2.11). */
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
    throw fail(provider, `does not belong to the ${what}`)
  }
}

/** What `oauth4webapi` leaves to the caller: further audiences, `azp` of a single one, and the form of `sub`. */
function checkAudience(provider: OAuthProvider, { aud, azp, sub }: VerifiedClaims): void {
  if (Array.isArray(aud) && aud.length !== 1) throw fail(provider, 'is also meant for others')
  if (azp !== undefined && azp !== provider.clientId)
    throw fail(provider, 'was issued to another client')
  // oxlint-disable-next-line no-control-regex
  if (typeof sub !== 'string' || !/^[\u0001-\u007f]{1,255}$/.test(sub))
    throw fail(provider, 'has no usable `sub`')
}

function checkNonce(provider: OAuthProvider, claims: VerifiedClaims, sent?: string): void {
  const { nonce } = claims
  if (nonce === undefined && sent === undefined) return
  if (typeof nonce === 'string' && sent !== undefined && constantTimeEqual(nonce, sent)) return
  throw fail(provider, 'is for another sign-in: its `nonce` is not the one that was sent')
}

/**
 * What is wrong with the authentication that an ID token names.
 *
 * @param requestedAt - when it was asked for, in milliseconds since the epoch
 * @returns the end of a sentence about the ID token, or nothing when it is what was requested
 */
export function authenticationProblem(
  { acr, auth_time: authTime }: Readonly<Record<string, unknown>>,
  requested: RequestedAuthentication | undefined,
  requestedAt: number,
  times: TimeContext,
): string | undefined {
  const { maxAge, authTime: needed, acr: wanted = [] } = requested ?? {}
  if (needed || maxAge !== undefined) {
    // The provider measures when it is asked; how long the person then takes there is no matter.
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
  if (problem !== undefined) throw fail(provider, problem)
}

/** What an ID token has to belong to. */
export interface IdTokenContext {
  readonly accessToken: unknown
  /** The code it was exchanged for. */
  readonly code: string | null
  readonly transaction: Transaction
  /** Seconds since the epoch. */
  readonly now: number
}

/**
 * Verifies the signature of an ID token with the keys of its issuer, always, and the claims that `oauth4webapi` does
 * not look at (OpenID Connect Core 1.0, section 3.1.3.7).
 *
 * @throws OAuthCallbackError when anything does not hold
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
 * The issuer an ID token has to name, where the discovery document may have a template in its place.
 *
 * @throws OAuthCallbackError when it names none that is accepted
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
  // What a function without types returns may be anything.
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
