import { type Column, entityKind, is, type SQL, type Table } from 'drizzle-orm'
import { MySqlDatabase } from 'drizzle-orm/mysql-core'
import { PgDatabase } from 'drizzle-orm/pg-core'
import { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

/** A row by the names of the table's properties. */
export type Row = Readonly<Record<string, unknown>>

/** Columns by the names of the table's properties. */
export type Columns = Readonly<Record<string, Column>>

/** A query that reads. */
export interface Selection extends PromiseLike<readonly Row[]> {
  innerJoin(table: Table, on: SQL | undefined): Selection
  where(condition: SQL | undefined): Selection
  orderBy(...columns: (Column | SQL)[]): Selection
  limit(rows: number): Selection
  /** PostgreSQL and MySQL only. */
  for(strength: 'update', config?: { readonly skipLocked: true }): Selection
}

/** A statement that writes. */
export interface Writing extends PromiseLike<unknown> {
  /** PostgreSQL and SQLite only. */
  returning(columns: Columns): PromiseLike<readonly Row[]>
  /** MySQL only, after an insert. */
  $returningId(): PromiseLike<readonly Row[]>
}

/** A statement that stores rows. */
export interface Insertion extends Writing {
  /** PostgreSQL and SQLite only. */
  onConflictDoUpdate(change: {
    readonly target: Column
    readonly set: Row
    readonly setWhere?: SQL
  }): Writing
  /** MySQL only. */
  onDuplicateKeyUpdate(change: { readonly set: Row }): Writing
}

/** The part of the query builders of Drizzle that all databases share. */
export interface Database {
  select(columns: Readonly<Record<string, Column | Columns | SQL>>): {
    from(table: Table): Selection
  }
  insert(table: Table): { values(rows: Row | readonly Row[]): Insertion }
  update(table: Table): { set(row: Row): { where(condition: SQL | undefined): Writing } }
  delete(table: Table): { where(condition: SQL | undefined): Writing }
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>
}

/** A Drizzle instance, of any of its drivers for PostgreSQL, MySQL and SQLite. */
export interface DrizzleDatabase {
  readonly select: unknown
  readonly insert: unknown
  readonly update: unknown
  readonly delete: unknown
  readonly transaction: unknown
  /** The primary, of an instance that `withReplicas` of Drizzle made. */
  readonly $primary?: DrizzleDatabase
}

/** The databases of Drizzle that this package supports. */
export type Dialect = 'postgres' | 'sqlite' | 'mysql'

/** A Drizzle instance, with properties of its driver. */
export interface Connection {
  readonly db: Database
  readonly dialect: Dialect
  /** Whether the driver has transactions with asynchronous work. */
  readonly transactions: boolean
  /** Whether simultaneous writes on two connections of one process can block each other. */
  readonly locks: boolean
}

/** Drivers over HTTP that send every statement separately. */
const WITHOUT_TRANSACTIONS: ReadonlySet<unknown> = new Set([
  'NeonHttpDatabase',
  'XataHttpDatabase',
  'PgRemoteDatabase',
  'MySqlRemoteDatabase',
])

// Other drivers of SQLite are synchronous, so that a transaction cannot wait, or have no transactions.
const LIBSQL = 'LibSQLDatabase'

function readKind(db: object): unknown {
  let type: unknown = db.constructor
  while (typeof type === 'function') {
    if (Object.hasOwn(type, entityKind)) return Reflect.get(type, entityKind)
    type = Object.getPrototypeOf(type)
  }
  return undefined
}

function findDialect(db: object): Dialect {
  if (is(db, PgDatabase)) return 'postgres'
  if (is(db, MySqlDatabase)) return 'mysql'
  if (is(db, BaseSQLiteDatabase)) return 'sqlite'
  throw new TypeError(
    'drizzleAdapter needs what drizzle() of a driver for PostgreSQL, MySQL or SQLite returns.',
  )
}

/**
 * Returns the database and the properties of the driver of a Drizzle instance. With read replicas it is the primary: what decides,
 * such as a session that has just ended, may not have reached a replica.
 *
 * @throws TypeError if the value is not a Drizzle instance
 */
export function toConnection(given: DrizzleDatabase): Connection {
  const db = given.$primary ?? given
  const dialect = findDialect(db)
  const kind = readKind(db)
  const transactions = dialect === 'sqlite' ? kind === LIBSQL : !WITHOUT_TRANSACTIONS.has(kind)
  return {
    // The builders of the three databases have different types, but the same members that are used here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    db: db as unknown as Database,
    dialect,
    transactions,
    locks: kind === LIBSQL,
  }
}
