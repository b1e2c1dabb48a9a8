import { toSource } from '@latchstring/core/framework'
import type {
  FrameworkAuth,
  RequestScope,
  ResponseHeaders,
  RequestEntry,
} from '@latchstring/core/framework'
import type { QwikEvent, QwikRequestEvent } from './types.ts'

/** Whether the router requests page data or submits an action: by a header in Qwik 2, by the URL in Qwik City. */
export function isDataRequest({ request, internalRequest }: QwikEvent): boolean {
  return Boolean(internalRequest ?? new URL(request.url).pathname.endsWith('/q-data.json'))
}

/** Whether the page is rendered at build time. */
export function isPrerendering({ platform }: QwikEvent): boolean {
  return 'static' in platform && platform.static === true
}

/** Returns the URL of the page in the browser, without the parameters that Qwik City adds. */
export function findPage({ url }: QwikEvent): string {
  const page = new URL(url)
  for (const name of ['qaction', 'qfunc', 'qdata', 'qloaders']) page.searchParams.delete(name)
  return page.href
}

/** Wraps the headers of the response. Cookies go to `cookie.set`: of several `Set-Cookie` headers Qwik City sends only the last. */
export function toResponseHeaders({ headers, cookie }: QwikEvent): ResponseHeaders {
  return {
    get: (name) => headers.get(name),
    set: (name, value) => headers.set(name, value),
    delete: (name) => headers.delete(name),
    keys: () => headers.keys(),
    append(name, value) {
      if (name !== 'set-cookie') return headers.append(name, value)
      const equals = value.indexOf('=')
      // The value contains the attributes, because the options of `cookie.set` lack some of them.
      return cookie.set(value.slice(0, equals), value.slice(equals + 1))
    },
  }
}

/** Calls a function before the head of the response is written, after everything that sets headers. */
export function beforeHead(event: QwikRequestEvent, change: () => void): void {
  const { getWritableStream } = event
  Object.assign(event, {
    getWritableStream(): WritableStream<Uint8Array> {
      if (!event.headersSent) change()
      return getWritableStream()
    },
  })
}

/** Sends a response, and returns the object to throw. Headers that were set before are replaced. */
export function send(event: QwikEvent, response: Response): object {
  for (const name of response.headers.keys()) {
    if (name !== 'vary' && name !== 'set-cookie') event.headers.delete(name)
  }
  return event.send(response)
}

/** A request that Qwik City is serving. */
export type QwikEntry<S> = RequestEntry<S, QwikEvent>

/** The scope of a request, whose cookies are set before the head of the response is written. */
export function createScope<S>(
  operations: FrameworkAuth<S>,
  event: QwikRequestEvent,
): RequestScope<S> {
  const scope = operations.scope({
    ...toSource(event.request, findPage(event)),
    // A page or stream that reads the session after the head was sent cannot set a cookie.
    get readOnly() {
      return event.headersSent
    },
  })
  beforeHead(event, () => {
    scope.applyTo(toResponseHeaders(event), event.status())
    // The `Cache-Control` that a layout sets for its page also applies to page data.
    const isPersonal = /\bcookie\b/i.test(event.headers.get('vary') ?? '')
    if (isPersonal && isDataRequest(event)) event.headers.set('cache-control', 'private, no-store')
  })
  return scope
}

/** Messages of errors about an incomplete setup. */
export const TEXTS = {
  unseen:
    'The request did not go through `onRequest` of Latchstring. Export it from src/routes/plugin@auth.ts.',
  prerendered:
    'The page is generated at build time, so it is the same for every visitor. Exclude it from `ssg` to use the session there.',
}
