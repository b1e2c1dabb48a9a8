import { isObject } from '@latchstring/adapter-kit'
import { type Column, getTableColumns, is, type Table } from 'drizzle-orm'
import { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Columns, Row } from './database.ts'
import { LOWERED_EMAIL } from './tables.ts'

/** A table, and how records become its rows and back. */
export interface RecordTable {
  readonly table: Table
  /** The columns of a record. */
  readonly columns: Columns
  /** The column of a member that the table has for sure. */
  readonly column: (member: string) => Column
  /** The members given as a row; throws when one has no column. */
  readonly toRow: (record: object) => Row
  readonly fromRow: (row: Row) => Row
}

/** The member of an account that holds what has no column. */
const REST = 'additional'

const IDS: ReadonlySet<string> = new Set(['id', 'userId'])
const NUMBERS: ReadonlySet<string> = new Set(['expires_at', 'counter'])
const NUMERIC: ReadonlySet<string> = new Set(['number', 'bigint'])
const INTEGER = /^-?\d{1,18}$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Whether the table makes numbers of its own for a column of ids. */
export const isNumeric = ({ dataType }: Column): boolean => NUMERIC.has(dataType)

/** Whether a column can hold an id; if not, no row has it. */
export function canHold(column: Column, id: string): boolean {
  if (isNumeric(column)) return INTEGER.test(id)
  return column.columnType !== 'PgUUID' || UUID.test(id)
}

/** A value as its column takes it. */
function encode(member: string, column: Column, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0') && is(column, SQLiteColumn)) {
    // SQLite's functions and some of its drivers take it for the end of the text.
    throw new TypeError(`"${member}" contains the character NUL, which SQLite cannot keep.`)
  }
  const integral = typeof value === 'number' && Number.isSafeInteger(value)
  const id = IDS.has(member) && typeof value === 'string' && INTEGER.test(value)
  if (column.dataType === 'bigint' && (integral || id)) return BigInt(value)
  if (column.dataType === 'number' && id) return Number(value)
  return value
}

/** A value that is not NULL as its record has it. */
function decode(member: string, value: unknown): unknown {
  if (IDS.has(member)) return String(value)
  return NUMBERS.has(member) && typeof value === 'bigint' ? Number(value) : value
}

const present = (record: object): readonly (readonly [string, unknown])[] =>
  Object.entries(record).filter(([, value]) => value !== undefined)

function propertyColumns(table: Table): Columns {
  const { [LOWERED_EMAIL]: lowered, ...others } = getTableColumns(table)
  return lowered === undefined || lowered.generated !== undefined ? others : { ...others, lowered }
}

/** A table whose records have one column for each member. */
export function recordTable(table: Table, name: string, hint: string): RecordTable {
  const columns = propertyColumns(table)
  const known = (member: string): Column | undefined =>
    Object.hasOwn(columns, member) ? columns[member] : undefined
  const column = (member: string): Column => {
    const found = known(member)
    if (found === undefined) {
      throw new TypeError(`${name} has the member "${member}", which has no column. ${hint}`)
    }
    return found
  }
  return {
    table,
    columns,
    column,
    toRow: (record) =>
      Object.fromEntries(
        present(record).map(([member, value]) => [member, encode(member, column(member), value)]),
      ),
    fromRow: (row) =>
      Object.fromEntries(
        Object.entries(row).map(([member, value]) => [
          member,
          value === null ? null : decode(member, value),
        ]),
      ),
  }
}

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isSafeInteger(value),
  bigint: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  date: (value) => value instanceof Date,
}

/** Accounts, of which nobody knows all members in advance. */
export interface AccountTable extends RecordTable {
  /** Whether there is a column for members without one. */
  readonly keepsRest: boolean
  /** The columns that change, and the members without one, beside those there already in `rest`. */
  readonly toChanges: (changes: object, rest: unknown) => Row
  /** The members without a column, as a row has them. */
  readonly restOf: (row: Row) => unknown
}

/** The table of accounts: token responses carry members nobody knows, which go into {@link REST}. */
export function accountTable(table: Table): AccountTable {
  const plain = recordTable(
    table,
    'The account',
    `Add one to the table, or one for all such members: ${REST}, of JSON.`,
  )
  const keepsRest = Object.hasOwn(plain.columns, REST)
  const fits = (member: string, value: unknown): boolean => {
    if (!Object.hasOwn(plain.columns, member)) return false
    if (value === null || IDS.has(member)) return value !== null
    return FITS[plain.column(member).dataType]?.(value) ?? true
  }
  const split = (record: object): readonly [Row, Row] => {
    const members = present(record)
    return [
      Object.fromEntries(members.filter(([member, value]) => fits(member, value))),
      Object.fromEntries(members.filter(([member, value]) => !fits(member, value))),
    ]
  }
  const toChanges = (changes: object, rest: unknown): Row => {
    if (!keepsRest) return plain.toRow(changes)
    const [fitting, others] = split(changes)
    const changed = new Set(Object.keys(fitting))
    const kept = Object.entries(isObject(rest) ? rest : {}).filter(
      ([member]) => !changed.has(member),
    )
    const merged = { ...Object.fromEntries(kept), ...others }
    // What does not fit its column leaves nothing there that would come back instead.
    const emptied = Object.keys(others).filter((member) => Object.hasOwn(plain.columns, member))
    return {
      ...Object.fromEntries(emptied.map((member) => [member, null])),
      ...plain.toRow(fitting),
      [REST]: Object.keys(merged).length === 0 ? null : merged,
    }
  }
  return {
    ...plain,
    keepsRest,
    toChanges,
    toRow: (account) => toChanges(account, undefined),
    restOf: (row) => row[REST],
    fromRow(row) {
      const { [REST]: rest, ...members } = keepsRest ? row : { ...row, [REST]: undefined }
      const stored = Object.entries(plain.fromRow(members)).filter(([, value]) => value !== null)
      return { ...Object.fromEntries(stored), ...(isObject(rest) ? rest : {}) }
    },
  }
}
