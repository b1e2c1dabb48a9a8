import { setTimeout as sleep } from 'node:timers/promises'
import { type SqlDialect, quoteName } from '@latchstring/schema'
import type { Connection } from './connection.ts'
import { describeError, isLockTimeout } from './describe-error.ts'
import type { ExpiringTable } from './prune-tables.ts'

/** The time of the server; of SQLite, which is this program's, in milliseconds. */
const NOW: Readonly<Record<SqlDialect, () => string>> = {
  postgres: () => 'now()',
  mysql: () => 'now(3)',
  sqlite: () => String(Date.now()),
}

/** Statements about the expired rows of a table. */
interface Statements {
  readonly table: string
  readonly expires: string
  readonly expired: string
}

function statements(
  dialect: SqlDialect,
  { name, expires, milliseconds }: ExpiringTable,
): Statements {
  const column = quoteName(dialect, expires)
  return {
    table: quoteName(dialect, name),
    expires: column,
    // SQLite takes any text for later than any number, so a time that is not a number stays.
    expired: `${column} <= ${milliseconds ? Date.now() : NOW[dialect]()}`,
  }
}

/** How many rows of a table have expired. */
export async function countExpired(
  { dialect, query }: Connection,
  table: ExpiringTable,
): Promise<number> {
  const { table: name, expired } = statements(dialect, table)
  const [row] = await query(`select count(*) as expired from ${name} where ${expired}`)
  return Number(row?.['expired'] ?? 0)
}

type DeleteBatch = (connection: Connection, table: ExpiringTable, rows: number) => Promise<number>

const countRows = async (connection: Connection, statement: string): Promise<number> =>
  (await connection.query(`${statement} returning 1 as deleted`)).length

const deleteFromSqlite: DeleteBatch = (connection, table, rows) => {
  const { table: name, expires, expired } = statements('sqlite', table)
  const chosen = `select rowid from ${name} where ${expired} order by ${expires} limit ${rows}`
  return countRows(connection, `delete from ${name} where rowid in (${chosen})`)
}

/** Rows are not held until the disk has what happened to them: what a crash brings back is deleted again. */
const AT_ONCE = "(select set_config('synchronous_commit', 'off', true)) is not null"

const deleteFromPostgres: DeleteBatch = (connection, table, rows) => {
  const { table: name, expires, expired } = statements('postgres', table)
  const chosen =
    `select ctid from ${name} where ${expired} order by ${expires} limit ${rows} ` +
    'for update skip locked'
  return countRows(
    connection,
    `delete from ${name} where ctid = any (array(${chosen})) and ${expired} and ${AT_ONCE}`,
  )
}

/** There a statement that deletes cannot skip what others have locked, and one that reads can. */
const deleteFromMysql: DeleteBatch = async ({ query }, table, rows) => {
  const { table: name, expires, expired } = statements('mysql', table)
  const columns = table.key.map((column) => quoteName('mysql', column))
  await query('start transaction')
  try {
    const found = await query(
      `select ${columns.join(', ')} from ${name} where ${expired} order by ${expires} ` +
        `limit ${rows} for update skip locked`,
    )
    if (found.length > 0) {
      const one = `(${columns.map((column) => `${column} = ?`).join(' and ')})`
      const all = found.map(() => one).join(' or ')
      const values = found.flatMap((row) => table.key.map((column) => row[column]))
      await query(`delete from ${name} where (${all}) and ${expired}`, values)
    }
    await query('commit')
    return found.length
  } catch (error) {
    await query('rollback').catch(() => undefined)
    throw error
  }
}

const DELETE: Readonly<Record<SqlDialect, DeleteBatch>> = {
  sqlite: deleteFromSqlite,
  postgres: deleteFromPostgres,
  mysql: deleteFromMysql,
}

async function deleteBatch(
  connection: Connection,
  table: ExpiringTable,
  rows: number,
): Promise<number> {
  try {
    return await DELETE[connection.dialect](connection, table, rows)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new Error(
      `${describeError(error)} Another connection kept the table locked. Deleted rows stay deleted: run this again.`,
      { cause: error },
    )
  }
}

/** Rows of the first batch, before it is known how long one takes. */
const FIRST = 100

/** A transaction takes its time however few rows are in it. */
const LEAST = 50

/** Milliseconds that a batch is meant to take: less than half of the time that a statement may have to wait for its rows. */
const MEANT = 10

/** How to delete. */
export interface PruneOptions {
  /** Most rows in a batch. */
  readonly batch: number
  /** Milliseconds between two batches. */
  readonly pause: number
  /** Hears how many rows have been deleted so far. */
  readonly progress: (deleted: number) => void
}

/** What was deleted. */
export interface Pruned {
  readonly deleted: number
  readonly batches: number
  /** Milliseconds that the longest batch took. */
  readonly longest: number
}

/**
 * Deletes the expired rows of a table, batch by batch. Each is a transaction of its own, which leaves alone what others have
 * locked; how many rows the next one has follows from how long this one took.
 */
export async function pruneTable(
  connection: Connection,
  table: ExpiringTable,
  { batch, pause, progress }: PruneOptions,
): Promise<Pruned> {
  let [deleted, batches, longest, rows] = [0, 0, 0, Math.min(FIRST, batch)]
  for (;;) {
    const started = performance.now()
    const gone = await deleteBatch(connection, table, rows)
    const took = performance.now() - started
    deleted += gone
    if (gone > 0) batches += 1
    if (gone > 0) longest = Math.max(longest, took)
    progress(deleted)
    if (gone < rows) return { deleted, batches, longest: Math.ceil(longest) }
    const fitting = Math.floor((rows * MEANT) / Math.max(1, took))
    rows = Math.min(batch, Math.max(LEAST, Math.min(rows * 2, fitting)))
    await sleep(pause)
  }
}
