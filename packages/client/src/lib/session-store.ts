import type { AuthClient } from './auth-client.ts'
import type { SignIn } from './sign-in.ts'
import type { SignOut } from './sign-out.ts'

/**
 * What is known of the session, and the ways to learn more and to change it: what a binding of a
 * framework is made over. One per provider.
 *
 * @typeParam S - what the `session` callback of the application returns
 */
export interface SessionStore<S extends object> {
  /** What the store asks with. */
  readonly client: AuthClient<S>
  /** The session, `null` when no one is signed in, `undefined` while that is not known. */
  readonly get: () => S | null | undefined
  /** Calls `listener` when the session is another one; the result ends that. */
  readonly subscribe: (listener: () => void) => () => void
  /** Takes what a call of this tab has learned, and returns it. */
  readonly set: (session: S | null) => S | null
  /** Takes what the server has rendered, if that is not what it rendered before. */
  readonly seed: (session: S | null | undefined) => void
  /**
   * Asks the server. Calls at the same time share one request. After a change, which `changed`
   * states and `set` is, an answer that may be from before it is not enough: it is asked again.
   *
   * @throws AuthClientError; what was known stays
   */
  readonly refresh: (changed?: boolean) => Promise<S | null>
  /** {@link AuthClient.update}; takes the new session. */
  readonly update: (data?: unknown) => Promise<S | null>
  /** {@link AuthClient.signIn}; after a sign-in without a redirect the new session is known before the caller goes on. */
  readonly signIn: SignIn
  /** {@link AuthClient.signOut}; after a sign-out without a redirect no one is signed in. */
  readonly signOut: SignOut
  /** Milliseconds since the server was last asked, or spoke by itself. */
  readonly age: () => number
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Makes a store. It asks for nothing by itself: see {@link keepFresh}.
 *
 * @param client - what to ask with
 * @param initial - the session as the server has rendered it; `undefined` where that is not known
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
    // Whoever reads the session renders again only when it is another one.
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
    // The overloads are those of the client, which gives the result.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    signIn: (async (...request) => {
      const response = await client.signIn(...request)
      // Failing that the sign-in has still succeeded.
      if (response?.ok) await refresh(true).catch(() => undefined)
      return response
    }) as SignIn,
    signOut: createSignOut(client, refresh, set),
    age: () => Date.now() - checkedAt,
  }
}

function createSignOut<S extends object>(
  client: AuthClient<S>,
  refresh: SessionStore<S>['refresh'],
  set: SessionStore<S>['set'],
): SignOut {
  // As above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (async (options) => {
    try {
      const response = await client.signOut(options)
      // While the browser leaves instead, the page keeps showing what it did.
      if (response) set(null)
      return response
    } catch (error) {
      // A sealed session is over in this browser although the server could not end it everywhere.
      await refresh(true).catch(() => undefined)
      throw error
    }
  }) as SignOut
}
