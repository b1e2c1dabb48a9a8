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
