import type { AuthClient } from '@latchstring/client'

/** What is known of the session, and the ways to learn more. One per provider. */
export interface SessionStore<S extends object> {
  readonly client: AuthClient<S>
  /** The session, `null` when nobody is signed in, `undefined` while that is not known. */
  readonly get: () => S | null | undefined
  /** What the store was made with: what the server rendered. */
  readonly getInitial: () => S | null | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Takes what a call of this tab has learned. */
  readonly set: (session: S | null) => void
  /** Takes what the server has rendered, if that is anything new. */
  readonly seed: (session: S | null | undefined) => void
  /**
   * Asks the server. Calls at the same time share one request; with `changed`, an answer that may be
   * from before the change is not enough, and one more request follows.
   *
   * @throws AuthClientError; what was known stays
   */
  readonly refresh: (changed?: boolean) => Promise<S | null>
  /** Milliseconds since the server was last asked, or spoke by itself. */
  readonly age: () => number
}

const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Makes a store. It asks for nothing by itself. */
export function createSessionStore<S extends object>(
  client: AuthClient<S>,
  initial: S | null | undefined,
): SessionStore<S> {
  const listeners = new Set<() => void>()
  let current = initial
  let seeded = initial
  let writes = 0
  let again = false
  let flight: Promise<S | null> | undefined
  let checkedAt = Date.now()

  function set(session: S | null): void {
    writes += 1
    checkedAt = Date.now()
    // Whoever reads the session renders again only when it is another one.
    if (same(current, session)) return
    current = session
    for (const listener of listeners) listener()
  }

  async function ask(): Promise<S | null> {
    for (;;) {
      again = false
      checkedAt = Date.now()
      const before = writes
      try {
        const session = await client.getSession()
        // An update answered in the meantime knows better than this answer.
        if (!isAgain() && before === writes) set(session)
      } catch (error) {
        if (!isAgain()) throw error
      }
      if (!isAgain()) return current ?? null
    }
  }

  // Changes while `ask` waits, which control flow analysis does not see.
  const isAgain = (): boolean => again

  return {
    client,
    get: () => current,
    getInitial: () => initial,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    seed(session) {
      if (session === undefined || same(seeded, session)) return
      seeded = session
      set(session)
    },
    refresh(changed = false) {
      if (flight) again ||= changed
      flight ??= ask().finally(() => {
        flight = undefined
      })
      return flight
    },
    age: () => Date.now() - checkedAt,
  }
}
