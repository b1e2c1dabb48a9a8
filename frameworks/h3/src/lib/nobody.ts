import type { FrameworkAuth, RequestScope } from '@latchstring/core/framework'

const MESSAGE =
  'The response of this route is cached for everybody, and cannot be made for one of them. Take the route out of the cache, or ask `authorize` in middleware in front of it.'

/** The request as anybody could have sent it. */
function withoutCookies({ url, method, headers: given }: Request): Request {
  const headers = new Headers(given)
  headers.delete('cookie')
  return new Request(url, { method, headers })
}

/**
 * The scope of a response that is made for everybody: by a cache, or before there are any requests. It knows nobody, sets nothing,
 * and needs no secret to say so.
 */
export function createNobody<S extends object>(
  { scope }: Pick<FrameworkAuth<S>, 'scope'>,
  given: Request,
): RequestScope<S> {
  const request = withoutCookies(given)
  const { headers, url } = request
  return {
    ...scope({ headers, url, request, readOnly: true }),
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
