import type { ControlMethod, RecordTypes } from '@latchstring/adapter-kit'
import type { Adapter, AdapterUser } from '@latchstring/core/adapters'
import { type RecordRows, recordVerbs, removeOwned } from '../../adapters/memory-records.ts'

/** What the rows of a store are. */
export interface LookAlikeRows {
  readonly users: RecordTypes['user'][]
  readonly accounts: RecordTypes['account'][]
  readonly sessions: RecordTypes['session'][]
  readonly tokens: RecordTypes['token'][]
  readonly authenticators: RecordTypes['authenticator'][]
}

/** A store in memory that takes texts for the same that look alike, and what is in it. */
export interface LookAlikeStore {
  readonly adapter: Required<
    Omit<Adapter, 'capabilities' | 'transaction' | 'findProblems' | ControlMethod>
  >
  readonly rows: LookAlikeRows
}

/** The letters of a text as the collations of MySQL, and others, compare them: without case, accents, width and padding. */
const base = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ſ', 's')
    .trimEnd()

/** Whether a record has every member that is asked for, as the store compares. */
const matches = (record: object, asked: object): boolean =>
  Object.entries(asked).every(
    ([name, value]) => base(String(Reflect.get(record, name))) === base(String(value)),
  )

function find<T extends object>(records: readonly T[], asked: Partial<T>): T | null {
  const found = records.find((record) => matches(record, asked))
  return found === undefined ? null : structuredClone(found)
}

function remove<T extends object>(records: T[], asked: Partial<T>): T[] {
  const gone = records.filter((record) => matches(record, asked))
  for (const record of gone) records.splice(records.indexOf(record), 1)
  return gone
}

function change<T extends object>(records: T[], asked: Partial<T>, changes: Partial<T>): T | null {
  const found = records.find((record) => matches(record, asked))
  if (found === undefined) return null
  return structuredClone(Object.assign(found, changes))
}

/** Opens an empty one. Nothing in it is unique, so that look-alikes fit beside each other. */
export function openLookAlikeStore(): LookAlikeStore {
  const rows: LookAlikeRows = {
    users: [],
    accounts: [],
    sessions: [],
    tokens: [],
    authenticators: [],
  }
  const { users, accounts, sessions, tokens, authenticators } = rows
  const tables = { records: new Map() satisfies RecordRows }
  const keep = <T extends object>(records: T[], record: T): T => {
    records.push(structuredClone(record))
    return structuredClone(record)
  }
  const ownerOf = (record: { readonly userId: string } | null): AdapterUser | null =>
    record && find(users, { id: record.userId })
  return {
    rows,
    adapter: {
      createUser: (user) => keep(users, user),
      getUser: (id) => find(users, { id }),
      getUserByEmail: (email) => find(users, { email }),
      getUserByAccount: (account) => ownerOf(find(accounts, account)),
      updateUser({ id, ...changes }) {
        const user = change(users, { id }, changes)
        if (user === null) throw new Error('There is no such user.')
        return user
      },
      deleteUser(id) {
        remove(users, { id })
        removeOwned(tables, id)
        for (const records of [accounts, sessions, authenticators]) {
          remove<{ userId: string }>(records, { userId: id })
        }
      },
      linkAccount: (account) => keep(accounts, account),
      unlinkAccount: ({ provider, providerAccountId }) =>
        remove(accounts, { provider, providerAccountId }),
      getAccount: (providerAccountId, provider) => find(accounts, { provider, providerAccountId }),
      listAccountsByUserId: (userId) => accounts.filter((one) => matches(one, { userId })),
      updateAccount: ({ provider, providerAccountId, ...changes }) =>
        change(accounts, { provider, providerAccountId }, changes),
      createSession: (session) => keep(sessions, session),
      getSessionAndUser(sessionToken) {
        const session = find(sessions, { sessionToken })
        const user = ownerOf(session)
        return session && user ? { session, user } : null
      },
      updateSession: ({ sessionToken, ...changes }) => change(sessions, { sessionToken }, changes),
      deleteSession: (sessionToken) => remove(sessions, { sessionToken }),
      compareAndSetSession: ({ sessionToken, to }) =>
        change(sessions, { sessionToken }, { expires: to }) !== null,
      listSessionsByUserId: (userId) => sessions.filter((one) => matches(one, { userId })),
      deleteSessionsByUserId: (userId) => remove(sessions, { userId }).length,
      deleteAllSessions: () => remove(sessions, {}).length,
      createVerificationToken: (token) => keep(tokens, token),
      getVerificationToken: (asked) => find(tokens, asked),
      useVerificationToken: (asked) => remove(tokens, asked)[0] ?? null,
      createAuthenticator: (one) => keep(authenticators, one),
      getAuthenticator: (credentialID) => find(authenticators, { credentialID }),
      listAuthenticatorsByUserId: (userId) =>
        authenticators.filter((one) => matches(one, { userId })),
      updateAuthenticatorCounter(credentialID, counter) {
        const one = change(authenticators, { credentialID }, { counter })
        if (one === null) throw new Error('There is no such credential.')
        return one
      },
      useAuthenticator({ credentialID, counter, credentialBackedUp }) {
        const found = find(authenticators, { credentialID })
        const isLower = found && (counter > found.counter || (counter === 0 && found.counter === 0))
        if (isLower) change(authenticators, { credentialID }, { counter, credentialBackedUp })
        return Boolean(isLower)
      },
      deleteAuthenticator: ({ credentialID, userId }) =>
        remove(authenticators, { credentialID, userId }),
      records: recordVerbs(tables, (id) => find(users, { id }) !== null),
    },
  }
}

/** The same store behind an adapter that lacks some methods. */
export function without(
  { adapter }: LookAlikeStore,
  ...names: readonly (keyof Adapter)[]
): Adapter {
  const left = Object.entries(adapter).filter(([name]) => !names.some((one) => one === name))
  return Object.fromEntries(left)
}
