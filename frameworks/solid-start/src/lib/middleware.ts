import {
  createMiddlewareScope,
  toSource,
  withHeaders,
  withoutCookies,
} from '@latchstring/core/framework'
import type { FrameworkAuth, RequestStore } from '@latchstring/core/framework'
import { findEvent, isForEverybody, isPrerendering } from './find-event.ts'
import { isServerFunction } from './outcome.ts'
import type { H3Response, LatchstringStart, StartEvent, StartEntry } from './types.ts'

/**
 * A response with the headers that were prepared for it. H3 would let these win, and so let a page be cached that sets a
 * session.
 */
function merge(response: Response, prepared: H3Response, wins: 'response' | 'prepared'): Response {
  // H3 keeps those of a response that succeeds off one that does not.
  const from = response.status >= 400 ? prepared.errHeaders : prepared.headers
  const names = [...from.keys()]
  const merged = withHeaders(response, from, wins)
  for (const name of names) from.delete(name)
  return merged
}

/** The router redirects a page by 302 alone; after POST that is 303. */
function keepStatus<S>({ event, refusal }: StartEntry<S>, response: H3Response): void {
  const { method } = event.request
  const isRedirected = refusal()?.kind === 'redirect' && response.headers.has('location')
  if (!isRedirected || method === 'GET' || method === 'HEAD' || isServerFunction(event)) return
  Object.assign(response, { status: 303 })
}

const CACHED_ACTIONS =
  'The HTTP actions of Latchstring are cached by a route rule of Nitro, so visitors would share their responses. Add a rule with `cache: false` for their paths.'

/** Middleware that answers the HTTP actions, and gives `locals` the session, by which requests are remembered: SolidStart copies events. */
export function createMiddleware<S extends object>(
  operations: () => FrameworkAuth<S>,
  requests: RequestStore<S, StartEvent>,
): LatchstringStart<S>['middleware'] {
  return async (h3Event, next) => {
    const { req, res } = h3Event
    const isShared = isForEverybody(h3Event)
    const event = findEvent()
    const open = isPrerendering()
      ? undefined
      : createMiddlewareScope(operations().scope, toSource(isShared ? withoutCookies(req) : req))
    const entry = requests.begin(event, open, event.locals)
    if (operations().owns(req.url)) {
      // Without content, which the crawler of prerendered pages passes over.
      if (!open) return new Response(null, { status: 204 })
      if (isShared) throw new Error(CACHED_ACTIONS)
      return merge(await operations().handle(req), res, 'response')
    }
    Object.assign(event.locals, { auth: entry.auth, client: entry.client })
    if (!open || isShared) return next()
    return entry.serve(next, {
      done(result) {
        if (result instanceof Response) return open.scope.apply(merge(result, res, 'prepared'))
        keepStatus(entry, res)
        open.scope.applyTo(res.headers, res.status)
        return result
      },
      failed(thrown) {
        open.scope.applyTo(res.errHeaders)
        throw thrown
      },
    })
  }
}
