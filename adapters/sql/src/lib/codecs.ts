import type { Column, FieldKind, IdType, SqlDialect } from '@latchstring/schema'
import { sql } from 'kysely'

/** One kind of value on its way to the database and back. */
export interface Codec {
  /** What a value of this kind is called in an error message. */
  readonly expected: string
  /** The value as a parameter or an expression, or `undefined` when it is not of this kind. */
  readonly encode: (value: unknown) => unknown
  /** A column that is not NULL as a value. */
  readonly decode: (stored: unknown) => unknown
  /** Whether the column is read as text, because what drivers make of it differs too much. */
  readonly asText?: true
  /** The text that a column has to hold for a look-up to find it, whatever its collation takes for the same. */
  readonly exact?: (value: unknown) => unknown
}

const isDate = (value: unknown): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime())

// Tables of another origin may keep times as text: of a date, or of the number in a column for text.
const decodeTimestamp = (stored: unknown): unknown => {
  if (typeof stored === 'string') {
    return new Date(/^-?\d+$/.test(stored) ? Number(stored) : stored)
  }
  if (typeof stored === 'bigint') return new Date(Number(stored))
  return typeof stored === 'number' ? new Date(stored) : stored
}

// Of a text with NUL in it, one database keeps everything, one refuses it and one forgets what follows.
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0')

const encodeText = (value: unknown): string | undefined => (isText(value) ? value : undefined)

const text: Codec = {
  expected: 'a string without NUL',
  encode: encodeText,
  decode: (stored) => stored,
  exact: encodeText,
}

const integer: Codec = {
  expected: 'a whole number',
  encode: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined),
  // A bigint column arrives as text or as a bigint, so that no digit is lost; what was written was safe.
  decode: Number,
}

const timestamp = (encode: (value: Date) => unknown): Codec => ({
  expected: 'a valid Date',
  encode: (value) => (isDate(value) ? encode(value) : undefined),
  decode: decodeTimestamp,
})

const boolean: Codec = {
  expected: 'a boolean',
  encode: (value) => (typeof value === 'boolean' ? value : undefined),
  decode: (stored) => stored,
}

const booleanNumber: Codec = {
  ...boolean,
  encode: (value) => (typeof value === 'boolean' ? Number(value) : undefined),
  decode: Boolean,
}

const encodeJson = (value: unknown): string | undefined => JSON.stringify(value)

const json: Codec = {
  expected: 'a JSON value',
  encode: encodeJson,
  decode: (stored): unknown => (typeof stored === 'string' ? JSON.parse(stored) : stored),
}

/** How each dialect spells each kind of value. */
const CODECS: Readonly<Record<SqlDialect, Readonly<Record<FieldKind, Codec>>>> = {
  sqlite: {
    text,
    integer,
    timestamp: timestamp((value) => value.getTime()),
    boolean: booleanNumber,
    json,
  },
  postgres: {
    text,
    integer,
    timestamp: timestamp((value) => value.toISOString()),
    boolean,
    json: {
      expected: json.expected,
      // Some drivers turn what goes into a JSON column into JSON, some expect that it is: as text it is both.
      encode: (value) => {
        const encoded = encodeJson(value)
        return encoded === undefined ? undefined : sql`cast(cast(${encoded} as text) as jsonb)`
      },
      decode: (stored) => stored,
    },
  },
  mysql: {
    text,
    integer,
    timestamp: {
      ...timestamp((value) => value.toISOString().replace('T', ' ').replace('Z', '')),
      // A datetime has no zone: drivers read it in one that is an option of theirs.
      asText: true,
      decode: (stored) =>
        typeof stored === 'string' ? new Date(`${stored.replace(' ', 'T')}Z`) : stored,
    },
    boolean: booleanNumber,
    // MySQL's JSON arrives parsed and MariaDB's as text; a text in JSON could be either.
    json: { ...json, asText: true },
  },
}

// Spaces at the end do not count there when keys are compared, so that one account could be taken for another: what ends
// in them is kept with one more character, which reading takes away.
const PADDED = / ~*$/
const MARKED = / ~+$/

function encodeMysqlKey(value: unknown): string | undefined {
  if (!isText(value)) return undefined
  const stored = PADDED.test(value) ? `${value}~` : value
  // A longer one would be cut where the server is not strict.
  return Array.from(stored).length <= 255 ? stored : undefined
}

const mysqlKey: Codec = {
  expected: 'a string of up to 255 characters without NUL',
  encode: encodeMysqlKey,
  exact: encodeMysqlKey,
  decode: (stored) =>
    typeof stored === 'string' && MARKED.test(stored) ? stored.slice(0, -1) : stored,
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

const ID_CODECS: Readonly<Record<Exclude<IdType, 'text'>, Codec>> = {
  uuid: {
    expected: 'a UUID',
    encode: (value) =>
      typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined,
    decode: String,
    // Somebody else may have written them in capitals, so that case decides as it does for other ids.
    exact: encodeText,
  },
  integer: {
    expected: 'a whole number as text',
    encode: (value) => {
      const id = Number(value)
      return typeof value === 'string' && Number.isSafeInteger(id) && String(id) === value
        ? id
        : undefined
    },
    decode: String,
  },
}

/** The codec of a column. */
export function selectCodec(
  dialect: SqlDialect,
  ids: IdType,
  { kind, key, userId }: Column,
): Codec {
  if (userId && ids !== 'text') return ID_CODECS[ids]
  return key && dialect === 'mysql' ? mysqlKey : CODECS[dialect][kind]
}
