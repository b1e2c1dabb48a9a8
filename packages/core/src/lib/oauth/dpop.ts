import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../config/providers.ts'
import { readJson } from '../json.ts'
import { toClient } from './metadata.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A new private key for one sign-in. It can be read, because it waits in a sealed cookie for the code to come. */
export async function newDpopKey(): Promise<JsonWebKey> {
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true })
  // How it may be used is said again when it is read, and takes room in a cookie.
  const { ext: _, key_ops: __, ...key } = await crypto.subtle.exportKey('jwk', privateKey)
  return key
}

/** Makes proofs of possession (RFC 9449, section 4) with the key of a sign-in, and remembers nonces meanwhile. */
export async function dpopHandle(
  provider: OAuthProvider,
  key: JsonWebKey,
): Promise<oauth.DPoPHandle> {
  const { d: _, ...publicMembers } = key
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', key, ALGORITHM, false, ['sign']),
    crypto.subtle.importKey('jwk', publicMembers, ALGORITHM, true, []),
  ])
  return oauth.DPoP(toClient(provider), { privateKey, publicKey })
}

/** RFC 9449, section 8 for authorization servers, section 9 for the others. */
async function wantsNonce(response: Response): Promise<boolean> {
  const { headers, status } = response
  if (!headers.has('dpop-nonce')) return false
  if (status === 400) return (await readJson(response))['error'] === 'use_dpop_nonce'
  return status === 401 && headers.get('www-authenticate')?.includes('use_dpop_nonce') === true
}

/**
 * Makes a request with a proof, and once more when the server wants a nonce in it.
 *
 * @param request - makes the request with a new proof each time
 */
export async function withNonce(request: () => Promise<Response>): Promise<Response> {
  const response = await request()
  return (await wantsNonce(response)) ? request() : response
}
