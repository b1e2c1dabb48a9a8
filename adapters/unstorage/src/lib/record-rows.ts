import { isObject, isPlainObject } from '@latchstring/adapter-kit'
import type {
  RecordTable,
  RecordValue,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import { digest } from './keys.ts'
import { all } from './queue.ts'
import { damaged } from './records.ts'
import type { Store } from './store.ts'

/** A row, and the lists that lead to it. */
export interface ListedRow extends StoredRecord {
  readonly lists: readonly string[]
  /** When it expires, in milliseconds since the epoch; `null` if it does not. */
  readonly expires: number | null
}

const textOf = (values: RecordValues, field: string): string => {
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

/** The last part of the key of a row. Names of tables have no `-`. */
export const rowId = async ({ name, key }: RecordTable, values: RecordValues): Promise<string> =>
  `${name}-${await digest(...key.map((field) => textOf(values, field)))}`

/** Whether a row is of a table. */
export const isOfTable = (id: string, { name }: RecordTable): boolean => id.startsWith(`${name}-`)

/** The list of all rows of a user. */
export const listOfUser = async (userId: string): Promise<string> =>
  `of:${await digest(userId)}:row`

/** The list of an owner or a lookup. */
export const listName = async (
  { name, owner }: RecordTable,
  field: string,
  value: string,
): Promise<string> =>
  field === owner ? listOfUser(value) : `row-by:${await digest(name, field, value)}`

/** The user that a row belongs to; `undefined` without an owner. */
export const ownerOf = ({ owner }: RecordTable, values: RecordValues): string | undefined =>
  owner === undefined ? undefined : textOf(values, owner)

/** A row with its lists. */
export async function toListed(table: RecordTable, record: StoredRecord): Promise<ListedRow> {
  const { owner, lookups = [], expires } = table
  const { values, version } = record
  const fields = new Set(owner === undefined ? lookups : [owner, ...lookups])
  const lists = [...fields].map((field) => listName(table, field, textOf(values, field)))
  const time = expires === undefined ? null : values[expires]
  const end = typeof time === 'number' ? time : null
  return { values, version, lists: await Promise.all(lists), expires: end }
}

/** A row as it is stored. Values are text: what reads JSON for a driver leaves some names of members out. */
const toItem = ({ values, ...rest }: ListedRow) => ({ ...rest, values: JSON.stringify(values) })

function parse(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    // What could not be read may be a secret, and the error of the parser quotes it.
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * A row from what was stored.
 *
 * @throws Error if it is invalid, without its content
 */
function fromItem(id: string, item: unknown): ListedRow | null {
  if (item === null || item === undefined) return null
  const { values: text, version, lists, expires = null } = isObject(item) ? item : {}
  const values = parse(text)
  const isComplete =
    isPlainObject(values) &&
    Number.isSafeInteger(version) &&
    Array.isArray(lists) &&
    lists.every(isText)
  if (!isComplete) throw damaged('row', `${id.slice(0, id.indexOf('-'))} has no values or version`)
  return {
    // Members of an object that JSON gave are values of JSON.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    values: values as Record<string, RecordValue>,
    version: Number(version),
    lists,
    expires: typeof expires === 'number' ? expires : null,
  }
}

/** The rows of a store. Each has an entry in lists with its own key, so that writes do not conflict. */
export interface Rows {
  readonly read: (id: string) => Promise<ListedRow | null>
  /** Stores a row, in place of another one or none. */
  readonly write: (id: string, row: ListedRow, before?: ListedRow) => Promise<void>
  readonly remove: (id: string, row: ListedRow) => Promise<void>
}

/** When something may go, as the store takes it. */
const until = (time: number | null): object => (time === null ? {} : { expires: new Date(time) })

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other)

/** Rows of a store. */
export const createRows = (store: Store): Rows => ({
  read: async (id) => fromItem(id, await store.noted(`row:${id}`)),
  async write(id, row, before) {
    // Entries are written first and deleted last: one without a row leads nowhere, and a row without one would not be found.
    const isListed = before !== undefined && !store.ttl
    const end = before === undefined ? row.expires : later(row.expires, before.expires)
    const lists = isListed ? [] : row.lists
    await all(lists.map((list) => store.note(`${list}:${id}`, { kind: 'row' }, until(end))))
    await store.note(`row:${id}`, toItem(row), until(row.expires))
  },
  async remove(id, { lists }) {
    await store.forget(`row:${id}`)
    // An entry that stays leads nowhere.
    await Promise.allSettled(lists.map((list) => store.forget(`${list}:${id}`)))
  },
})
