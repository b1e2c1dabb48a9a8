import {
  createCallStorage,
  openScope,
  processEnv,
  toVerdictResponse,
  type FrameworkAuth,
  type OpenScope,
  type RequestScope,
  type Verdict,
} from '@latchstring/core/framework'
import { findPageAddress } from './address.ts'
import type { RouteContext, RouteMiddleware } from './types.ts'

/** Tells the script of the router to load the page it is sent to, because no route of the application shows it. */
const RELOAD = 'x-remix-reload-document'
/** What a response has that is data for the script of the router. */
const DATA = 'x-remix-response'

/** Makes a redirection work for the script of the router, which knows pages of the application alone. */
export function leave(
  { owns }: Pick<FrameworkAuth<unknown>, 'owns'>,
  response: Response,
): Response {
  const location = response.headers.get('location')
  if (location !== null && owns(location)) response.headers.set(RELOAD, 'true')
  return response
}

/** While pages are made at build time nobody asks for them. */
const isPrerendering = (): boolean => processEnv()['IS_RR_BUILD_REQUEST'] === 'yes'

/** A request while the router serves it. */
export class Visit<S> {
  readonly request: Request
  /** There is none while pages are made at build time. */
  readonly scope: RequestScope<S> | undefined
  readonly #engine: FrameworkAuth<S>
  readonly #open: OpenScope<S> | undefined
  #refusal: Verdict | undefined

  constructor(engine: FrameworkAuth<S>, request: Request) {
    this.#engine = engine
    this.request = request
    this.#open = isPrerendering()
      ? undefined
      : openScope(engine.scope, {
          headers: request.headers,
          url: findPageAddress(request.url),
          request,
        })
    this.scope = this.#open?.scope
  }

  /** A redirection of this request. */
  leave(response: Response): Response {
    return leave(this.#engine, response)
  }

  /**
   * The response that refuses this request.
   *
   * @param forPage - what a page would be told. Only the response says whether the script of the router asked for one.
   */
  refuse(verdict: Verdict, forPage: Verdict): Response | undefined {
    const refused = toVerdictResponse(verdict, this.request)
    if (refused) this.#refusal = forPage
    return refused && this.leave(refused)
  }

  /** The page that the script of the router is sent to instead of the data it asked for. */
  #redirection(isData: boolean): Response | undefined {
    if (!isData || this.#refusal?.kind !== 'redirect') return undefined
    const redirection = toVerdictResponse(this.#refusal, this.request)
    return redirection && this.leave(redirection)
  }

  /** Serves the request, and puts on the response what the scope adds. */
  async serve(next: () => Promise<Response>): Promise<Response> {
    try {
      const response = await next()
      // A session whose reading has begun: the cookies that it sets belong on the head of the response.
      await this.#open?.settled()
      return this.#apply(response)
    } finally {
      this.#open?.close()
    }
  }

  #apply(response: Response): Response {
    if (!this.scope) return response
    const isData = response.headers.has(DATA)
    const applied = this.scope.apply(this.#redirection(isData) ?? response)
    // Pages are made again for each request, data are fetched: caches may keep what says nothing.
    if (isData && this.#open?.wasAsked() && !applied.headers.has('cache-control')) {
      applied.headers.set('cache-control', 'private, no-store')
    }
    return applied
  }
}

const UNSEEN =
  'The middleware of Latchstring has not seen this request. Put it first in `export const middleware` of app/root.tsx, and on React Router 7 set `future: { v8_middleware: true }` in react-router.config.ts.'
const SHARED =
  'getLoadContext gives several requests the same RouterContextProvider, so that one person may be taken for another. Return a new one for each request.'

/** The requests that are being served. */
export interface Visits<S> {
  readonly middleware: RouteMiddleware
  /** @throws Error when the middleware was left out, or the context is shared and nothing else tells requests apart */
  readonly find: (context: RouteContext) => Visit<S>
}

/** Remembers requests by their context, and by the calls made while one is served: a server may share its context. */
export function createVisits<S>(findEngine: () => FrameworkAuth<S>): Visits<S> {
  const visits = new WeakMap<RouteContext, Visit<S>>()
  const shared = new WeakSet<RouteContext>()
  const storage = createCallStorage<Visit<S>>()

  function markShared(context: RouteContext): void {
    if (!shared.has(context)) console.error(`[auth][error] SharedContext: ${SHARED}`)
    shared.add(context)
  }

  return {
    async middleware({ request, context }, next) {
      const known = visits.get(context)
      if (known?.request === request) return next()
      if (known) markShared(context)
      const visit = new Visit(findEngine(), request)
      visits.set(context, visit)
      return storage ? storage.run(visit, () => visit.serve(next)) : visit.serve(next)
    },
    find(context) {
      const visit = storage?.getStore() ?? visits.get(context)
      if (!visit) throw new Error(UNSEEN)
      if (!storage && shared.has(context)) throw new Error(SHARED)
      return visit
    },
  }
}
