/** The databases this package speaks to. */
export type SqlDialect = 'sqlite' | 'postgres'

/** Kinds of values a column holds. Each dialect has its own column type and spelling for them. */
export type FieldKind = 'text' | 'integer' | 'boolean' | 'timestamp' | 'json'

/** One kind of value on its way to the database and back. */
export interface Codec {
  /** What a value of this kind is called in an error message. */
  readonly expected: string
  /** The value as a parameter, or `undefined` when it is not of this kind. */
  readonly encode: (value: unknown) => string | number | boolean | undefined
  /** A column that is not NULL as a value. */
  readonly decode: (stored: unknown) => unknown
}

const encodeTimestamp = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined

// Drivers differ in what they make of a timestamp (text, a number, a Date), and the owner of a
// Kysely instance may have changed it; the Date constructor reads all three.
const decodeTimestamp = (stored: unknown): unknown =>
  stored instanceof Date || typeof stored === 'string' || typeof stored === 'number'
    ? new Date(stored)
    : stored

const text: Codec = {
  expected: 'a string',
  encode: (value) => (typeof value === 'string' ? value : undefined),
  decode: (stored) => stored,
}

const integer: Codec = {
  expected: 'a whole number',
  encode: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined),
  // A bigint column arrives as text or as a bigint, so that no digit is lost; what was written was safe.
  decode: Number,
}

const timestamp: Codec = {
  expected: 'a valid Date',
  encode: encodeTimestamp,
  decode: decodeTimestamp,
}

const encodeJson = (value: unknown): string | undefined => JSON.stringify(value)

/** How each dialect spells each kind of value. */
export const CODECS: Readonly<Record<SqlDialect, Readonly<Record<FieldKind, Codec>>>> = {
  sqlite: {
    text,
    integer,
    timestamp,
    boolean: {
      expected: 'a boolean',
      encode: (value) => (typeof value === 'boolean' ? Number(value) : undefined),
      decode: Boolean,
    },
    json: {
      expected: 'a JSON value',
      encode: encodeJson,
      decode: (stored): unknown => (typeof stored === 'string' ? JSON.parse(stored) : stored),
    },
  },
  postgres: {
    text,
    integer,
    timestamp,
    boolean: {
      expected: 'a boolean',
      encode: (value) => (typeof value === 'boolean' ? value : undefined),
      decode: (stored) => stored,
    },
    json: { expected: 'a JSON value', encode: encodeJson, decode: (stored) => stored },
  },
}
