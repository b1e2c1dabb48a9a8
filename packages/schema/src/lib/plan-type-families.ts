import type { Column, FieldKind, IdType, SqlDialect } from './schema.ts'

/** Types of columns that hold the same kind of value. */
type Family = 'text' | 'uuid' | 'integer' | 'boolean' | 'timestamp' | 'json' | 'other'

const FAMILIES: readonly (readonly [Family, RegExp])[] = [
  ['text', /^(?:n?(?:var)?char|character|bpchar|citext|clob|(?:tiny|medium|long)?text|enum)\b/],
  ['uuid', /^uuid\b/],
  ['boolean', /^(?:bool(?:ean)?|bit|tinyint\(1\))/],
  ['integer', /^(?:(?:big|small|medium|tiny)?int(?:eger|\d)?|numeric|decimal|number)\b/],
  ['timestamp', /^(?:timestamp|timestamptz|datetime)\b/],
  ['json', /^jsonb?\b/],
]

const familyOf = (type: string): Family =>
  FAMILIES.find(([, pattern]) => pattern.test(type.toLowerCase()))?.[0] ?? 'other'

/** How well a type does: as it is, with something to know, or not. */
export type Fit = { readonly fits: true; readonly note?: string } | { readonly fits: false }

const FITS: Fit = { fits: true }
const UNFIT: Fit = { fits: false }

/** Families beside its own that hold a kind of value. */
const ALSO: Readonly<Record<SqlDialect, Readonly<Record<FieldKind, readonly Family[]>>>> = {
  postgres: { text: ['uuid', 'other'], integer: [], boolean: [], timestamp: [], json: [] },
  mysql: {
    text: ['uuid'],
    integer: ['boolean'],
    boolean: ['integer'],
    timestamp: [],
    json: ['text'],
  },
  sqlite: {
    text: ['uuid', 'other'],
    integer: ['boolean', 'timestamp'],
    boolean: ['integer'],
    timestamp: ['integer'],
    json: ['text', 'other'],
  },
}

const NOTES: Readonly<Record<SqlDialect, (kind: FieldKind, type: string) => string | undefined>> = {
  postgres: (kind, type) =>
    kind === 'timestamp' && !type.endsWith('with time zone')
      ? 'It has no time zone: every client has to read and write it as UTC.'
      : undefined,
  sqlite: (kind, type) =>
    kind === 'timestamp' && familyOf(type) === 'timestamp'
      ? 'It may hold dates as text; numbers are milliseconds since 1970.'
      : undefined,
  mysql: (kind, type) => {
    if (kind === 'timestamp' && !/\([36]\)/.test(type)) return 'It keeps whole seconds only.'
    const [, length = ''] = /^varchar\((\d+)\)/.exec(type) ?? []
    return kind === 'text' && length !== ''
      ? `It holds up to ${length} characters; longer texts are refused by the database.`
      : undefined
  },
}

/** Whether a type holds a kind of value. */
function fitOfKind(dialect: SqlDialect, kind: FieldKind, type: string): Fit {
  const family = familyOf(type)
  if (family !== kind && !ALSO[dialect][kind].includes(family)) return UNFIT
  const note = NOTES[dialect](kind, type)
  return note === undefined ? FITS : { fits: true, note }
}

/** What ids of users are in a column of a type, as far as the description tells them apart there. */
export function idTypeOf(dialect: SqlDialect, type: string): IdType | undefined {
  const family = familyOf(type)
  if (family === 'integer' || family === 'uuid') return family
  if (family === 'text')
    return dialect !== 'postgres' && type.startsWith('char(36)') ? 'uuid' : 'text'
  return undefined
}

/** Whether ids of users fit. Where there is no type for UUIDs, they are texts. */
function fitOfIds(dialect: SqlDialect, ids: IdType, type: string): Fit {
  const present = idTypeOf(dialect, type)
  if (present === ids) return FITS
  const texts = dialect !== 'postgres' && present !== undefined
  return texts && present !== 'integer' && ids !== 'integer' ? FITS : UNFIT
}

/** Texts in a key that are compared as words: `A1` and `a1` are one there. */
const comparesWords = (type: string): boolean => /collate \w+_ci$/.test(type)

/** How well the type of a column that is there does for the column that is wanted. */
export function fitOf(dialect: SqlDialect, ids: IdType, column: Column, type: string): Fit {
  if (column.userId) return fitOfIds(dialect, ids, type)
  const fit = fitOfKind(dialect, column.kind, type)
  if (!fit.fits || !column.key) return fit
  if (!comparesWords(type) || column.member === 'email') return FITS
  return {
    fits: true,
    note: 'Its collation takes upper and lower case for the same, which keys are not meant to.',
  }
}
