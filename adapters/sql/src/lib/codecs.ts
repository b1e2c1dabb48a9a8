import type { Column, FieldKind, IdType, SqlDialect } from '@latchstring/schema'
import { type RawBuilder, sql } from 'kysely'

/** Conversions of one kind of value. */
export interface Codec {
  /** Name of the kind in errors. */
  readonly expected: string
  /** Converts a value to a parameter or an expression; `undefined` for a value of another kind. */
  readonly encode: (value: unknown) => unknown
  /** Whether a value of the kind is longer than the column. */
  readonly isTooLong?: (value: unknown) => boolean
  /** Converts a value of the column, except NULL. */
  readonly decode: (stored: unknown) => unknown
  /** The expression that reads the column, where the results of drivers differ. */
  readonly read?: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The exact text that a look-up compares in addition to the collation of the column. */
  readonly exact?: (value: unknown) => unknown
}

const isDate = (value: unknown): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime())

// Tables of another tool may store times as text: as a date, or as a number in a text column.
const decodeTimestamp = (stored: unknown): unknown => {
  if (typeof stored === 'string') {
    return new Date(/^-?\d+$/.test(stored) ? Number(stored) : stored)
  }
  if (typeof stored === 'bigint') return new Date(Number(stored))
  return typeof stored === 'number' ? new Date(stored) : stored
}

// Databases store a text with NUL, refuse it, or truncate it.
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
  // Drivers read a bigint column as text or as a bigint. Written numbers are safe integers.
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

const asText = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`cast(${column} as char)`

const encodeJson = (value: unknown): string | undefined => JSON.stringify(value)

const json: Codec = {
  expected: 'a JSON value',
  encode: encodeJson,
  decode: (stored): unknown => (typeof stored === 'string' ? JSON.parse(stored) : stored),
}

/** The conversions of each dialect. */
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
    timestamp: {
      ...timestamp((value) => value.toISOString()),
      // Drivers read a column without a time zone in the zone of the process, but the text that is written is in UTC. The
      // epoch of both types is in UTC, whatever the zone of process, connection and server.
      read: (column) => sql`cast(extract(epoch from ${column}) * 1000 as bigint)`,
    },
    boolean,
    json: {
      expected: json.expected,
      // Some drivers serialize the value of a JSON column, others expect JSON. Text works for both.
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
      // A datetime has no time zone, and drivers have an option for it.
      read: asText,
      decode: (stored) =>
        typeof stored === 'string' ? new Date(`${stored.replace(' ', 'T')}Z`) : stored,
    },
    boolean: booleanNumber,
    // JSON of MySQL is parsed and that of MariaDB is text, so a text is ambiguous.
    json: { ...json, read: asText },
  },
}

// MySQL ignores trailing spaces when it compares keys, so that two accounts could be confused. A text that ends with a space is
// stored with one more character, which a read removes.
const PADDED = / ~*$/
const MARKED = / ~+$/

function encodeMysqlKey(value: unknown): string | undefined {
  if (!isText(value)) return undefined
  const stored = PADDED.test(value) ? `${value}~` : value
  // A server without strict mode would truncate a longer text.
  return Array.from(stored).length <= 255 ? stored : undefined
}

const mysqlKey: Codec = {
  expected: 'a string of up to 255 characters without NUL',
  encode: encodeMysqlKey,
  exact: encodeMysqlKey,
  isTooLong: (value) => isText(value) && encodeMysqlKey(value) === undefined,
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
    // Another tool may have written UUIDs in capitals, so they are compared with case, like other ids.
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
