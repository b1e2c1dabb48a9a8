import { isPlainObject } from '@latchstring/adapter-kit'
import type {
  RecordTable,
  RecordValue,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import { toList, toText } from './cluster.ts'
import { type NameKey, toKeyPart } from './keys.ts'

/** Where a row is: a key, and what follows it where the row lies beside its user. */
export interface RowPlace {
  readonly key: string
  readonly suffix: string
}

/** The sets with the note of a row. */
export interface NoteSets {
  /** The key of the user that the row belongs to; empty without an owner. */
  readonly user: string
  /** The set of its rows; empty without an owner. */
  readonly owned: string
  /** Those of the lookups. */
  readonly lookups: readonly string[]
}

const idOf = (values: RecordValues, field: string): string => toText(values[field])

/** Whether the rows of a table lie in the slot of their users. */
export const isBesideUser = ({ owner, key }: RecordTable): boolean => owner === key[0]

/** The ids of a key in one text, of which each is a part of a key. None has a space, so texts have the order of keys. */
export const keyText = ({ key }: RecordTable, values: RecordValues): string =>
  key.map((field) => toKeyPart(idOf(values, field))).join(' ')

/** The key of a row as text, from its note. */
export const keyOfNote = (note: string): string => note.slice(0, note.lastIndexOf(' '))

/** Where the row with a key is. */
export function rowPlace(nameKey: NameKey, table: RecordTable, text: string): RowPlace {
  if (!isBesideUser(table)) return { key: nameKey('row', `${table.name}:${text}`), suffix: '' }
  const [user = ''] = text.split(' ', 1)
  return { key: nameKey('user', user), suffix: `:row:${table.name}:${text}` }
}

/** The set of notes of an owner or a lookup: a key, and what follows it. */
export function setPlace(
  nameKey: NameKey,
  table: RecordTable,
  field: string,
  value: string,
): RowPlace {
  const id = toKeyPart(value)
  if (field === table.owner) return { key: nameKey('user', id), suffix: `:rows:${table.name}` }
  return { key: nameKey('rows', `${table.name}:${field}:${id}`), suffix: '' }
}

/** The sets with the note of a row. */
export function noteSets(nameKey: NameKey, table: RecordTable, values: RecordValues): NoteSets {
  const { owner, lookups = [] } = table
  const place = (field: string): RowPlace => setPlace(nameKey, table, field, idOf(values, field))
  const user = owner === undefined ? { key: '', suffix: '' } : place(owner)
  return {
    user: user.key,
    owned: user.key + user.suffix,
    lookups: lookups.filter((field) => field !== owner).map((field) => place(field).key),
  }
}

/** When a row expires, as scripts take it: empty in a table whose rows do not. */
export function expiryOf({ expires }: RecordTable, values: RecordValues): string {
  if (expires === undefined) return ''
  const time = values[expires]
  return typeof time === 'number' ? String(time) : '+inf'
}

const damaged = ({ name }: RecordTable): Error =>
  new Error(
    `A row of ${name} in Redis is damaged. Something else writes under the prefix of the adapter.`,
  )

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What could not be read may be a secret, and the error of the parser quotes it.
    return undefined
  }
}

/** A row that was read, and its note. */
export interface ReadRow extends StoredRecord {
  readonly note: string
}

/**
 * A row from version, values and note.
 *
 * @throws Error if it is invalid, without its content
 */
export function readRow(table: RecordTable, reply: unknown): ReadRow {
  const [version, values, note] = toList(reply).map(toText)
  const found = parse(values ?? '')
  if (!Number.isSafeInteger(Number(version)) || !isPlainObject(found) || note === undefined) {
    throw damaged(table)
  }
  // Members of an object that JSON gave are values of JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { version: Number(version), values: found as Record<string, RecordValue>, note }
}
