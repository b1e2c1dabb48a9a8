import type { ResponseHeaders } from '../types/scope.ts'

/** For responses that set cookies: nobody else may be given them. */
const UNCACHED = 'private, no-store'

/** What caches in front obey before `Cache-Control` (RFC 9213, section 2.2), or beside it. */
const CACHE_RULES = /^(?!x-middleware-)(?:.*-)?cdn-cache-control$|^(?:surrogate-control|expires)$/

/** What lets a cache keep a response for several people (RFC 9111, section 5.2.2). */
const SHARED = /(?:^|[\s,])(?:public|s-maxage\s*=)/i

/**
 * Makes a response vary by the cookies of its request.
 *
 * @param headers - of the response
 */
export function varyByCookie(headers: ResponseHeaders): void {
  const vary = headers.get('vary') ?? ''
  const known = vary.split(',').some((name) => /^(?:cookie|\*)$/i.test(name.trim()))
  if (!known) headers.append('vary', 'Cookie')
}

/** Whether a cache may give the response to other people. */
export function isShared(headers: Pick<ResponseHeaders, 'get'>): boolean {
  return SHARED.test(headers.get('cache-control') ?? '')
}

/**
 * Adds cookies to the headers of a response, which then no cache may keep, whatever it said of itself. A scope does it by
 * itself.
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

const TOO_MANY_REQUESTS = 429

/**
 * Says when to try again (RFC 6585, section 4), unless the application has said so.
 *
 * @param status - of the response, where it is known
 * @param seconds - after which it may be tried again, where a limit was reached
 */
export function addWait(
  headers: ResponseHeaders,
  status: number | undefined,
  seconds: number | undefined,
): void {
  if (status !== TOO_MANY_REQUESTS || seconds === undefined) return
  if (headers.get('retry-after') === null) headers.set('retry-after', String(seconds))
}

/**
 * A copy of a response with headers that middleware has prepared for it. Cookies and `Vary` are those of both.
 *
 * @param response - to be sent
 * @param prepared - set before it was made
 * @param wins - whose header counts where both have it. Default: `response`, because some headers of our responses keep a session
 * out of caches
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
