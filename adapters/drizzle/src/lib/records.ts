import { isObject } from '@latchstring/adapter-kit'
import { type Column, getTableColumns, is, type Table } from 'drizzle-orm'
import { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Columns, Row } from './database.ts'
import { LOWERED_EMAIL } from './tables.ts'

/** A table, with conversions between records and rows. */
export interface RecordTable {
  readonly table: Table
  /** The columns of a record. */
  readonly columns: Columns
  /** The column of a required member. */
  readonly column: (member: string) => Column
  /** Converts members to a row; throws if one has no column. */
  readonly toRow: (record: object) => Row
  readonly fromRow: (row: Row) => Row
}

/** The column of accounts for members without their own column, as JSON. */
const ADDITIONAL = 'additional'

const IDS: ReadonlySet<string> = new Set(['id', 'userId'])
const NUMBERS: ReadonlySet<string> = new Set(['expires_at', 'counter'])
const NUMERIC: ReadonlySet<string> = new Set(['number', 'bigint'])
const INTEGER = /^-?\d{1,18}$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Whether the table generates numbers for a column of ids. */
export const isNumeric = ({ dataType }: Column): boolean => NUMERIC.has(dataType)

/** Whether a column can store an id; if not, no row has it. */
export function canHold(column: Column, id: string): boolean {
  if (isNumeric(column)) return INTEGER.test(id)
  return column.columnType !== 'PgUUID' || UUID.test(id)
}

/** Converts a value to that of its column. */
function encode(member: string, column: Column, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0') && is(column, SQLiteColumn)) {
    // Functions of SQLite and some of its drivers end a text at NUL.
    throw new TypeError(`"${member}" contains the character NUL, which SQLite cannot keep.`)
  }
  const integral = typeof value === 'number' && Number.isSafeInteger(value)
  const id = IDS.has(member) && typeof value === 'string' && INTEGER.test(value)
  if (column.dataType === 'bigint' && (integral || id)) return BigInt(value)
  if (column.dataType === 'number' && id) return Number(value)
  return value
}

/** Converts a value of a column, except NULL, to that of the record. */
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

/** The table or model of accounts, whose further members depend on the provider. */
export interface AccountTable extends RecordTable {
  /** Whether the table has the column `additional`. */
  readonly hasAdditional: boolean
  /** Converts changed members to columns; members without a column are merged with those in `rest`. */
  readonly toChanges: (changes: object, rest: unknown) => Row
  /** Returns the members without a column from a row. */
  readonly restOf: (row: Row) => unknown
}

/** The table of accounts: further members of token responses go into {@link ADDITIONAL}. */
export function accountTable(table: Table): AccountTable {
  const plain = recordTable(
    table,
    'The account',
    `Add one to the table, or one for all such members: ${ADDITIONAL}, of JSON.`,
  )
  const hasAdditional = Object.hasOwn(plain.columns, ADDITIONAL)
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
    if (!hasAdditional) return plain.toRow(changes)
    const [fitting, others] = split(changes)
    const changed = new Set(Object.keys(fitting))
    const kept = Object.entries(isObject(rest) ? rest : {}).filter(
      ([member]) => !changed.has(member),
    )
    const merged = { ...Object.fromEntries(kept), ...others }
    // A value that does not fit its column sets the column to NULL, so that no old value is returned.
    const emptied = Object.keys(others).filter((member) => Object.hasOwn(plain.columns, member))
    return {
      ...Object.fromEntries(emptied.map((member) => [member, null])),
      ...plain.toRow(fitting),
      [ADDITIONAL]: Object.keys(merged).length === 0 ? null : merged,
    }
  }
  return {
    ...plain,
    hasAdditional,
    toChanges,
    toRow: (account) => toChanges(account, undefined),
    restOf: (row) => row[ADDITIONAL],
    fromRow(row) {
      const { [ADDITIONAL]: rest, ...members } = hasAdditional
        ? row
        : { ...row, [ADDITIONAL]: undefined }
      const stored = Object.entries(plain.fromRow(members)).filter(([, value]) => value !== null)
      return { ...Object.fromEntries(stored), ...(isObject(rest) ? rest : {}) }
    },
  }
}
