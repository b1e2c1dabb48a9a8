import type { DeleteBatch, ExpiringRows } from '@latchstring/adapter-kit'
import { and, type Column, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import { isNumeric, type RecordTable } from './records.ts'
import { awaitQuery, affectedRows, removeCounting, type Store } from './store.ts'

/** Table and column to find expired rows. */
interface Expiry {
  /** The member with the expiry. */
  readonly expires: string
  readonly key: readonly string[]
}

/** Whether the time in a column has passed: a Date, or the milliseconds of a budget. */
function isOver(column: Column, now: Date): SQL {
  if (column.dataType === 'bigint') return lte(column, BigInt(now.getTime()))
  return lte(column, isNumeric(column) ? now.getTime() : now)
}

/** Locks expired rows in a transaction and returns their keys; rows that are already locked are skipped. */
async function deleteFromMysql(
  { atomic }: Store,
  { table, column }: RecordTable,
  { expires, key }: Expiry,
  ...[now, rows]: Parameters<DeleteBatch>
): Promise<number> {
  const expired = isOver(column(expires), now)
  const columns = Object.fromEntries(key.map((member) => [member, column(member)]))
  return atomic(async (db) => {
    const chosen = db.select(columns).from(table).where(expired).orderBy(column(expires))
    const found = await awaitQuery(chosen.limit(rows).for('update', { skipLocked: true }))
    if (found.length === 0) return 0
    const keys = found.map((row) => and(...key.map((member) => eq(column(member), row[member]))))
    return affectedRows(await awaitQuery(db.delete(table).where(and(or(...keys), expired))))
  })
}

/** Deletes a batch with one statement: SQLite has one writer, and PostgreSQL skips locked rows. */
function deleteAtOnce(
  store: Store,
  target: RecordTable,
  { expires: member }: Expiry,
  ...[now, rows]: Parameters<DeleteBatch>
): Promise<number> {
  const { table, column } = target
  const expires = column(member)
  const expired = isOver(expires, now)
  const chosen = sql`from ${table} where ${expired} order by ${expires} limit ${sql.raw(String(rows))}`
  const within =
    store.dialect === 'sqlite'
      ? sql`rowid in (select rowid ${chosen})`
      : sql`ctid = any (array(select ctid ${chosen} for update skip locked))`
  return removeCounting(store, target, and(within, expired), { expires })
}

/** Deletes a batch of expired rows. */
export const deleteExpiredFrom = (
  store: Store,
  target: RecordTable,
  expiry: Expiry,
  ...[now, rows]: Parameters<DeleteBatch>
): Promise<number> =>
  store.dialect === 'mysql'
    ? deleteFromMysql(store, target, expiry, now, rows)
    : deleteAtOnce(store, target, expiry, now, rows)

/** Returns a function that deletes a batch of expired rows; `undefined` without the table. */
export function expiringRows(store: Store, data: DeleteBatch | undefined): ExpiringRows {
  const deleteBatch = (
    target: RecordTable | undefined,
    key: readonly string[],
    expires: 'expires' | 'tat' = 'expires',
  ): DeleteBatch | undefined => {
    if (target === undefined) return undefined
    return (now, rows) => deleteExpiredFrom(store, target, { expires, key }, now, rows)
  }
  const { sessions, verificationTokens, revocations, budgets } = store.tables
  return {
    sessions: deleteBatch(sessions, ['sessionToken']),
    verificationTokens: deleteBatch(verificationTokens, ['identifier', 'token']),
    revocations: deleteBatch(revocations, ['seq']),
    records: data,
    budgets: deleteBatch(budgets, ['key'], 'tat'),
  }
}
