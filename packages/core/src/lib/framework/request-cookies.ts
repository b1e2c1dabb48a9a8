import type { Cookie } from '../types/cookies.ts'

const nameIn = (pair: string): string => pair.slice(0, Math.max(0, pair.indexOf('='))).trim()

/**
 * Returns the `Cookie` header that the browser would send with its next request, so that a later read in the same request sees
 * the cookies that were set before it.
 *
 * @param header - `Cookie` header of the request
 * @param cookies - cookies that were set since
 *
 * @example
 * ```ts
 * import { withCookies } from '@latchstring/core/framework'
 *
 * withCookies('a=1; b=2', [{ name: 'a', value: '3', options: { path: '/' } }]) // 'b=2; a=3'
 * ```
 */
export function withCookies(header: string, cookies: readonly Cookie[]): string {
  const changed = new Set(cookies.map(({ name }) => name))
  const kept = header.split(';').filter((pair) => !changed.has(nameIn(pair)))
  const set = cookies
    .filter(({ options }) => options.maxAge === undefined || options.maxAge > 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  return [...kept.map((pair) => pair.trim()), ...set].filter((pair) => pair !== '').join('; ')
}
