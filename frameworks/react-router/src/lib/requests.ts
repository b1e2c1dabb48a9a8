import {
  createRequestStore,
  createMiddlewareScope,
  processEnv,
  toSource,
  toVerdictResponse,
  withHeaders,
} from '@latchstring/core/framework'
import type { FrameworkAuth, RequestEntry, Verdict } from '@latchstring/core/framework'
import { findPageAddress } from './address.ts'
import type { RouteContext, RouteMiddleware } from './types.ts'

/** Header that makes the router script load a page of the server, because no route of the application renders it. */
const RELOAD = 'x-remix-reload-document'
/** Header of a response with data for the router script. */
const DATA = 'x-remix-response'

type Owner = Pick<FrameworkAuth<unknown>, 'owns'>

/** Makes a redirect to an action work for the router script, which knows only routes of the application. */
export function leave({ owns }: Owner, response: Response): Response {
  const location = response.headers.get('location')
  if (location !== null && owns(location)) response.headers.set(RELOAD, 'true')
  return response
}

/** Returns a redirect; 303 changes the method to GET. */
export const redirect = (instance: Owner, url: string): Response =>
  leave(instance, new Response(null, { status: 303, headers: { location: url } }))

/** A request that the router is serving. */
export type RouteEntry<S> = RequestEntry<S, Request>

/** Adds the headers of a refusal: the page of an error boundary has none of the response that was thrown. */
const withChallenge = (response: Response, refused: Verdict | undefined): Response =>
  refused?.kind === 'refuse' && refused.headers && refused.status === response.status
    ? withHeaders(response, new Headers(refused.headers))
    : response

/** Adds the cookies and headers of the scope to a response. */
function apply<S>(
  instance: FrameworkAuth<S>,
  { event, refusal, requireScope, wasSessionRead }: RouteEntry<S>,
  response: Response,
): Response {
  const isData = response.headers.has(DATA)
  const refused = refusal()
  // The router script is redirected to this page instead of getting data.
  const page =
    isData && refused?.kind === 'redirect' ? toVerdictResponse(refused, event) : undefined
  const answer = page ? leave(instance, page) : withChallenge(response, refused)
  const applied = requireScope().apply(answer)
  // Data is fetched: a cache may store it unless `Cache-Control` forbids it.
  if (isData && wasSessionRead() && !applied.headers.has('cache-control')) {
    applied.headers.set('cache-control', 'private, no-store')
  }
  return applied
}

const TEXTS = {
  unseen:
    'The middleware of Latchstring did not run for this request. Put it first in `export const middleware` of app/root.tsx, and on React Router 7 set `future: { v8_middleware: true }` in react-router.config.ts.',
  prerendered:
    'The page is prerendered, so it is the same for every visitor. Remove it from `prerender` in react-router.config.ts to use the session there.',
}
const SHARED =
  'getLoadContext gives several requests the same RouterContextProvider, so that one user may get the session of another. Return a new one for each request.'

/** The requests that the router is serving. */
export interface RouteRequests<S> {
  readonly middleware: RouteMiddleware
  /** @throws Error if the middleware is missing, or if requests share the context and there is no `AsyncLocalStorage` */
  readonly find: (context: RouteContext) => RouteEntry<S>
}

/** Creates a store that finds requests by their context and by the current call: a server may share its context. */
export function createRouteRequests<S>(findInstance: () => FrameworkAuth<S>): RouteRequests<S> {
  const { begin, current, find, get, run } = createRequestStore<S, Request>(TEXTS)
  const shared = new WeakSet<RouteContext>()

  function markShared(context: RouteContext): void {
    if (!shared.has(context)) console.error(`[auth][error] SharedContext: ${SHARED}`)
    shared.add(context)
  }

  return {
    async middleware({ request, context }, next) {
      const earlier = get(context)
      if (earlier?.event === request) return next()
      if (earlier) markShared(context)
      const instance = findInstance()
      const source = toSource(request, findPageAddress(request.url))
      // There is no session while pages are rendered at build time.
      const isPrerendering = processEnv()['IS_RR_BUILD_REQUEST'] === 'yes'
      const open = isPrerendering ? undefined : createMiddlewareScope(instance.scope, source)
      const entry = begin(request, open, context)
      const done = (response: Response): Response => apply(instance, entry, response)
      return run(entry, () => entry.serve(next, { done }))
    },
    find(context) {
      const served = current()
      if (!served && shared.has(context)) throw new Error(SHARED)
      return served ?? find(context)
    },
  }
}
