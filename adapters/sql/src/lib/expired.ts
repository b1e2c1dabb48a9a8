import type { DeleteBatch, ExpiringRows } from '@latchstring/adapter-kit'
import type { SqlDialect } from '@latchstring/schema'
import { type Kysely, sql } from 'kysely'
import type { RecordCodec, Row } from './records.ts'
import type { Database } from './rows.ts'
import type { Store } from './store.ts'

/** Where a batch is, and what of it has expired. */
interface Batch {
  readonly table: string
  readonly expires: string
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** As the column has it. */
  readonly now: unknown
  readonly rows: number
}

type DeleteRows = (store: Store, batch: Batch) => Promise<number>

const count = ({ numAffectedRows }: { readonly numAffectedRows?: bigint }): number =>
  Number(numAffectedRows ?? 0)

/** One statement: the database has one writer, who has to wait for nobody's rows. */
const deleteFromSqlite: DeleteRows = async ({ db }, { table, expires, now, rows }) =>
  count(
    await sql`delete from ${sql.table(table)} where rowid in (
      select rowid from ${sql.table(table)} where ${sql.ref(expires)} <= ${now}
      order by ${sql.ref(expires)} limit ${rows}
    )`.execute(db),
  )

/**
 * One statement, which skips what others have locked, so that it never holds rows while it waits for more. Nor does it hold them
 * until the disk has them: what a crash brings back is deleted again.
 */
const deleteFromPostgres: DeleteRows = async ({ db }, { table, expires, now, rows }) =>
  count(
    await sql`delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${sql.ref(expires)} <= ${now}
      order by ${sql.ref(expires)} limit ${rows} for update skip locked
    )) and ${sql.ref(expires)} <= ${now}
    and (select set_config('synchronous_commit', 'off', true)) is not null`.execute(db),
  )

const isKey = (row: Row, key: readonly string[]) =>
  sql`(${sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )})`

/** Two statements: there a statement that deletes cannot skip what others have locked, and one that reads can. */
const deleteFromMysql: DeleteRows = async ({ atomic }, { table, expires, key, now, rows }) =>
  atomic(async (db: Kysely<Database>) => {
    const found = await db
      .selectFrom(table)
      .select([...key])
      .where(expires, '<=', now)
      .orderBy(expires)
      .limit(rows)
      .forUpdate()
      .skipLocked()
      .execute()
    if (found.length === 0) return 0
    const [only = ''] = key
    const chosen =
      key.length === 1
        ? sql`${sql.ref(only)} in (${sql.join(found.map((row) => row[only]))})`
        : sql.join(
            found.map((row) => isKey(row, key)),
            sql` or `,
          )
    return count(
      await sql`delete from ${sql.table(table)} where (${chosen}) and ${sql.ref(expires)} <= ${now}`.execute(
        db,
      ),
    )
  })

const DELETE: Readonly<Record<SqlDialect, DeleteRows>> = {
  sqlite: deleteFromSqlite,
  postgres: deleteFromPostgres,
  mysql: deleteFromMysql,
}

/** What deletes a batch of expired rows of a kind. */
export function expiringRows(store: Store): ExpiringRows {
  const { layout, records } = store
  const deleteBatch =
    <T>(codec: RecordCodec<T>, expiry: keyof T & string, ...key: readonly (keyof T & string)[]) =>
    (...[now, rows]: Parameters<DeleteBatch>): Promise<number> => {
      const expires = codec.columnName(expiry)
      return DELETE[layout.dialect](store, {
        table: codec.table,
        expires,
        key: key.map((member) => codec.columnName(member)),
        now: codec.encode(expiry, expiry === 'tat' ? now.getTime() : now),
        rows,
      })
    }
  const { control } = records
  return {
    sessions: deleteBatch(records.sessions, 'expires', 'sessionToken'),
    verificationTokens: deleteBatch(records.verificationTokens, 'expires', 'identifier', 'token'),
    ...(control && {
      revocations: deleteBatch(control.revocations, 'expires', 'seq'),
      devices: deleteBatch(control.devices, 'expires', 'sessionId'),
      budgets: deleteBatch(control.budgets, 'tat', 'key'),
    }),
  }
}
