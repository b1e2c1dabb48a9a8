import { isObject } from '@latchstring/adapter-kit'
import type {
  RecordTable,
  RecordValue,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import type { ExpiryAttributes } from './items.ts'
import { OWNED_ROWS, OWNER_NOTES, userKey } from './keys.ts'
import type { Part } from './queries.ts'
import { text } from './store.ts'
import type { Item, Key } from './batches.ts'

/** Ids have no space, so that no two lists of them become one text. */
const DIVIDER = ' '

/** Fields of a key that fit into a sort key of 1024 bytes, whatever their values. */
export const LONGEST_KEY = 7

/** Seconds that an expired row is kept for clocks that are behind. */
const MARGIN = 86_400

const join = (fields: readonly string[], values: RecordValues): string =>
  fields.map((field) => text(values, field)).join(DIVIDER)

/** Where the rows with a first field of their key are: in the partition of the user, if that is their owner. */
function rowsUnder({ name, key: [first], owner }: RecordTable, value: string): Part {
  return first === owner
    ? { pk: userKey(value).pk, prefix: `${OWNED_ROWS}${name}#` }
    : { pk: `RECORD#${name}#${value}`, prefix: `RECORD#${name}#` }
}

/** Where the notes are that lead to the rows with an owner or a lookup. */
function notesUnder({ name, owner }: RecordTable, field: string, value: string): Part {
  return field === owner
    ? { pk: userKey(value).pk, prefix: `${OWNER_NOTES}${name}#` }
    : { pk: `RECORD-BY#${name}#${field}#${value}`, prefix: `RECORD-BY#${name}#` }
}

/** What the rows with an owner or a lookup are found by. */
export const foundUnder = (table: RecordTable, field: string, value: string): Part =>
  hasNotes(table, field) ? notesUnder(table, field, value) : rowsUnder(table, value)

/** Whether notes lead to the rows with a field, because it does not begin the key. */
export const hasNotes = ({ key }: RecordTable, field: string): boolean => field !== key[0]

/** Key of a row. */
export function rowKey(table: RecordTable, values: RecordValues): Key {
  const [first, ...rest] = table.key
  const { pk, prefix } = rowsUnder(table, text(values, first))
  return { pk, sk: `${prefix}${join(rest, values)}` }
}

/** Keys of the notes that lead to a row with a mark, one for each owner and lookup that does not begin the key. */
export function noteKeys(table: RecordTable, values: RecordValues, mark: string): readonly Key[] {
  const { key, owner, lookups = [] } = table
  const fields = new Set([...(owner === undefined ? [] : [owner]), ...lookups])
  return [...fields]
    .filter((field) => hasNotes(table, field))
    .map((field) => {
      const { pk, prefix } = notesUnder(table, field, text(values, field))
      return { pk, sk: `${prefix}${join(key, values)}${DIVIDER}${mark}` }
    })
}

/** A version as an attribute: as a text it is exact, whatever the client makes of numbers. */
export const versionText = (version: number): string => String(version)

/** When a row expires, in milliseconds, and when the service may delete it: no attributes where it never does. */
export function expiryOf(
  { expires }: RecordTable,
  values: RecordValues,
  { seconds }: ExpiryAttributes,
): Readonly<Record<string, number>> {
  if (expires === undefined) return {}
  const until = Number(values[expires] ?? Number.MAX_SAFE_INTEGER)
  return { until, [seconds]: Math.ceil(until / 1000) + MARGIN }
}

/** The values of a row as texts of JSON: a client may turn empty texts into `null`, and large numbers into objects. */
export const toTexts = (values: RecordValues): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, JSON.stringify(value)]))

/** A row as it is inserted. */
export function newRow(table: RecordTable, { values, version }: StoredRecord): Item & Key {
  const mark = versionText(version)
  const notes = noteKeys(table, values, mark)
  return {
    ...rowKey(table, values),
    values: toTexts(values),
    version: mark,
    mark,
    ...(notes.length > 0 && { notes }),
  }
}

function parse(kept: unknown): RecordValue {
  if (kept === undefined) return null
  try {
    // What `toTexts` has written.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return JSON.parse(typeof kept === 'string' ? kept : '') as RecordValue
  } catch {
    throw new Error('A record in DynamoDB is damaged: a value is no JSON.')
  }
}

/** The row with the fields of the table, from an item that may have been written by another version of it. */
export function toRecord({ fields }: RecordTable, item: Item): StoredRecord {
  const kept = item['values']
  if (!isObject(kept)) throw new Error('A record in DynamoDB is damaged: it has no values.')
  const values = Object.keys(fields).map((field) => [field, parse(kept[field])] as const)
  return { values: Object.fromEntries(values), version: Number(item['version']) }
}

/** Key of an item. */
export const itemKey = (item: Item): Key => ({ pk: text(item, 'pk'), sk: text(item, 'sk') })

/** Keys of the notes that lead to a row. */
export function notesOf({ notes }: Item): readonly Key[] {
  return Array.isArray(notes) ? notes.filter(isObject).map(itemKey) : []
}
