import type { AdapterCapabilities } from '@latchstring/core/adapters'
import type { Kysely } from 'kysely'
import { accountMethods } from './accounts.ts'
import { authenticatorMethods } from './authenticators.ts'
import type { SqlDialect } from './codecs.ts'
import { type SchemaOptions, migrate } from './migrate.ts'
import { type Records, createRecords } from './records.ts'
import { type TableNames, resolveTables, resolveUserFields } from './schema.ts'
import { sessionMethods } from './sessions.ts'
import type { AdapterMethods, Database, Store, TransactionAdapter } from './store.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'

/** Options of {@link sqlAdapter}. */
export interface SqlAdapterOptions<Schema> extends SchemaOptions {
  /** A Kysely instance connected to the database. Its plugins are not used. */
  readonly db: Kysely<Schema>
  /** The database `db` is connected to. */
  readonly dialect: SqlDialect
}

/** How many rows {@link SqlAdapter.deleteExpired} deleted. */
export interface DeletedRows {
  readonly sessions: number
  readonly verificationTokens: number
}

/** Every method of the adapter interface, and what looking after the tables takes. */
export interface SqlAdapter extends AdapterMethods {
  /** What the adapter can do beyond the established interface. */
  readonly capabilities: AdapterCapabilities
  /**
   * Runs `work` with an adapter whose writes take effect together or not at all. Inside, call only
   * that adapter. On PostgreSQL nothing more can be done in a transaction in which a statement failed.
   */
  transaction<T>(work: (adapter: TransactionAdapter) => Promise<T>): Promise<T>
  /**
   * Creates the tables and brings them up to date. Does nothing when they are, and is safe when
   * several instances start at once.
   *
   * @returns the versions this call applied, oldest first
   */
  migrate(): Promise<readonly number[]>
  /**
   * Deletes sessions and verification tokens that have expired. Nobody can use them, so this only
   * frees space: once a day is plenty.
   *
   * @param now - what counts as expired; the current time unless given
   */
  deleteExpired(now?: Date): Promise<DeletedRows>
}

function adapterMethods(store: Store): AdapterMethods {
  return {
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
  }
}

const CAPABILITIES = Object.freeze({
  atomicConsume: true,
  transactions: true,
  uniqueConstraints: true,
  compareAndSet: true,
  ttl: false,
})

function adapterWithin(
  trx: Kysely<Database>,
  tables: TableNames,
  records: Records,
): TransactionAdapter {
  const store: Store = { db: trx, tables, records, atomic: (work) => work(trx) }
  return Object.freeze({
    capabilities: Object.freeze({ ...CAPABILITIES, transactions: false }),
    ...adapterMethods(store),
  })
}

async function deleteExpired(
  { db, tables, records }: Store,
  now: Date = new Date(),
): Promise<DeletedRows> {
  const { expires } = records.session.toRow({ expires: now })
  const deleteFrom = async (table: string): Promise<number> => {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('expires', '<=', expires)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }
  return {
    sessions: await deleteFrom(tables.sessions),
    verificationTokens: await deleteFrom(tables.verificationTokens),
  }
}

/**
 * A storage adapter over a Kysely instance of your own. Without one, use `openSqlAdapter`.
 *
 * The adapter never closes `db`. On SQLite, give the instance a busy timeout and switch foreign keys
 * on; on both, run {@link SqlAdapter.migrate} (or the text of `sqlFor`) before the first request.
 *
 * @param options - the Kysely instance, its dialect, and what to call tables
 * @throws TypeError when a table's or a custom member's name cannot be used
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
export function sqlAdapter<Schema>(options: SqlAdapterOptions<Schema>): SqlAdapter {
  const { dialect } = options
  // Table names are options, so the owner's schema type has nothing to say about our tables.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const db = options.db.withoutPlugins() as unknown as Kysely<Database>
  const tables = resolveTables(options.tables)
  const userFields = resolveUserFields(options.userFields)
  const records = createRecords(dialect, userFields)
  const store: Store = {
    db,
    tables,
    records,
    atomic: (work) => db.transaction().execute(work),
  }
  return Object.freeze({
    capabilities: CAPABILITIES,
    ...adapterMethods(store),
    transaction: <T>(work: (adapter: TransactionAdapter) => Promise<T>) =>
      db.transaction().execute((trx) => work(adapterWithin(trx, tables, records))),
    migrate: () => migrate({ db, dialect, tables, userFields }),
    deleteExpired: (now?: Date) => deleteExpired(store, now),
  })
}
