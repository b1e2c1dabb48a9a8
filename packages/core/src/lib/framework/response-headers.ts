import type { Cookie } from '../types/cookies.ts'
import type { ResponseHeaders } from '../types/scope.ts'

/** A cookie that is still to be set, and its header. */
export interface Pending {
  readonly cookie: Cookie
  readonly header: string
}

/** `Cache-Control` of responses that set cookies. */
const UNCACHED = 'private, no-store'

/** Headers that a CDN reads before `Cache-Control` (RFC 9213, section 2.2), or as well. */
const CACHE_RULES = /^(?!x-middleware-)(?:.*-)?cdn-cache-control$|^(?:surrogate-control|expires)$/

/** Directives that let a shared cache store a response (RFC 9111, section 5.2.2). */
const SHARED = /(?:^|[\s,])(?:public|s-maxage\s*=)/i

/**
 * Makes a response vary by the cookies of its request.
 *
 * @param headers - of the response
 */
export function varyByCookie(headers: ResponseHeaders): void {
  varyBy(headers, 'Cookie')
}

/** Makes a response vary by a header of its request. */
export function varyBy(headers: ResponseHeaders, header: 'Cookie' | 'Authorization'): void {
  const vary = (headers.get('vary') ?? '').toLowerCase().split(',')
  const known = vary.some((name) => ['*', header.toLowerCase()].includes(name.trim()))
  if (!known) headers.append('vary', header)
}

/** Whether a shared cache may store the response. */
export function isShared(headers: Pick<ResponseHeaders, 'get'>): boolean {
  return SHARED.test(headers.get('cache-control') ?? '')
}

/**
 * Adds cookies to the headers of a response, and forbids caches to store it. A scope does both by itself.
 *
 * @param headers - of the response
 * @param cookies - values of `Set-Cookie` headers
 */
export function addCookies(headers: ResponseHeaders, cookies: readonly string[]): void {
  if (cookies.length === 0) return
  const rules = Array.from(headers.keys()).filter((name) => CACHE_RULES.test(name.toLowerCase()))
  for (const name of rules) headers.delete(name)
  headers.set('cache-control', UNCACHED)
  varyByCookie(headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
}

/** Seconds to wait by the status of a response: 429 where a limit was reached, and 503 where the session could not be read. */
export interface Waits {
  readonly 429?: number | undefined
  readonly 503?: number | undefined
}

/**
 * Adds `Retry-After` to a response with such a status (RFC 9110, section 10.2.3), unless the application has set it.
 *
 * @param status - of the response, if it is known
 */
export function addWait(headers: ResponseHeaders, status: number | undefined, waits: Waits): void {
  const seconds = status === 429 || status === 503 ? waits[status] : undefined
  if (seconds === undefined) return
  if (headers.get('retry-after') === null) headers.set('retry-after', String(seconds))
}

/**
 * Copies a response and adds headers that middleware has prepared. `Set-Cookie` and `Vary` are added to those of the response.
 *
 * @param response - the response to copy
 * @param prepared - headers that were set before the response existed
 * @param wins - which value counts for any other header that both have. Default: `response`, because some headers of our
 * responses keep a session out of caches
 *
 * @example
 * ```ts
 * import { withHeaders } from '@latchstring/core/framework'
 *
 * export const unkept = (page: Response): Response =>
 *   withHeaders(page, new Headers({ 'cache-control': 'private, no-store' }), 'prepared')
 * ```
 */
export function withHeaders(
  response: Response,
  prepared: Headers,
  wins?: 'response' | 'prepared',
): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of prepared) {
    if (name === 'vary' || name === 'set-cookie') headers.append(name, value)
    else if (wins === 'prepared' || !headers.has(name)) headers.set(name, value)
  }
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
