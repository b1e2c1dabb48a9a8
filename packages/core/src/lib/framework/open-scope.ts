import type { RequestScope, ScopeSource } from '../types/scope.ts'

/** The scope of a request whose response is made around it, and may be streamed. */
export interface OpenScope<S> {
  readonly scope: RequestScope<S>
  /** Whether the session was asked for. */
  readonly wasAsked: () => boolean
  /** Waits for a session whose reading has begun: the cookies that it sets belong on the head of the response. */
  readonly settled: () => Promise<void>
  /** Says that the head of the response is made. What is read from then on sets no cookie, and extends nothing in the store. */
  readonly close: () => void
  /**
   * Serves the request: waits for a session whose reading has begun, has the response finished, and closes. A request that is
   * served once more, as for an error page, is open again meanwhile.
   *
   * @param next - everything else
   * @param finish - puts on the response what the scope adds
   */
  readonly serve: <T, R>(next: () => T | Promise<T>, finish: Finish<T, R>) => Promise<T | R>
}

/** What middleware does once everything else has been done. */
export interface Finish<T, R> {
  /** @param result - of everything else */
  readonly done: (result: T) => R | Promise<R>
  /** @param thrown - by everything else, or by `done`. Default: it is thrown */
  readonly failed?: (thrown: unknown) => R | Promise<R>
}

/**
 * What a scope is made for where a framework has a `Request`.
 *
 * @param request - that is served
 * @param url - absolute address that the browser asked for, where it is another
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
 * Opens a scope for middleware that goes around everything else.
 *
 * @param createScope - `scope` of a {@link FrameworkAuth}
 * @param source - the request
 *
 * @example
 * ```ts
 * import { openScope, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export async function around(
 *   auth: FrameworkAuth<Session>,
 *   request: Request,
 *   next: () => Promise<Response>,
 * ): Promise<Response> {
 *   const { scope, serve } = openScope(auth.scope, toSource(request))
 *   return serve(next, { done: (response) => scope.apply(response) })
 * }
 * ```
 */
export function openScope<S>(
  createScope: (source: ScopeSource) => RequestScope<S>,
  source: ScopeSource,
): OpenScope<S> {
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
    wasAsked: () => reading !== undefined,
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
