import { DrizzleQueryError, type SQL } from 'drizzle-orm'
import type { EmailLookUp } from './constraints.ts'
import type { Columns, Database, Dialect, Row, Selection } from './database.ts'
import type { AccountTable, RecordTable } from './records.ts'

/** The tables there are. */
export interface RecordTables {
  readonly users: RecordTable
  readonly accounts: AccountTable
  readonly sessions: RecordTable | undefined
  readonly verificationTokens: RecordTable | undefined
  readonly authenticators: RecordTable | undefined
  readonly revocations: RecordTable | undefined
  readonly sessionDevices: RecordTable | undefined
  readonly budgets: RecordTable | undefined
}

/** What the adapter's methods work on. */
export interface Store {
  readonly dialect: Dialect
  readonly tables: RecordTables
  readonly email: EmailLookUp
  /** Whether this is the inside of a transaction of the caller. */
  readonly within: boolean
  /** For reading. */
  readonly db: Database
  /** Runs a statement that writes, when it is its turn. */
  readonly write: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Runs statements that take effect together, where the driver has transactions. */
  readonly atomic: <T>(work: (db: Database) => Promise<T>) => Promise<T>
}

/**
 * Waits for a query. What Drizzle wraps the driver's error in repeats the values of the query, tokens among them, in its
 * message: it is taken off again.
 */
export async function awaitQuery<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (!(error instanceof DrizzleQueryError)) throw error
    throw error.cause ?? new Error('The database refused a query.')
  }
}

const COUNTS = ['affectedRows', 'rowsAffected', 'rowCount'] as const

/** How many rows a statement without results changed, by the name each driver has for it. */
export function affectedRows(result: unknown): number {
  const header: unknown = Array.isArray(result) ? result[0] : result
  const members = new Map<string, unknown>(Object.entries(header ?? {}))
  const count = COUNTS.map((name) => members.get(name)).find((value) => typeof value === 'number')
  if (count === undefined) throw new Error('The driver does not say how many rows were changed.')
  return count
}

/** The first row that fulfils a condition. */
export async function find(
  db: Database,
  { table, columns, fromRow }: RecordTable,
  where: SQL | undefined,
  prepare: (query: Selection) => Selection = (query) => query,
): Promise<Row | null> {
  const [row] = await awaitQuery(prepare(db.select(columns).from(table).where(where)))
  return row === undefined ? null : fromRow(row)
}

/** All rows that fulfil a condition. */
export async function findAll(
  db: Database,
  { table, columns, fromRow }: RecordTable,
  where: SQL | undefined,
): Promise<Row[]> {
  const rows = await awaitQuery(db.select(columns).from(table).where(where))
  return rows.map(fromRow)
}

/** A change of the rows that fulfil a condition. */
export interface Update {
  readonly where: SQL | undefined
  readonly values: Row
}

/** Changes a row and gives it as it is then, or `null` when there is none. */
export async function update(
  { dialect, write }: Store,
  target: RecordTable,
  { where, values }: Update,
): Promise<Row | null> {
  const { table, columns, fromRow } = target
  return write(async (db) => {
    if (Object.keys(values).length === 0) return find(db, target, where)
    const statement = db.update(table).set(values).where(where)
    if (dialect !== 'mysql') {
      const [row] = await awaitQuery(statement.returning(columns))
      return row === undefined ? null : fromRow(row)
    }
    await awaitQuery(statement)
    return find(db, target, where)
  })
}

/** Changes rows and says how many. */
export async function updateCounting(
  { dialect, write }: Store,
  { table }: RecordTable,
  { where, values }: Update,
  key: Columns,
): Promise<number> {
  return write(async (db) => {
    const statement = db.update(table).set(values).where(where)
    if (dialect === 'mysql') return affectedRows(await awaitQuery(statement))
    return (await awaitQuery(statement.returning(key))).length
  })
}

/** Deletes rows and says how many. */
export async function removeCounting(
  { dialect, write }: Store,
  { table }: RecordTable,
  where: SQL | undefined,
  key: Columns,
): Promise<number> {
  return write(async (db) => {
    const statement = db.delete(table).where(where)
    if (dialect === 'mysql') return affectedRows(await awaitQuery(statement))
    return (await awaitQuery(statement.returning(key))).length
  })
}

/** Deletes rows. */
export async function remove(
  { write }: Store,
  { table }: RecordTable,
  where: SQL | undefined,
): Promise<void> {
  await write((db) => awaitQuery(db.delete(table).where(where)))
}

/**
 * Stores a record that has its key already.
 *
 * @returns it as the table has it; on MySQL, which does not say, as it was given
 */
export async function insert(
  { dialect, write }: Store,
  { table, columns, toRow, fromRow }: RecordTable,
  record: object,
): Promise<Row> {
  return write(async (db) => {
    const statement = db.insert(table).values(toRow(record))
    if (dialect === 'mysql') {
      await awaitQuery(statement)
      return { ...record }
    }
    const [row] = await awaitQuery(statement.returning(columns))
    if (row === undefined) throw new Error('The database did not give back what it stored.')
    return fromRow(row)
  })
}
