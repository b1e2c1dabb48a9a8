import {
  type Column,
  type SqlDialect,
  type Table,
  columnSql,
  quoteName,
  findTable,
  tableSql,
} from '@latchstring/schema'
import type { Layout } from './layout.ts'

/** Properties of a dialect for migrations. */
interface DialectSql {
  /** The time of the statement, in the spelling of the timestamp type. */
  readonly now: string
  /** A query for the columns of a table, one `name` per row. */
  readonly columnsOf: (table: string) => string
}

const DIALECTS: Readonly<Record<SqlDialect, DialectSql>> = {
  sqlite: {
    now: `cast(round((julianday('now') - 2440587.5) * 86400000) as integer)`,
    columnsOf: (table) => `select name from pragma_table_info('${table}')`,
  },
  postgres: {
    now: 'now()',
    columnsOf: (table) =>
      `select attname as name from pg_attribute ` +
      `where attrelid = to_regclass(format('%I.%I', current_schema(), '${table}')) and attnum > 0 and not attisdropped`,
  },
  mysql: {
    now: 'utc_timestamp(3)',
    columnsOf: (table) =>
      `select column_name as name from information_schema.columns ` +
      `where table_schema = database() and table_name = '${table}'`,
  },
}

/** A numbered change of the tables. What has been published is never edited. */
export interface Migration {
  readonly version: number
  /** The tables that it creates; without any, the options omit it. */
  readonly tables: (layout: Layout) => readonly Table[]
}

const CONTROL: ReadonlySet<Table['key']> = new Set(['revocations', 'budgets'])

const initial: Migration = {
  version: 1,
  tables: ({ schema }) =>
    schema.tables.filter(({ key }) => !CONTROL.has(key) && !key.startsWith('auth_')),
}

const sessionControl: Migration = {
  version: 2,
  tables: ({ schema }) => schema.tables.filter(({ key }) => CONTROL.has(key)),
}

const MIGRATIONS: readonly Migration[] = [initial, sessionControl]

/** The migrations of a layout, oldest first. */
export const migrationsFor = (layout: Layout): readonly Migration[] =>
  MIGRATIONS.filter(({ tables }) => tables(layout).length > 0)

/** The statements of a migration. */
export const migrationSql = (layout: Layout, { tables }: Migration): readonly string[] =>
  tables(layout).flatMap((table) => tableSql(layout.dialect, layout.schema, table))

const column = (name: string, kind: Column['kind']): Column => ({
  member: name,
  name,
  kind,
  required: true,
  key: false,
  userId: false,
  values: { of: name, least: 0, most: Infinity },
  counted: false,
  rowId: false,
  named: false,
})

/** Creates the table of applied migrations. */
export function createMigrationsTable({ dialect, schema, migrations }: Layout): string {
  const users = findTable(schema, 'users')
  const columns = [column('version', 'integer'), column('applied_at', 'timestamp')]
  const lines = columns.map((one) => columnSql(dialect, schema, users, one))
  const key = `primary key (${quoteName(dialect, 'version')})`
  return (
    `create table if not exists ${quoteName(dialect, migrations)} ` +
    `(\n  ${[...lines, key].join(',\n  ')}\n)`
  )
}

/** Records a migration as applied. */
export function recordMigration(layout: Layout, { version }: Migration): string {
  const { dialect, migrations } = layout
  const columns = `${quoteName(dialect, 'version')}, ${quoteName(dialect, 'applied_at')}`
  const values = `${version}, ${DIALECTS[dialect].now}`
  return `insert into ${quoteName(dialect, migrations)} (${columns}) values (${values})`
}

/** A query for the columns that a table has. */
export const presentColumns = ({ dialect }: Layout, table: string): string =>
  DIALECTS[dialect].columnsOf(table)

/** Whether a column is one of those that are added to a table that was made without it. */
const isOptional = ({ userFields }: Layout, table: Table, { member, required }: Column): boolean =>
  (table.key.startsWith('auth_') && !required) || (table.key === 'users' && userFields.has(member))

/** Whether a table has all columns but optional ones, which are added one by one. */
export function isComplete(layout: Layout, table: Table, present: ReadonlySet<string>): boolean {
  return table.columns.every((one) => isOptional(layout, table, one) || present.has(one.name))
}

/** Adds the optional columns of a table, except those in `present`. A table that is not there is made with all. */
export function addColumns(
  layout: Layout,
  table: Table,
  present: ReadonlySet<string>,
): readonly string[] {
  if (present.size === 0) return []
  const { dialect, schema } = layout
  return table.columns
    .filter((one) => isOptional(layout, table, one) && !present.has(one.name))
    .map(
      (missing) =>
        `alter table ${quoteName(dialect, table.name)} ` +
        `add column ${columnSql(dialect, schema, table, missing)}`,
    )
}
