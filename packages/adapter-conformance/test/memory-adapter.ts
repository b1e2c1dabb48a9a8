import type { RowCounts } from '../src/index.ts'
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'
import { CONTROL, DECLARED } from '../../../test/adapters/samples.ts'
import { type RecordRows, recordVerbs, removeOwned } from '../../../test/adapters/memory-records.ts'
import { controlMethods, type ControlTables, createControlTables } from './memory-control.ts'

interface Tables extends ControlTables {
  readonly users: Map<string, AdapterUser>
  readonly accounts: Map<string, AdapterAccount>
  readonly sessions: Map<string, AdapterSession>
  readonly tokens: Map<string, VerificationToken>
  readonly authenticators: Map<string, AdapterAuthenticator>
  readonly records: RecordRows
}

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

const toKey = ({ provider, providerAccountId }: Key): string =>
  JSON.stringify([provider, providerAccountId])
const tokenKey = (token: Pick<VerificationToken, 'identifier' | 'token'>): string =>
  JSON.stringify([token.identifier, token.token])
const copy = <T>(record: T | undefined): T | null =>
  record === undefined ? null : structuredClone(record)

const TABLES = [
  'users',
  'accounts',
  'sessions',
  'tokens',
  'authenticators',
  'revocations',
  'budgets',
  'records',
] as const

const users = (tables: Tables) => {
  const byEmail = (email: string): AdapterUser | undefined =>
    [...tables.users.values()].find((user) => user.email.toLowerCase() === email.toLowerCase())
  const save = (user: AdapterUser): AdapterUser => {
    const other = byEmail(user.email)
    if (other !== undefined && other.id !== user.id) throw new Error('duplicate address')
    tables.users.set(user.id, structuredClone(user))
    return structuredClone(user)
  }
  return {
    createUser: async (user: AdapterUser) => save(user),
    getUser: async (id: string) => copy(tables.users.get(id)),
    getUserByEmail: async (email: string) => copy(byEmail(email)),
    getUserByAccount: async (key: Key) =>
      copy(tables.users.get(tables.accounts.get(toKey(key))?.userId ?? '')),
    updateUser: async (changes: Partial<AdapterUser> & Pick<AdapterUser, 'id'>) => {
      const user = tables.users.get(changes.id)
      if (user === undefined) throw new Error('no such user')
      return save({ ...user, ...changes })
    },
    deleteUser: async (id: string) => {
      tables.users.delete(id)
      removeOwned(tables, id)
      const { accounts, authenticators } = tables
      for (const table of [accounts, tables.sessions, authenticators]) {
        for (const [key, { userId }] of table) if (userId === id) table.delete(key)
      }
    },
    linkAccount: async (account: AdapterAccount) => {
      if (!tables.users.has(account.userId)) throw new Error('an account of no user')
      if (tables.accounts.has(toKey(account))) throw new Error('duplicate account')
      tables.accounts.set(toKey(account), structuredClone(account))
    },
    unlinkAccount: async (key: Key) => {
      tables.accounts.delete(toKey(key))
    },
    listAccountsByUserId: async (userId: string) =>
      structuredClone([...tables.accounts.values()].filter((account) => account.userId === userId)),
    updateAccount: async (changes: Partial<AdapterAccount> & Key) => {
      const account = tables.accounts.get(toKey(changes))
      if (account === undefined) return
      tables.accounts.set(toKey(changes), structuredClone({ ...account, ...changes }))
    },
  }
}

const sessions = ({ sessions: table, users: owners }: Tables) => ({
  createSession: async (session: AdapterSession) => {
    if (!owners.has(session.userId)) throw new Error('a session of no user')
    table.set(session.sessionToken, structuredClone(session))
    return structuredClone(session)
  },
  getSessionAndUser: async (sessionToken: string) => {
    const session = copy(table.get(sessionToken))
    const user = copy(owners.get(session?.userId ?? ''))
    return session === null || user === null ? null : { session, user }
  },
  updateSession: async (changes: Partial<AdapterSession> & { sessionToken: string }) => {
    const session = table.get(changes.sessionToken)
    if (session === undefined) return
    table.set(changes.sessionToken, structuredClone({ ...session, ...changes }))
  },
  deleteSession: async (sessionToken: string) => {
    table.delete(sessionToken)
  },
  listSessionsByUserId: async (userId: string) =>
    structuredClone([...table.values()].filter((session) => session.userId === userId)),
  deleteSessionsByUserId: async (userId: string, except?: string) => {
    const ended = [...table.values()].filter(
      (session) => session.userId === userId && session.sessionToken !== except,
    )
    for (const { sessionToken } of ended) table.delete(sessionToken)
    return ended.length
  },
  deleteAllSessions: async () => {
    table.clear()
  },
  compareAndSetSession: async (params: { sessionToken: string; from: Date; to: Date }) => {
    const session = table.get(params.sessionToken)
    if (session?.expires.getTime() !== params.from.getTime()) return false
    table.set(params.sessionToken, { ...session, expires: new Date(params.to) })
    return true
  },
})

const verificationTokens = ({ tokens }: Tables) => ({
  createVerificationToken: async (token: VerificationToken) => {
    if (tokens.has(tokenKey(token))) throw new Error('duplicate token')
    tokens.set(tokenKey(token), structuredClone(token))
  },
  getVerificationToken: async (params: Pick<VerificationToken, 'identifier' | 'token'>) =>
    copy(tokens.get(tokenKey(params))),
  useVerificationToken: async (params: Pick<VerificationToken, 'identifier' | 'token'>) => {
    const found = tokens.get(tokenKey(params))
    tokens.delete(tokenKey(params))
    return found ?? null
  },
})

const webauthn = ({ accounts, authenticators }: Tables) => ({
  getAccount: async (providerAccountId: string, provider: string) =>
    copy(accounts.get(toKey({ provider, providerAccountId }))),
  getAuthenticator: async (credentialID: string) => copy(authenticators.get(credentialID)),
  createAuthenticator: async (authenticator: AdapterAuthenticator) => {
    authenticators.set(authenticator.credentialID, structuredClone(authenticator))
    return structuredClone(authenticator)
  },
  listAuthenticatorsByUserId: async (userId: string) =>
    structuredClone([...authenticators.values()].filter((one) => one.userId === userId)),
  updateAuthenticatorCounter: async (credentialID: string, counter: number) => {
    const authenticator = authenticators.get(credentialID)
    if (authenticator === undefined) throw new Error('no such credential')
    authenticators.set(credentialID, { ...authenticator, counter })
    return { ...authenticator, counter }
  },
  useAuthenticator: async ({
    credentialID,
    counter,
    credentialBackedUp,
  }: Pick<AdapterAuthenticator, 'credentialID' | 'counter' | 'credentialBackedUp'>) => {
    const found = authenticators.get(credentialID)
    if (!found || (counter <= found.counter && (counter !== 0 || found.counter !== 0))) return false
    authenticators.set(credentialID, { ...found, counter, credentialBackedUp })
    return true
  },
  deleteAuthenticator: async ({
    credentialID,
    userId,
  }: Pick<AdapterAuthenticator, 'credentialID' | 'userId'>) => {
    if (authenticators.get(credentialID)?.userId === userId) authenticators.delete(credentialID)
  },
})

const createTables = (): Tables => ({
  users: new Map(),
  accounts: new Map(),
  sessions: new Map(),
  tokens: new Map(),
  authenticators: new Map(),
  records: new Map(),
  ...createControlTables(),
})

const methodsOn = (tables: Tables) => ({
  ...users(tables),
  ...sessions(tables),
  ...verificationTokens(tables),
  ...webauthn(tables),
  ...controlMethods(tables),
})

/** An adapter with every method. */
export type CompleteAdapter = Required<Omit<Adapter, 'findProblems'>>

/** A store in memory, with the numbers of its rows. */
export interface MemoryStore {
  readonly adapter: CompleteAdapter
  readonly countRows: () => Promise<RowCounts>
}

/** A store in memory that can go back to what it had. */
export interface RestorableStore extends MemoryStore {
  /** Keeps a copy of what is there. The result goes back to it, as a restored backup does. */
  readonly keep: () => () => void
}

function replace(tables: Tables, by: Tables): void {
  for (const name of TABLES) {
    const target: Map<string, unknown> = tables[name]
    target.clear()
    for (const [key, record] of by[name]) target.set(key, record)
  }
}

/** A store in memory with all capabilities. Transactions wait for each other and work on a copy. */
export function createMemoryStore(): RestorableStore {
  const tables = createTables()
  let queue: Promise<unknown> = Promise.resolve()

  const transaction = async <T>(work: (adapter: Adapter) => Promise<T>): Promise<T> => {
    const draft = structuredClone(tables)
    const result = await work(methodsOn(draft))
    replace(tables, draft)
    return result
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }
  const methods = methodsOn(tables)

  const adapter: CompleteAdapter = {
    capabilities: { ...DECLARED, transactions: true, ...CONTROL },
    ...methods,
    records: recordVerbs(tables, (id) => tables.users.has(id)),
    // The end of a transaction would overwrite entries that were appended meanwhile.
    appendRevocations: (entries) => inTurn(() => methods.appendRevocations(entries)),
    transaction: (work) => inTurn(() => transaction(work)),
  }
  const countRows = async (): Promise<RowCounts> => ({
    users: tables.users.size,
    accounts: tables.accounts.size,
    sessions: tables.sessions.size,
    verificationTokens: tables.tokens.size,
  })
  const keep = (): (() => void) => {
    const kept = structuredClone(tables)
    return () => replace(tables, kept)
  }
  return { adapter, countRows, keep }
}

/** Creates the adapter of a new store in memory. */
export const createMemoryAdapter = (): CompleteAdapter => createMemoryStore().adapter
