import type { RequestScope, ScopeSource } from '../types/scope.ts'

/** The scope of a request for middleware around its handler. The response may be streamed. */
export interface MiddlewareScope<S> {
  /** Everything of one request. */
  readonly scope: RequestScope<S>
  /** Whether a read of the session has begun. */
  readonly wasSessionRead: () => boolean
  /** Resolves when a read of the session that has begun is finished: its cookies belong on the head of the response. */
  readonly settled: () => Promise<void>
  /** Marks the head of the response as written. A later read of the session sets no cookie and does not extend the session. */
  readonly close: () => void
  /**
   * Serves the request: calls `next`, waits for a read of the session that has begun, calls `finish.done`, and closes. A request
   * that is served a second time, as for an error page, is open again until `serve` ends.
   *
   * @param next - the rest of the middleware and the handler
   * @param finish - adds the cookies and headers of the scope to the response
   */
  readonly serve: <T, R>(next: () => T | Promise<T>, finish: ServeHooks<T, R>) => Promise<T | R>
}

/** Functions that {@link MiddlewareScope.serve} calls after `next`. */
export interface ServeHooks<T, R> {
  /** @param result - of `next` */
  readonly done: (result: T) => R | Promise<R>
  /** @param thrown - error of `next` or of `done`. Default: the error is thrown again */
  readonly failed?: (thrown: unknown) => R | Promise<R>
}

/**
 * Converts a `Request` to the source of a scope.
 *
 * @param request - the request being served
 * @param url - absolute URL that the browser requested, if it differs from `request.url`
 *
 * @example
 * ```ts
 * import { toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const isSignedIn = async (auth: FrameworkAuth<Session>, request: Request) =>
 *   (await auth.scope(toSource(request)).auth()) !== null
 * ```
 */
export function toSource(request: Request, url: string = request.url): ScopeSource {
  return { headers: request.headers, url, request }
}

/**
 * Creates the scope of a request for middleware around its handler.
 *
 * @param createScope - `scope` of a {@link FrameworkAuth}
 * @param source - the request
 *
 * @example
 * ```ts
 * import { createMiddlewareScope, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export async function around(
 *   auth: FrameworkAuth<Session>,
 *   request: Request,
 *   next: () => Promise<Response>,
 * ): Promise<Response> {
 *   const { scope, serve } = createMiddlewareScope(auth.scope, toSource(request))
 *   return serve(next, { done: (response) => scope.apply(response) })
 * }
 * ```
 */
export function createMiddlewareScope<S>(
  createScope: (source: ScopeSource) => RequestScope<S>,
  source: ScopeSource,
): MiddlewareScope<S> {
  let isClosed = false
  let reading: Promise<unknown> | undefined
  const scope = createScope({
    ...source,
    get readOnly() {
      return isClosed
    },
  })
  function auth(): Promise<S | null> {
    const read = scope.auth()
    reading = read
    return read
  }
  async function waitForReading(): Promise<void> {
    await reading
  }
  return {
    scope: { ...scope, auth, client: async () => auth().then(() => scope.client()) },
    wasSessionRead: () => reading !== undefined,
    settled: waitForReading,
    close() {
      isClosed = true
    },
    async serve(next, { done, failed }) {
      isClosed = false
      try {
        const result = await next()
        await waitForReading()
        return await done(result)
      } catch (thrown) {
        await waitForReading()
        if (failed) return await failed(thrown)
        throw thrown
      } finally {
        isClosed = true
      }
    },
  }
}
