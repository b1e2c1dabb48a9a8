import type { DeleteBatch, ExpiringRows } from '@latchstring/adapter-kit'
import type { SqlDialect } from '@latchstring/schema'
import { type Kysely, sql } from 'kysely'
import type { RecordCodec, Row } from './records.ts'
import type { Database } from './rows.ts'
import type { Store } from './store.ts'

/** Table, keys and expiry of a batch. */
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

/** Deletes a batch with one statement: the database has one writer, so no rows are locked. */
const deleteFromSqlite: DeleteRows = async ({ db }, { table, expires, now, rows }) =>
  count(
    await sql`delete from ${sql.table(table)} where rowid in (
      select rowid from ${sql.table(table)} where ${sql.ref(expires)} <= ${now}
      order by ${sql.ref(expires)} limit ${rows}
    )`.execute(db),
  )

/**
 * Deletes a batch with one statement that skips locked rows, so that it never holds locks while it waits for more. It commits
 * asynchronously: rows that a crash restores are deleted again.
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

/** Deletes a batch with two statements, because on MySQL only a read can skip locked rows. */
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

/** The member by which rows expire, and those of their key. */
interface Expiring {
  readonly expires: string
  readonly key: readonly string[]
}

/** Deletes a batch of expired rows. */
export const deleteExpiredFrom = <T>(
  store: Store,
  codec: RecordCodec<T>,
  { expires, key }: Expiring,
  { now, rows }: { readonly now: Date | number; readonly rows: number },
): Promise<number> =>
  DELETE[store.layout.dialect](store, {
    table: codec.table,
    expires: codec.columnName(expires),
    key: key.map((member) => codec.columnName(member)),
    now: codec.encode(expires, now),
    rows,
  })

/** Returns a function that deletes a batch of expired rows of a kind. */
export function expiringRows(
  store: Store,
  data: ExpiringRows['records'] | undefined,
): ExpiringRows {
  const { records } = store
  const deleteBatch =
    <T>(codec: RecordCodec<T>, expires: keyof T & string, ...key: readonly (keyof T & string)[]) =>
    (...[now, rows]: Parameters<DeleteBatch>): Promise<number> =>
      deleteExpiredFrom(
        store,
        codec,
        { expires, key },
        { now: expires === 'tat' ? now.getTime() : now, rows },
      )
  const { control } = records
  return {
    sessions: deleteBatch(records.sessions, 'expires', 'sessionToken'),
    verificationTokens: deleteBatch(records.verificationTokens, 'expires', 'identifier', 'token'),
    ...(data && { records: data }),
    ...(control && {
      revocations: deleteBatch(control.revocations, 'expires', 'seq'),
      budgets: deleteBatch(control.budgets, 'tat', 'key'),
    }),
  }
}
