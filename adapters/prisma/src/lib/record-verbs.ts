import {
  isForeignKeyViolation,
  isUniqueViolation,
  readRecordCursor,
  recordCursor,
  recordId,
  recordKey,
  type RecordVerbs,
  repeatConflicts,
  verbsAt,
} from '@latchstring/adapter-kit'
import type {
  RecordPage,
  RecordQuery,
  RecordTable,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import { findPlace, toData, toKey, toRecord, VERSION } from './data-models.ts'
import { awaitHeld, awaitQuery, isUnfit } from './errors.ts'
import type { RecordModel } from './records.ts'
import { find, insert, isExact, remove, requireModel, type Store } from './store.ts'

/** Values of one statement: Cloudflare D1 accepts up to 100. */
const VALUES = 90

/** A table with its model. */
interface Place {
  readonly store: Store
  readonly model: RecordModel
  readonly table: RecordTable
}

const NO_ROWS: readonly Row[] = []

/** Whether a row has the very values, and not only those that a collation treats as equal. */
const hasValues = ({ values }: StoredRecord, asked: RecordValues): boolean =>
  Object.entries(asked).every(([field, value]) => values[field] === value)

async function get({ store, model, table }: Place, key: RecordValues) {
  const where = toKey(model, table, key)
  if (where === undefined) return null
  const query = requireModel(store.models, model).findMany({ where })
  const rows = (await awaitHeld(query, NO_ROWS)).map((row) => toRecord(table, row))
  return rows.find((row) => hasValues(row, recordKey(table, key))) ?? null
}

/** The condition on rows whose key comes after another one, as the database orders them. */
function comesAfter(key: readonly (readonly [string, unknown])[]): Row {
  const [[field, value] = ['', null], ...more] = key
  const later = { [field]: { gt: value } }
  return more.length === 0
    ? later
    : { OR: [later, { AND: [{ [field]: value }, comesAfter(more)] }] }
}

async function findPage(place: Place, query: RecordQuery): Promise<RecordPage> {
  const { store, model, table } = place
  const { field, value, limit, after } = query
  const where = toData(model, table, { [field]: value })
  if (where === undefined) return { rows: [], next: null }
  const rest = after === undefined ? [] : readRecordCursor(table, after)
  const start = toData(model, table, Object.fromEntries(rest)) ?? {}
  const found = requireModel(store.models, model).findMany({
    where: { AND: [where, ...(after === undefined ? [] : [comesAfter(Object.entries(start))])] },
    orderBy: table.key.map((one) => ({ [one]: 'asc' })),
    take: limit,
  })
  const rows = (await awaitHeld(found, NO_ROWS)).map((row) => toRecord(table, row))
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    rows: rows.filter((row) => hasValues(row, { [field]: value })),
    next: last ? recordCursor(table, last) : null,
  }
}

type Inserted = Awaited<ReturnType<RecordVerbs['insert']>>

/** Whether the user of a row exists: a client does not show whether its database has foreign keys. */
async function hasOwner({ store, table }: Place, { values }: StoredRecord): Promise<boolean> {
  const { user } = store.records
  const { owner } = table
  if (owner === undefined) return true
  const id = user.idOf('id', recordId(values[owner]))
  return id !== undefined && (await awaitHeld(find(store.models, user, { id }), null)) !== null
}

async function tryInsert(place: Place, row: StoredRecord, data: Row): Promise<Inserted> {
  try {
    await insert(place.store.models, place.model, data)
    return 'inserted'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    if (isForeignKeyViolation(error)) return 'no-owner'
    // A database may refuse the form of an id before it looks for the user.
    if (isUnfit(error) && !(await hasOwner(place, row))) return 'no-owner'
    throw error
  }
}

/** Whether a row with the key has expired, and this call deleted it. */
async function removeExpired({ store, model, table }: Place, where: Row, now: number) {
  const { expires } = table
  if (expires === undefined) return false
  const isOver = { [expires]: { lte: new Date(now) } }
  return (await remove(store.models, model, { ...where, ...isOver })) > 0
}

async function drop({ store, model, table }: Place, key: RecordValues, version: number) {
  const where = toKey(model, table, key)
  if (where === undefined) return false
  const query = { where: { ...where, [VERSION]: BigInt(version) } }
  const none = { count: 0 }
  const { count } = await awaitHeld(requireModel(store.models, model).deleteMany(query), none)
  return count === 1
}

/** Each is a single statement, which has no effect where it fails. */
const single = repeatConflicts({ tryInsert, removeExpired, hasOwner, drop })

async function insertRow(place: Place, row: StoredRecord, now: number): Promise<Inserted> {
  const { model, table } = place
  const { values, version } = row
  const data = toData(model, table, { ...values, [VERSION]: version })
  const key = toKey(model, table, values)
  if (data === undefined || key === undefined) return 'no-owner'
  const first = await single.tryInsert(place, row, data)
  const isFree = first === 'taken' && (await single.removeExpired(place, key, now))
  const answer = isFree ? await single.tryInsert(place, row, data) : first
  if (answer !== 'inserted' || (await single.hasOwner(place, row))) return answer
  await single.drop(place, values, version)
  return 'no-owner'
}

async function change({ store, model, table }: Place, row: StoredRecord, from: number) {
  const { values, version } = row
  const where = toKey(model, table, values)
  const fixed = new Set([...table.key, table.owner])
  const changing = Object.entries({ ...values, [VERSION]: version }).filter(
    ([field]) => !fixed.has(field),
  )
  const data = toData(model, table, Object.fromEntries(changing))
  if (where === undefined || data === undefined) return false
  const query = { where: { ...where, [VERSION]: BigInt(from) }, data }
  const none = { count: 0 }
  const { count } = await awaitHeld(requireModel(store.models, model).updateMany(query), none)
  return count === 1
}

/** Deletes rows by their keys, and tells how many. */
async function removeKeys({ store, model, table }: Place, rows: readonly Row[], condition: Row) {
  let count = 0
  const batch = Math.floor(VALUES / table.key.length)
  for (let at = 0; at < rows.length; at += batch) {
    const keys = rows
      .slice(at, at + batch)
      .map((row) => Object.fromEntries(table.key.map((field) => [field, row[field]])))
    count += await remove(store.models, model, { AND: [condition, { OR: keys }] })
  }
  return count
}

async function clear(place: Place, field: string, value: string): Promise<void> {
  const { store, model, table } = place
  const where = toData(model, table, { [field]: value })
  if (where === undefined) return
  const found = await awaitHeld(requireModel(store.models, model).findMany({ where }), NO_ROWS)
  const exact = found.filter((row) => isExact(row, where))
  // A collation may treat other values as equal, whose rows stay.
  if (exact.length < found.length) await removeKeys(place, exact, where)
  else await awaitHeld(requireModel(store.models, model).deleteMany({ where }), { count: 0 })
}

async function deleteExpired(place: Place, now: number, limit: number): Promise<number> {
  const { store, model, table } = place
  const { expires } = table
  if (expires === undefined) return 0
  const where = { [expires]: { lte: new Date(now) } }
  const query = { where, orderBy: { [expires]: 'asc' }, take: limit }
  const found = await awaitQuery(requireModel(store.models, model).findMany(query))
  return removeKeys(place, found, where)
}

/** The verbs on the models of tables that are data; `undefined` without any. */
export function recordVerbs(store: Store): RecordVerbs | undefined {
  if (store.places.models.size === 0) return undefined
  const at = (table: RecordTable): Place => {
    const model = findPlace(store, table)
    if (model !== undefined) return { store, model, table }
    throw new TypeError(
      `The Prisma Client has no model for the table ${table.name}, or one that lacks fields. ` +
        'Print it with `latchstring schema --format prisma`, and run "prisma generate".',
    )
  }
  const steps = { get, find: findPage, insert: insertRow, change, drop, clear, deleteExpired }
  return verbsAt(at, steps, (table) => findPlace(store, table) !== undefined)
}
