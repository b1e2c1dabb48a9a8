import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose'

/** A key pair of a service or a client. */
export interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  /** The public key, as it is in a key set (RFC 7517, section 4). */
  readonly jwk: JWK
}

/** The key pairs of a lab, one for each algorithm, made when they are first needed. */
export interface SigningKeys {
  readonly get: (alg: string) => Promise<SigningKey>
}

async function makeKey(alg: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const kid = `lab-${alg.toLowerCase()}`
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** Makes room for key pairs. */
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
