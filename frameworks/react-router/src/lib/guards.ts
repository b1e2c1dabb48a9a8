import { toVerdictResponse } from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  FrameworkAuth,
  PrincipalOptions,
  RequestScope,
  RequireOptions,
  RequiringAuth,
} from '@latchstring/core/framework'
import { isDataAddress } from './address.ts'
import type { RequireSession, RouteArgs, RouteContext, RouteMiddleware } from './types.ts'
import { leave, type RouteEntry, type RouteRequests } from './requests.ts'

interface Refusal {
  readonly response: Response
  /** Whether the refusal is thrown, for the error boundary of the route or as JSON. */
  readonly isShown: boolean
}

/** Returns the refusal. It asks twice if only the response reveals whether the router script requested a page. */
async function findRefusal<S>(
  instance: FrameworkAuth<S>,
  { event, refuse }: RouteEntry<S>,
  ask: RequestScope<S>['authorize'],
): Promise<Refusal | undefined> {
  const page = isDataAddress(event.url)
  const verdict = await ask({ page })
  const isShown = verdict.kind === 'refuse'
  const response = toVerdictResponse(verdict, event)
  if (!response) return undefined
  refuse(isShown && !page ? await ask({ page: true }) : verdict)
  return { response: leave(instance, response), isShown }
}

/** Calls `next` if the request is allowed. */
async function go(refusal: Refusal | undefined, next: () => Promise<Response>): Promise<Response> {
  if (!refusal) return next()
  if (refusal.isShown) throw refusal.response
  return refusal.response
}

/** Middleware that calls the `authorized` callback. */
export function createAuthorize<S>(
  findInstance: () => FrameworkAuth<S>,
  { find }: RouteRequests<S>,
): RouteMiddleware {
  return async ({ context }, next) => {
    const entry = find(context)
    return go(await findRefusal(findInstance(), entry, entry.authorize), next)
  }
}

/** Refuses requests without a session. */
export function createRequireSession<S>(
  findInstance: () => FrameworkAuth<S>,
  { find }: RouteRequests<S>,
): RequireSession<S> {
  async function requireSession(args: RouteArgs): Promise<S>
  async function requireSession(args: RouteArgs, next: () => Promise<Response>): Promise<Response>
  async function requireSession(
    { context }: RouteArgs,
    next?: () => Promise<Response>,
  ): Promise<Response | S> {
    const entry = find(context)
    const scope = entry.requireScope()
    const refusal = await findRefusal(findInstance(), entry, scope.requireSession)
    if (next) return go(refusal, next)
    const session = await scope.auth()
    if (refusal || !session) throw refusal?.response ?? new Response(null, { status: 401 })
    return session
  }
  return requireSession
}

/** Reads the session, or asks how it began. */
export function createAuth<S>(
  findInstance: () => FrameworkAuth<S>,
  { find }: RouteRequests<S>,
): RequiringAuth<[context: RouteContext], S> {
  return Object.assign(async (context: RouteContext) => find(context).auth(), {
    async require(context: RouteContext, wanted?: RequireOptions) {
      const entry = find(context)
      const scope = entry.requireScope()
      return scope.require({ page: isDataAddress(entry.event.url), ...wanted }, async () => {
        const refusal = await findRefusal(findInstance(), entry, (options) =>
          scope.requireSession({ ...wanted, ...options }),
        )
        if (refusal) throw refusal.response
      })
    },
    async principal<Accepted extends AcceptedPrincipal>(
      context: RouteContext,
      wanted: PrincipalOptions<Accepted>,
    ) {
      const entry = find(context)
      return entry.principal(async (verdict) => {
        throw toVerdictResponse(verdict, entry.event) ?? new Response(null, { status: 503 })
      }, wanted)
    },
  })
}
