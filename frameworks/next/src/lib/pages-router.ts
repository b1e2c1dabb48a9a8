import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  addCookies,
  toResponseHeaders,
  toScopeSource,
  toSessionSource,
} from '@latchstring/core/framework'
import type { FrameworkAuth, RequestSource } from '@latchstring/core/framework'
import { toHeaderValues } from './cookies.ts'

/** What `getServerSideProps` gets of a request. */
export interface PagesContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** A request of the Pages Router. */
export const pagesRequest = (request: IncomingMessage): RequestSource => ({
  headers: toScopeSource(request).request.headers,
})

/** The CSRF token for a page of the Pages Router, whose cookie is added to the response. */
export async function pagesToken(
  auth: FrameworkAuth<object>,
  { req, res }: PagesContext,
): Promise<string> {
  const { token, cookies } = await auth.csrfToken(pagesRequest(req))
  addCookies(toResponseHeaders(res), toHeaderValues(cookies))
  return token
}

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
