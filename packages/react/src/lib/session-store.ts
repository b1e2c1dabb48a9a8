import type { AuthClient } from '@latchstring/client'

/** What is known of the session, and the ways to learn more. One per provider. */
export interface SessionStore<S extends object> {
  readonly client: AuthClient<S>
  /** The session, `null` when nobody is signed in, `undefined` while that is not known. */
  readonly get: () => S | null | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Takes what a call of this tab has learned. */
  readonly set: (session: S | null) => void
  /** Takes what the server has rendered, if that is not what it rendered before. */
  readonly seed: (session: S | null | undefined) => void
  /**
   * Asks the server. Calls at the same time share one request. After a change, which `changed`
   * states and `set` is, an answer that may be from before it is not enough: it is asked again.
   *
   * @throws AuthClientError; what was known stays
   */
  readonly refresh: (changed?: boolean) => Promise<S | null>
  /** Updates the session on the server and takes the new one. */
  readonly update: (data?: unknown) => Promise<S | null>
  /** Milliseconds since the server was last asked, or spoke by itself. */
  readonly age: () => number
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Makes a store. It asks for nothing by itself. */
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

  function set(session: S | null): void {
    changes += 1
    checkedAt = Date.now()
    // Whoever reads the session renders again only when it is another one.
    if (isSame(current, session)) return
    current = session
    for (const listener of listeners) listener()
  }

  async function ask(): Promise<S | null> {
    checkedAt = Date.now()
    const before = changes
    try {
      const session = await client.getSession()
      if (before === changes) {
        set(session)
        return session
      }
    } catch (error) {
      if (before === changes) throw error
    }
    return ask()
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
    refresh(changed) {
      if (changed) changes += 1
      flight ??= ask().finally(() => {
        flight = undefined
      })
      return flight
    },
    async update(data) {
      const session = await client.update(data)
      set(session)
      return session
    },
    age: () => Date.now() - checkedAt,
  }
}
