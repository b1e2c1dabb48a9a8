import type { IncomingMessage, ServerResponse } from 'node:http'
import { addCookies, type FrameworkAuth, toSessionSource } from '@latchstring/core/framework'
import { toHeaderValues } from './cookies.ts'

/** The headers of a response of Node.js, as far as they are changed where cookies are added. */
function toResponseHeaders(response: ServerResponse): Parameters<typeof addCookies>[0] {
  return {
    get: (name) => response.getHeader(name)?.toString() ?? null,
    set: (name, value) => void response.setHeader(name, value),
    append: (name, value) => void response.appendHeader(name, value),
    delete: (name) => response.removeHeader(name),
    keys: () => new Set(response.getHeaderNames()).values(),
  }
}

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
