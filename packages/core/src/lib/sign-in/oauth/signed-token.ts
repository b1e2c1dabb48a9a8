import {
  compactVerify,
  decodeProtectedHeader,
  errors,
  type CompactJWSHeaderParameters,
  type JWTVerifyGetKey,
} from 'jose'
import type { OAuthProvider } from '../../config/providers.ts'
import { OAuthCallbackError } from '../../errors/classes.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import type { ServerKeys } from './discovery-document.ts'
import type { Server } from './metadata.ts'

/** Claims of a token whose signature has been verified. */
export type VerifiedClaims = Readonly<Record<string, unknown>>

/** A token with an unverified signature. */
interface Unverified {
  /** For errors. */
  readonly kind: 'ID token' | 'logout token' | 'userinfo'
  readonly token: string
}

/** A token with a verified signature, whose claims are still unchecked. */
interface Signed {
  readonly header: CompactJWSHeaderParameters
  readonly claims: VerifiedClaims
}

/** Signature algorithms that a discovery document may select (RFC 8725, section 3.1). */
const ASYMMETRIC: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** How the configuration names the algorithm of a token (OpenID Connect Dynamic Client Registration 1.0, section 2). */
function algorithmOption(kind: Unverified['kind']) {
  return kind === 'userinfo' ? 'userinfo_signed_response_alg' : 'id_token_signed_response_alg'
}

function tokenError(
  { id }: OAuthProvider,
  kind: Unverified['kind'],
  reason: string,
  cause?: unknown,
): OAuthCallbackError {
  const err = cause instanceof Error ? { err: cause } : undefined
  return new OAuthCallbackError(`The ${kind} of "${id}" ${reason}.`, err)
}

/** The accepted signature algorithms of a provider. Logout tokens have those of ID tokens. */
export function acceptedAlgorithms(
  { config }: OAuthProvider,
  { metadata }: Server,
  kind: Unverified['kind'],
): string[] {
  const configured = config.client?.[algorithmOption(kind)]
  if (configured !== undefined) return [configured]
  if (kind === 'userinfo') return ['RS256']
  const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  return ASYMMETRIC.filter((alg) => supported.includes(alg))
}

/**
 * The problem with the form of a token, which the error of a verification would not name.
 *
 * @returns the end of a sentence about it, or `undefined` without a problem
 */
function formProblem({ kind, token }: Unverified, accepted: readonly string[]): string | undefined {
  if (token.split('.').length === 5) {
    return 'is encrypted (it has the five parts of a JWE), and is not decrypted here. Turn its encryption off at the service, where the client has an encryption key'
  }
  const { alg } = decodeProtectedHeader(token)
  if (alg === undefined || accepted.includes(alg)) return undefined
  const signed = `is signed with ${JSON.stringify(alg).slice(0, 40)}, and ${accepted.join(', ') || 'no algorithm'} is accepted`
  if (!/^(?:[RPEH]S\d{3}|EdDSA|Ed25519)$/.test(alg)) return signed
  return `${signed}. Choose another at the service, or, if it is meant, set \`client.${algorithmOption(kind)}\` of the provider to it`
}

/** Verifies with the keys that match, of which there may be several without a `kid`. */
async function verifyWithMatching(
  token: string,
  keys: JWTVerifyGetKey,
  algorithms: string[],
): Promise<Uint8Array> {
  try {
    // The key function of a JWKS takes the header of any compact JWS.
    return (await compactVerify(token, keys as Parameters<typeof compactVerify>[1], { algorithms }))
      .payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    // Without a `kid`, each matching key is tried.
    for await (const key of error) {
      const result = await compactVerify(token, key, { algorithms }).catch(() => undefined)
      if (result) return result.payload
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/** Verifies once more with new keys: a service may replace a key under its `kid`, or have keys without one. */
async function verifyWith(
  token: string,
  keys: ServerKeys,
  algorithms: string[],
): Promise<Uint8Array> {
  try {
    return await verifyWithMatching(token, keys, algorithms)
  } catch (error) {
    const failed = error instanceof errors.JWSSignatureVerificationFailed
    if (!failed || !(await keys.renew?.())) throw error
    return verifyWithMatching(token, keys, algorithms)
  }
}

async function verifyPayload(
  provider: OAuthProvider,
  server: Server,
  unverified: Unverified,
): Promise<Uint8Array> {
  const { kind, token } = unverified
  const algorithms = acceptedAlgorithms(provider, server, kind)
  const problem = formProblem(unverified, algorithms)
  if (problem !== undefined) throw tokenError(provider, kind, problem)
  if (algorithms[0]?.startsWith('HS')) {
    const { clientSecret } = provider.config
    if (!clientSecret) {
      throw tokenError(provider, kind, 'cannot be verified: the provider has no `clientSecret`')
    }
    const secret = new TextEncoder().encode(clientSecret)
    return (await compactVerify(token, secret, { algorithms })).payload
  }
  if (!server.keys) {
    throw tokenError(provider, kind, 'cannot be verified: the provider names no `jwks_uri`')
  }
  return verifyWith(token, server.keys, algorithms)
}

/**
 * Verifies the signature of a token with the keys of its issuer: ID tokens, logout tokens and signed userinfo have the same check.
 *
 * @throws OAuthCallbackError when the signature is not valid
 */
export async function verifySigned(
  provider: OAuthProvider,
  server: Server,
  unverified: Unverified,
): Promise<Signed> {
  const { kind, token } = unverified
  let header: CompactJWSHeaderParameters
  let payload: Uint8Array
  try {
    payload = await verifyPayload(provider, server, unverified)
    // A compact JWS without `alg` has not verified.
    header = decodeProtectedHeader(token) as CompactJWSHeaderParameters
  } catch (cause) {
    if (cause instanceof OAuthCallbackError) throw cause
    throw tokenError(provider, kind, 'has no valid signature', cause)
  }
  const claims = parseJson(new TextDecoder().decode(payload))
  if (isObject(claims)) return { header, claims }
  throw tokenError(provider, kind, 'has no claims')
}
