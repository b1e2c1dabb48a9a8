import { type Kysely, sql } from 'kysely'
import type { SqlDialect } from './codecs.ts'
import {
  MIGRATIONS,
  addUserColumns,
  createMigrationsTable,
  migrationSql,
  recordMigration,
} from './migrations.ts'
import {
  type Fields,
  type TableNames,
  type UserFields,
  resolveTables,
  resolveUserFields,
} from './schema.ts'
import type { Database } from './store.ts'

/** What decides how the tables look. */
export interface SchemaOptions {
  /** Other names for the tables. */
  readonly tables?: Partial<TableNames>
  /** Custom members of a user, each kept in a column of its own named in snake_case. */
  readonly userFields?: UserFields
}

interface MigrateContext {
  readonly db: Kysely<Database>
  readonly dialect: SqlDialect
  readonly tables: TableNames
  readonly userFields: Fields
}

/**
 * Brings the tables up to date in one transaction that other instances wait for.
 *
 * @returns the versions this call applied, oldest first
 */
export async function migrate(context: MigrateContext): Promise<readonly number[]> {
  const { db, dialect, tables, userFields } = context
  const { columnsOf, lock } = migrationSql(dialect)
  // SQLite's lock is a write to this table, so there it has to exist before the transaction.
  if (dialect === 'sqlite') await sql.raw(createMigrationsTable(dialect, tables)).execute(db)

  return db.transaction().execute(async (trx) => {
    const run = async (statement: string): Promise<void> => {
      await sql.raw(statement).execute(trx)
    }
    await run(lock(tables.migrations))
    await run(createMigrationsTable(dialect, tables))
    const done = await trx.selectFrom(tables.migrations).select('version').execute()
    const applied = new Set(done.map(({ version }) => Number(version)))
    const pending = MIGRATIONS.filter(({ version }) => !applied.has(version))
    for (const migration of pending) {
      for (const statement of migration.statements(migrationSql(dialect).types, tables)) {
        await run(statement)
      }
      await run(recordMigration(dialect, tables, migration))
    }
    const columns = await sql.raw<{ name: string }>(columnsOf(tables.users)).execute(trx)
    const present = new Set(columns.rows.map(({ name }) => name))
    for (const statement of addUserColumns(dialect, tables, userFields, present)) {
      await run(statement)
    }
    return pending.map(({ version }) => version)
  })
}

/**
 * The whole schema as SQL text, for a database whose changes somebody else applies. It also records
 * the migrations as run, so that `migrate()` later adds only what is new.
 *
 * @param dialect - the database to write for
 * @param options - the same `tables` and `userFields` the adapter gets
 *
 * @example
 * ```ts
 * import { sqlFor } from '@latchstring/adapter-sql'
 *
 * console.log(sqlFor('postgres'))
 * ```
 */
export function sqlFor(dialect: SqlDialect, options: SchemaOptions = {}): string {
  const tables = resolveTables(options.tables)
  const { types } = migrationSql(dialect)
  const statements = [
    createMigrationsTable(dialect, tables),
    ...MIGRATIONS.flatMap((migration) => [
      ...migration.statements(types, tables),
      recordMigration(dialect, tables, migration),
    ]),
    ...addUserColumns(dialect, tables, resolveUserFields(options.userFields)),
  ]
  return statements.map((statement) => `${statement};\n`).join('\n')
}
