import { addCookies, type FrameworkAuth, toVerdictResponse } from '@latchstring/core/framework'
import { NextResponse, type NextRequest } from 'next/server.js'
import { publicUrl, requestAt } from './base-path.ts'
import type { HandlerResult, LatchstringRequest } from './types.ts'

/** The function to run if a request is allowed. */
export type Handler<S extends object> = (
  request: LatchstringRequest<S>,
  context: unknown,
) => HandlerResult

/** Route handlers get `params` as their second argument; middleware gets a `FetchEvent`. */
function isMiddleware(context: unknown): boolean {
  return typeof context === 'object' && context !== null && 'waitUntil' in context
}

/**
 * Next.js takes only an absolute `Location` from middleware, and makes it relative again for its own origin. In
 * route handlers a relative one goes to the browser as it is, which knows the origin better than `request.url` does.
 */
function relativeLocation(response: Response): string | undefined {
  const location = response.headers.get('location')
  return location === null || URL.canParse(location) ? undefined : location
}

/** Sets cookies without `apply`, which makes every response vary by Cookie: a page behind the proxy may be static. */
function finish(response: Response, request: NextRequest, cookies: readonly string[]): Response {
  const location = relativeLocation(response)
  if (cookies.length === 0 && location === undefined) return response
  // A copy, because the headers of redirects and of fetched responses cannot be changed.
  const headers = new Headers(response.headers)
  if (location !== undefined) headers.set('location', new URL(location, request.url).href)
  addCookies(headers, cookies)
  const { body, status, statusText } = response
  return new Response(body, { status, statusText, headers })
}

/**
 * Whether a request is for a page. Middleware guards pages that the router also fetches by script, and Next.js removes the headers
 * that distinguish these fetches. API routes are under `/api` by the convention of Next.js.
 */
function isPage(request: NextRequest, context: unknown): boolean {
  return isMiddleware(context) && !request.nextUrl.pathname.startsWith('/api/')
}

/** Calls the `authorized` callback, and runs `handler` only when it allows the request. */
export async function guard<S extends object>(
  core: () => FrameworkAuth<S>,
  request: NextRequest,
  context: unknown,
  handler?: Handler<S>,
): Promise<Response> {
  // Called before the configuration is read: Next.js stops prerendering here, when secrets may be missing.
  const { headers } = request
  const scope = core().scope({ headers, url: publicUrl(request).href, request })
  const verdict = await scope.authorize({
    page: isPage(request, context),
    copy: (url) => requestAt(request, url),
    sole: handler === undefined && isMiddleware(context),
  })
  const answer =
    toVerdictResponse(verdict, request) ??
    (await handler?.(Object.assign(request, { auth: await scope.auth() }), context))
  const response = answer ?? NextResponse.next()
  if (!isMiddleware(context)) return scope.apply(response)
  return finish(response, request, scope.takeCookies())
}
