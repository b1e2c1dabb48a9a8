import type { FrameworkAuth, RequestScope } from '@latchstring/core/framework'
import { beforeHead, findPage, isDataRequest, isPrerendering, toResponseHeaders } from './event.ts'
import type { QwikEvent, QwikRequestEvent } from './types.ts'

/** A request while Qwik City serves it. */
export interface Visit<S> {
  readonly event: QwikEvent
  /** There is none while pages are made at build time: nobody asks for them. */
  readonly scope: RequestScope<S> | undefined
}

function createScope<S>(operations: FrameworkAuth<S>, event: QwikRequestEvent): RequestScope<S> {
  const { request } = event
  const scope = operations.scope({
    headers: request.headers,
    url: findPage(event),
    request,
    // What a page or a stream reads once it has begun cannot set a cookie.
    get readOnly() {
      return event.headersSent
    },
  })
  beforeHead(event, () => {
    scope.applyTo(toResponseHeaders(event))
    // Data of a page are cached by whatever its layout says of the page.
    const isPersonal = /\bcookie\b/i.test(event.headers.get('vary') ?? '')
    if (isPersonal && isDataRequest(event)) event.headers.set('cache-control', 'private, no-store')
  })
  return scope
}

const WITHOUT_PLUGIN =
  'The request did not go through `onRequest` of Latchstring. Export it from src/routes/plugin@auth.ts.'
const PRERENDERED =
  'The page is made at build time, for everybody alike. Leave it out of `ssg` to use the session there.'

/** The requests that are being served. */
export interface Visits<S> {
  readonly begin: (event: QwikRequestEvent, operations: FrameworkAuth<S>) => Visit<S>
  /** @throws Error when `onRequest` was left out */
  readonly find: (event: QwikEvent) => Visit<S>
  /** @throws Error for pages that are made at build time as well */
  readonly findScope: (event: QwikEvent) => RequestScope<S>
}

/** Remembers requests by their events, of which each has one. */
export function createVisits<S>(): Visits<S> {
  const visits = new WeakMap<QwikEvent, Visit<S>>()

  function find(event: QwikEvent): Visit<S> {
    const visit = visits.get(event)
    if (!visit) throw new Error(WITHOUT_PLUGIN)
    return visit
  }

  return {
    find,
    begin(event, operations) {
      const scope = isPrerendering(event) ? undefined : createScope(operations, event)
      const visit = { event, scope }
      visits.set(event, visit)
      return visit
    },
    findScope(event) {
      const { scope } = find(event)
      if (!scope) throw new Error(PRERENDERED)
      return scope
    },
  }
}
