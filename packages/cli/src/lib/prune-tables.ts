import {
  type Column,
  type PresentTable,
  type Schema,
  type SqlDialect,
  type Table,
  findColumn,
  inspect,
  plan,
} from '@latchstring/schema'
import type { Connection } from './connection.ts'

/** A table whose rows expire. */
export interface ExpiringTable {
  readonly name: string
  /** The column with the time. */
  readonly expires: string
  /** The time is a number of milliseconds. */
  readonly milliseconds: boolean
  /** The columns of the primary key. */
  readonly key: readonly string[]
}

/** A table that cannot be pruned, and what to do about it. */
export interface Unfit {
  readonly table: string
  readonly why: string
}

/** Which tables there are, and which lack what a small batch needs. */
export interface ExpiringTables {
  readonly tables: readonly ExpiringTable[]
  readonly missing: readonly string[]
  readonly unfit: readonly Unfit[]
}

/** What to do where tables look otherwise. */
export const MIGRATE: string =
  'Run "latchstring migrate --plan", and describe the tables here as there.'

const isExpiry = ({ member }: Column): boolean => member === 'expires'

const expiringTables = ({ tables }: Schema): readonly ExpiringTable[] =>
  tables
    .filter(({ key, columns }) => key === 'budgets' || columns.some(isExpiry))
    .map((table: Table) => ({
      name: table.name,
      expires: findColumn(table, table.key === 'budgets' ? 'tat' : 'expires').name,
      milliseconds: table.key === 'budgets',
      key: table.primaryKey,
    }))

/** Names in PostgreSQL differ by upper and lower case. */
const isSame = (dialect: SqlDialect, one: string, other: string): boolean =>
  dialect === 'postgres' ? one === other : one.toLowerCase() === other.toLowerCase()

function missingParts(
  dialect: SqlDialect,
  { expires, key }: ExpiringTable,
  { columns, indexes }: PresentTable,
): readonly string[] {
  const isThere = (name: string): boolean =>
    columns.some((column) => isSame(dialect, column.name, name))
  const isIndexed = (name: string): boolean =>
    indexes.some(
      ({ valid, whole, keys: [first = ''] }) => valid && whole && isSame(dialect, first, name),
    )
  const absent = [expires, ...key].filter((name) => !isThere(name))
  if (absent.length > 0) return [`The column ${absent.join(', ')} is missing. ${MIGRATE}`]
  return [expires, key[0] ?? expires]
    .filter((name) => !isIndexed(name))
    .map(
      (name) =>
        `There is no index on ${name}, so each batch would read the whole table. ` +
        'Run "latchstring migrate --apply" to create one.',
    )
}

/** Compares the tables with what a small batch needs: the columns, of the right types, and an index. */
export async function findTables(
  { dialect, query }: Connection,
  schema: Schema,
): Promise<ExpiringTables> {
  const present = await inspect(dialect, query, schema)
  const { refused } = plan(dialect, present, schema)
  const all = expiringTables(schema)
  const find = ({ name }: ExpiringTable): PresentTable | undefined =>
    present.tables.find((table) => isSame(dialect, table.name, name))
  const tables = all.filter((table) => find(table) !== undefined)
  const whyUnfit = (table: ExpiringTable): readonly string[] => {
    const there = find(table)
    const types = refused
      .filter(({ kind, name }) => kind === 'type' && name === table.expires)
      .filter((refusal) => refusal.table === table.name)
      .map(({ why, byHand }) => `${why} By hand: ${byHand}`)
    return there === undefined ? [] : [...types, ...missingParts(dialect, table, there)]
  }
  return {
    tables,
    missing: all.filter((table) => find(table) === undefined).map(({ name }) => name),
    unfit: tables.flatMap((table) => whyUnfit(table).map((why) => ({ table: table.name, why }))),
  }
}
