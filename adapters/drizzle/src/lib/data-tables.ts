import { isRecordMember, recordMember } from '@latchstring/adapter-kit'
import {
  recordTables,
  storedLength,
  type RecordField,
  type RecordTable as DataTable,
} from '@latchstring/core/adapters'
import { type Column, getTableColumns, is, type SQL, Table } from 'drizzle-orm'
import { MySqlColumn } from 'drizzle-orm/mysql-core'
import { isUniqueBy, refersTo } from './constraints.ts'
import type { Columns } from './database.ts'
import { canHold } from './records.ts'
import { same } from './same.ts'
import type { DataPlaces, Store } from './store.ts'
import type { DrizzleTables } from './tables.ts'

/** A table that is data, with its table of Drizzle. */
export interface Place {
  readonly store: Store
  readonly data: DataTable
  readonly table: Table
  readonly columns: Columns
}

/** The column that is compared before a row is changed. */
export const VERSION = 'version'

/** Characters of the longest id. */
const LONGEST_ID = 128

/** Types of columns with numbers that reach every safe integer. */
const WIDE: ReadonlySet<string> = new Set([
  'PgBigInt53',
  'PgBigInt64',
  'MySqlBigInt53',
  'MySqlBigInt64',
  'SQLiteInteger',
])

/** Types of columns that give back any text as it was. */
const TEXTS: ReadonlySet<string> = new Set([
  'PgText',
  'PgVarchar',
  'MySqlText',
  'MySqlVarChar',
  'SQLiteText',
])

/** Bytes that types of texts end at, on MySQL. */
const BYTES: Readonly<Record<string, number>> = { tinytext: 255, text: 65_535 }

/** Finds the tables of a schema that are named like tables that are data, and have the column `version`. */
export function findDataTables(schema: DrizzleTables): DataPlaces {
  const found = Object.entries<unknown>({ ...schema }).flatMap(
    ([name, table]): readonly (readonly [string, Table])[] =>
      isRecordMember(name) && is(table, Table) && Object.hasOwn(getTableColumns(table), VERSION)
        ? [[name, table]]
        : [],
  )
  return { tables: new Map(found), owners: new Map() }
}

function holdsText(column: Column, length: number): boolean {
  const { columnType, enumValues = [] } = column
  const most: unknown = Reflect.get(column, 'length')
  const bytes = BYTES[column.getSQLType()] ?? Infinity
  return (
    TEXTS.has(columnType) &&
    enumValues.length === 0 &&
    (typeof most !== 'number' || most >= length) &&
    // In UTF-8 a code unit takes up to three bytes.
    (!is(column, MySqlColumn) || length * 3 <= bytes)
  )
}

const HOLDS: Readonly<Record<RecordField['kind'], (column: Column, length: number) => boolean>> = {
  id: holdsText,
  text: holdsText,
  int: (column) => WIDE.has(column.columnType),
  time: (column) => column.dataType === 'date',
  bool: (column) => column.dataType === 'boolean',
  json: (column) => column.dataType === 'json',
}

/** Whether a column holds every value of a field. What a type of the application holds is not known. */
function holds(column: Column, field: RecordField): boolean {
  const { kind, nullable } = field
  if (nullable === true && column.notNull) return false
  return (
    column.dataType === 'custom' ||
    HOLDS[kind](column, kind === 'id' ? LONGEST_ID : storedLength(field))
  )
}

/** Whether rows can be stored without a value for a column. */
const isOptional = ({ notNull, hasDefault, generated }: Column): boolean =>
  !notNull || hasDefault || generated !== undefined

/** Whether a table has a column for every field, that holds every value, and a key that is unique. */
function fits({ data, table, columns, store }: Place): boolean {
  const fields = Object.entries<RecordField>({ ...data.fields, [VERSION]: { kind: 'int' } })
  const user = store.tables.users.column('id')
  const isKept = ([field, description]: readonly [string, RecordField]): boolean => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (column === undefined) return false
    return field === data.owner ? column.dataType === user.dataType : holds(column, description)
  }
  const others = Object.entries(columns).filter(
    ([name]) => name !== VERSION && !Object.hasOwn(data.fields, name),
  )
  return (
    fields.every(isKept) &&
    others.every(([, column]) => isOptional(column)) &&
    isUniqueBy(
      table,
      data.key.flatMap((field) => columns[field] ?? []),
    )
  )
}

/** The place of a table that is data; `undefined` where the schema has none that fits. */
export function findPlace(store: Store, data: DataTable): Place | undefined {
  const table = store.places.tables.get(recordMember(data))
  if (table === undefined) return undefined
  const place = { store, data, table, columns: getTableColumns(table) }
  if (!fits(place)) return undefined
  store.places.owners.set(table, data.owner)
  return place
}

/** Whether the database refuses a row of no user, at the same time as the user is deleted, too. */
function isBoundBy({ dialect, tables }: Store, table: Table, owner: Column): boolean {
  // SQLite ignores foreign keys where the connection does not enable them.
  return dialect !== 'sqlite' && refersTo(table, owner, tables.users.table)
}

/** Whether the database itself looks for the user of a row, or there is none to look for. */
export function isBound({ store, data, table, columns }: Place): boolean {
  const column = data.owner === undefined ? undefined : columns[data.owner]
  return column === undefined || isBoundBy(store, table, column)
}

/** The tables of the library, which are known before anything asks for them. */
export const KNOWN: readonly DataTable[] = recordTables

/** The rows of a user in each table that was asked for. A table of the application may only be named like one. */
export function ownedBy(
  store: Store,
  id: string,
): readonly {
  readonly table: Table
  readonly where: SQL | undefined
  readonly isBound: boolean
}[] {
  for (const table of KNOWN) findPlace(store, table)
  const user = store.tables.users.column('id')
  return [...store.places.owners].flatMap(([table, name]) => {
    const columns: Columns = getTableColumns(table)
    const column = name === undefined ? undefined : columns[name]
    if (column?.dataType !== user.dataType || !canHold(column, id)) return []
    return [{ table, where: same(column, id), isBound: isBoundBy(store, table, column) }]
  })
}
