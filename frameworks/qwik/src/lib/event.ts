import { toSource } from '@latchstring/core/framework'
import type {
  FrameworkAuth,
  RequestScope,
  ResponseHeaders,
  RequestEntry,
} from '@latchstring/core/framework'
import type { QwikEvent, QwikRequestEvent } from './types.ts'

/** Whether the router of the browser asks for the data of a page, or sends an action. Qwik 2 says it, Qwik City asks elsewhere. */
export function isDataRequest({ request, internalRequest }: QwikEvent): boolean {
  return Boolean(internalRequest ?? new URL(request.url).pathname.endsWith('/q-data.json'))
}

/** Whether the page is made at build time, for everybody. */
export function isPrerendering({ platform }: QwikEvent): boolean {
  return 'static' in platform && platform.static === true
}

/** The address of the page that a person is on or goes to, without what Qwik City adds to it. */
export function findPage({ url }: QwikEvent): string {
  const page = new URL(url)
  for (const name of ['qaction', 'qfunc', 'qdata', 'qloaders']) page.searchParams.delete(name)
  return page.href
}

/** Headers of the response. Servers of Qwik City send the last of several cookies that are added to them, and all that are set. */
export function toResponseHeaders({ headers, cookie }: QwikEvent): ResponseHeaders {
  return {
    get: (name) => headers.get(name),
    set: (name, value) => headers.set(name, value),
    delete: (name) => headers.delete(name),
    keys: () => headers.keys(),
    append(name, value) {
      if (name !== 'set-cookie') return headers.append(name, value)
      const equals = value.indexOf('=')
      // With its attributes, as Qwik City itself does it for responses: it knows fewer than browsers.
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

/** Sends a response, and ends the request: to be thrown. Headers that were set before do not join those of the same name. */
export function send(event: QwikEvent, response: Response): object {
  for (const name of response.headers.keys()) {
    if (name !== 'vary' && name !== 'set-cookie') event.headers.delete(name)
  }
  return event.send(response)
}

/** A request while Qwik City serves it. */
export type QwikEntry<S> = RequestEntry<S, QwikEvent>

/** The scope of a request, whose cookies are set before the head of the response is written. */
export function createScope<S>(
  operations: FrameworkAuth<S>,
  event: QwikRequestEvent,
): RequestScope<S> {
  const scope = operations.scope({
    ...toSource(event.request, findPage(event)),
    // What a page or a stream reads once it has begun cannot set a cookie.
    get readOnly() {
      return event.headersSent
    },
  })
  beforeHead(event, () => {
    scope.applyTo(toResponseHeaders(event), event.status())
    // Data of a page are cached by whatever its layout says of the page.
    const isPersonal = /\bcookie\b/i.test(event.headers.get('vary') ?? '')
    if (isPersonal && isDataRequest(event)) event.headers.set('cache-control', 'private, no-store')
  })
  return scope
}

/** The errors about what an application has left out. */
export const TEXTS = {
  unseen:
    'The request did not go through `onRequest` of Latchstring. Export it from src/routes/plugin@auth.ts.',
  prerendered:
    'The page is generated at build time, so it is the same for every visitor. Exclude it from `ssg` to use the session there.',
}
