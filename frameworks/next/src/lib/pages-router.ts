import type { IncomingMessage, ServerResponse } from 'node:http'
import { addCookies, toResponseHeaders, toSessionSource } from '@latchstring/core/framework'
import type { FrameworkAuth } from '@latchstring/core/framework'
import { toHeaderValues } from './cookies.ts'

/** The session of a request of the Pages Router; the cookies of its reading are added to the response. */
export async function readPagesSession<S extends object>(
  auth: FrameworkAuth<S>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<S | null> {
  // A configuration function is given requests of Next.js alone.
  const { headers } = toSessionSource(request)
  const { session, cookies } = await auth.session({ headers })
  addCookies(toResponseHeaders(response), toHeaderValues(cookies))
  return session
}
