import type {
  Adapter,
  AdapterAccount,
  AdapterRecords,
  AdapterRevocation,
  AdapterSession,
  AdapterUser,
  RecordTable,
  RecordValues,
  RevocationRange,
  StoredRecord,
  VerificationToken,
} from '@latchstring/core/adapters'

/** The rows of each table of records, with its description. */
type RecordRows = Map<
  string,
  { readonly table: RecordTable; readonly rows: Map<string, StoredRecord> }
>

/** What the store has. */
export interface Tables {
  readonly users: Map<string, AdapterUser>
  readonly accounts: Map<string, AdapterAccount>
  readonly sessions: Map<string, AdapterSession>
  readonly tokens: Map<string, VerificationToken>
  readonly records: RecordRows
  readonly feed: AdapterRevocation[]
}

/** Empty tables. */
export const createTables = (): Tables => ({
  users: new Map(),
  accounts: new Map(),
  sessions: new Map(),
  tokens: new Map(),
  records: new Map(),
  feed: [],
})

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts)
const accountKey = (account: AccountKey): string =>
  keyOf(account.provider, account.providerAccountId)
const copy = <T>(record: T | undefined): T | null =>
  record === undefined ? null : structuredClone(record)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function dropWhere<T>(table: Map<string, T>, isMeant: (record: T) => boolean): number {
  const keys = [...table].filter(([, record]) => isMeant(record)).map(([key]) => key)
  for (const key of keys) table.delete(key)
  return keys.length
}

const users = ({ users: table, accounts, sessions, records }: Tables) => ({
  createUser: (user: AdapterUser) => {
    table.set(user.id, structuredClone(user))
    return structuredClone(user)
  },
  getUser: (id: string) => copy(table.get(id)),
  getUserByEmail: (email: string) => copy([...table.values()].find((user) => user.email === email)),
  getUserByAccount: (key: AccountKey) =>
    copy(table.get(accounts.get(accountKey(key))?.userId ?? '')),
  updateUser: (changes: Partial<AdapterUser> & Pick<AdapterUser, 'id'>) => {
    const user = table.get(changes.id)
    if (user === undefined) throw new Error('There is no such user.')
    const changed = { ...user, ...changes }
    table.set(user.id, structuredClone(changed))
    return structuredClone(changed)
  },
  deleteUser: (id: string) => {
    table.delete(id)
    dropWhere(accounts, ({ userId }) => userId === id)
    dropWhere(sessions, ({ userId }) => userId === id)
    for (const {
      table: { owner },
      rows,
    } of records.values()) {
      dropWhere(rows, ({ values }) => owner !== undefined && values[owner] === id)
    }
  },
  linkAccount: (account: AdapterAccount) => {
    accounts.set(accountKey(account), structuredClone(account))
  },
  unlinkAccount: (key: AccountKey) => {
    accounts.delete(accountKey(key))
  },
  listAccountsByUserId: (userId: string) =>
    structuredClone([...accounts.values()].filter((account) => account.userId === userId)),
  updateAccount: (changes: Partial<AdapterAccount> & AccountKey) => {
    const account = accounts.get(accountKey(changes))
    if (account) accounts.set(accountKey(changes), structuredClone({ ...account, ...changes }))
  },
})

const sessionsOf = ({ users: owners, sessions: table }: Tables) => ({
  createSession: (session: AdapterSession) => {
    table.set(session.sessionToken, structuredClone(session))
    return structuredClone(session)
  },
  getSessionAndUser: (sessionToken: string) => {
    const session = copy(table.get(sessionToken))
    const user = copy(owners.get(session?.userId ?? ''))
    return session === null || user === null ? null : { session, user }
  },
  updateSession: (changes: Partial<AdapterSession> & { sessionToken: string }) => {
    const session = table.get(changes.sessionToken)
    if (session) table.set(changes.sessionToken, structuredClone({ ...session, ...changes }))
    return null
  },
  deleteSession: (sessionToken: string) => {
    table.delete(sessionToken)
  },
  listSessionsByUserId: (userId: string) =>
    structuredClone([...table.values()].filter((session) => session.userId === userId)),
  deleteSessionsByUserId: (userId: string, except?: string) =>
    dropWhere(table, (one) => one.userId === userId && one.sessionToken !== except),
  deleteAllSessions: () => table.clear(),
})

const tokensOf = ({ tokens }: Tables) => ({
  createVerificationToken: (token: VerificationToken) => {
    tokens.set(keyOf(token.identifier, token.token), structuredClone(token))
  },
  getVerificationToken: ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>) =>
    copy(tokens.get(keyOf(identifier, token))),
  useVerificationToken: ({
    identifier,
    token,
  }: Pick<VerificationToken, 'identifier' | 'token'>) => {
    const key = keyOf(identifier, token)
    const found = tokens.get(key)
    tokens.delete(key)
    return found ?? null
  },
})

const feedOf = ({ feed }: Tables) => ({
  appendRevocations: (entries: readonly AdapterRevocation[]) => {
    feed.push(...structuredClone([...entries]))
  },
  listRevocations: ({ after = '0', limit }: RevocationRange) =>
    feed
      .map((entry, index) => ({ ...structuredClone(entry), cursor: String(index + 1) }))
      .filter(({ cursor }) => Number(cursor) > Number(after))
      .slice(0, limit),
  getRevocation: ({ kind, key }: Pick<AdapterRevocation, 'kind' | 'key'>) =>
    structuredClone(
      feed
        .filter((one) => one.kind === kind && one.key === key)
        .toSorted((one, other) => other.generation - one.generation)[0] ?? null,
    ),
})

function recordsOf({ records, users: owners }: Tables): AdapterRecords {
  const rowsOf = (table: RecordTable): Map<string, StoredRecord> => {
    const known = records.get(table.name) ?? { table, rows: new Map<string, StoredRecord>() }
    records.set(table.name, known)
    return known.rows
  }
  const rowKey = ({ key }: RecordTable, values: RecordValues): string =>
    keyOf(...key.map((field) => values[field]))
  const isOver = ({ expires }: RecordTable, { values }: StoredRecord, now: number): boolean =>
    expires !== undefined && Number(values[expires]) <= now
  const isOrphan = ({ owner }: RecordTable, values: RecordValues): boolean =>
    owner !== undefined && !owners.has(textOf(values[owner]))
  return {
    keeps: () => true,
    get: (table, key) => copy(rowsOf(table).get(rowKey(table, key))),
    find(table, { field, value, limit, after = '' }) {
      const found = [...rowsOf(table)]
        .filter(([key, { values }]) => values[field] === value && key > after)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .slice(0, limit)
      const rows = structuredClone(found.map(([, row]) => row))
      return { rows, next: found.length < limit ? null : (found.at(-1)?.[0] ?? null) }
    },
    insert(table, row, now) {
      const [rows, key] = [rowsOf(table), rowKey(table, row.values)]
      const there = rows.get(key)
      if (there && !isOver(table, there, now)) return 'taken'
      if (isOrphan(table, row.values)) return 'no-owner'
      rows.set(key, structuredClone(row))
      return 'inserted'
    },
    change(table, row, from) {
      const [rows, key] = [rowsOf(table), rowKey(table, row.values)]
      if (rows.get(key)?.version !== from) return false
      rows.set(key, structuredClone(row))
      return true
    },
    drop(table, values, version) {
      const [rows, key] = [rowsOf(table), rowKey(table, values)]
      return rows.get(key)?.version === version && rows.delete(key)
    },
    clear: (table, field, value) =>
      dropWhere(rowsOf(table), ({ values }) => values[field] === value),
    deleteExpired: (table, now, limit) => {
      const rows = rowsOf(table)
      const over = [...rows].filter(([, row]) => isOver(table, row, now)).slice(0, limit)
      for (const [key] of over) rows.delete(key)
      return over.length
    },
  }
}

/** The methods of a store in memory, each of which ends at once. */
export const methodsOn = (
  tables: Tables,
): { readonly verbs: Adapter; readonly records: AdapterRecords } => ({
  verbs: {
    ...users(tables),
    ...sessionsOf(tables),
    ...tokensOf(tables),
    ...feedOf(tables),
  },
  records: recordsOf(tables),
})
