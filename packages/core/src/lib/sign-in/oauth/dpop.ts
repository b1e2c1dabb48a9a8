import * as oauth from 'oauth4webapi'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A new private key for one sign-in. It can be read, because it waits in a sealed cookie for the code to come. */
export async function newDpopKey(): Promise<JsonWebKey> {
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true })
  // A copy, because Node.js 20 waits for itself for ever if it collects what has generated a key while it exports that as JWK.
  const copied = await crypto.subtle.exportKey('pkcs8', privateKey)
  const copy = await crypto.subtle.importKey('pkcs8', copied, ALGORITHM, true, ['sign'])
  // How it may be used is said again when it is read, and takes room in a cookie.
  const { ext: _, key_ops: __, ...key } = await crypto.subtle.exportKey('jwk', copy)
  return key
}

/** Makes proofs of possession (RFC 9449, section 4) with the key of a sign-in, and remembers nonces meanwhile. */
export async function dpopHandle(client: oauth.Client, key: JsonWebKey): Promise<oauth.DPoPHandle> {
  const { d: _, ...publicMembers } = key
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', key, ALGORITHM, false, ['sign']),
    crypto.subtle.importKey('jwk', publicMembers, ALGORITHM, true, []),
  ])
  return oauth.DPoP(client, { privateKey, publicKey })
}
