import {
  createCallStorage,
  openScope,
  processEnv,
  type FrameworkAuth,
  type OpenScope,
  type RequestScope,
} from '@latchstring/core/framework'
import type { Served } from './types.ts'

/** While pages are made at build time nobody asks for them. */
const isPrerendering = (): boolean => processEnv()['TSS_PRERENDERING'] === 'true'

/** Whether headers may be changed: those of some responses, such as that of `fetch`, may not. */
function areMutable(headers: Headers): boolean {
  try {
    headers.delete('x-latchstring-none')
    return true
  } catch {
    return false
  }
}

/** A request while it is served. */
export class Visit<S> {
  readonly request: Request
  /** There is none while pages are made at build time. */
  readonly scope: RequestScope<S> | undefined
  readonly #open: OpenScope<S> | undefined

  constructor(engine: FrameworkAuth<S>, request: Request) {
    this.request = request
    this.#open = isPrerendering()
      ? undefined
      : openScope(engine.scope, { headers: request.headers, url: request.url, request })
    this.scope = this.#open?.scope
  }

  /** Whether the script of the browser calls a server function, whose redirections it follows. */
  get isCall(): boolean {
    return this.request.headers.get('x-tsr-serverfn') === 'true'
  }

  /** Serves the request, and puts on the response what the scope adds. */
  async serve<Result extends Served>(
    next: () => Result | Promise<Result>,
  ): Promise<Result | Response> {
    try {
      const result = await next()
      // A session whose reading has begun: the cookies that it sets belong on the head of the response.
      await this.#open?.settled()
      return this.#apply(result)
    } finally {
      this.#open?.close()
    }
  }

  #apply<Result extends Served>(result: Result): Result | Response {
    const { scope } = this
    if (!scope) return result
    const { headers } = result.response
    // A copy would be a redirection no more: TanStack Start keeps where it goes beside the headers.
    if (!areMutable(headers)) return scope.apply(result.response)
    scope.applyTo(headers)
    // Results of server functions are fetched: caches may keep what says nothing.
    if (this.isCall && this.#open?.wasAsked() && !headers.has('cache-control')) {
      headers.set('cache-control', 'private, no-store')
    }
    return result
  }
}

const WITHOUT_REQUEST =
  'No request is served here, or the middleware of Latchstring has not seen it. Put `createMiddleware().server(({ request, next }) => middleware(request, (context) => next({ context })))` into `requestMiddleware` of src/start.ts, and call this in server functions, server routes and middleware alone.'
const PRERENDERED =
  'The page is prerendered, for everybody alike. Take it out of `pages` and `prerender` in the configuration of Vite to use the session there.'

/** The requests that are being served. */
export interface Visits<S> {
  readonly serve: <Result extends Served>(
    visit: Visit<S>,
    next: () => Result | Promise<Result>,
  ) => Promise<Result | Response>
  /** @throws Error when no request is served */
  readonly find: () => Visit<S>
  /** @throws Error when there is no session, because a page is prerendered */
  readonly findScope: () => RequestScope<S>
}

/** Remembers the request by the calls that are made while it is served: the client may send a context of its own. */
export function createVisits<S>(): Visits<S> {
  const storage = createCallStorage<Visit<S>>()
  function find(): Visit<S> {
    const visit = storage?.getStore()
    if (!visit) throw new Error(WITHOUT_REQUEST)
    return visit
  }
  return {
    find,
    serve: async (visit, next) =>
      storage ? storage.run(visit, () => visit.serve(next)) : visit.serve(next),
    findScope() {
      const { scope } = find()
      if (!scope) throw new Error(PRERENDERED)
      return scope
    },
  }
}
