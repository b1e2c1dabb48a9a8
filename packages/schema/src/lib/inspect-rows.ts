import type {
  Present,
  PresentColumn,
  PresentForeignKey,
  PresentIndex,
  PresentTable,
  Row,
} from './present.ts'
import { usualNames } from './names.ts'
import type { Schema } from './schema.ts'

/** A member of a row as text; nothing is an empty text. Some drivers give bytes. */
export function readText(row: Row, name: string): string {
  const value = row[name]
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : ''
}

/** A member of a row as a truth value. */
export const isTrue = (row: Row, name: string): boolean =>
  row[name] === true || readText(row, name) === '1'

/** A member of a row that holds a list of texts as JSON. */
export function readList(row: Row, name: string): readonly string[] {
  const value: unknown = JSON.parse(readText(row, name))
  return Array.isArray(value) ? value.map(String) : []
}

/**
 * The names of the tables that are wanted, and those that such tables often have, as the list of an `in`. Every one is an identifier
 * without quotes.
 */
export function tableList({ tables }: Schema): string {
  const names = tables.flatMap(({ key, name }) => [name, ...usualNames(key)])
  return [...new Set(names)].map((name) => `'${name}'`).join(', ')
}

/** The wanted name that a table has in a database that takes upper and lower case for the same. */
export const wantedName = ({ tables }: Schema, name: string): string =>
  tables.find((table) => table.name.toLowerCase() === name.toLowerCase())?.name ?? name

/** Names that are taken, and those of them that are not of tables. */
export function takenNames(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Pick<Present, 'names' | 'notTables'> {
  const others = rows.filter((row) => !isTrue(row, 'is_table'))
  return { names: new Set(rows.map(nameOf)), notTables: new Set(others.map(nameOf)) }
}

/** A key of an index that is an expression. */
export function toIndexKey(expression: string): string {
  const lowered =
    /^lower\s*\(\s*\(?\s*["`[]?(\w+)["`\]]?\s*\)?\s*(?:::\s*(?:text|citext|character varying))?\s*\)$/i
  const [, column] = lowered.exec(expression.trim()) ?? []
  return column === undefined ? '' : `lower(${column})`
}

/** Something of a table. */
type Of<T> = T & { readonly table: string }

/** Everything read of the tables, not yet put together. */
export interface Parts {
  readonly columns: readonly Of<PresentColumn>[]
  readonly indexes: readonly Of<PresentIndex>[]
  readonly foreignKeys: readonly Of<PresentForeignKey>[]
}

const selectTable = <T>(list: readonly Of<T>[], name: string): readonly Of<T>[] =>
  list.filter(({ table }) => table === name)

/** Puts what was read in lists together by table. */
export function assemble({ columns, indexes, foreignKeys }: Parts): readonly PresentTable[] {
  const names = [...new Set(columns.map(({ table }) => table))]
  return names.map((name) => ({
    name,
    columns: selectTable(columns, name),
    indexes: selectTable(indexes, name),
    foreignKeys: selectTable(foreignKeys, name),
  }))
}

/** Puts rows, one for each key of an index or foreign key, together. */
export function groupBy<T>(rows: readonly Row[], id: (row: Row) => string, make: Group<T>): T[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(id(row))
    if (group === undefined) groups.set(id(row), [row])
    else group.push(row)
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [make(first, group)]
  })
}

type Group<T> = (first: Row, rows: readonly Row[]) => T
