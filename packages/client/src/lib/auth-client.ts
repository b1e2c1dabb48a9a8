import type { PublicProvider, Session } from '@latchstring/core/types'
import { connect } from './connection.ts'
import type { AuthClientOptions } from './connection.ts'
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
 * @typeParam S - what the `session` callback of the application returns
 */
export interface AuthClient<S extends object = Session> {
  /** Where the client sends its calls: a leading slash, no trailing one. */
  readonly basePath: string
  /**
   * Asks for the session (`GET session`).
   *
   * @returns the session, or `null` when no one is signed in
   * @throws AuthClientError when the server could not be asked. That signs no one out.
   */
  readonly getSession: () => Promise<S | null>
  /**
   * Asks for the token that goes with every POST (`GET csrf`).
   *
   * @returns the token; empty when the server has CSRF tokens switched off
   * @throws AuthClientError
   */
  readonly getCsrfToken: () => Promise<string>
  /**
   * Asks which providers there are (`GET providers`).
   *
   * @returns the providers by id
   * @throws AuthClientError
   */
  readonly getProviders: () => Promise<Record<string, PublicProvider>>
  /**
   * Signs in (`POST signin/:provider`, with credentials `POST callback/:provider`). Without a
   * provider, or with an unknown one, the browser goes to the sign-in page.
   *
   * With `redirect: false` it never throws for a failed sign-in: the result says what happened.
   *
   * @throws TypeError when the provider is one for WebAuthn
   */
  readonly signIn: SignIn
  /**
   * Signs out (`POST signout`).
   *
   * @throws AuthClientError when the session could not be ended
   */
  readonly signOut: SignOut
  /**
   * Updates the session (`POST session`): the callbacks run with `trigger: 'update'` and what they
   * make of `data`. Without `data` they run again with an empty object.
   *
   * @returns the new session, or `null` when no one is signed in
   * @throws AuthClientError
   */
  readonly update: (data?: unknown) => Promise<S | null>
  /**
   * Calls `listener` when another tab, or another client in this one, may have changed the session.
   * The call carries no data: ask for the session. One subscription for each client is enough.
   *
   * @returns a function that ends the subscription
   */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Tells the other tabs that the session may have changed. `signIn`, `signOut` and `update` do so
   * themselves.
   */
  readonly notify: () => void
}

/**
 * Makes a client.
 *
 * @param options - where the server is
 * @returns a frozen client; making one sends nothing
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
    // The type of a session is the application's own statement of what its `session` callback returns.
    getSession: () => query('/session') as Promise<S | null>,
    getCsrfToken: () => fetchCsrfToken(connection),
    getProviders: () => fetchProviders(connection),
    // Overloads tie the result to `redirect`; that they hold is up to startSignIn and its tests.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    signIn: ((...request) => startSignIn(connection, ...request)) as SignIn,
    // As above.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    signOut: ((params) => startSignOut(connection, params)) as SignOut,
    async update(data = {}) {
      const csrfToken = await fetchCsrfToken(connection)
      const session = await query('/session', jsonPost({ csrfToken, data }))
      notify()
      // As above.
      return session as S | null
    },
    subscribe,
    notify,
  })
}
