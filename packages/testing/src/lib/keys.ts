import {
  type CryptoKey,
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  importPKCS8,
  importSPKI,
  type JWK,
} from 'jose'

/** A key pair of a service or a client. */
export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  /** The public key, as it is in a key set (RFC 7517, section 4). */
  readonly jwk: JWK
}

/** The key pairs of a lab, one for each algorithm, generated on first use. */
export interface SigningKeys {
  readonly get: (alg: string) => Promise<SigningKey>
}

async function makeKey(alg: string): Promise<SigningKey> {
  const extractable = { extractable: true }
  const generated = await generateKeyPair(alg, extractable)
  // Copies, because Node.js 20 deadlocks if it collects the generator of a key while it exports the key as JWK.
  const privateKey = await importPKCS8(await exportPKCS8(generated.privateKey), alg, extractable)
  const publicKey = await importSPKI(await exportSPKI(generated.publicKey), alg, extractable)
  const kid = `lab-${alg.toLowerCase()}`
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** Creates an empty set of key pairs. */
export function createSigningKeys(): SigningKeys {
  const keys = new Map<string, Promise<SigningKey>>()
  return {
    get(alg) {
      const key = keys.get(alg) ?? makeKey(alg)
      keys.set(alg, key)
      return key
    },
  }
}
