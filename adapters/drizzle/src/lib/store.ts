import { DrizzleQueryError, type SQL, type Table } from 'drizzle-orm'
import type { EmailLookUp } from './constraints.ts'
import type { Columns, Database, Dialect, Row, Selection } from './database.ts'
import type { AccountTable, RecordTable } from './records.ts'

/** The given tables. */
export interface RecordTables {
  readonly users: RecordTable
  readonly accounts: AccountTable
  readonly sessions: RecordTable | undefined
  readonly verificationTokens: RecordTable | undefined
  readonly authenticators: RecordTable | undefined
  readonly revocations: RecordTable | undefined
  readonly budgets: RecordTable | undefined
}

/** The tables that are data, with what is known of them. */
export interface DataPlaces {
  readonly tables: ReadonlyMap<string, Table>
  /** The columns that name users, of tables that were asked for; `undefined` for a table without. */
  readonly owners: Map<Table, string | undefined>
}

/** Context of the methods. */
export interface Store {
  readonly dialect: Dialect
  readonly tables: RecordTables
  /** The tables that are data. */
  readonly places: DataPlaces
  readonly email: EmailLookUp
  /** Whether the store belongs to a transaction of the caller. */
  readonly within: boolean
  /** For reading. */
  readonly db: Database
  /** Runs a writing statement after earlier ones. */
  readonly write: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Runs statements in a transaction, if the driver has transactions. */
  readonly atomic: <T>(work: (db: Database) => Promise<T>) => Promise<T>
}

/**
 * Waits for a query and throws the error of the driver. The error of Drizzle around it contains the values of the query, tokens
 * among them.
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

/** Returns the number of rows that a statement changed; its name depends on the driver. */
export function affectedRows(result: unknown): number {
  const header: unknown = Array.isArray(result) ? result[0] : result
  const members = new Map<string, unknown>(Object.entries(header ?? {}))
  const count = COUNTS.map((name) => members.get(name)).find((value) => typeof value === 'number')
  if (count === undefined) throw new Error('The driver does not say how many rows were changed.')
  return count
}

/** Reads the first row that fulfils a condition. */
export async function find(
  db: Database,
  { table, columns, fromRow }: RecordTable,
  where: SQL | undefined,
  prepare: (query: Selection) => Selection = (query) => query,
): Promise<Row | null> {
  const [row] = await awaitQuery(prepare(db.select(columns).from(table).where(where)))
  return row === undefined ? null : fromRow(row)
}

/** Reads all rows that fulfil a condition. */
export async function findAll(
  db: Database,
  { table, columns, fromRow }: RecordTable,
  where: SQL | undefined,
): Promise<Row[]> {
  const rows = await awaitQuery(db.select(columns).from(table).where(where))
  return rows.map(fromRow)
}

/** Creates an update of the rows that fulfil a condition. */
export interface Update {
  readonly where: SQL | undefined
  readonly values: Row
}

/** Changes a row and returns the new row, or `null` if there is none. */
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

/** Changes rows and returns their number. */
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

/** Deletes rows and returns their number. */
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
 * Stores a record that has its key.
 *
 * @returns the stored record; on MySQL, which does not return it, the given one
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
