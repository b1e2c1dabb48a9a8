import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
} from '@latchstring/core/adapters'

/** A store whose rows can be looked at. */
export interface MapStore {
  readonly adapter: Adapter
  readonly users: ReadonlyMap<string, AdapterUser>
  readonly accounts: ReadonlyMap<string, AdapterAccount>
  readonly sessions: ReadonlyMap<string, AdapterSession>
}

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

function keyOf({ provider, providerAccountId }: Key): string {
  return JSON.stringify([provider, providerAccountId])
}

/** The records of a store: copies, so that callers cannot change them. */
function keep<T>(table: Map<string, T>, key: string, record: T): T {
  table.set(key, structuredClone(record))
  return structuredClone(record)
}

function found<T>(record: T | undefined): T | null {
  return record === undefined ? null : structuredClone(record)
}

/** Makes a store in memory for users with and without an address. */
export function createMapStore(): MapStore {
  const users = new Map<string, AdapterUser>()
  const accounts = new Map<string, AdapterAccount>()
  const sessions = new Map<string, AdapterSession>()
  const ownerOf = (key: Key): string => accounts.get(keyOf(key))?.userId ?? ''

  const adapter: Adapter = {
    createUser: (user) => keep(users, user.id, user),
    getUser: (id) => found(users.get(id)),
    getUserByEmail: (email) => found([...users.values()].find((user) => user.email === email)),
    getUserByAccount: (key) => found(users.get(ownerOf(key))),
    updateUser(changes) {
      const user = users.get(changes.id)
      if (!user) throw new Error('There is no such user.')
      return keep(users, user.id, { ...user, ...changes })
    },
    deleteUser: (id) => void users.delete(id),
    linkAccount: (account) => keep(accounts, keyOf(account), account),
    createSession: (session) => keep(sessions, session.sessionToken, session),
    getSessionAndUser(token) {
      const session = found(sessions.get(token))
      const user = session && found(users.get(session.userId))
      return session && user ? { session, user } : null
    },
    updateSession(changes) {
      const session = sessions.get(changes.sessionToken)
      return session ? keep(sessions, session.sessionToken, { ...session, ...changes }) : null
    },
    deleteSession: (token) => void sessions.delete(token),
  }
  return { adapter, users, accounts, sessions }
}
