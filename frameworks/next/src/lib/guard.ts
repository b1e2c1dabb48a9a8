import {
  addCookies,
  refusalOf,
  type FrameworkAuth,
  type RequestScope,
  toVerdictResponse,
} from '@latchstring/core/framework'
import { NextResponse, type NextRequest } from 'next/server.js'
import { publicPath, publicUrl, requestAt } from './base-path.ts'
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

/** The response of a handler, or of the error that `auth.require` has thrown in it. */
async function run(call: () => HandlerResult): Promise<Response | undefined> {
  try {
    return (await call()) ?? undefined
  } catch (error) {
    const refused = refusalOf(error)
    if (refused) return refused
    throw error
  }
}

/** Whether a handler turns a stranger away: with 401, or to another page. */
const turnsAway = ({ status }: Response): boolean =>
  status === 401 || (status > 300 && status < 309)

/**
 * The response of a handler. Where it turns a request away because the session could not be read, there may be one: then the answer is that
 * of a guard, 503 while the store is away.
 */
async function handle<S extends object>(
  scope: RequestScope<S>,
  request: NextRequest,
  context: unknown,
  handler: Handler<S>,
): Promise<Response | null | undefined> {
  const session = await scope.auth()
  const answer = await run(() => handler(Object.assign(request, { auth: session }), context))
  if (session !== null || !answer || !turnsAway(answer)) return answer
  const verdict = await scope.requireSession({ page: isPage(request, context) })
  const refusal = toVerdictResponse(verdict, request)
  return refusal && refusal.status >= 500 ? refusal : answer
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
  const { href: url } = publicUrl(request)
  // The action that is asked for next reads the session itself: a cookie that is set here would come before the one by which it signs out.
  const readOnly = isMiddleware(context) && core().owns(url)
  const scope = core().scope({ headers, url, request, readOnly })
  const verdict = await scope.authorize({
    page: isPage(request, context),
    // Without the locale, as the router has it.
    otherPath: publicPath(request),
    copy: (other) => requestAt(request, other),
    sole: handler === undefined && isMiddleware(context),
  })
  const answer =
    toVerdictResponse(verdict, request) ??
    (handler && (await handle(scope, request, context, handler)))
  const response = answer ?? NextResponse.next()
  if (!isMiddleware(context)) return scope.apply(response)
  return finish(response, request, readOnly ? [] : scope.takeCookies())
}
