import type { PublicProvider, Session } from '@latchstring/core/types'
import { connect } from './connection.ts'
import type { AuthClientOptions } from './connection.ts'
import { featureActions } from './feature.ts'
import type { FeatureActions } from './feature.ts'
import { fetchCsrfToken, fetchProviders } from './queries.ts'
import { startSignIn } from './sign-in.ts'
import type { SignIn } from './sign-in.ts'
import { startSignOut } from './sign-out.ts'
import type { SignOut } from './sign-out.ts'
import { jsonPost } from './transport.ts'

/**
 * The browser side of the HTTP actions. A value without hidden state: several clients on one page
 * do not affect each other.
 *
 * @typeParam S - return type of the `session` callback of the application
 */
export interface AuthClient<S extends object = Session> {
  /** Base path of the HTTP actions, with a leading slash and no trailing one. */
  readonly basePath: string
  /**
   * Requests the session (`GET session`).
   *
   * @returns the session, or `null` when no one is signed in
   * @throws AuthClientError if the request fails. The user stays signed in.
   */
  readonly getSession: () => Promise<S | null>
  /**
   * Requests the CSRF token, which every POST contains (`GET csrf`).
   *
   * @returns the token; empty if CSRF tokens are disabled on the server
   * @throws AuthClientError
   */
  readonly getCsrfToken: () => Promise<string>
  /**
   * Requests the list of providers (`GET providers`).
   *
   * @returns the providers by id
   * @throws AuthClientError
   */
  readonly getProviders: () => Promise<Record<string, PublicProvider>>
  /**
   * Signs in (`POST signin/:provider`, with credentials `POST callback/:provider`). Without a
   * provider, or with an unknown one, the browser goes to the sign-in page.
   *
   * With `redirect: false` a failed sign-in does not throw: the result contains the error.
   *
   * @throws TypeError if the type of the provider is `webauthn`
   */
  readonly signIn: SignIn
  /**
   * Signs out (`POST signout`).
   *
   * @throws AuthClientError if the session could not be ended
   */
  readonly signOut: SignOut
  /**
   * Updates the session (`POST session`): the callbacks run with `trigger: 'update'` and with `data`,
   * by default an empty object.
   *
   * @returns the new session, or `null` when no one is signed in
   * @throws AuthClientError
   */
  readonly update: (data?: unknown) => Promise<S | null>
  /** Calls the actions of features. */
  readonly feature: FeatureActions
  /**
   * Calls `listener` when another tab, or another client in this one, may have changed the session.
   * The call has no data: request the session then. One subscription for each client is enough.
   *
   * @returns a function that ends the subscription
   */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Notifies the other tabs that the session may have changed. `signIn`, `signOut` and `update` do so
   * themselves.
   */
  readonly notify: () => void
}

/**
 * Creates a client.
 *
 * @param options - base path and origin of the server
 * @returns a frozen client; creating it sends no request
 *
 * @example
 * ```ts
 * import { createAuthClient } from '@latchstring/client'
 *
 * const auth = createAuthClient({ basePath: '/auth' })
 * const session = await auth.getSession()
 * if (session === null) await auth.signIn('github')
 * ```
 */
export function createAuthClient<S extends object = Session>(
  options: AuthClientOptions = {},
): AuthClient<S> {
  const connection = connect(options)
  const { basePath, query, subscribe, notify } = connection

  return Object.freeze<AuthClient<S>>({
    basePath,
    // The application declares the type of its session, which the client cannot check.
    getSession: () => query('/session') as Promise<S | null>,
    getCsrfToken: () => fetchCsrfToken(connection),
    getProviders: () => fetchProviders(connection),
    // The overloads depend on the value of `redirect`, which TypeScript cannot check; tests of startSignIn do.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    signIn: ((...request) => startSignIn(connection, ...request)) as SignIn,
    // See `signIn` above.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    signOut: ((params) => startSignOut(connection, params)) as SignOut,
    async update(data = {}) {
      const csrfToken = await fetchCsrfToken(connection)
      const session = await query('/session', jsonPost({ csrfToken, data }))
      notify()
      // See `getSession` above.
      return session as S | null
    },
    feature: featureActions(connection),
    subscribe,
    notify,
  })
}
