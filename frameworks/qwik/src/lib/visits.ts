import {
  toSource,
  type FrameworkAuth,
  type RequestScope,
  type Visit,
} from '@latchstring/core/framework'
import { beforeHead, findPage, isDataRequest, toResponseHeaders } from './event.ts'
import type { QwikEvent, QwikRequestEvent } from './types.ts'

/** A request while Qwik City serves it. */
export type QwikVisit<S> = Visit<S, QwikEvent>

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
    scope.applyTo(toResponseHeaders(event))
    // Data of a page are cached by whatever its layout says of the page.
    const isPersonal = /\bcookie\b/i.test(event.headers.get('vary') ?? '')
    if (isPersonal && isDataRequest(event)) event.headers.set('cache-control', 'private, no-store')
  })
  return scope
}

/** What an application is told that has left something out. */
export const TEXTS = {
  unseen:
    'The request did not go through `onRequest` of Latchstring. Export it from src/routes/plugin@auth.ts.',
  prerendered:
    'The page is made at build time, for everybody alike. Leave it out of `ssg` to use the session there.',
}
