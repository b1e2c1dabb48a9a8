import type { FrameworkAuth, RequestScope } from '@latchstring/core/framework'
import { isForEverybody } from './find-event.ts'
import { isServerFunction } from './outcome.ts'
import type { H3Response, LatchstringStart } from './types.ts'
import type { StartVisit, Visits } from './visits.ts'

/**
 * A response with the headers that were prepared for it. H3 would let these win, and so let a page be cached that sets a
 * session.
 *
 * @param given - names of the response's own that stay as they are
 */
function merge(response: Response, prepared: H3Response, given: 'all' | 'none'): Response {
  const { status, statusText, body } = response
  // H3 keeps those of a response that succeeds off one that does not.
  const from = status >= 400 ? prepared.errHeaders : prepared.headers
  const names = [...new Set(from.keys())]
  if (names.length === 0) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of from) {
    if (name === 'set-cookie' || name === 'vary') headers.append(name, value)
    else if (given === 'none' || !headers.has(name)) headers.set(name, value)
  }
  for (const name of names) from.delete(name)
  return new Response(body, { status, statusText, headers })
}

/** The router redirects a page by 302 alone; after POST that is 303. */
function keepStatus<S>({ event, refused }: StartVisit<S>, response: H3Response): void {
  const { method } = event.request
  if (!refused || method === 'GET' || method === 'HEAD' || isServerFunction(event)) return
  if (response.headers.has('location')) Object.assign(response, { status: 303 })
}

/** Serves a request of the application, and puts on its response what the scope adds. */
async function finish<S>(
  visit: StartVisit<S>,
  scope: RequestScope<S>,
  { prepared, next }: { readonly prepared: H3Response; readonly next: () => unknown },
): Promise<unknown> {
  try {
    const result = await next()
    await visit.read()
    if (result instanceof Response) return scope.apply(merge(result, prepared, 'none'))
    keepStatus(visit, prepared)
    scope.applyTo(prepared.headers)
    return result
  } catch (thrown) {
    await visit.read()
    scope.applyTo(prepared.errHeaders)
    throw thrown
  } finally {
    visit.send()
  }
}

const CACHED_ACTIONS =
  'The HTTP actions of Latchstring are cached by a route rule of Nitro, for everybody alike. Add a rule for their paths that says `cache: false`.'

/** Nobody asks for a response that everybody is given. */
function asNobody({ url, headers: sent }: Request): Request {
  const headers = new Headers(sent)
  headers.delete('cookie')
  return new Request(url, { headers })
}

/** Middleware that answers the HTTP actions, and gives `locals` the session. */
export function createMiddleware<S extends object>(
  operations: () => FrameworkAuth<S>,
  visits: Visits<S>,
): LatchstringStart<S>['middleware'] {
  return async (h3Event, next) => {
    const { req, res } = h3Event
    const isShared = isForEverybody(h3Event)
    const visit = visits.begin(isShared ? asNobody(req) : req)
    const { event, scope } = visit
    if (operations().owns(req.url)) {
      // Without content, which the crawler of prerendered pages passes over.
      if (!scope) return new Response(null, { status: 204 })
      if (isShared) throw new Error(CACHED_ACTIONS)
      return merge(await operations().handle(req), res, 'all')
    }
    Object.assign(event.locals, {
      auth: async () => (await scope?.auth()) ?? null,
      client: async () => (await scope?.client()) ?? null,
    })
    if (!scope || isShared) return next()
    return finish(visit, scope, { prepared: res, next })
  }
}
