import type { DeleteBatch, ExpiringRows } from '@latchstring/adapter-kit'
import { and, eq, lte, or, sql } from 'drizzle-orm'
import type { RecordTable } from './records.ts'
import { awaitQuery, affectedRows, removeCounting, type Store } from './store.ts'

/** Keys of rows that are about to be deleted, in a transaction that has locked them; others' locked rows are left alone. */
async function deleteFromMysql(
  { atomic }: Store,
  { table, column }: RecordTable,
  key: readonly string[],
  ...[now, rows]: Parameters<DeleteBatch>
): Promise<number> {
  const expired = lte(column('expires'), now)
  const columns = Object.fromEntries(key.map((member) => [member, column(member)]))
  return atomic(async (db) => {
    const chosen = db.select(columns).from(table).where(expired).orderBy(column('expires'))
    const found = await awaitQuery(chosen.limit(rows).for('update', { skipLocked: true }))
    if (found.length === 0) return 0
    const keys = found.map((row) => and(...key.map((member) => eq(column(member), row[member]))))
    return affectedRows(await awaitQuery(db.delete(table).where(and(or(...keys), expired))))
  })
}

/** One statement: SQLite has one writer, and PostgreSQL skips what others have locked. */
function deleteAtOnce(
  store: Store,
  target: RecordTable,
  ...[now, rows]: Parameters<DeleteBatch>
): Promise<number> {
  const { table, column } = target
  const expires = column('expires')
  const expired = lte(expires, now)
  const chosen = sql`from ${table} where ${expired} order by ${expires} limit ${sql.raw(String(rows))}`
  const within =
    store.dialect === 'sqlite'
      ? sql`rowid in (select rowid ${chosen})`
      : sql`ctid = any (array(select ctid ${chosen} for update skip locked))`
  return removeCounting(store, target, and(within, expired), { expires })
}

/** What deletes a batch of rows that have expired; `undefined` where there is no such table. */
export function expiringRows(store: Store): ExpiringRows {
  const deleteBatch = (
    target: RecordTable | undefined,
    key: readonly string[],
  ): DeleteBatch | undefined => {
    if (target === undefined) return undefined
    return store.dialect === 'mysql'
      ? (now, rows) => deleteFromMysql(store, target, key, now, rows)
      : (now, rows) => deleteAtOnce(store, target, now, rows)
  }
  const { sessions, verificationTokens } = store.tables
  return {
    sessions: deleteBatch(sessions, ['sessionToken']),
    verificationTokens: deleteBatch(verificationTokens, ['identifier', 'token']),
  }
}
