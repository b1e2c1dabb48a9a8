import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FrameworkAuth, serializeCookie, toSessionSource } from '@latchstring/core/framework'
import { UNCACHED, variesByCookie } from './cookies.ts'

/** The session of a request of the Pages Router; the cookies of its reading are added to the response. */
export async function readPagesSession<S extends object>(
  auth: FrameworkAuth<S>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<S | null> {
  // A configuration function is given requests of Next.js alone.
  const { headers } = toSessionSource(request)
  const { session, cookies } = await auth.session({ headers })
  if (cookies.length > 0) {
    response.setHeader('Cache-Control', UNCACHED)
    if (!variesByCookie(String(response.getHeader('Vary') ?? ''))) {
      response.appendHeader('Vary', 'Cookie')
    }
  }
  for (const { name, value, options } of cookies) {
    response.appendHeader('Set-Cookie', serializeCookie(name, value, options))
  }
  return session
}
