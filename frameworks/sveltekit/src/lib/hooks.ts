import { openScope, toSource, toVerdictResponse } from '@latchstring/core/framework'
import type { FrameworkAuth, Visits } from '@latchstring/core/framework'
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
  visits: Visits<S, KitEvent>,
): KitHandle {
  return async ({ event, resolve }) => {
    const { request, locals } = event
    const open = isPrerendering(event)
      ? undefined
      : openScope(operations().scope, toSource(request, findPageAddress(event)))
    const visit = visits.begin(event, open, locals)
    return visits.run(visit, async () => {
      // The address of the request, because that of the event may be the client's.
      if (operations().owns(request.url)) {
        // Without content, which the crawler of prerendered pages passes over.
        return open ? operations().handle(request) : new Response(null, { status: 204 })
      }
      Object.assign(locals, { auth: visit.auth, client: visit.client })
      return visit.serve(() => resolve(event), {
        done: (rendered) => finish(visit, rendered),
        failed(thrown) {
          keepCookies(visit)
          throw thrown
        },
      })
    })
  }
}

/** The hook that asks the `authorized` callback. */
export function createGuard<S>(visits: Visits<S, KitEvent>): KitHandle {
  return async ({ event, resolve }) => {
    const visit = visits.find(event.locals)
    const verdict = await visit.authorize({ page: event.isDataRequest })
    const refused = toVerdictResponse(verdict, event.request)
    if (!refused) return resolve(event)
    const page = isEnhancedForm(event) && (await findSignInPage(visit, verdict))
    return page ? leave(page) : refused
  }
}
