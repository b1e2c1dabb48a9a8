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
import type { Server } from './metadata.ts'

/** Claims of a token whose signature has been verified. */
export type VerifiedClaims = Readonly<Record<string, unknown>>

/** A token with an unverified signature. */
interface Unverified {
  /** For errors. */
  readonly kind: 'ID token' | 'logout token'
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

function tokenError(
  { id }: OAuthProvider,
  kind: Unverified['kind'],
  reason: string,
  cause?: unknown,
): OAuthCallbackError {
  const err = cause instanceof Error ? { err: cause } : undefined
  return new OAuthCallbackError(`The ${kind} of "${id}" ${reason}.`, err)
}

/** The accepted signature algorithms of a provider, for tokens of any kind. */
export function acceptedAlgorithms({ config }: OAuthProvider, { metadata }: Server): string[] {
  const configured = config.client?.id_token_signed_response_alg
  if (configured !== undefined) return [configured]
  const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  return ASYMMETRIC.filter((alg) => supported.includes(alg))
}

async function verifyWith(
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

async function verifyPayload(
  provider: OAuthProvider,
  server: Server,
  { kind, token }: Unverified,
): Promise<Uint8Array> {
  const algorithms = acceptedAlgorithms(provider, server)
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
 * Verifies the signature of a token with the keys of its issuer: ID tokens and logout tokens have the same check.
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
    // A compact JWS without `alg` does not verify below.
    header = decodeProtectedHeader(token) as CompactJWSHeaderParameters
    payload = await verifyPayload(provider, server, unverified)
  } catch (cause) {
    if (cause instanceof OAuthCallbackError) throw cause
    throw tokenError(provider, kind, 'has no valid signature', cause)
  }
  const claims = parseJson(new TextDecoder().decode(payload))
  if (isObject(claims)) return { header, claims }
  throw tokenError(provider, kind, 'has no claims')
}
