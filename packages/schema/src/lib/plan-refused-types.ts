import type { PresentColumn } from './present.ts'
import { type Family, typeFamily, checkFit, toIdType } from './plan-type-families.ts'
import { type Pair, type Refusal, isSame } from './plan-types.ts'
import { type Column, findColumn, findTable } from './schema.ts'
import { quoteName, columnType } from './sql.ts'

/** Families of PostgreSQL whose values are turned into those of another one as they are usually written. */
const CAST: readonly Family[] = ['uuid', 'integer']

/** What turns a column into one of another type, where that loses nothing. */
function alterSql(pair: Pair, column: Column, there: PresentColumn): string | undefined {
  const { dialect, schema, table } = pair
  const [from, to] = [typeFamily(there.type), column.kind]
  // To MySQL and MariaDB, what is true or false is a small number.
  const longer = from === to || (dialect === 'mysql' && from === 'boolean' && to === 'integer')
  const type = columnType(dialect, schema, table, column)
  const alter = `alter table ${quoteName(dialect, table.name)}`
  const name = quoteName(dialect, there.name)
  if (dialect === 'mysql' && longer) {
    return `${alter} modify ${name} ${type}${there.nullable ? '' : ' not null'}`
  }
  if (dialect !== 'postgres') return undefined
  if (longer) return `${alter} alter column ${name} type ${type}`
  const cast = to === 'text' && CAST.includes(from)
  return cast ? `${alter} alter column ${name} type ${type} using ${name}::${type}` : undefined
}

/** What a person does about a type. */
function manualFix(pair: Pair, column: Column, there: PresentColumn): string {
  const { dialect, schema, table } = pair
  const wanted = columnType(dialect, schema, table, column)
  const alter = alterSql(pair, column, there)
  const copy =
    `Add a column ${wanted} of another name, copy the values into it, and name it: ` +
    `{ "columns": { "${table.key}": { "${column.member}": "…" } } }.`
  if (alter === undefined) return `${copy} Or rewrite the table while it is not in use.`
  // Longer texts of PostgreSQL are the same on disk, so that only the catalogue changes.
  const catalogue = dialect === 'postgres' && there.type.startsWith('character varying')
  if (catalogue) return `${alter}; it changes no row, but waits until the table is not in use.`
  return `While the table is not in use: ${alter}. Or: ${copy}`
}

/** Whether the ids of users are refused themselves, and for being of the same other type. */
function isSaidOfUsers({ dialect, present, schema }: Pair, there: PresentColumn): boolean {
  const users = findTable(schema, 'users')
  const wanted = findColumn(users, 'id')
  const id = present.tables
    .find(({ name }) => name === users.name)
    ?.columns.find(({ name }) => isSame(dialect, name, wanted.name))
  if (id === undefined || checkFit(dialect, schema.ids, wanted, id.type).fits) return false
  return toIdType(dialect, id.type) === toIdType(dialect, there.type)
}

/**
 * Refuses a column whose type does not do.
 *
 * @param why - the reason, as `fitOf` gives it
 */
export function refuseType(
  pair: Pair,
  column: Column,
  there: PresentColumn,
  why: string,
): readonly Refusal[] {
  const { dialect, schema, table } = pair
  const about = { kind: 'type', table: table.name, name: column.name } as const
  const byHand = manualFix(pair, column, there)
  const ids = toIdType(dialect, there.type)
  if (!column.userId || ids === schema.ids) return [{ ...about, why, byHand }]
  if (table.owner !== undefined) {
    // What is said of the ids of users holds for every column that refers to them.
    if (isSaidOfUsers(pair, there)) return []
    return [{ ...about, why: `${why} It refers to the ids of users.`, byHand }]
  }
  if (ids === undefined) return [{ ...about, why, byHand }]
  const option = `Say that ids are of that type: --ids ${ids}, or { "ids": "${ids}" }.`
  return [{ ...about, why, byHand: option }]
}
