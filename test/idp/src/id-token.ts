import {
  CompactSign,
  type CompactJWSHeaderParameters,
  decodeJwt,
  decodeProtectedHeader,
} from 'jose'
import { generateSigningKey, type SigningAlgorithm, type SigningKey } from './signing-keys.ts'

/** Claims of an ID token (OpenID Connect Core 1.0, section 2), as a test sees and bends them. */
export type IdTokenClaims = Readonly<Record<string, unknown>>

/** JOSE header of an ID token. */
export type IdTokenHeader = Readonly<Record<string, unknown>>

/**
 * Who signs a changed ID token:
 * - `provider`: the provider's own key for the header's `alg`
 * - `unknown-key`: a key that is in no key set, under the original `kid`
 * - `client-secret`: HS256 with the client's secret
 * - `public-key`: HS256 with the provider's public key as the secret
 * - `none`: `alg: none` and no signature
 * - `broken`: the provider's signature with its bits flipped
 */
export type IdTokenSigner =
  | 'provider'
  | 'unknown-key'
  | 'client-secret'
  | 'public-key'
  | 'none'
  | 'broken'

/** What becomes of an ID token. What is left out stays as it was. */
export interface IdTokenChange {
  /** The claims in full. One that is left out or undefined is dropped. */
  readonly claims?: IdTokenClaims
  /** The header in full. A member that is left out or undefined is dropped. */
  readonly header?: IdTokenHeader
  /** `provider` if left out. */
  readonly signedBy?: IdTokenSigner
}

/** Keys and secret an ID token can be signed with. */
export interface IdTokenKeys {
  readonly signingKeys: readonly SigningKey[]
  readonly clientSecret: string | undefined
}

/** An ID token taken apart. */
export interface DecodedIdToken {
  readonly claims: IdTokenClaims
  readonly header: IdTokenHeader
}

/**
 * Takes an ID token apart without looking at its signature.
 *
 * @param idToken - compact serialisation
 * @returns claims and header
 */
export function decodeIdToken(idToken: string): DecodedIdToken {
  return { claims: decodeJwt(idToken), header: { ...decodeProtectedHeader(idToken) } }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function sign(token: DecodedIdToken, key: Parameters<CompactSign['sign']>[0]): Promise<string> {
  // A test may put anything into the header; what cannot be signed fails in `sign`.
  const header = token.header as unknown as CompactJWSHeaderParameters
  return new CompactSign(Buffer.from(JSON.stringify(token.claims)))
    .setProtectedHeader(header)
    .sign(key)
}

function providerKey(alg: unknown, keys: IdTokenKeys): SigningKey {
  const key = keys.signingKeys.find((candidate) => candidate.alg === alg)
  if (key !== undefined) return key
  const known = keys.signingKeys.map((candidate) => candidate.alg).join(', ')
  throw new Error(
    `The provider has no key for "${String(alg)}", only for ${known}. ` +
      'Add it to the option signingAlgorithms or choose another signedBy.',
  )
}

function hmac(token: DecodedIdToken, secret: string | undefined): Promise<string> {
  if (secret === undefined) throw new Error('This client has no client_secret to sign with.')
  return sign({ ...token, header: { ...token.header, alg: 'HS256' } }, Buffer.from(secret))
}

function flipped(signature: string): string {
  return Buffer.from(Buffer.from(signature, 'base64url').map((byte) => byte ^ 0xff)).toString(
    'base64url',
  )
}

const SIGNERS: Readonly<
  Record<IdTokenSigner, (token: DecodedIdToken, keys: IdTokenKeys) => Promise<string>>
> = {
  provider: (token, keys) => sign(token, providerKey(token.header['alg'], keys).privateKey),
  'unknown-key': async (token) => {
    // `decodeIdToken` read this from a token the provider signed, so it is one of its algorithms.
    const key = await generateSigningKey(token.header['alg'] as SigningAlgorithm)
    return sign(token, key.privateKey)
  },
  'client-secret': (token, keys) => hmac(token, keys.clientSecret),
  'public-key': (token, keys) => hmac(token, keys.signingKeys[0]?.publicPem),
  none: async ({ header, claims }) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
  broken: async (token, keys) => {
    const signed = await sign(token, providerKey(token.header['alg'], keys).privateKey)
    const [header, claims, signature = ''] = signed.split('.')
    return `${header}.${claims}.${flipped(signature)}`
  },
}

/**
 * Writes a changed ID token.
 *
 * @param token - what the provider issued
 * @param change - what to change
 * @param keys - what it can be signed with
 * @returns compact serialisation
 */
export async function writeIdToken(
  token: DecodedIdToken,
  change: IdTokenChange,
  keys: IdTokenKeys,
): Promise<string> {
  const changed = { claims: change.claims ?? token.claims, header: change.header ?? token.header }
  return SIGNERS[change.signedBy ?? 'provider'](changed, keys)
}
