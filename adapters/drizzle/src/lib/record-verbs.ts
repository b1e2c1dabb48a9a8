import {
  isCausedBy,
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
  RecordValue,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import { and, type Column, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import { findPlace, isBound, type Place, VERSION } from './data-tables.ts'
import type { Row } from './database.ts'
import { deleteExpiredFrom } from './expired.ts'
import { canHold, recordTable } from './records.ts'
import { same } from './same.ts'
import { awaitQuery, find, type Store, removeCounting, updateCounting } from './store.ts'

const columnOf = ({ columns, data }: Place, field: string): Column => {
  const column = columns[field]
  if (column !== undefined) return column
  throw new TypeError(`The table for ${data.name} has no column "${field}".`)
}

/** A table as other rows are kept in it. */
const asTarget = ({ table, data }: Place) => recordTable(table, `A row of ${data.name}`, '')

/** Whether a column can have an id of a user, in this very spelling. */
function isId(column: Column, id: string): boolean {
  if (!canHold(column, id)) return false
  if (column.dataType === 'number' || column.dataType === 'bigint') return String(BigInt(id)) === id
  return column.columnType !== 'PgUUID' || id === id.toLowerCase()
}

/** A value as its column takes it. */
function encode({ data }: Place, column: Column, field: string, value: RecordValue): unknown {
  if (value === null) return null
  const kind = data.fields[field]?.kind ?? 'int'
  if (kind === 'time') return new Date(Number(value))
  if (column.dataType === 'bigint') return BigInt(typeof value === 'string' ? value : Number(value))
  return column.dataType === 'number' ? Number(value) : value
}

const encodeAll = (place: Place, values: RecordValues): Row =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      encode(place, columnOf(place, field), field, value),
    ]),
  )

/** JSON is read as text: drivers have parsed it, and Drizzle would parse what is a text in it once more. */
const isReadAsText = ({ store, data }: Place, field: string, { dataType }: Column): boolean =>
  data.fields[field]?.kind === 'json' && dataType === 'json' && store.dialect !== 'sqlite'

function selection(place: Place): Readonly<Record<string, Column | SQL>> {
  const type = sql.raw(place.store.dialect === 'mysql' ? 'char character set utf8mb4' : 'text')
  return Object.fromEntries(
    [...Object.keys(place.data.fields), VERSION].map((field) => {
      const column = columnOf(place, field)
      return [field, isReadAsText(place, field, column) ? sql`cast(${column} as ${type})` : column]
    }),
  )
}

function decode(place: Place, field: string, value: unknown): RecordValue {
  const { fields, owner } = place.data
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.getTime()
  if (field === owner) return recordId(value)
  if (fields[field]?.kind === 'int') return Number(value)
  const parsed: unknown =
    typeof value === 'string' && isReadAsText(place, field, columnOf(place, field))
      ? JSON.parse(value)
      : value
  // The types of the columns were compared with the kinds.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return parsed as RecordValue
}

function toRecord(place: Place, row: Row): StoredRecord {
  const values = Object.keys(place.data.fields).map((field): [string, RecordValue] => [
    field,
    decode(place, field, row[field]),
  ])
  return { values: Object.fromEntries(values), version: Number(row[VERSION]) }
}

/** The condition on rows with the very ids; `undefined` if no row has them. */
function having(place: Place, ids: RecordValues): SQL | undefined {
  const { owner } = place.data
  const conditions = Object.entries(ids).map(([field, value]) => {
    const column = columnOf(place, field)
    const id = recordId(value)
    return field === owner && !isId(column, id) ? undefined : same(column, id)
  })
  return conditions.includes(undefined) ? undefined : and(...conditions)
}

const havingKey = (place: Place, values: RecordValues): SQL | undefined =>
  having(place, recordKey(place.data, values))

const hasVersion = (place: Place, version: number): SQL => {
  const column = columnOf(place, VERSION)
  return eq(column, encode(place, column, VERSION, version))
}

async function select(
  place: Place,
  where: SQL | undefined,
  limit: number,
): Promise<readonly StoredRecord[]> {
  const order = place.data.key.map((field) => columnOf(place, field))
  const query = place.store.db.select(selection(place)).from(place.table).where(where)
  const rows = await awaitQuery(query.orderBy(...order).limit(limit))
  return rows.map((row) => toRecord(place, row))
}

async function get(place: Place, key: RecordValues): Promise<StoredRecord | null> {
  const where = havingKey(place, key)
  const [row] = where === undefined ? [] : await select(place, where, 1)
  return row ?? null
}

/** The condition on rows whose key comes after another one, as the database orders them. */
function comesAfter(place: Place, key: readonly (readonly [string, string])[]): SQL | undefined {
  const [[field, id] = ['', ''], ...more] = key
  const column = columnOf(place, field)
  const value = encode(place, column, field, id)
  if (more.length === 0) return gt(column, value)
  return or(gt(column, value), and(eq(column, value), comesAfter(place, more)))
}

async function findPage(place: Place, query: RecordQuery): Promise<RecordPage> {
  const { field, value, limit, after } = query
  const where = having(place, { [field]: value })
  if (where === undefined) return { rows: [], next: null }
  const rest =
    after === undefined ? undefined : comesAfter(place, readRecordCursor(place.data, after))
  const rows = await select(place, and(where, rest), limit)
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { rows, next: last ? recordCursor(place.data, last) : null }
}

const removeWhere = (place: Place, where: SQL | undefined): Promise<number> =>
  removeCounting(place.store, asTarget(place), where, { version: columnOf(place, VERSION) })

async function drop(place: Place, key: RecordValues, version: number): Promise<boolean> {
  const where = havingKey(place, key)
  if (where === undefined) return false
  return (await removeWhere(place, and(where, hasVersion(place, version)))) === 1
}

async function change(place: Place, row: StoredRecord, from: number): Promise<boolean> {
  const { key, owner } = place.data
  const where = havingKey(place, row.values)
  if (where === undefined) return false
  const changing = Object.entries({ ...row.values, [VERSION]: row.version }).filter(
    ([field]) => field !== owner && !key.includes(field),
  )
  const update = {
    where: and(where, hasVersion(place, from)),
    values: encodeAll(place, Object.fromEntries(changing)),
  }
  const counted = { version: columnOf(place, VERSION) }
  return (await updateCounting(place.store, asTarget(place), update, counted)) === 1
}

type Inserted = Awaited<ReturnType<RecordVerbs['insert']>>

async function hasUser({ data, store }: Place, { values }: StoredRecord): Promise<boolean> {
  const { owner } = data
  if (owner === undefined) return true
  const { users } = store.tables
  const where = same(users.column('id'), recordId(values[owner]))
  return (await find(store.db, users, where)) !== null
}

/** Whether the user of a row exists. The database looks itself where it has a foreign key. */
const hasOwner = async (place: Place, row: StoredRecord): Promise<boolean> =>
  isBound(place) || hasUser(place, row)

/** What databases say about an id that its column cannot hold: too long, of another form, or a number that is too big. */
const UNFIT: ReadonlySet<unknown> = new Set([
  '22001',
  '22003',
  '22P02',
  'ER_DATA_TOO_LONG',
  'ER_WARN_DATA_OUT_OF_RANGE',
])

const isUnfit = (error: unknown): boolean =>
  isCausedBy(error, (one) => UNFIT.has(Reflect.get(one, 'code')))

async function tryInsert(place: Place, row: StoredRecord): Promise<Inserted> {
  const values = encodeAll(place, { ...row.values, [VERSION]: row.version })
  try {
    await place.store.write((db) => awaitQuery(db.insert(place.table).values(values)))
    return 'inserted'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    if (isForeignKeyViolation(error)) return 'no-owner'
    // A database may refuse the form of an id before it looks for the user.
    if (isUnfit(error) && !(await hasUser(place, row))) return 'no-owner'
    throw error
  }
}

/** Whether a row with the key has expired, and this call deleted it. */
async function removeExpired(place: Place, row: StoredRecord, now: number): Promise<boolean> {
  const { expires } = place.data
  if (expires === undefined) return false
  const isOver = lte(columnOf(place, expires), new Date(now))
  return (await removeWhere(place, and(havingKey(place, row.values), isOver))) > 0
}

/** Each is a single statement, which has no effect where it fails. */
const single = repeatConflicts({ tryInsert, removeExpired, hasOwner, drop })

async function insert(place: Place, row: StoredRecord, now: number): Promise<Inserted> {
  const { owner } = place.data
  if (owner !== undefined && !isId(columnOf(place, owner), recordId(row.values[owner]))) {
    return 'no-owner'
  }
  const first = await single.tryInsert(place, row)
  const isFree = first === 'taken' && (await single.removeExpired(place, row, now))
  const answer = isFree ? await single.tryInsert(place, row) : first
  if (answer !== 'inserted' || (await single.hasOwner(place, row))) return answer
  await single.drop(place, row.values, row.version)
  return 'no-owner'
}

async function clear(place: Place, field: string, value: string): Promise<void> {
  const where = having(place, { [field]: value })
  if (where !== undefined) await removeWhere(place, where)
}

async function deleteExpired(place: Place, now: number, limit: number): Promise<number> {
  const { expires, key } = place.data
  if (expires === undefined) return 0
  return deleteExpiredFrom(place.store, asTarget(place), { expires, key }, new Date(now), limit)
}

/** The verbs on tables that are data; `undefined` without any. */
export function recordVerbs(store: Store): RecordVerbs | undefined {
  if (store.places.tables.size === 0) return undefined
  const at = (data: RecordTable): Place => {
    const place = findPlace(store, data)
    if (place !== undefined) return place
    throw new TypeError(
      `The schema has no table for ${data.name}, or one that lacks columns. ` +
        'Write it with `latchstring schema --format drizzle`.',
    )
  }
  const steps = { get, find: findPage, insert, change, drop, clear, deleteExpired }
  return verbsAt(at, steps, (table) => findPlace(store, table) !== undefined)
}
