import { type Column, getTableColumns, is, SQL, StringChunk, type Table } from 'drizzle-orm'
import { getTableConfig as mysqlConfig, MySqlTable } from 'drizzle-orm/mysql-core'
import { getTableConfig as pgConfig, PgTable } from 'drizzle-orm/pg-core'
import { getTableConfig as sqliteConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type DrizzleTables, LOWERED_EMAIL } from './tables.ts'

/** The description of a table that is used here, for all databases. */
interface TableConfig {
  readonly primaryKeys: readonly { readonly columns: readonly unknown[] }[]
  readonly uniqueConstraints: readonly { readonly columns: readonly unknown[] }[]
  readonly indexes: readonly {
    readonly config: { readonly unique?: boolean; readonly columns: readonly unknown[] }
  }[]
  readonly foreignKeys: readonly {
    reference(): { readonly columns: readonly unknown[]; readonly foreignTable: unknown }
  }[]
}

function readConfig(table: Table): TableConfig {
  if (is(table, PgTable)) return pgConfig(table)
  if (is(table, MySqlTable)) return mysqlConfig(table)
  if (is(table, SQLiteTable)) return sqliteConfig(table)
  throw new TypeError(
    'A table of the schema is not of PostgreSQL, MySQL or SQLite. Pass tables that Drizzle made for one of these.',
  )
}

/** Returns the text of an expression, with names instead of columns. */
function toText(part: unknown): string {
  if (is(part, SQL)) return part.queryChunks.map(toText).join('')
  if (is(part, StringChunk)) return part.value.join('')
  return typeof part === 'object' && part !== null && 'name' in part ? String(part.name) : ''
}

const describePart = (part: unknown): string =>
  is(part, SQL)
    ? toText(part)
        .replaceAll(/["`\s]/g, '')
        .toLowerCase()
    : toText(part)

/** Returns the sets of columns that are unique together; expressions as their text. */
function uniqueSets(table: Table): readonly (readonly string[])[] {
  const { primaryKeys, uniqueConstraints, indexes } = readConfig(table)
  const single = Object.values(getTableColumns(table)).filter((one) => one.primary || one.isUnique)
  return [
    ...single.map(({ name }) => [name]),
    ...[...primaryKeys, ...uniqueConstraints].map(({ columns }) => columns.map(describePart)),
    ...indexes
      .filter(({ config }) => config.unique === true)
      .map(({ config }) => config.columns.map(describePart)),
  ]
}

const isAmong = (sets: readonly (readonly string[])[], wanted: readonly string[]): boolean =>
  sets.some((set) => set.length === wanted.length && wanted.every((part) => set.includes(part)))

/** Whether no two rows have the same values in columns together. */
export const isUniqueBy = (table: Table, columns: readonly Column[]): boolean =>
  isAmong(
    uniqueSets(table),
    columns.map(({ name }) => name),
  )

/** Whether a foreign key leads from a column to another table. */
export const refersTo = (table: Table, column: Column, other: Table): boolean =>
  readConfig(table).foreignKeys.some((key) => {
    const { columns, foreignTable } = key.reference()
    return foreignTable === other && columns.length === 1 && columns[0] === column
  })

/** How addresses are compared. */
export type EmailLookUp =
  /** By an index over `lower(email)`. */
  | { readonly by: 'expression' }
  /** By an indexed column that is generated from the address. */
  | { readonly by: 'column'; readonly lowered: Column }
  /** As they are stored. */
  | { readonly by: 'value' }

/** Guarantees of the tables. */
export interface Constraints {
  readonly email: EmailLookUp
  /** Whether addresses are unique, and accounts by provider and the id there. */
  readonly unique: boolean
}

/** Whether no two verification tokens can have the same key. */
export function hasUniqueTokens({ verificationTokens: tokens }: DrizzleTables): boolean {
  return (
    tokens !== undefined && isAmong(uniqueSets(tokens), [tokens.identifier.name, tokens.token.name])
  )
}

/** Derives the guarantees of the tables from their description. */
export function readConstraints({ users, accounts }: DrizzleTables): Constraints {
  const sets = uniqueSets(users)
  const lowered: Column | undefined = getTableColumns(users)[LOWERED_EMAIL]
  const { provider, providerAccountId } = accounts
  const linkedOnce = isAmong(uniqueSets(accounts), [provider.name, providerAccountId.name])
  if (lowered?.generated !== undefined && isAmong(sets, [lowered.name])) {
    return { email: { by: 'column', lowered }, unique: linkedOnce }
  }
  if (isAmong(sets, [`lower(${users.email.name.toLowerCase()})`])) {
    return { email: { by: 'expression' }, unique: linkedOnce }
  }
  return { email: { by: 'value' }, unique: linkedOnce && isAmong(sets, [users.email.name]) }
}
