import { createAnonymousScope, authorizeCachedPage, toSource } from '@latchstring/core/framework'
import type { FrameworkAuth, RequestScope } from '@latchstring/core/framework'
import { HTTPError, toResponse, type H3Event } from 'h3'

/** The scopes of events of h3 2, and who sets their cookies. */
export interface Scopes<S> {
  /** Goes on with a request over one scope, and sets its cookies. */
  readonly within: (event: H3Event, next: () => unknown) => Promise<unknown>
  /** The scope of an event that the middleware has seen. */
  readonly find: (event: H3Event) => RequestScope<S>
  /** Throws what `within` turns into the response. */
  readonly refuse: (event: H3Event, response: Response) => Promise<never>
}

interface EventEntry<S> {
  readonly own: RequestScope<S>
  /** As the request was sent: a cache takes it away before it runs a handler for everybody. */
  readonly cookie: string | null
  /** Once the head is made no cookie can be set. */
  isSent: boolean
  anonymous?: RequestScope<S>
}

const readCookies = ({ req }: H3Event): string | null => req.headers.get('cookie')

/** Whether a rule for routes has the response kept for others. */
function isCached({ req, context }: H3Event): boolean {
  const { cache } = context.routeRules ?? {}
  return cache !== undefined && /^(?:GET|HEAD)$/.test(req.method)
}

/** What handlers return that have not answered, or have written a response by themselves. */
function isOpen(value: unknown): boolean {
  return value === undefined || typeof value === 'symbol'
}

/** For responses that h3 makes later: of errors, and of paths that nothing answers. */
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

/** Takes the headers that middleware has prepared: later, h3 would let them win over those of a response. */
export async function takePrepared(event: H3Event, status: number): Promise<Headers> {
  const { headers } = await toResponse(new Response(null, { status }), event)
  return headers
}

/** The response that h3 would make, with what was prepared for it. */
async function makeResponse(event: H3Event, value: unknown): Promise<Response> {
  // The hook for responses runs once, around all middleware.
  const { onResponse: _, ...config } = event.app?.config ?? {}
  return toResponse(value, event, config)
}

/** Scopes are kept by event: its context is shared with events that are made from it. */
export function createScopes<S extends object>(instance: () => FrameworkAuth<S>): Scopes<S> {
  const requests = new WeakMap<H3Event, EventEntry<S>>()
  const refusals = new WeakMap<Error, Response>()

  function begin(event: H3Event): EventEntry<S> {
    const { req } = event
    const own = instance().scope({
      ...toSource(req),
      peerAddress: req.ip,
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
      // What a cache keeps for others sets none.
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
