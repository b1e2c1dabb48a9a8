import { serializeCookie } from '@latchstring/core/framework'
import type { Cookie } from '@latchstring/core/types'

/** A cookie as `cookies()` of Next.js takes it. */
export interface NextCookie extends Omit<Cookie['options'], 'sameSite'> {
  readonly name: string
  readonly value: string
  readonly sameSite?: 'lax' | 'strict' | 'none'
}

/** Replaces `SameSite: true`, which Next.js would write literally. */
export function toNextCookie({ name, value, options }: Cookie): NextCookie {
  const { sameSite, ...rest } = options
  const strictness = sameSite === true ? 'strict' : sameSite
  return { ...rest, ...(strictness && { sameSite: strictness }), name, value }
}

/** Each cookie as the value of a `Set-Cookie` header. */
export function toHeaderValues(cookies: readonly Cookie[]): readonly string[] {
  return cookies.map(({ name, value, options }) => serializeCookie(name, value, options))
}
