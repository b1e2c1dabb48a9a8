import { createMiddlewareScope, processEnv, toSource } from '@latchstring/core/framework'
import type { FrameworkAuth, MiddlewareScope, RequestEntry } from '@latchstring/core/framework'
import type { Served } from './types.ts'

/** Whether headers are mutable: those of a response of `fetch`, for example, are not. */
function areMutable(headers: Headers): boolean {
  try {
    headers.delete('x-latchstring-none')
    return true
  } catch {
    return false
  }
}

/** A request being served. */
export type StartEntry<S> = RequestEntry<S, Request>

/** Creates the scope of a request; returns `undefined` while pages are rendered at build time. */
export function open<S>(
  { scope }: FrameworkAuth<S>,
  request: Request,
): MiddlewareScope<S> | undefined {
  if (processEnv()['TSS_PRERENDERING'] === 'true') return undefined
  return createMiddlewareScope(scope, toSource(request))
}

/** Whether the script of the browser calls a server function. The script follows its redirects. */
export const isCall = ({ headers }: Request): boolean => headers.get('x-tsr-serverfn') === 'true'

/** Adds the cookies and headers of the scope to the response. */
export function finish<S, Result extends Served>(
  { event, requireScope, wasSessionRead }: StartEntry<S>,
  result: Result,
): Result | Response {
  const { response } = result
  // TanStack Start reports the missing response itself.
  if (response === undefined) return result
  const { headers } = response
  // The response is not copied if possible: a copy would lose the members by which TanStack Start recognizes a redirect.
  if (!areMutable(headers)) return requireScope().apply(response)
  requireScope().applyTo(headers, response.status)
  // The result of a server function is fetched: a cache may store it unless `Cache-Control` forbids it.
  if (isCall(event) && wasSessionRead() && !headers.has('cache-control')) {
    headers.set('cache-control', 'private, no-store')
  }
  return result
}

/** Messages of errors about an incomplete setup. */
export const TEXTS = {
  unseen:
    'No request is served here, or the middleware of Latchstring has not seen it. Put `createMiddleware().server(({ request, next }) => middleware(request, (context) => next({ context })))` into `requestMiddleware` of src/start.ts, and call this only in server functions, server routes and middleware.',
  prerendered:
    'The page is prerendered, so it is the same for every visitor. Remove it from `pages` and `prerender` in the configuration of Vite to use the session there.',
}
