import { createAnonymousScope, authorizeCachedPage, toSource } from '@latchstring/core/framework'
import type { FrameworkAuth, RequestScope } from '@latchstring/core/framework'
import { HTTPError, toResponse, type H3Event } from 'h3'

/** Finds the scopes of events of h3 2, and sets their cookies. */
export interface Scopes<S> {
  /** Creates the scope of a request, calls `next`, and sets the cookies of the scope. */
  readonly within: (event: H3Event, next: () => unknown) => Promise<unknown>
  /** The scope of an event that the middleware has seen. */
  readonly find: (event: H3Event) => RequestScope<S>
  /** Throws an error that `within` turns into the response. */
  readonly refuse: (event: H3Event, response: Response) => Promise<never>
}

interface EventEntry<S> {
  readonly own: RequestScope<S>
  /** `Cookie` header of the request as sent: a cache removes it before it runs a handler for all visitors. */
  readonly cookie: string | null
  /** Whether the head of the response is made, so that no cookie can be set. */
  isSent: boolean
  anonymous?: RequestScope<S>
}

const readCookies = ({ req }: H3Event): string | null => req.headers.get('cookie')

/** Whether a route rule caches the response for other visitors. */
function isCached({ req, context }: H3Event): boolean {
  const { cache } = context.routeRules ?? {}
  return cache !== undefined && /^(?:GET|HEAD)$/.test(req.method)
}

/** Whether a handler has not answered, or has written the response itself. */
function isOpen(value: unknown): boolean {
  return value === undefined || typeof value === 'symbol'
}

/** Prepares headers for responses that h3 makes later: for errors, and for paths without a handler. */
function prepare({ res }: H3Event, scope: RequestScope<unknown>): void {
  const added = new Headers()
  scope.applyTo(added)
  for (const headers of [res.headers, res.errHeaders]) {
    for (const [name, value] of added) {
      if (name === 'cache-control') headers.set(name, value)
      else headers.append(name, value)
    }
  }
}

/** Takes the headers that middleware has prepared. Otherwise h3 would later replace those of the response with them. */
export async function takePrepared(event: H3Event, status: number): Promise<Headers> {
  const { headers } = await toResponse(new Response(null, { status }), event)
  return headers
}

/** Makes the response as h3 would, with the prepared headers. */
async function makeResponse(event: H3Event, value: unknown): Promise<Response> {
  // The hook for responses runs once, around all middleware.
  const { onResponse: _, ...config } = event.app?.config ?? {}
  return toResponse(value, event, config)
}

/** Creates scopes, which are kept by event: other events that h3 derives from it share its context. */
export function createScopes<S extends object>(instance: () => FrameworkAuth<S>): Scopes<S> {
  const requests = new WeakMap<H3Event, EventEntry<S>>()
  const refusals = new WeakMap<Error, Response>()

  function begin(event: H3Event): EventEntry<S> {
    const { req } = event
    const own = instance().scope({
      ...toSource(req),
      peerAddress: req.ip,
      // What middleware has rewritten, and what an application that is mounted is given.
      get otherPath() {
        return event.url.pathname
      },
      get readOnly() {
        return entry.isSent || isCached(event)
      },
    })
    const entry: EventEntry<S> = { own, cookie: readCookies(event), isSent: false }
    requests.set(event, entry)
    return entry
  }

  async function within(event: H3Event, next: () => unknown): Promise<unknown> {
    if (requests.has(event)) return next()
    const entry = begin(event)
    let value: unknown
    try {
      value = await next()
    } catch (error) {
      const refused = error instanceof Error ? refusals.get(error) : undefined
      if (!refused) prepare(event, entry.own)
      if (!refused) throw error
      value = refused
    } finally {
      entry.isSent = true
      // A response that a cache shares sets no cookies.
      if (isCached(event)) entry.own.takeCookies()
    }
    if (!isOpen(value)) return entry.own.apply(await makeResponse(event, value))
    prepare(event, entry.own)
    return value
  }

  function find(event: H3Event): RequestScope<S> {
    const entry = requests.get(event)
    if (!entry) {
      throw new TypeError(
        'The middleware of Latchstring did not run for this request, so no cookie could be set. Call `app.use(latchstring)` before the routes.',
      )
    }
    const isInside = readCookies(event) !== entry.cookie
    if (!isInside && !isCached(event)) return entry.own
    entry.anonymous ??= createAnonymousScope(instance(), event.req)
    return authorizeCachedPage(entry.anonymous, isInside ? undefined : entry.own)
  }

  async function refuse(_: H3Event, response: Response): Promise<never> {
    const { status, headers } = response
    const error = new HTTPError({ status, headers })
    refusals.set(error, response)
    return Promise.reject(error)
  }

  return { within, find, refuse }
}
