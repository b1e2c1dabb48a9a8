import type { FrameworkAuth } from '@latchstring/core/framework'
import { isPrerendering, send } from './event.ts'
import type { LatchstringQwik, QwikEvent } from './types.ts'
import type { Visits } from './visits.ts'

/** What answers the HTTP actions, and sets the cookies of everything else. */
export function createOnRequest<S extends object>(
  findEngine: (event: QwikEvent) => FrameworkAuth<S>,
  { begin }: Visits<S>,
): LatchstringQwik<S>['onRequest'] {
  return async (event) => {
    const engine = findEngine(event)
    if (!engine.owns(event.request.url)) {
      const { scope } = begin(event, engine)
      if (scope) event.sharedMap.set('auth', scope.auth)
      return
    }
    // Without content, which is not kept as a page.
    if (isPrerendering(event)) throw send(event, new Response(null, { status: 204 }))
    throw send(event, await engine.handle(event.request))
  }
}
