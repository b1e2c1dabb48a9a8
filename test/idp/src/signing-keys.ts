import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  importPKCS8,
  importSPKI,
  type JWK,
} from 'jose'

/** JWS algorithms the provider can have a key for (RFC 7518, RFC 8037). */
export type SigningAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA'

/** A private key of the provider together with what it publishes about it. */
export interface SigningKey {
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly privateKey: CryptoKey
  /** The private key as JWK, for the provider's own key set. */
  readonly privateJwk: JWK
  /** The public key as PEM, which a confused client could take for an HMAC secret. */
  readonly publicPem: string
}

/**
 * The public half of a key that was generated, as JWK. Of a copy, because Node.js 20 waits for itself for ever if it collects what has
 * generated a key while it exports that as JWK.
 *
 * @param alg - the algorithm it is for
 */
export async function exportPublicJwk(generated: CryptoKey, alg: SigningAlgorithm): Promise<JWK> {
  const copy = await importSPKI(await exportSPKI(generated), alg, { extractable: true })
  return { ...(await exportJWK(copy)), alg, use: 'sig' }
}

/**
 * Makes a new signing key.
 *
 * @param alg - the algorithm it is for
 * @returns the key; its id is its thumbprint (RFC 7638)
 */
export async function generateSigningKey(alg: SigningAlgorithm): Promise<SigningKey> {
  const extractable = { extractable: true }
  const generated = await generateKeyPair(alg, extractable)
  // A copy, for the same reason.
  const privateKey = await importPKCS8(await exportPKCS8(generated.privateKey), alg, extractable)
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return {
    kid,
    alg,
    privateKey,
    privateJwk: { ...jwk, kid, alg, use: 'sig' },
    publicPem: await exportSPKI(generated.publicKey),
  }
}
