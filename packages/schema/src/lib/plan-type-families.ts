import type { Column, FieldKind, IdType, SqlDialect, Values } from './schema.ts'

/** Types of columns that hold the same kind of value. */
export type Family =
  | 'text'
  | 'list'
  | 'uuid'
  | 'integer'
  | 'boolean'
  | 'bits'
  | 'timestamp'
  | 'json'
  | 'bytes'
  | 'other'

const FAMILIES: readonly (readonly [Family, RegExp])[] = [
  ['other', /\[\]$/],
  ['list', /^enum\b/],
  [
    'text',
    /^(?:n?(?:var)?char|character|bpchar|(?:native character|nchar varying)|citext|clob|(?:tiny|medium|long)?text)\b/,
  ],
  ['uuid', /^uuid\b/],
  ['boolean', /^(?:bool(?:ean)?\b|tinyint\(1\))/],
  ['bits', /^bit\b/],
  ['integer', /^(?:(?:big|small|medium|tiny)?int(?:eger|\d)?|numeric|decimal|number)\b/],
  ['timestamp', /^(?:timestamp|timestamptz|datetime)\b/],
  ['json', /^jsonb?\b/],
  ['bytes', /^(?:(?:tiny|medium|long)?blob\b|$)/],
]

/** The kind of values that a type is for. A type of PostgreSQL that is in another schema is written with it. */
export function typeFamily(type: string): Family {
  const plain = type.toLowerCase().replace(/^(?:\w+|"[^"]+")\./, '')
  return FAMILIES.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other'
}

/** How well a type does: as it is, with something to know, or not, and why. */
export type Fit =
  | { readonly fits: true; readonly note?: string }
  | { readonly fits: false; readonly why: string }

const FITS: Fit = { fits: true }

/** Families beside its own that hold a kind of value. */
const ALSO: Readonly<Record<SqlDialect, Readonly<Record<FieldKind, readonly Family[]>>>> = {
  postgres: { text: [], integer: [], boolean: [], timestamp: [], json: [] },
  mysql: { text: [], integer: [], boolean: ['integer'], timestamp: [], json: ['text'] },
  // A type decides there what a value is turned into, and only those for numbers turn a text into anything.
  sqlite: {
    text: ['bytes'],
    integer: ['boolean', 'timestamp'],
    boolean: ['integer', 'bits'],
    timestamp: ['integer'],
    json: ['text', 'bytes', 'other'],
  },
}

const INTEGERS: Readonly<Record<string, number>> = {
  tiny: 127,
  small: 32_767,
  medium: 8_388_607,
  big: Infinity,
}

function integerSize(type: string): number {
  const [, precision, scale = '0'] =
    /^(?:numeric|decimal|number)\((\d+)(?:, ?(-?\d+))?\)/.exec(type) ?? []
  if (precision !== undefined) return 10 ** (Number(precision) - Number(scale)) - 1
  if (/^(?:numeric|decimal|number)/.test(type)) return Infinity
  const [, size = ''] = /^(tiny|small|medium|big)?int/.exec(type) ?? []
  const signed = INTEGERS[size] ?? 2_147_483_647
  return type.includes('unsigned') ? signed * 2 + 1 : signed
}

function textSize(type: string): number {
  if (type.startsWith('tinytext')) return 255
  const [, length] = /^\D+\((\d+)\)/.exec(type) ?? []
  return length === undefined ? Infinity : Number(length)
}

/** The longest text or the largest number that a column holds. SQLite limits neither. */
export function typeSize(dialect: SqlDialect, type: string): number {
  if (dialect === 'sqlite') return Infinity
  const family = typeFamily(type)
  if (family === 'text') return textSize(type)
  return family === 'integer' || family === 'boolean' ? integerSize(type) : Infinity
}

function describeSize({ least, most }: Values): string {
  if (least === 0) return ''
  return most === Infinity ? ` of ${least} and more` : ` of up to ${most}`
}

/** What the values of a column are, in words. */
function describeValues(kind: FieldKind, values: Values): string {
  const size = describeSize(values)
  if (kind === 'text') return `texts${size}${size === '' ? '' : ' characters'}`
  if (kind === 'integer') return `whole numbers${size}`
  return { boolean: 'true or false', timestamp: 'dates with their time', json: 'JSON' }[kind]
}

/** A type in short, without its character set. */
const shortType = (type: string): string => type.replace(/ character set .*/, '') || 'of no type'

const unfit = (kind: FieldKind, values: Values, type: string): Fit => ({
  fits: false,
  why: `It is ${shortType(type)}, which cannot hold ${values.of}: ${describeValues(kind, values)}.`,
})

function timeNote(dialect: SqlDialect, type: string): string | undefined {
  if (dialect === 'sqlite') {
    return typeFamily(type) === 'timestamp'
      ? 'It may hold dates as text; numbers are milliseconds since 1970.'
      : undefined
  }
  // Without a number, PostgreSQL keeps microseconds and MySQL seconds.
  const [, digits = dialect === 'mysql' ? '0' : '6'] = /\((\d)\)/.exec(type) ?? []
  if (Number(digits) < 3) return 'It keeps no milliseconds.'
  return dialect === 'postgres' && !type.endsWith('with time zone')
    ? 'It has no time zone: every client has to read and write it as UTC.'
    : undefined
}

function textNote(dialect: SqlDialect, { values }: Column, type: string): string | undefined {
  const [, charset = 'utf8mb4'] = /character set (\w+)/.exec(type) ?? []
  return dialect === 'mysql' && values.words === true && !/^(?:utf8|utf16|utf32)/.test(charset)
    ? `Its character set is ${charset}, which lacks letters that other languages have.`
    : undefined
}

function typeNote(dialect: SqlDialect, column: Column, type: string): string | undefined {
  const { kind, values } = column
  if (kind === 'timestamp') return timeNote(dialect, type)
  const size = typeSize(dialect, type)
  if (kind === 'text' && size < values.most) {
    return `It holds up to ${size} characters: longer ${values.of} are refused by the database.`
  }
  if (kind === 'integer' && size < values.most) {
    return `It holds numbers up to ${size}: larger ${values.of} are refused by the database.`
  }
  return kind === 'text' ? textNote(dialect, column, type) : undefined
}

/** PostgreSQL fills what is shorter up with spaces, which belong to the value when it is read. */
const isFilledUp = (dialect: SqlDialect, type: string): boolean =>
  dialect === 'postgres' && type.startsWith('character(')

/** Whether a type holds the values of a column. */
function fitOfKind(dialect: SqlDialect, column: Column, type: string): Fit {
  const { kind, values } = column
  const family = typeFamily(type)
  if (kind === 'text' && family === 'list' && values.listed === true) {
    return { fits: true, note: 'It takes only what its type lists.' }
  }
  const holds = family === kind || ALSO[dialect][kind].includes(family)
  if (!holds || typeSize(dialect, type) < values.least) return unfit(kind, values, type)
  if (kind === 'text' && isFilledUp(dialect, type)) {
    const why = `It is ${type}, which fills ${values.of} up with spaces: they come back as others.`
    return { fits: false, why }
  }
  const note = typeNote(dialect, column, type)
  return note === undefined ? FITS : { fits: true, note }
}

/** What ids of users are in a column of a type, as far as the description distinguishes them. */
export function toIdType(dialect: SqlDialect, type: string): IdType | undefined {
  const family = typeFamily(type)
  if (family === 'integer' || family === 'uuid') return family
  if (family === 'text')
    return dialect !== 'postgres' && type.startsWith('char(36)') ? 'uuid' : 'text'
  return undefined
}

/** Numbers that the database counts; a type with few of them is for few users. */
const COUNTED: Values = { of: 'ids of users', least: 32_767, most: 2_147_483_647 }

/** Whether ids of users fit. Where there is no type for UUIDs, they are texts. */
function fitOfIds(dialect: SqlDialect, ids: IdType, { values }: Column, type: string): Fit {
  const present = toIdType(dialect, type)
  const texts = dialect !== 'postgres' && present !== undefined
  const same = present === ids || (texts && present !== 'integer' && ids !== 'integer')
  if (!same) return { fits: false, why: `Ids are ${shortType(type)}, not ${ids}.` }
  const size = typeSize(dialect, type)
  if (ids === 'integer') {
    if (size < COUNTED.least) return unfit('integer', COUNTED, type)
    return size < COUNTED.most ? { fits: true, note: `It ends at ${size} users.` } : FITS
  }
  if (size < values.least) return unfit('text', values, type)
  if (isFilledUp(dialect, type) && size > values.most) {
    return { fits: false, why: `It is ${type}, which fills ids of users up with spaces.` }
  }
  return FITS
}

/** They are UUIDs, which texts hold as well. */
function fitOfRowIds(dialect: SqlDialect, column: Column, type: string): Fit {
  const asUuid = fitOfIds(dialect, 'uuid', column, type)
  return asUuid.fits ? asUuid : fitOfIds(dialect, 'text', column, type)
}

/** How well the type of a column that is there does for the column that is wanted. */
export const checkFit = (dialect: SqlDialect, ids: IdType, column: Column, type: string): Fit =>
  column.rowId
    ? fitOfRowIds(dialect, column, type)
    : column.userId
      ? fitOfIds(dialect, ids, column, type)
      : fitOfKind(dialect, column, type)
