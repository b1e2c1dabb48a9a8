import { toVerdictResponse, type FrameworkAuth } from '@latchstring/core/framework'
import { isEnhancedForm, type KitEvent, type KitHandle } from './event.ts'
import { findSignInPage, leave, refuse } from './outcome.ts'
import { finish } from './response.ts'
import { createFindScope, type Visits } from './visits.ts'

/** The hook that answers the HTTP actions, and gives `locals` the session. */
export function createHandle<S>(
  operations: () => FrameworkAuth<S>,
  { serve }: Visits<S>,
): KitHandle {
  return async ({ event, resolve }) =>
    serve(event, async (visit) => {
      const { scope } = visit
      // The address of the request, because that of the event may be the client's.
      if (operations().owns(event.request.url)) {
        // Without content, which the crawler of prerendered pages passes over.
        return scope ? operations().handle(event.request) : new Response(null, { status: 204 })
      }
      Object.assign(event.locals, {
        auth: async () => (await scope?.auth()) ?? null,
        client: async () => (await scope?.client()) ?? null,
      })
      return scope ? finish(visit, scope, () => resolve(event)) : resolve(event)
    })
}

/** The hook that asks the `authorized` callback. */
export function createGuard<S>({ find }: Visits<S>): KitHandle {
  return async ({ event, resolve }) => {
    const visit = find(event)
    const { scope } = visit
    if (!scope) return resolve(event)
    const verdict = await scope.authorize({ page: event.isDataRequest })
    const refused = toVerdictResponse(verdict, event.request)
    if (!refused) return resolve(event)
    const page = isEnhancedForm(event) && (await findSignInPage(visit, scope, verdict))
    return page ? leave(page) : refused
  }
}

/** Gives the session of a request, and refuses one without. */
export function createRequireSession<S>(visits: Visits<S>): (event?: KitEvent) => Promise<S> {
  const findScope = createFindScope(visits)
  return async (given) => {
    const scope = findScope(given)
    const visit = visits.find(given)
    const verdict = await scope.requireSession({ page: visit.event.isDataRequest })
    const session = await scope.auth()
    if (verdict.kind === 'allow' && session) return session
    visit.refuse()
    const page = await findSignInPage(visit, scope, verdict)
    if (page === undefined) return refuse(verdict)
    return leave(page, verdict.kind === 'redirect' ? verdict.status : 303)
  }
}
