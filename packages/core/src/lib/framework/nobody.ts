import type { FrameworkAuth } from '../types/framework.ts'
import type { RequestScope } from '../types/scope.ts'
import { toSource } from './open-scope.ts'

const MESSAGE =
  'The response of this route is cached for all visitors, so it cannot depend on one of them. Exclude the route from the cache, or call `authorize` in middleware in front of it.'

/**
 * The request as anybody could have sent it, for responses that everybody is given.
 *
 * @param request - whose body is left to the application
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
 * The scope of a response that is made for everybody: by a cache, or before there are any requests. It knows nobody, sets nothing,
 * and needs no secret to say so.
 *
 * @param auth - whose scope it is
 * @param given - the request that the response is made for
 *
 * @example
 * ```ts
 * import { createNobody, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const toScope = (auth: FrameworkAuth<Session>, request: Request, isCached: boolean) =>
 *   isCached ? createNobody(auth, request) : auth.scope(toSource(request))
 * ```
 */
export function createNobody<S extends object>(
  { scope }: Pick<FrameworkAuth<S>, 'scope'>,
  given: Request,
): RequestScope<S> {
  const request = withoutCookies(given)
  return {
    ...scope({ ...toSource(request), readOnly: true }),
    auth: () => Promise.resolve(null),
    client: () => Promise.resolve(null),
    requireSession: () => Promise.reject(new TypeError(MESSAGE)),
  }
}

/**
 * Asks the `authorized` callback in front of a cache: whether everybody may have the response, and otherwise whether this one may.
 *
 * @param nobody - scope of everybody
 * @param own - scope of who asks, where that is known
 *
 * @example
 * ```ts
 * import { createNobody, inFrontOfCache, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const mayPass = async (auth: FrameworkAuth<Session>, request: Request) => {
 *   const source = { ...toSource(request), readOnly: true }
 *   const verdict = await inFrontOfCache(createNobody(auth, request), auth.scope(source)).authorize()
 *   return verdict.kind === 'allow'
 * }
 * ```
 */
export function inFrontOfCache<S>(
  nobody: RequestScope<S>,
  own: RequestScope<S> | undefined,
): RequestScope<S> {
  return {
    ...nobody,
    async authorize(options) {
      const verdict = await nobody.authorize(options)
      return verdict.kind === 'allow' || !own ? verdict : own.authorize(options)
    },
  }
}
