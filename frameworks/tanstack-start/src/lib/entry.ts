import { createMiddlewareScope, processEnv, toSource } from '@latchstring/core/framework'
import type { FrameworkAuth, MiddlewareScope, RequestEntry } from '@latchstring/core/framework'
import type { Served } from './types.ts'

/** Whether headers may be changed: those of some responses, such as that of `fetch`, may not. */
function areMutable(headers: Headers): boolean {
  try {
    headers.delete('x-latchstring-none')
    return true
  } catch {
    return false
  }
}

/** A request while it is served. */
export type StartEntry<S> = RequestEntry<S, Request>

/** Opens the scope of a request; there is none while pages are made at build time, which nobody asks for. */
export function open<S>(
  { scope }: FrameworkAuth<S>,
  request: Request,
): MiddlewareScope<S> | undefined {
  if (processEnv()['TSS_PRERENDERING'] === 'true') return undefined
  return createMiddlewareScope(scope, toSource(request))
}

/** Whether the script of the browser calls a server function, whose redirections it follows. */
export const isCall = ({ headers }: Request): boolean => headers.get('x-tsr-serverfn') === 'true'

/** Adds the cookies and headers of the scope to the response. */
export function finish<S, Result extends Served>(
  { event, requireScope, wasSessionRead }: StartEntry<S>,
  result: Result,
): Result | Response {
  const { response } = result
  // TanStack Start says itself what is wrong.
  if (response === undefined) return result
  const { headers } = response
  // A copy would be a redirection no more: TanStack Start keeps where it goes beside the headers.
  if (!areMutable(headers)) return requireScope().apply(response)
  requireScope().applyTo(headers, response.status)
  // Results of server functions are fetched: caches may keep what says nothing.
  if (isCall(event) && wasSessionRead() && !headers.has('cache-control')) {
    headers.set('cache-control', 'private, no-store')
  }
  return result
}

/** The errors about what an application has left out. */
export const TEXTS = {
  unseen:
    'No request is served here, or the middleware of Latchstring has not seen it. Put `createMiddleware().server(({ request, next }) => middleware(request, (context) => next({ context })))` into `requestMiddleware` of src/start.ts, and call this only in server functions, server routes and middleware.',
  prerendered:
    'The page is prerendered, so it is the same for every visitor. Remove it from `pages` and `prerender` in the configuration of Vite to use the session there.',
}
