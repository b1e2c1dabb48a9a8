import { isUniqueViolation, type RecordVerbs } from '@latchstring/adapter-kit'
import type {
  RecordTable,
  RecordValue,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import type { Collection, Document, ObjectId } from 'mongodb'
import { equal, type Store } from './collections.ts'
import { toObjectId } from './documents.ts'
import { isUser } from './owned.ts'

// A row is one document, and all rows of all tables are in one collection: so `createIndexes` makes every index before any table is
// known, and `deleteUser` of every process finds the rows of a user in every table, also in one that this process has not used. The id
// of a document is the table and the key. What `find` may ask for is a list of texts in it, each a table, a field and a value.

/** Names of tables and fields, and ids, have no space, so that no two lists of them become one text. */
const DIVIDER = ' '

/** The latest time that a date can be. */
const LATEST = 8_640_000_000_000_000

const text = (values: RecordValues, field: string): string => {
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

const idOf = ({ name, key }: RecordTable, values: RecordValues): string =>
  [name, ...key.map((field) => text(values, field))].join(DIVIDER)

const lookupOf = ({ name }: RecordTable, field: string, value: string): string =>
  [name, field, value].join(DIVIDER)

/** Of this type, because the driver expects ids that it makes itself. */
const withId = (id: unknown): Document => ({ _id: id })

/** JSON is kept as a text, because names in it may begin with `$` or have a dot. */
const encode = ({ fields }: RecordTable, field: string, value: RecordValue): RecordValue =>
  fields[field]?.kind === 'json' && value !== null ? JSON.stringify(value) : value

function decode({ fields }: RecordTable, field: string, value: unknown): RecordValue {
  // What `encode` has written.
  const kept = (value ?? null) as RecordValue
  if (fields[field]?.kind !== 'json' || typeof kept !== 'string') return kept
  try {
    // Likewise.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return JSON.parse(kept) as RecordValue
  } catch {
    throw new Error('A record in MongoDB is damaged: a value is no JSON.')
  }
}

const encodeAll = (table: RecordTable, values: RecordValues): [string, RecordValue][] =>
  Object.entries(values).map(([field, value]) => [field, encode(table, field, value)])

/** Each field by itself, so that one that a newer version of the table has stays. */
const toPaths = (table: RecordTable, values: RecordValues): Document =>
  Object.fromEntries(
    encodeAll(table, values).map(([field, value]) => [`values.${field}`, value] as const),
  )

/** The row with the fields of the table, from a document that may have been written by another version of it. */
function toRecord(table: RecordTable, document: Document): StoredRecord {
  const kept: unknown = document['values']
  const values = new Map<string, unknown>(Object.entries(kept ?? {}))
  const members = Object.keys(table.fields).map((field): [string, RecordValue] => [
    field,
    decode(table, field, values.get(field)),
  ])
  return { values: Object.fromEntries(members), version: Number(document['version']) }
}

/** The time from which on the row counts as absent, by which the server deletes it; `null` where it never does. */
function expiryOf({ expires }: RecordTable, values: RecordValues): { expires?: Date | null } {
  if (expires === undefined) return {}
  const time = values[expires]
  return { expires: typeof time === 'number' ? new Date(Math.min(time, LATEST)) : null }
}

const isOver = (now: number): Document => ({ expires: { $lte: new Date(Math.min(now, LATEST)) } })

function toFields(table: RecordTable, { values, version }: StoredRecord): Document {
  const { name, owner, lookups = [] } = table
  const found = new Set([...(owner === undefined ? [] : [owner]), ...lookups])
  return {
    table: name,
    ...(owner !== undefined && { owner: values[owner] }),
    lookups: [...found].map((field) => lookupOf(table, field, text(values, field))),
    version,
    values: Object.fromEntries(encodeAll(table, values)),
    ...expiryOf(table, values),
  }
}

/** In place of an expired row in the same step: of a live one the id is taken. */
async function put(rows: Collection, table: RecordTable, record: StoredRecord, now: number) {
  const id = withId(idOf(table, record.values))
  const fields = toFields(table, record)
  try {
    if (table.expires === undefined) await rows.insertOne({ ...id, ...fields })
    else await rows.updateOne({ ...equal(id), ...isOver(now) }, { $set: fields }, { upsert: true })
    return 'inserted'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

/**
 * Looks for the user of a row that was put. `deleteUser` deletes the user before the rows that it finds: a row that is put later is
 * deleted here, in whatever version, as no row of this user is to stay.
 */
async function unlessEnded(store: Store, owner: ObjectId, id: string) {
  const remove = () =>
    store.collection('records').deleteOne(equal({ ...withId(id), owner: owner.toHexString() }))
  try {
    if (await isUser(store, owner)) return 'inserted'
  } catch (error) {
    // The first error is more important than one of the undo.
    await remove().catch(() => undefined)
    throw error
  }
  await remove()
  return 'no-owner'
}

async function insert(store: Store, table: RecordTable, record: StoredRecord, now: number) {
  const rows = store.collection('records')
  if (table.owner === undefined) return put(rows, table, record, now)
  const owner = toObjectId(text(record.values, table.owner))
  // An id that the database has not made is of no user.
  if (owner === null) return 'no-owner'
  const answer = await put(rows, table, record, now)
  return answer === 'taken' ? answer : unlessEnded(store, owner, idOf(table, record.values))
}

async function deleteExpired(
  rows: Collection,
  { name }: RecordTable,
  now: number,
  limit: number,
): Promise<number> {
  const over = { ...equal({ table: name }), ...isOver(now) }
  const found = await rows
    .find(over, { projection: { _id: 1 } })
    .limit(limit)
    .toArray()
  const ids = found.map(({ _id }) => _id)
  return (await rows.deleteMany({ ...over, _id: { $in: ids } })).deletedCount
}

/** The verbs on tables that are data. No transaction has them. */
export function recordVerbs(store: Store): RecordVerbs & { readonly expires: true } {
  const rows = () => store.collection('records')
  const ofVersion = (table: RecordTable, key: RecordValues, version: number): Document =>
    equal({ ...withId(idOf(table, key)), version })
  const foundBy = (table: RecordTable, field: string, value: string): Document =>
    equal({ lookups: lookupOf(table, field, value) })
  return {
    keeps: () => true,
    expires: true,
    async get(table, key) {
      const found = await rows().findOne(equal(withId(idOf(table, key))))
      return found && toRecord(table, found)
    },
    async find(table, { field, value, limit, after }) {
      const rest = after === undefined ? {} : withId({ $gt: after })
      const found = await rows()
        .find({ ...foundBy(table, field, value), ...rest })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray()
      const last = found.length < limit ? undefined : found.at(-1)
      return {
        rows: found.map((document) => toRecord(table, document)),
        next: last === undefined ? null : String(last._id),
      }
    },
    insert: async (table, record, now) => insert(store, table, record, now),
    async change(table, record, from) {
      const { values, version } = record
      const $set = { version, ...toPaths(table, values), ...expiryOf(table, values) }
      const { matchedCount } = await rows().updateOne(ofVersion(table, values, from), { $set })
      return matchedCount === 1
    },
    async drop(table, key, version) {
      const { deletedCount } = await rows().deleteOne(ofVersion(table, key, version))
      return deletedCount === 1
    },
    async clear(table, field, value) {
      await rows().deleteMany(foundBy(table, field, value))
    },
    deleteExpired: async (table, now, limit) => deleteExpired(rows(), table, now, limit),
  }
}
