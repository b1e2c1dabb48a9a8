import { type SqlDialect, type Table, quoteName, tableSql } from '@latchstring/schema'
import { type Kysely, sql } from 'kysely'
import { type Layout, type SchemaOptions, createLayout } from './layout.ts'
import {
  type Migration,
  addColumns,
  createMigrationsTable,
  isComplete,
  migrationSql,
  migrationsFor,
  presentColumns,
  recordMigration,
} from './migrations.ts'
import { recordTables } from './record-rows.ts'
import type { Database } from './rows.ts'
import type { Statement } from './store.ts'

/** The pending migrations. */
interface Pending {
  readonly versions: readonly number[]
  readonly statements: readonly string[]
}

/** The columns of each table, as they are. */
async function findColumns(
  db: Kysely<Database>,
  layout: Layout,
): Promise<ReadonlyMap<Table['key'], ReadonlySet<string>>> {
  const found = new Map<Table['key'], ReadonlySet<string>>()
  for (const { key, name } of layout.schema.tables) {
    const { rows } = await sql.raw<{ name: string }>(presentColumns(layout, name)).execute(db)
    found.set(key, new Set(rows.map((row) => row.name)))
  }
  return found
}

async function findPending(db: Kysely<Database>, layout: Layout): Promise<Pending> {
  const done = await db.selectFrom(layout.migrations).select('version').execute()
  const applied = new Set(done.map(({ version }) => Number(version)))
  const pending = migrationsFor(layout).filter(({ version }) => !applied.has(version))
  const columns = await findColumns(db, layout)
  const columnNames = (key: Table['key']): ReadonlySet<string> => columns.get(key) ?? new Set()
  // Tables with the right columns, for example of the program `latchstring`, are only recorded as migrated.
  const isThere = (migration: Migration): boolean =>
    migration.tables(layout).every((table) => isComplete(layout, table, columnNames(table.key)))
  const missing = pending.filter((migration) => !isThere(migration))
  return {
    versions: missing.map(({ version }) => version),
    statements: [
      ...missing.flatMap((migration) => migrationSql(layout, migration)),
      ...recordTables(layout)
        .filter(({ key }) => columnNames(key).size === 0)
        .flatMap((table) => tableSql(layout.dialect, layout.schema, table)),
      ...layout.schema.tables.flatMap((table) => addColumns(layout, table, columnNames(table.key))),
      // Last: where no transaction covers them, a failure takes the tables away again, and they would count as made.
      ...pending.map((migration) => recordMigration(layout, migration)),
    ],
  }
}

async function run(db: Kysely<Database>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}

/** The first statement of a migrating transaction: others wait for it until this one ends. */
const LOCK: Readonly<Record<Exclude<SqlDialect, 'mysql'>, (migrations: string) => string>> = {
  // A write that changes nothing takes the one write lock; a read first would only get a snapshot.
  sqlite: (migrations) => `delete from "${migrations}" where version < 0`,
  postgres: (migrations) => `select pg_advisory_xact_lock(hashtext('${migrations}'))`,
}

async function migrateInTransaction(
  db: Kysely<Database>,
  layout: Layout,
  lock: string,
): Promise<readonly number[]> {
  // SQLite's lock is a write to this table, so there it has to exist before the transaction.
  if (layout.dialect === 'sqlite') await run(db, createMigrationsTable(layout))
  return db.transaction().execute(async (trx) => {
    await run(trx, lock)
    await run(trx, createMigrationsTable(layout))
    const { statements, versions } = await findPending(trx, layout)
    for (const statement of statements) await run(trx, statement)
    return versions
  })
}

/** Seconds to wait for each other, in short turns: an answer that takes long is taken for none. */
const TURNS = 30
const TURN = 2

/** Names of these locks are the server's, not the database's, and short. */
const lockName = ({ migrations }: Layout) => sql`sha1(concat(database(), '.', ${migrations}))`

async function lockMysql(db: Kysely<Database>, layout: Layout): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { rows } = await sql<{
      locked: unknown
    }>`select get_lock(${lockName(layout)}, ${TURN}) as locked`.execute(db)
    if (Number(rows[0]?.locked) === 1) return
  }
  throw new Error(
    `Another instance has been changing the tables for ${TURNS * TURN} seconds. Find out whether it still is.`,
  )
}

async function applyMysql(db: Kysely<Database>, layout: Layout): Promise<readonly number[]> {
  await run(db, createMigrationsTable(layout))
  const { statements, versions } = await findPending(db, layout)
  const created: string[] = []
  try {
    for (const statement of statements) {
      await run(db, statement)
      const table = layout.schema.tables.find(({ name }) =>
        statement.startsWith(`create table ${quoteName('mysql', name)} `),
      )
      if (table !== undefined) created.push(table.name)
    }
  } catch (error) {
    // No transaction covers statements that create tables there, so what they made is taken away again.
    for (const name of created.toReversed()) {
      await run(db, `drop table ${quoteName('mysql', name)}`)
    }
    throw error
  }
  return versions
}

/** On one connection, which is what the lock belongs to. */
const migrateMysql = (db: Kysely<Database>, layout: Layout): Promise<readonly number[]> =>
  db.connection().execute(async (connection) => {
    await lockMysql(connection, layout)
    try {
      return await applyMysql(connection, layout)
    } finally {
      await sql`select release_lock(${lockName(layout)})`.execute(connection)
    }
  })

/** Runs statements as one unit. */
export type Batch = (statements: readonly Statement[]) => Promise<void>

/** Runs a batch without a lock. It fails as a whole if another instance was faster. */
async function migrateInBatch(
  db: Kysely<Database>,
  layout: Layout,
  batch: Batch,
): Promise<readonly number[]> {
  await run(db, createMigrationsTable(layout))
  const before = await findPending(db, layout)
  if (before.statements.length === 0) return []
  try {
    await batch(before.statements.map((statement) => rawStatement(db, statement)))
    return before.versions
  } catch (error) {
    const after = await findPending(db, layout)
    if (after.statements.join() === before.statements.join()) throw error
    return migrateInBatch(db, layout, batch)
  }
}

function rawStatement(db: Kysely<Database>, statement: string): Statement {
  const builder = sql.raw(statement)
  return { compile: () => builder.compile(db), execute: () => builder.execute(db) }
}

/**
 * Brings the tables up to date, while other instances wait.
 *
 * @param batch - how to run statements as one unit where there are no transactions
 * @returns the versions this call applied, oldest first
 */
export async function migrate(
  db: Kysely<Database>,
  layout: Layout,
  batch?: Batch,
): Promise<readonly number[]> {
  if (batch !== undefined) return migrateInBatch(db, layout, batch)
  const { dialect, migrations } = layout
  if (dialect === 'mysql') return migrateMysql(db, layout)
  return migrateInTransaction(db, layout, LOCK[dialect](migrations))
}

/**
 * The whole schema as SQL text, for a database whose changes another program applies. It also records
 * the migrations as run, so that `migrate()` later adds only what is new.
 *
 * @param dialect - the database to write for
 * @param options - the options of the adapter that say how the tables look
 *
 * @example
 * ```ts
 * import { sqlFor } from '@latchstring/adapter-sql'
 *
 * console.log(sqlFor('postgres'))
 * ```
 */
export function sqlFor(dialect: SqlDialect, options: SchemaOptions = {}): string {
  const layout = createLayout(dialect, options)
  const statements = [
    createMigrationsTable(layout),
    ...migrationsFor(layout).flatMap((migration) => [
      ...migrationSql(layout, migration),
      recordMigration(layout, migration),
    ]),
    ...recordTables(layout).flatMap((table) => tableSql(dialect, layout.schema, table)),
  ]
  return statements.map((statement) => `${statement};\n`).join('\n')
}
