import type { FrameworkAuth } from '../types/framework.ts'
import type { RequestScope } from '../types/scope.ts'
import { toSource } from './middleware-scope.ts'

const MESSAGE =
  'The response of this route is cached for all visitors, so it cannot depend on one of them. Exclude the route from the cache, or call `authorize` in middleware in front of it.'

/**
 * Returns the request without cookies, for a response that all visitors share.
 *
 * @param request - its body stays readable for the application
 *
 * @example
 * ```ts
 * import { withoutCookies } from '@latchstring/core/framework'
 *
 * export const forAll = (request: Request, isCached: boolean): Request =>
 *   isCached ? withoutCookies(request) : request
 * ```
 */
export function withoutCookies({ url, method, headers: given }: Request): Request {
  const headers = new Headers(given)
  headers.delete('cookie')
  return new Request(url, { method, headers })
}

/**
 * Creates the scope of a response that all visitors share, because it is cached or rendered at build time. It has no session, sets no
 * cookie, and needs no secret.
 *
 * @param auth - the instance that the scope belongs to
 * @param given - the request that the response is for
 *
 * @example
 * ```ts
 * import { createAnonymousScope, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const toScope = (auth: FrameworkAuth<Session>, request: Request, isCached: boolean) =>
 *   isCached ? createAnonymousScope(auth, request) : auth.scope(toSource(request))
 * ```
 */
export function createAnonymousScope<S extends object>(
  { scope }: Pick<FrameworkAuth<S>, 'scope'>,
  given: Request,
): RequestScope<S> {
  const request = withoutCookies(given)
  return {
    ...scope(toSource(request)),
    auth: () => Promise.resolve(null),
    client: () => Promise.resolve(null),
    requireSession: () => Promise.reject(new TypeError(MESSAGE)),
    require: () => Promise.reject(new TypeError(MESSAGE)),
    principal: () => Promise.reject(new TypeError(MESSAGE)),
  }
}

/**
 * Returns a scope whose `authorize` decides about a page that a cache shares: the page is allowed if the `authorized` callback
 * allows it without a session, or with the session of the request.
 *
 * @param anonymous - the scope without a session
 * @param own - the scope of the request, if it is known
 *
 * @example
 * ```ts
 * import { createAnonymousScope, authorizeCachedPage, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const mayPass = async (auth: FrameworkAuth<Session>, request: Request) => {
 *   const source = { ...toSource(request), readOnly: true }
 *   const verdict = await authorizeCachedPage(createAnonymousScope(auth, request), auth.scope(source)).authorize()
 *   return verdict.kind === 'allow'
 * }
 * ```
 */
export function authorizeCachedPage<S>(
  anonymous: RequestScope<S>,
  own: RequestScope<S> | undefined,
): RequestScope<S> {
  return {
    ...anonymous,
    async authorize(options) {
      const verdict = await anonymous.authorize(options)
      return verdict.kind === 'allow' || !own ? verdict : own.authorize(options)
    },
  }
}
