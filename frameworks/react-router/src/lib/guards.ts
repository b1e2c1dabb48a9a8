import type { RequestScope } from '@latchstring/core/framework'
import { isDataAddress } from './address.ts'
import type { RequireSession, RouteArgs, RouteContext, RouteMiddleware } from './types.ts'
import type { Visit, Visits } from './visits.ts'

const PRERENDERED =
  'The page is prerendered, for everybody alike. Take it out of `prerender` in react-router.config.ts to use the session there.'

/** Finds the scope of a request for what cannot do without one. */
export function createFindScope<S>({
  find,
}: Visits<S>): (context: RouteContext) => RequestScope<S> {
  return (context) => {
    const { scope } = find(context)
    if (!scope) throw new Error(PRERENDERED)
    return scope
  }
}

async function findRefusal<S>(
  visit: Visit<S>,
  ask: RequestScope<S>['authorize'],
): Promise<{ readonly response: Response; readonly isShown: boolean } | undefined> {
  const page = isDataAddress(visit.request.url)
  const verdict = await ask({ page })
  const isAmbiguous = verdict.kind === 'refuse' && !page
  const response = visit.refuse(verdict, isAmbiguous ? await ask({ page: true }) : verdict)
  return response && { response, isShown: verdict.kind === 'refuse' }
}

/** Goes on where nothing refuses the request; a script is refused by the error boundary of the route, or with JSON. */
async function go(
  refusal: Awaited<ReturnType<typeof findRefusal>>,
  next: () => Promise<Response>,
): Promise<Response> {
  if (!refusal) return next()
  if (refusal.isShown) throw refusal.response
  return refusal.response
}

/** Middleware that asks the `authorized` callback. */
export function createAuthorize<S>({ find }: Visits<S>): RouteMiddleware {
  return async ({ context }, next) => {
    const visit = find(context)
    if (!visit.scope) return next()
    return go(await findRefusal(visit, visit.scope.authorize), next)
  }
}

/** Refuses requests without a session. */
export function createRequireSession<S>(visits: Visits<S>): RequireSession<S> {
  const findScope = createFindScope(visits)
  async function requireSession(args: RouteArgs): Promise<S>
  async function requireSession(args: RouteArgs, next: () => Promise<Response>): Promise<Response>
  async function requireSession(
    { context }: RouteArgs,
    next?: () => Promise<Response>,
  ): Promise<Response | S> {
    const scope = findScope(context)
    const refusal = await findRefusal(visits.find(context), scope.requireSession)
    if (next) return go(refusal, next)
    const session = await scope.auth()
    if (refusal || !session) throw refusal?.response ?? new Response(null, { status: 401 })
    return session
  }
  return requireSession
}
