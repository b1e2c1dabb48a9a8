import {
  createMiddlewareScope,
  toSource,
  toVerdictResponse,
  withHeaders,
  withoutCookies,
} from '@latchstring/core/framework'
import type { FrameworkAuth, RequestStore } from '@latchstring/core/framework'
import { findEvent, isCachedForAll, isPrerendering } from './find-event.ts'
import { isServerFunction } from './outcome.ts'
import type { H3Response, LatchstringStart, StartEvent, StartEntry } from './types.ts'

/**
 * Merges a response with the headers that were prepared for it. In H3 these would win, so that a page that sets a session could
 * be cached.
 */
function merge(response: Response, prepared: H3Response, wins: 'response' | 'prepared'): Response {
  // H3 has separate headers for successes and for errors.
  const from = response.status >= 400 ? prepared.errHeaders : prepared.headers
  const names = [...from.keys()]
  const merged = withHeaders(response, from, wins)
  for (const name of names) from.delete(name)
  return merged
}

/**
 * The response to a page that was refused with a status: a page that is still rendered, or its failure, is no answer to a script.
 * Scripts of SolidStart read the thrown response of a server function.
 */
function findRefusal<S>({ event, refusal }: StartEntry<S>): Response | undefined {
  const refused = refusal()
  if (refused?.kind !== 'refuse' || isServerFunction(event)) return undefined
  return toVerdictResponse(refused, event.request)
}

/** Replaces 302, the only status of a redirect by the router, with 303 after POST. */
function keepStatus<S>({ event, refusal }: StartEntry<S>, response: H3Response): void {
  const { method } = event.request
  const isRedirected = refusal()?.kind === 'redirect' && response.headers.has('location')
  if (!isRedirected || method === 'GET' || method === 'HEAD' || isServerFunction(event)) return
  Object.assign(response, { status: 303 })
}

const CACHED_ACTIONS =
  'The HTTP actions of Latchstring are cached by a route rule of Nitro, so visitors would share their responses. Add a rule with `cache: false` for their paths.'

/** Creates middleware that answers the HTTP actions and sets the session in `locals`, which all copies of an event share. */
export function createMiddleware<S extends object>(
  operations: () => FrameworkAuth<S>,
  requests: RequestStore<S, StartEvent>,
): LatchstringStart<S>['middleware'] {
  return async (h3Event, next) => {
    const { req, res } = h3Event
    const isShared = isCachedForAll(h3Event)
    const event = findEvent()
    const open = isPrerendering()
      ? undefined
      : createMiddlewareScope(operations().scope, toSource(isShared ? withoutCookies(req) : req))
    const entry = requests.begin(event, open, event.locals)
    if (operations().owns(req.url)) {
      // An empty response has no links for the crawler of prerendered pages.
      if (!open) return new Response(null, { status: 204 })
      if (isShared) throw new Error(CACHED_ACTIONS)
      return merge(await operations().handle(req), res, 'response')
    }
    Object.assign(event.locals, { auth: entry.auth, client: entry.client })
    if (!open || isShared) return next()
    return entry.serve(next, {
      done(result) {
        const refused = findRefusal(entry)
        if (refused) return open.scope.apply(refused)
        if (result instanceof Response) return open.scope.apply(merge(result, res, 'prepared'))
        keepStatus(entry, res)
        open.scope.applyTo(res.headers, res.status)
        return result
      },
      failed(thrown) {
        // H3 makes 500 of a response that an API route throws.
        const sent = entry.refusal() && thrown instanceof Response ? thrown : undefined
        const refused = findRefusal(entry) ?? sent
        if (refused) return open.scope.apply(refused)
        open.scope.applyTo(res.errHeaders)
        throw thrown
      },
    })
  }
}
