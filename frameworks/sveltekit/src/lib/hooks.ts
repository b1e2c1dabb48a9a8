import { createMiddlewareScope, toSource, toVerdictResponse } from '@latchstring/core/framework'
import type { FrameworkAuth, RequestStore } from '@latchstring/core/framework'
import { findPageAddress, isEnhancedForm, isPrerendering } from './event.ts'
import type { KitEvent, KitHandle } from './event.ts'
import { findSignInPage, finish, keepCookies, leave } from './outcome.ts'

/** The errors about what an application has left out. */
export const TEXTS = {
  absent:
    'No request is served here. Pass the event of SvelteKit, or call this while a request is served.',
  unseen:
    'The request did not go through `handle`. Export it from src/hooks.server.ts, before hooks that ask for the session.',
  prerendered:
    'The page is prerendered, so it is the same for every visitor. Remove `export const prerender` from it to use the session there.',
}

/**
 * The hook that answers the HTTP actions, and gives `locals` the session. Requests are remembered by their `locals`: SvelteKit copies
 * events, and these stay the same.
 */
export function createHandle<S>(
  operations: () => FrameworkAuth<S>,
  requests: RequestStore<S, KitEvent>,
): KitHandle {
  return async ({ event, resolve }) => {
    const { request, locals } = event
    const open = isPrerendering(event)
      ? undefined
      : createMiddlewareScope(operations().scope, toSource(request, findPageAddress(event)))
    const entry = requests.begin(event, open, locals)
    return requests.run(entry, async () => {
      // The address of the request, because that of the event may be the client's.
      if (operations().owns(request.url)) {
        // Without content, which the crawler of prerendered pages passes over.
        return open ? operations().handle(request) : new Response(null, { status: 204 })
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

/** The hook that asks the `authorized` callback. */
export function createGuard<S>(requests: RequestStore<S, KitEvent>): KitHandle {
  return async ({ event, resolve }) => {
    const entry = requests.find(event.locals)
    const verdict = await entry.authorize({ page: event.isDataRequest })
    const refused = toVerdictResponse(verdict, event.request)
    if (!refused) return resolve(event)
    const page = isEnhancedForm(event) && (await findSignInPage(entry, verdict))
    return page ? leave(page) : refused
  }
}
