import type { IncomingMessage, ServerResponse } from 'node:http'
import { addCookies, toResponseHeaders, toSessionSource } from '@latchstring/core/framework'
import type { FrameworkAuth } from '@latchstring/core/framework'
import { toHeaderValues } from './cookies.ts'

/** Reads the session of a request of the Pages Router, and adds the cookies of the read to the response. */
export async function readPagesSession<S extends object>(
  auth: FrameworkAuth<S>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<S | null> {
  // A configuration function receives only requests of Next.js.
  const { headers } = toSessionSource(request)
  const { session, cookies } = await auth.session({ headers })
  addCookies(toResponseHeaders(response), toHeaderValues(cookies))
  return session
}
