import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { USER_AGENT } from '../../http/outbound.ts'
import { readJson } from '../../kit/json.ts'

/**
 * The client for `oauth4webapi` (RFC 7591, section 2). Times are compared in `times.ts`, with the configured clock: the library knows only
 * that of the machine, so that its tolerance is unlimited.
 */
export function toClient({ clientId, config }: OAuthProvider): oauth.Client {
  const { default_max_age: _, ...client } = config.client ?? {}
  return { client_id: clientId, ...client, [oauth.clockTolerance]: Number.MAX_SAFE_INTEGER }
}

/** Options of every request made through `oauth4webapi`; `fetch` of the provider enforces https. */
interface RequestOptions {
  readonly [oauth.customFetch]: (url: string, options: object) => Promise<Response>
  readonly [oauth.allowInsecureRequests]: true
  readonly headers: Readonly<Record<string, string>>
  readonly DPoP?: oauth.DPoPHandle
}

/** Whether a server requires a nonce (RFC 9449, section 8 for authorization servers, section 9 for resource servers). */
async function wantsNonce(response: Response): Promise<boolean> {
  const { headers, status } = response
  if (!headers.has('dpop-nonce')) return false
  if (status === 400) return (await readJson(response))['error'] === 'use_dpop_nonce'
  return status === 401 && headers.get('www-authenticate')?.includes('use_dpop_nonce') === true
}

/**
 * Makes a request with a proof, and once more when the server requires a nonce in it.
 *
 * @param request - makes the request, each time with a new proof
 */
export async function withNonce(request: () => Promise<Response>): Promise<Response> {
  const response = await request()
  return (await wantsNonce(response)) ? request() : response
}

/**
 * Makes a request through `oauth4webapi`.
 *
 * @param dpop - makes proofs, where the tokens are bound to a key
 */
export function sendRequest(
  { fetch }: OAuthProvider,
  dpop: oauth.DPoPHandle | undefined,
  request: (options: RequestOptions) => Promise<Response>,
): Promise<Response> {
  const options: RequestOptions = {
    // The library's own options type differs from `RequestInit` only in admitting explicit `undefined`.
    [oauth.customFetch]: (url, init) => fetch(url, init as RequestInit),
    [oauth.allowInsecureRequests]: true,
    // Otherwise the library writes its own name, which services refuse that want to know the application (Wikimedia).
    headers: USER_AGENT,
  }
  return dpop ? withNonce(() => request({ ...options, DPoP: dpop })) : request(options)
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A new private key for one sign-in. It is extractable, because a sealed cookie keeps it until the callback. */
export async function newDpopKey(): Promise<JsonWebKey> {
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true })
  // A copy: Node.js 20 deadlocks when it collects the generator of a key while it exports the key as JWK.
  const copied = await crypto.subtle.exportKey('pkcs8', privateKey)
  const copy = await crypto.subtle.importKey('pkcs8', copied, ALGORITHM, true, ['sign'])
  // Left out to save room in the cookie: the import sets them again.
  const { ext: _, key_ops: __, ...key } = await crypto.subtle.exportKey('jwk', copy)
  return key
}

/** Makes proofs of possession (RFC 9449, section 4) with the key of a sign-in, and keeps nonces of the servers. */
export async function dpopHandle(client: oauth.Client, key: JsonWebKey): Promise<oauth.DPoPHandle> {
  const { d: _, ...publicMembers } = key
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', key, ALGORITHM, false, ['sign']),
    crypto.subtle.importKey('jwk', publicMembers, ALGORITHM, true, []),
  ])
  return oauth.DPoP(client, { privateKey, publicKey })
}
