import { addCookies, type FrameworkAuth, toVerdictResponse } from '@latchstring/core/framework'
import { NextResponse, type NextRequest } from 'next/server.js'
import { publicUrl, requestAt } from './base-path.ts'
import type { HandlerResult, LatchstringRequest } from './types.ts'

/** What runs once a request is allowed. */
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

/** Not `apply`, which says of every response that it varies by the cookie: a page behind the proxy may be a static one. */
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
 * Middleware guards pages, and the router fetches them by script: Next.js takes away the headers that would tell those
 * fetches from others. API routes stand under `/api` by the convention of Next.js.
 */
function isPage(request: NextRequest, context: unknown): boolean {
  return isMiddleware(context) && !request.nextUrl.pathname.startsWith('/api/')
}

/** Asks the `authorized` callback, and runs `handler` only when it allows the request. */
export async function guard<S extends object>(
  core: () => FrameworkAuth<S>,
  request: NextRequest,
  context: unknown,
  handler?: Handler<S>,
): Promise<Response> {
  // Before the configuration is looked at: here Next.js stops the prerendering of a route, where secrets may be missing.
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
