import {
  createRequestStore,
  createMiddlewareScope,
  processEnv,
  toSource,
  toVerdictResponse,
} from '@latchstring/core/framework'
import type { FrameworkAuth, RequestEntry } from '@latchstring/core/framework'
import { findPageAddress } from './address.ts'
import type { RouteContext, RouteMiddleware } from './types.ts'

/** Tells the script of the router to load the page it is sent to, because no route of the application shows it. */
const RELOAD = 'x-remix-reload-document'
/** What a response has that is data for the script of the router. */
const DATA = 'x-remix-response'

type Owner = Pick<FrameworkAuth<unknown>, 'owns'>

/** Makes a redirection work for the script of the router, which knows pages of the application alone. */
export function leave({ owns }: Owner, response: Response): Response {
  const location = response.headers.get('location')
  if (location !== null && owns(location)) response.headers.set(RELOAD, 'true')
  return response
}

/** A redirect. 303 changes the method to GET. */
export const redirect = (instance: Owner, url: string): Response =>
  leave(instance, new Response(null, { status: 303, headers: { location: url } }))

/** A request while the router serves it. */
export type RouteEntry<S> = RequestEntry<S, Request>

/** Adds the cookies and headers of the scope to a response. */
function apply<S>(
  instance: FrameworkAuth<S>,
  { event, refusal, requireScope, wasSessionRead }: RouteEntry<S>,
  response: Response,
): Response {
  const isData = response.headers.has(DATA)
  const refused = refusal()
  // The page that the script of the router is sent to instead of the data it asked for.
  const page =
    isData && refused?.kind === 'redirect' ? toVerdictResponse(refused, event) : undefined
  const applied = requireScope().apply(page ? leave(instance, page) : response)
  // Pages are made again for each request, data are fetched: caches may keep what says nothing.
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
  'getLoadContext gives several requests the same RouterContextProvider, so that one person may be taken for another. Return a new one for each request.'

/** The requests that are being served. */
export interface RouteRequests<S> {
  readonly middleware: RouteMiddleware
  /** @throws Error when the middleware was left out, or the context is shared and nothing else tells requests apart */
  readonly find: (context: RouteContext) => RouteEntry<S>
}

/** Remembers requests by their context, and by the calls made while one is served: a server may share its context. */
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
      // While pages are made at build time nobody asks for them.
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
