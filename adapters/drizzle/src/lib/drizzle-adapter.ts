import type * as kit from '@latchstring/adapter-kit'
import { deleteExpiredRows, expiringRecords, repeatConflicts } from '@latchstring/adapter-kit'
import type { AdapterCapabilities, AdapterUser } from '@latchstring/core/adapters'
import type { Column, Table } from 'drizzle-orm'
import { accountLookUp, accountMethods } from './accounts.ts'
import { authenticatorMethods } from './authenticators.ts'
import { budgetMethods, feedMethods } from './control.ts'
import { readConstraints, hasUniqueTokens } from './constraints.ts'
import { type Connection, toConnection, type Database, type DrizzleDatabase } from './database.ts'
import { findDataTables, KNOWN } from './data-tables.ts'
import { expiringRows } from './expired.ts'
import { accountTable, recordTable, type RecordTable } from './records.ts'
import { recordVerbs } from './record-verbs.ts'
import { sessionMethods } from './sessions.ts'
import { type RecordTables, awaitQuery, type Store } from './store.ts'
import type { DataTableName, DrizzleTables, StoredUser } from './tables.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'
import { createWriteLock } from './write-lock.ts'

/** Options of {@link drizzleAdapter}. */
export interface DrizzleAdapterOptions<Tables extends DrizzleTables> {
  /** The tables: `import * as schema from './auth-schema.ts'`. */
  readonly schema: Tables
  /**
   * Whether the database refuses a second user with an address, and a second account with the same `provider` and
   * `providerAccountId`. Default: derived from the tables. Set it only if the tables lack such an index, because it was
   * created by hand.
   */
  readonly uniqueConstraints?: boolean
  /** Whether the driver has transactions. Default: derived from the Drizzle instance. */
  readonly transactions?: boolean
}

/** Methods on users with custom columns. */
export interface DrizzleUserMethods<User extends AdapterUser>
  extends kit.UserMethods<User>, Omit<kit.AccountMethods, 'getAccount'> {}

/** The methods of the adapter interface for the given tables, except `transaction`. */
export type DrizzleMethods<Tables extends DrizzleTables> = {
  /** Capabilities beyond the established interface. */
  readonly capabilities: AdapterCapabilities
} & DrizzleUserMethods<StoredUser<Tables['users']>> &
  (Tables extends { readonly sessions: Table }
    ? kit.SessionMethods<StoredUser<Tables['users']>>
    : unknown) &
  (Tables extends { readonly verificationTokens: Table } ? kit.VerificationTokenMethods : unknown) &
  (Tables extends { readonly authenticators: Table }
    ? kit.AuthenticatorMethods & Pick<kit.AccountMethods, 'getAccount'>
    : unknown) &
  (Tables extends { readonly revocations: Table } ? kit.FeedMethods : unknown) &
  (Tables extends { readonly budgets: Table } ? kit.BudgetMethods : unknown)

/** An adapter over Drizzle. */
export type DrizzleAdapter<Tables extends DrizzleTables> = DrizzleMethods<Tables> &
  kit.BatchPruning &
  ([DataTableName<Tables>] extends [never]
    ? unknown
    : {
        /** The verbs on tables that are data. They are not part of transactions. */
        readonly records: kit.RecordVerbs
      }) & {
    /**
     * Runs `work` with an adapter whose writes take effect together or not at all. Inside, call only that adapter. It
     * exists if the driver has transactions.
     */
    readonly transaction?: <T>(work: (adapter: DrizzleMethods<Tables>) => Promise<T>) => Promise<T>
  }

const HINT = 'Add one to the table, or leave the member out.'

/** Milliseconds that a write waits for earlier ones, if the writes of a process have to be sequential. */
const TURN = 10_000

function assertTime(table: RecordTable | undefined, member: string, where: string): void {
  const { dataType, columnType }: Column | { dataType: string; columnType: string } = table?.column(
    member,
  ) ?? { dataType: 'date', columnType: '' }
  if (dataType === 'date' || dataType === 'custom') return
  throw new TypeError(
    `${where} is a ${columnType} of type ${dataType}: it has to hold Dates. ` +
      `Declare the column with mode: 'date', on SQLite with mode: 'timestamp_ms'.`,
  )
}

function describeTables(schema: DrizzleTables): RecordTables {
  const optional = (table: Table | undefined, name: string): RecordTable | undefined =>
    table === undefined ? undefined : recordTable(table, name, HINT)
  const tables = {
    users: recordTable(schema.users, 'The user', HINT),
    accounts: accountTable(schema.accounts),
    sessions: optional(schema.sessions, 'The session'),
    verificationTokens: optional(schema.verificationTokens, 'The verification token'),
    authenticators: optional(schema.authenticators, 'The authenticator'),
    revocations: optional(schema.revocations, 'The ending'),
    budgets: optional(schema.budgets, 'The budget'),
  }
  assertTime(tables.users, 'emailVerified', 'users.emailVerified')
  assertTime(tables.sessions, 'expires', 'sessions.expires')
  assertTime(tables.verificationTokens, 'expires', 'verificationTokens.expires')
  assertTime(tables.revocations, 'at', 'revocations.at')
  assertTime(tables.revocations, 'expires', 'revocations.expires')
  return tables
}

function methodsOn(store: Store): object {
  const { sessions, verificationTokens, authenticators } = store.tables
  const { revocations, budgets } = store.tables
  return {
    ...userMethods(store),
    ...accountMethods(store),
    ...(sessions === undefined ? {} : sessionMethods(store, sessions)),
    ...(verificationTokens === undefined
      ? {}
      : verificationTokenMethods(store, verificationTokens)),
    ...(authenticators === undefined
      ? {}
      : { ...accountLookUp(store), ...authenticatorMethods(store, authenticators) }),
    ...(revocations && feedMethods(store, revocations)),
    ...(budgets && budgetMethods(store, budgets)),
  }
}

function adapterOn(store: Store, capabilities: AdapterCapabilities, more: object): object {
  return Object.freeze({
    capabilities: Object.freeze(capabilities),
    // After a conflict nothing more can be done in the transaction of a caller.
    ...(store.within ? methodsOn(store) : repeatConflicts(methodsOn(store))),
    ...more,
  })
}

type Describe = Pick<Store, 'dialect' | 'tables' | 'places' | 'email'>

/** The store, and the function that runs a transaction. */
function connect({ db, locks, transactions }: Connection, facts: Describe): Store {
  const lock = createWriteLock(TURN)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => (locks ? lock(work) : work())
  const atomic = <T>(work: (own: Database) => Promise<T>): Promise<T> =>
    inTurn(() => (transactions ? awaitQuery(db.transaction(work)) : work(db)))
  return { ...facts, within: false, db, write: (work) => inTurn(() => work(db)), atomic }
}

/**
 * A storage adapter over a Drizzle instance of your own, on PostgreSQL, MySQL or SQLite.
 *
 * @param db - result of `drizzle()`
 * @param options - the tables, and guarantees that cannot be derived from them
 * @throws TypeError if `db` is not a Drizzle instance, or the type of a column is unsuitable
 *
 * @example
 * ```ts
 * import { drizzleAdapter } from '@latchstring/adapter-drizzle'
 * import { drizzle } from 'drizzle-orm/node-postgres'
 * import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
 *
 * const users = pgTable('users', {
 *   id: text('id').primaryKey(),
 *   name: text('name'),
 *   email: text('email').unique(),
 *   emailVerified: timestamp('email_verified', { mode: 'date', precision: 3 }),
 *   image: text('image'),
 *   role: text('role').notNull().default('reader'),
 * })
 * const accounts = pgTable(
 *   'accounts',
 *   {
 *     userId: text('user_id').notNull(),
 *     type: text('type').notNull(),
 *     provider: text('provider').notNull(),
 *     providerAccountId: text('provider_account_id').notNull(),
 *   },
 *   (table) => [primaryKey({ columns: [table.provider, table.providerAccountId] })],
 * )
 *
 * const db = drizzle(process.env['DATABASE_URL'] ?? '')
 * export const adapter = drizzleAdapter(db, { schema: { users, accounts } })
 *
 * export const roleOf = async (id: string): Promise<string | undefined> =>
 *   (await adapter.getUser(id))?.role
 * ```
 */
export function drizzleAdapter<const Tables extends DrizzleTables>(
  db: DrizzleDatabase,
  options: DrizzleAdapterOptions<Tables>,
): DrizzleAdapter<Tables> {
  const { schema } = options
  const found = toConnection(db)
  const { dialect } = found
  const { email, unique } = readConstraints(schema)
  const transactions = options.transactions ?? found.transactions
  const tables = describeTables(schema)
  const places = findDataTables(schema)
  const facts = { dialect, tables, places, email }
  const store = connect({ ...found, transactions }, facts)
  const capabilities = {
    atomicConsume: tables.verificationTokens !== undefined,
    transactions,
    uniqueConstraints: options.uniqueConstraints ?? unique,
    uniqueTokens: hasUniqueTokens(schema),
    tokenReads: tables.verificationTokens !== undefined,
    compareAndSet: tables.sessions !== undefined,
    revocation: tables.sessions !== undefined,
    accountUpdates: true,
    authenticatorUse: tables.authenticators !== undefined,
    authenticatorDeletion: tables.authenticators !== undefined,
    revocationFeed: tables.revocations !== undefined,
    counters: tables.budgets !== undefined,
    records: places.tables.size > 0,
    ttl: false,
  }
  const within = (own: Database): object => {
    const join = <T>(work: (db: Database) => Promise<T>): Promise<T> => work(own)
    const inside = { ...facts, within: true, db: own, write: join, atomic: join }
    return adapterOn(inside, { ...capabilities, transactions: false, records: false }, {})
  }
  const transaction = <T>(work: (adapter: object) => Promise<T>): Promise<T> =>
    store.atomic((own) => work(within(own)))
  const verbs = recordVerbs(store)
  // The methods are those of the given tables, as in the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return adapterOn(store, capabilities, {
    ...(transactions ? repeatConflicts({ transaction }) : {}),
    ...(verbs && { records: verbs }),
    deleteExpired: (given?: Date | kit.DeleteExpiredOptions) =>
      deleteExpiredRows(expiringRows(store, expiringRecords(verbs, KNOWN)), given),
  }) as DrizzleAdapter<Tables>
}
