import { createMiddlewareScope, toSource, toVerdictResponse } from '@latchstring/core/framework'
import type { FrameworkAuth, RequestStore } from '@latchstring/core/framework'
import { findPageAddress, findRoutePath, isEnhancedForm, isPrerendering } from './event.ts'
import type { KitEvent, KitHandle } from './event.ts'
import { findRedirectTarget, finish, keepCookies, leave } from './outcome.ts'

/** Messages of errors about an incomplete setup. */
export const TEXTS = {
  absent:
    'No request is served here. Pass the event of SvelteKit, or call this while a request is served.',
  unseen:
    'The request did not go through `handle`. Export it from src/hooks.server.ts, before hooks that ask for the session.',
  prerendered:
    'The page is prerendered, so it is the same for every visitor. Remove `export const prerender` from it to use the session there.',
}

/** The instance that serves requests, and that of pages which are prerendered, where no variable may be read. */
export interface KitInstances<S> {
  readonly serving: () => Promise<FrameworkAuth<S>>
  readonly prerendering: () => FrameworkAuth<S>
}

/**
 * Creates the hook that answers the HTTP actions and sets the session in `locals`. Requests are found by their `locals`, which all
 * copies of an event share.
 */
export function createHandle<S>(
  { serving, prerendering }: KitInstances<S>,
  requests: RequestStore<S, KitEvent>,
): KitHandle {
  return async ({ event, resolve }) => {
    const { request, locals } = event
    const isAsked = !isPrerendering(event)
    const { scope, owns, handle } = isAsked ? await serving() : prerendering()
    const open = isAsked
      ? createMiddlewareScope(scope, toSource(request, findPageAddress(event)))
      : undefined
    const entry = requests.begin(event, open, locals)
    return requests.run(entry, async () => {
      // The URL of the request, because the client may choose that of the event.
      if (owns(request.url)) {
        // An empty response has no links for the crawler of prerendered pages.
        return open ? handle(request) : new Response(null, { status: 204 })
      }
      Object.assign(locals, { auth: entry.auth, client: entry.client })
      return entry.serve(() => resolve(event), {
        done: (rendered) => finish(entry, rendered),
        failed(thrown) {
          keepCookies(entry)
          throw thrown
        },
      })
    })
  }
}

/** The hook that calls the `authorized` callback. */
export function createGuard<S>(requests: RequestStore<S, KitEvent>): KitHandle {
  return async ({ event, resolve }) => {
    const entry = requests.find(event.locals)
    const verdict = await entry.authorize({
      page: event.isDataRequest,
      routePath: findRoutePath(event),
    })
    const refused = toVerdictResponse(verdict, event.request)
    if (!refused) return resolve(event)
    const page = isEnhancedForm(event) && (await findRedirectTarget(entry, verdict))
    return page ? leave(page) : refused
  }
}
