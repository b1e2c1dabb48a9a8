import type { RequestScope, ScopeSource } from '../types/scope.ts'

/** The scope of a request whose response is made around it, and may be streamed. */
export interface OpenScope<S> {
  readonly scope: RequestScope<S>
  /** Whether somebody has asked for the session. */
  readonly wasAsked: () => boolean
  /** Waits for a session whose reading has begun: the cookies that it sets belong on the head of the response. */
  readonly settled: () => Promise<void>
  /** Says that the head of the response is made. What is read from then on sets no cookie, and extends nothing in the store. */
  readonly close: () => void
}

/**
 * Opens a scope for middleware that goes around everything else.
 *
 * @param createScope - `scope` of a {@link FrameworkAuth}
 * @param source - the request
 *
 * @example
 * ```ts
 * import { openScope, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export async function around(
 *   auth: FrameworkAuth<Session>,
 *   request: Request,
 *   next: () => Promise<Response>,
 * ): Promise<Response> {
 *   const source = { headers: request.headers, url: request.url, request }
 *   const { scope, settled, close } = openScope(auth.scope, source)
 *   const response = await next()
 *   await settled()
 *   close()
 *   return scope.apply(response)
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
  return {
    scope: { ...scope, auth, client: async () => auth().then(() => scope.client()) },
    wasAsked: () => reading !== undefined,
    async settled() {
      await reading
    },
    close() {
      isClosed = true
    },
  }
}
