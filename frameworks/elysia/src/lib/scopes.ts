import type { FrameworkAuth, RequestScope } from '@latchstring/core/framework'

/** Finds the scope of each request, and adds its cookies to the response. */
export interface Scopes<S> {
  /** Answers an action, or sets the cookies of the scope on the response that the application makes. */
  readonly within: (request: Request, serve: () => unknown) => Promise<unknown>
  /** The scope of a request that is being served. */
  readonly find: (request: Request) => RequestScope<S>
}

/**
 * Creates scopes, which are kept by request: any plugin may replace the members of a context.
 *
 * @param instance - returns the instance, which is created on first use
 */
export function createScopes<S extends object>(instance: () => FrameworkAuth<S>): Scopes<S> {
  const scopes = new WeakMap<Request, RequestScope<S>>()

  async function within(request: Request, serve: () => unknown): Promise<unknown> {
    // Two plugins of one application may serve the same request.
    if (scopes.has(request)) return serve()
    if (instance().owns(request.url)) return instance().handle(request)
    let isSent = false
    const scope = instance().scope({
      headers: request.headers,
      url: request.url,
      request,
      // A stream that reads the session after this cannot set a cookie.
      get readOnly() {
        return isSent
      },
    })
    scopes.set(request, scope)
    const response = await serve()
    isSent = true
    // There is no response for a request that Bun has upgraded to a WebSocket.
    return response instanceof Response ? scope.apply(response) : response
  }

  function find(request: Request): RequestScope<S> {
    const scope = scopes.get(request)
    if (scope) return scope
    throw new TypeError(
      'The plugin of Latchstring does not run for this request, so no cookie could be set. Call `.use(latchstring)` on the application that serves it, and remove `aot: false`: Elysia runs plugins around requests only in compiled routes.',
    )
  }

  return { within, find }
}
