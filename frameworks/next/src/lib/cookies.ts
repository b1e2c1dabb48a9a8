import { serializeCookie } from '@latchstring/core/framework'
import type { Cookie } from '@latchstring/core/types'

/** A cookie as `cookies()` of Next.js takes it. */
export interface NextCookie extends Omit<Cookie['options'], 'sameSite'> {
  readonly name: string
  readonly value: string
  readonly sameSite?: 'lax' | 'strict' | 'none'
}

/** Next.js writes `true` out as it is, which no browser knows. */
export function toNextCookie({ name, value, options }: Cookie): NextCookie {
  const { sameSite, ...rest } = options
  const strictness = sameSite === true ? 'strict' : sameSite
  return { ...rest, ...(strictness && { sameSite: strictness }), name, value }
}

/** For responses that set cookies: nobody else may be given them. */
export const UNCACHED = 'private, no-store'

/** What caches in front obey before `Cache-Control` (RFC 9213, section 2.2), or beside it. */
const CACHE_RULES = /^(?!x-middleware-)(?:.*-)?cdn-cache-control$|^(?:surrogate-control|expires)$/

/** Whether a `Vary` header names the cookies already. */
export function variesByCookie(vary: string): boolean {
  return vary.split(',').some((name) => /^(?:cookie|\*)$/i.test(name.trim()))
}

/** Adds cookies to the headers of a response, which then no cache may keep, whatever it said of itself. */
export function addCookies(headers: Headers, cookies: readonly Cookie[]): void {
  if (cookies.length === 0) return
  const rules = Array.from(headers.keys()).filter((name) => CACHE_RULES.test(name))
  for (const name of rules) headers.delete(name)
  headers.set('cache-control', UNCACHED)
  if (!variesByCookie(headers.get('vary') ?? '')) headers.append('vary', 'Cookie')
  for (const { name, value, options } of cookies) {
    headers.append('set-cookie', serializeCookie(name, value, options))
  }
}
