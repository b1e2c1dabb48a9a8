import {
  type DeletedRows,
  type DeleteExpiredOptions,
  type ExpiringRows,
  deleteExpiredRows,
  expiringRecords,
  repeatConflicts,
} from '@latchstring/adapter-kit'
import type { Adapter, AdapterCapabilities } from '@latchstring/core/adapters'
import { type SqlDialect, type UserFields, recordTablesOf } from '@latchstring/schema'
import type { Kysely } from 'kysely'
import { accountMethods } from './accounts.ts'
import { authenticatorMethods } from './authenticators.ts'
import { controlMethods } from './control.ts'
import { expiringRows } from './expired.ts'
import {
  type NoUserFields,
  type Layout,
  type SchemaOptions,
  type UserFieldValues,
  createLayout,
} from './layout.ts'
import { type Batch, migrate } from './migrate.ts'
import { explained } from './missing.ts'
import { type CheckSchema, createSchemaCheck, withSchemaCheck } from './one-schema.ts'
import { recordVerbs } from './record-verbs.ts'
import { type Records, createRecords } from './records.ts'
import type { Database } from './rows.ts'
import { sessionMethods } from './sessions.ts'
import {
  type AdapterMethods,
  type Connection,
  type Store,
  type TransactionAdapter,
  createStore,
} from './store.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'

/** Options of {@link sqlAdapter}. */
export interface SqlAdapterOptions<
  Schema,
  Fields extends UserFields = UserFields,
> extends SchemaOptions<Fields> {
  /** A Kysely instance connected to the database. Its plugins are not used. */
  readonly db: Kysely<Schema>
  /** The database `db` is connected to; `mysql` also for MariaDB. */
  readonly dialect: SqlDialect
}

/** Members of an adapter besides the methods of the interface. */
interface Maintenance {
  /** Capabilities beyond the established interface. */
  readonly capabilities: AdapterCapabilities
  /**
   * Creates the tables and brings them up to date. Does nothing when they are, and is safe when
   * several instances start at once.
   *
   * @returns the versions this call applied, oldest first
   */
  migrate(): Promise<readonly number[]>
  /**
   * Deletes expired sessions and verification tokens, and with `sessionControl` expired revocations and budgets, and
   * expired rows of tables that are data, such as devices, in batches of up to 1,000 rows, each in its own transaction. This only frees space: once a day is enough. Locked rows are left for the next
   * call on PostgreSQL, MySQL and MariaDB.
   *
   * @param options - the time that counts as now, or `{ now, limit }`: at most so many rows
   * @throws TypeError when the limit is not a whole number
   */
  deleteExpired(options?: Date | DeleteExpiredOptions): Promise<DeletedRows>
}

/** An adapter for a database that has no transactions a program can hold open. */
export type BatchAdapter<Custom extends object = object> = AdapterMethods<Custom> & Maintenance

/**
 * Every method of the adapter interface, with methods that maintain the tables. `Custom` has the members of users that
 * the option `userFields` names.
 */
export type SqlAdapter<Custom extends object = object> = BatchAdapter<Custom> & {
  /**
   * Runs `work` with an adapter whose writes take effect together or not at all. Inside, call only
   * that adapter. On PostgreSQL nothing more can be done in a transaction in which a statement failed. After a conflict with
   * another transaction `work` is called again, with nothing written.
   */
  transaction<T>(work: (adapter: TransactionAdapter<Custom>) => Promise<T>): Promise<T>
}

/** @param check - outside a transaction, which was begun after it */
function adapterMethods<Custom extends object>(
  store: Store,
  check?: CheckSchema,
): AdapterMethods<Custom> {
  const methods = explained({
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    ...controlMethods(store),
  })
  // After a conflict nothing more can be done in the transaction of a caller.
  const repeated: AdapterMethods =
    check === undefined ? methods : withSchemaCheck(repeatConflicts(methods), check)
  // The codec of users reads and writes exactly the members that `Custom` was inferred from.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return repeated as unknown as AdapterMethods<Custom>
}

/** The verbs on the tables of the option `records`, as a member of the adapter. */
function recordsOf(store: Store, check?: CheckSchema): Pick<Adapter, 'records'> {
  const verbs = recordVerbs(store)
  if (verbs === undefined) return {}
  const { keeps, ...methods } = verbs
  const repeated = repeatConflicts(explained(methods))
  const checked = check === undefined ? repeated : withSchemaCheck(repeated, check)
  return { records: Object.freeze({ ...checked, keeps }) }
}

/** What expires in each table. */
const expiringOf = (store: Store, options: SchemaOptions): ExpiringRows =>
  expiringRows(store, expiringRecords(recordVerbs(store), recordTablesOf(options)))

const CAPABILITIES = Object.freeze({
  atomicConsume: true,
  transactions: true,
  uniqueConstraints: true,
  uniqueTokens: true,
  tokenReads: true,
  compareAndSet: true,
  revocation: true,
  accountUpdates: true,
  authenticatorUse: true,
  authenticatorDeletion: true,
  ttl: false,
})

/** Returns the capabilities. They depend on the database; tables of another tool may lack unique keys. */
function listCapabilities(
  { names, uniqueConstraints = names !== 'next-auth', ...options }: SchemaOptions,
  transactions: boolean,
): AdapterCapabilities {
  const { sessionControl = false } = options
  return Object.freeze({
    ...CAPABILITIES,
    uniqueConstraints,
    // The option is about the tables of users and accounts.
    uniqueTokens: names !== 'next-auth',
    transactions,
    revocationFeed: sessionControl,
    counters: sessionControl,
    records: recordTablesOf(options).length > 0,
  })
}

async function runAll(statements: Parameters<Batch>[0]): Promise<void> {
  for (const statement of statements) await statement.execute()
}

/** Starts a transaction; on MySQL without gap locks, with which inserts of adjacent keys end in a deadlock. */
const begin = (db: Kysely<Database>, dialect: SqlDialect) =>
  dialect === 'mysql' ? db.transaction().setIsolationLevel('read committed') : db.transaction()

function createConnection(db: Kysely<Database>, dialect: SqlDialect): Connection {
  const atomic: Connection['atomic'] = (work) => begin(db, dialect).execute(work)
  return { db, within: false, atomic, together: (write) => atomic((trx) => runAll(write(trx))) }
}

const connectionWithin = (trx: Kysely<Database>): Connection => ({
  db: trx,
  within: true,
  atomic: (work) => work(trx),
  together: (write) => runAll(write(trx)),
})

/** Creates the tables, codecs and connection from the options of an adapter. */
function prepare<Schema>(options: SqlAdapterOptions<Schema>): {
  readonly db: Kysely<Database>
  readonly layout: Layout
  readonly records: Records
} {
  const layout = createLayout(options.dialect, options)
  return {
    // Table names are options, so the owner's schema type has nothing to say about our tables.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    db: options.db.withoutPlugins() as unknown as Kysely<Database>,
    layout,
    records: createRecords(layout),
  }
}

/** Creates an adapter for a database that runs statements atomically only in one batch. */
export function batchAdapter<Schema, const Fields extends UserFields>(
  options: SqlAdapterOptions<Schema, Fields>,
  batch: Batch,
): BatchAdapter<UserFieldValues<Fields>> {
  const { db, layout, records } = prepare(options)
  const store = createStore(layout, records, {
    db,
    within: false,
    atomic: (work) => work(db),
    together: (write) => batch(write(db)),
  })
  const expiring = expiringOf(store, options)
  return Object.freeze({
    capabilities: listCapabilities(options, false),
    ...adapterMethods<UserFieldValues<Fields>>(store),
    ...recordsOf(store),
    migrate: () => migrate(db, layout, batch),
    deleteExpired: (given?: Date | DeleteExpiredOptions) => deleteExpiredRows(expiring, given),
  })
}

/**
 * A storage adapter over a Kysely instance of your own. Without one, use `openSqlAdapter`.
 *
 * The adapter never closes `db`. On SQLite, give the instance a busy timeout and switch foreign keys
 * on; everywhere, run `migrate()` (or the text of `sqlFor`) before the first request.
 *
 * @param options - the Kysely instance, its dialect, and what tables, columns and ids look like
 * @throws TypeError when an option is not known or not possible, or a name cannot be used
 *
 * @example
 * ```ts
 * import { sqlAdapter } from '@latchstring/adapter-sql'
 * import { Kysely, PostgresDialect } from 'kysely'
 * import pg from 'pg'
 *
 * const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
 * const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
 *
 * export const adapter = sqlAdapter({ db, dialect: 'postgres' })
 * ```
 */
export function sqlAdapter<Schema, const Fields extends UserFields = NoUserFields>(
  options: SqlAdapterOptions<Schema, Fields>,
): SqlAdapter<UserFieldValues<Fields>> {
  type Custom = UserFieldValues<Fields>
  const { db, layout, records } = prepare(options)
  const { dialect } = layout
  const store = createStore(layout, records, createConnection(db, dialect))
  const check = createSchemaCheck(db, layout)
  const expiring = expiringOf(store, options)
  const within = (trx: Kysely<Database>): TransactionAdapter<Custom> =>
    Object.freeze({
      capabilities: Object.freeze({ ...listCapabilities(options, false), records: false }),
      ...adapterMethods<Custom>(createStore(layout, records, connectionWithin(trx))),
    })
  return Object.freeze({
    capabilities: listCapabilities(options, true),
    ...adapterMethods<Custom>(store, check),
    ...recordsOf(store, check),
    ...withSchemaCheck(
      {
        ...repeatConflicts({
          transaction: <T>(work: (adapter: TransactionAdapter<Custom>) => Promise<T>) =>
            begin(db, dialect).execute((trx) => work(within(trx))),
        }),
        migrate: () => migrate(db, layout),
        deleteExpired: (given?: Date | DeleteExpiredOptions) => deleteExpiredRows(expiring, given),
      },
      check,
    ),
  })
}
