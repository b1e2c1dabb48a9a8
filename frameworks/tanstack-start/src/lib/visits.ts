import type { FrameworkAuth, RequestScope } from '@latchstring/core/framework'
import { createStorage, processEnv } from './host.ts'
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
  #reading: Promise<unknown> | undefined
  #sent = false

  constructor(engine: FrameworkAuth<S>, request: Request) {
    this.request = request
    this.scope = isPrerendering() ? undefined : this.#createScope(engine)
  }

  #createScope(engine: FrameworkAuth<S>): RequestScope<S> {
    const { headers, url } = this.request
    const isSent = (): boolean => this.#sent
    const scope = engine.scope({
      headers,
      url,
      request: this.request,
      // What a stream does after this cannot set a cookie.
      get readOnly() {
        return isSent()
      },
    })
    const auth = (): Promise<S | null> => {
      const reading = scope.auth()
      this.#reading = reading
      return reading
    }
    return { ...scope, auth, client: async () => auth().then(() => scope.client()) }
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
      await this.#reading
      return this.#apply(result)
    } finally {
      this.#sent = true
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
    if (this.isCall && this.#reading && !headers.has('cache-control')) {
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
  const storage = createStorage<Visit<S>>()
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
