import type { CompactJWSHeaderParameters } from 'jose'
import type { OAuthProvider } from '../../config/providers.ts'
import { InvalidConfiguration, OAuthCallbackError } from '../../errors/classes.ts'
import { describeKind, namingNow } from '../../errors/own-function.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { base64url } from '../../crypto/encoding.ts'
import { sameIssuer } from '../../kit/issuer.ts'
import type { RequestedAuthentication, Transaction } from '../transaction/transaction.ts'
import { audienceProblem } from './audience.ts'
import { clockTolerance, type Server } from './metadata.ts'
import { verifySigned, type VerifiedClaims } from './signed-token.ts'
import { authTimeProblem, idTokenTimeProblem, NO_TIME, type TimeContext } from './times.ts'

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

function checkIssuer(provider: OAuthProvider, server: Server, claims: VerifiedClaims): void {
  const { iss } = claims
  const expected = expectedIssuer(provider, server, claims)
  if (sameIssuer(iss, expected)) return
  if (iss === undefined) throw idTokenError(provider, 'names no issuer (`iss`)')
  const found = JSON.stringify(iss).slice(0, 200)
  throw idTokenError(provider, `is of the issuer ${found}, and not of ${JSON.stringify(expected)}`)
}

function checkAudience(provider: OAuthProvider, claims: VerifiedClaims): void {
  const problem = audienceProblem(provider, claims)
  if (problem !== undefined) throw idTokenError(provider, problem)
  const { sub } = claims
  // oxlint-disable-next-line no-control-regex
  if (typeof sub !== 'string' || !/^[\u0001-\u007f]{1,255}$/.test(sub))
    throw idTokenError(provider, 'has no usable `sub`')
}

/**
 * A nonce that was not requested proves nothing either way, and some services always send one of their own: `state` and PKCE bind the
 * sign-in then. One that was sent has to come back.
 */
function checkNonce(provider: OAuthProvider, { nonce }: VerifiedClaims, sent?: string): void {
  if (sent === undefined) return
  if (nonce === undefined) {
    throw idTokenError(
      provider,
      "has no `nonce`, and one was sent. If the provider never sends it back, set `checks: ['pkce', 'state']`",
    )
  }
  if (typeof nonce === 'string' && constantTimeEqual(nonce, sent)) return
  throw idTokenError(provider, 'is for another sign-in: its `nonce` is not the one that was sent')
}

/** Claims of OpenID Connect Core 1.0, section 2, and of logout. Some services write `null` or an empty text where they have none. */
const CHECKED: readonly string[] = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'nbf',
  'auth_time',
  'nonce',
  'acr',
  'amr',
  'azp',
  'at_hash',
  'c_hash',
  'sid',
]

/** The claims without those that are checked and empty, which count as absent. */
function withoutEmpty(claims: VerifiedClaims): VerifiedClaims {
  const empty = CHECKED.filter((name) => claims[name] === null || claims[name] === '')
  if (empty.length === 0) return claims
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !empty.includes(name)))
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
  if (problem === undefined) return
  throw idTokenError(provider, problem === NO_TIME ? `${problem}, see \`stepUp\`` : problem)
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
 * Verifies an ID token: its signature with the keys of its issuer, and its claims (OpenID Connect Core 1.0, section 3.1.3.7).
 *
 * @returns its claims, without those that are empty where the specification has one to check
 * @throws OAuthCallbackError when a check fails
 */
export async function verifyIdToken(
  provider: OAuthProvider,
  server: Server,
  token: string,
  context: IdTokenContext,
): Promise<VerifiedClaims> {
  const { header, claims: signed } = await verifySigned(provider, server, {
    kind: 'ID token',
    token,
  })
  const claims = withoutEmpty(signed)
  checkType(provider, header)
  checkIssuer(provider, server, claims)
  checkAudience(provider, claims)
  checkTimes(provider, claims, context)
  checkNonce(provider, claims, context.transaction.nonce)
  await checkHashes(provider, header.alg, claims, context)
  return claims
}

/**
 * The required issuer of an ID token. The discovery document may have a template in place of it, and a service two names.
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
  const names = 'issuerAliases' in config ? config.issuerAliases : undefined
  const alias = names && [config.issuer, ...names].find((name) => name === claims['iss'])
  if (alias !== undefined) return alias
  if (!resolve || sameIssuer(metadata.issuer, config.issuer)) return metadata.issuer
  const subject = `The \`resolveIssuer\` function of "${provider.id}"`
  // A function without types may return any value.
  const issuer: unknown = namingNow(OAuthCallbackError, subject, () =>
    resolve(claims, metadata.issuer),
  )
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
