import type { Cookie } from '@latchstring/core/types'
import { NextResponse } from 'next/server.js'

type NextCookie = Parameters<NextResponse['cookies']['set']>[0]

/** A cookie as Next.js takes it. */
export function toNextCookie({ name, value, options }: Cookie): Exclude<NextCookie, string> {
  // Next.js writes `true` out as it is, which no browser knows.
  const sameSite = options.sameSite === true ? 'strict' : options.sameSite
  return { ...options, ...(sameSite === undefined ? {} : { sameSite }), name, value }
}

/** One `Set-Cookie` header value for each cookie. */
export function toSetCookie(cookies: readonly Cookie[]): readonly string[] {
  const { headers, cookies: jar } = new NextResponse()
  for (const cookie of cookies) jar.set(toNextCookie(cookie))
  return headers.getSetCookie()
}

/** A response that sets a session must not be given to anybody else. */
export const UNCACHED = 'private, no-store'
