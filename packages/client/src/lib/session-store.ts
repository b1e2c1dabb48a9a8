import type { AuthClient } from './auth-client.ts'
import type { FeatureActions } from './feature.ts'
import type { SignIn } from './sign-in.ts'
import type { SignOut } from './sign-out.ts'

/**
 * The known session, with functions that request and change it. A binding of a framework creates one
 * store for each provider.
 *
 * @typeParam S - return type of the `session` callback of the application
 */
export interface SessionStore<S extends object> {
  /** The client of the store. */
  readonly client: AuthClient<S>
  /** The session; `null` when no one is signed in, `undefined` while that is not known. */
  readonly get: () => S | null | undefined
  /** Calls `listener` when the session changes; returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
  /** Sets the session that a request of this tab returned, and returns it. */
  readonly set: (session: S | null) => S | null
  /** Sets the session that the server has rendered, if it differs from the one rendered before. */
  readonly seed: (session: S | null | undefined) => void
  /**
   * Requests the session. Simultaneous calls share one request. If `changed` or `set` is called
   * meanwhile, the response may be older than the change, so the request is repeated.
   *
   * @throws AuthClientError if the request fails; the known session stays
   */
  readonly refresh: (changed?: boolean) => Promise<S | null>
  /** {@link AuthClient.update}, and sets the new session. */
  readonly update: (data?: unknown) => Promise<S | null>
  /** {@link AuthClient.signIn}; a sign-in without a redirect resolves after the new session is set. */
  readonly signIn: SignIn
  /** {@link AuthClient.signOut}; a sign-out without a redirect sets the session to `null`. */
  readonly signOut: SignOut
  /** {@link AuthClient.feature}; a change resolves after the session is read again. */
  readonly feature: FeatureActions
  /** Milliseconds since the last request, or since the last session that the server rendered. */
  readonly age: () => number
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Creates a store. It sends no request by itself: see {@link keepFresh}.
 *
 * @param client - the client that requests the session
 * @param initial - the session that the server has rendered; `undefined` if there is none
 * @returns the store, without hidden state: several on one page do not affect each other
 *
 * @example
 * ```ts
 * import { createAuthClient } from '@latchstring/client'
 * import { createSessionStore, keepFresh } from '@latchstring/client/store'
 *
 * const store = createSessionStore(createAuthClient({ basePath: '/auth' }), undefined)
 * store.subscribe(() => console.log(store.get()?.user?.name ?? 'visitor'))
 * const stop = keepFresh(store, {})
 * ```
 */
export function createSessionStore<S extends object>(
  client: AuthClient<S>,
  initial: S | null | undefined,
): SessionStore<S> {
  const listeners = new Set<() => void>()
  let current = initial
  let seeded = initial
  let changes = 0
  let checkedAt = Date.now()
  let flight: Promise<S | null> | undefined

  function set(session: S | null): S | null {
    changes += 1
    checkedAt = Date.now()
    // Listeners run, and components render again, only if the session has changed.
    if (!isSame(current, session)) {
      current = session
      for (const listener of listeners) listener()
    }
    return session
  }

  async function ask(): Promise<S | null> {
    checkedAt = Date.now()
    const before = changes
    try {
      const session = await client.getSession()
      if (before === changes) return set(session)
    } catch (error) {
      if (before === changes) throw error
    }
    return ask()
  }

  function refresh(changed?: boolean): Promise<S | null> {
    if (changed) changes += 1
    return (flight ??= ask().finally(() => {
      flight = undefined
    }))
  }

  return {
    client,
    get: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    seed(session) {
      if (session === undefined || isSame(seeded, session)) return
      seeded = session
      set(session)
    },
    refresh,
    update: async (data) => set(await client.update(data)),
    signIn: createSignIn(client, refresh),
    signOut: createSignOut(client, refresh, set),
    feature: createFeature(client, refresh),
    age: () => Date.now() - checkedAt,
  }
}

function createSignIn<S extends object>(
  client: AuthClient<S>,
  refresh: SessionStore<S>['refresh'],
): SignIn {
  // The overloads are those of the client, which returns the result.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (async (...request) => {
    const response = await client.signIn(...request)
    // The sign-in has succeeded even if the session cannot be read.
    if (response?.ok) await refresh(true).catch(() => undefined)
    return response
  }) as SignIn
}

function createFeature<S extends object>(
  { feature }: AuthClient<S>,
  refresh: SessionStore<S>['refresh'],
): FeatureActions {
  return {
    page: feature.page,
    async change(path, inputs) {
      const answer = await feature.change(path, inputs)
      // The change was made even if the session cannot be read.
      if (answer.ok) await refresh(true).catch(() => undefined)
      return answer
    },
  }
}

function createSignOut<S extends object>(
  client: AuthClient<S>,
  refresh: SessionStore<S>['refresh'],
  set: SessionStore<S>['set'],
): SignOut {
  // See `signIn` above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (async (options) => {
    try {
      const response = await client.signOut(options)
      // With a redirect the page keeps its session until the browser leaves.
      if (response) set(null)
      return response
    } catch (error) {
      // A sealed session has ended in this browser even if the server could not end it elsewhere.
      await refresh(true).catch(() => undefined)
      throw error
    }
  }) as SignOut
}
