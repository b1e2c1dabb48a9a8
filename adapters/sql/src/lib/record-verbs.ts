import { isCausedBy, isUniqueViolation, type RecordVerbs } from '@latchstring/adapter-kit'
import type {
  RecordQuery,
  RecordTable,
  RecordValue,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import { type RawBuilder, sql } from 'kysely'
import { deleteExpiredFrom } from './expired.ts'
import { type Place, recordPlaces } from './record-rows.ts'
import type { RecordCodec, Row } from './records.ts'
import type { Store } from './store.ts'

const VERSION = 'version'

/** SQLSTATE foreign_key_violation, what MySQL calls it, and SQLite's extended result codes. */
const NO_OWNER: ReadonlySet<unknown> = new Set([
  '23503',
  'ER_NO_REFERENCED_ROW_2',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
  787,
])

const saysNoOwner = (error: Error): boolean =>
  ['code', 'extendedCode', 'errcode'].some((name) => NO_OWNER.has(Reflect.get(error, name))) ||
  // Cloudflare D1 has nothing but a message.
  /^D1_ERROR: FOREIGN KEY constraint failed\b/.test(error.message)

/** Members as the codec takes them: times are numbers in records, and dates in columns. */
function toMembers({ fields }: RecordTable, { values, version }: StoredRecord): Row {
  const members = Object.entries(values).map(([field, value]): [string, unknown] => [
    field,
    fields[field]?.kind === 'time' && typeof value === 'number' ? new Date(value) : value,
  ])
  return { ...Object.fromEntries(members), [VERSION]: version }
}

function toRecord({ [VERSION]: version, ...members }: Row): StoredRecord {
  const values = Object.entries(members).map(([field, value]): [string, RecordValue] => [
    field,
    // The codec gives what the kind of the field says.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    value instanceof Date ? value.getTime() : (value as RecordValue),
  ])
  return { values: Object.fromEntries(values), version: Number(version) }
}

/** Rows whose key comes after another one, as the database orders them. */
function comesAfter(codec: RecordCodec<Row>, key: readonly KeyValue[]): RawBuilder<boolean> {
  const [[field, value] = ['', null], ...more] = key
  const column = sql.ref(codec.columnName(field))
  const given = codec.encode(field, value)
  if (more.length === 0) return sql`${column} > ${given}`
  return sql`(${column} > ${given} or (${column} = ${given} and ${comesAfter(codec, more)}))`
}

type KeyValue = readonly [field: string, value: unknown]

/** The key of the last row of a page, as the next one is asked for. */
function readCursor({ key }: RecordTable, after: string): readonly KeyValue[] {
  const values: unknown = JSON.parse(after)
  if (!Array.isArray(values)) throw new TypeError('`after` is not what the page before said.')
  return key.map((field, at) => [field, values[at]])
}

async function findPage({ db }: Store, table: RecordTable, { codec }: Place, query: RecordQuery) {
  const { field, value, limit, after } = query
  const wanted = codec.toKey({ [field]: value })
  const all = db
    .selectFrom(codec.table)
    .select(codec.selection(codec.table))
    .where(({ eb }) => eb.and(wanted.map((part) => eb(part.column, '=', part.value))))
  const rest = after === undefined ? all : all.where(comesAfter(codec, readCursor(table, after)))
  const ordered = table.key.reduce((rows, one) => rows.orderBy(codec.columnName(one)), rest)
  const found = await ordered.limit(limit).execute()
  const rows = found.map((row) => toRecord(codec.fromRow(row)))
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { rows, next: last ? JSON.stringify(table.key.map((one) => last.values[one])) : null }
}

const keyOf = ({ key }: RecordTable, values: RecordValues): Row =>
  Object.fromEntries(key.map((field) => [field, values[field]]))

const hasVersion = (codec: RecordCodec<Row>, version: number): RawBuilder<boolean> =>
  sql`${sql.ref(codec.columnName(VERSION))} = ${version}`

async function tryInsert(
  table: RecordTable,
  { rows }: Place,
  record: StoredRecord,
): Promise<'inserted' | 'taken' | 'no-owner'> {
  try {
    await rows.add(toMembers(table, record))
    return 'inserted'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    if (isCausedBy(error, saysNoOwner)) return 'no-owner'
    throw error
  }
}

/** Whether a row with the key has expired, and this call deleted it. */
async function removeExpired(
  { expires }: RecordTable,
  { codec, rows }: Place,
  key: Row,
  now: number,
): Promise<boolean> {
  if (expires === undefined) return false
  const time = codec.encode(expires, new Date(now))
  const isOver = sql<boolean>`${sql.ref(codec.columnName(expires))} <= ${time}`
  return (await rows.remove(key, isOver)) > 0
}

/** The verbs on the tables of the option `records`; `undefined` without any. */
export function recordVerbs(store: Store): RecordVerbs | undefined {
  const places = recordPlaces(store.layout, store.db)
  const placeOf = ({ name }: RecordTable): Place => {
    const place = places.get(name)
    if (place !== undefined) return place
    throw new TypeError(`The adapter has no table for ${name}. Name it in its option records.`)
  }
  if (places.size === 0) return undefined
  return {
    keeps: ({ name }) => places.has(name),
    async get(table, key) {
      const row = await placeOf(table).rows.find(keyOf(table, key))
      return row && toRecord(row)
    },
    find: async (table, query) => findPage(store, table, placeOf(table), query),
    async insert(table, record, now) {
      const place = placeOf(table)
      const { owner } = table
      // An id of another type is of no user.
      if (owner !== undefined) {
        const [part] = place.codec.toKey({ [owner]: record.values[owner] })
        if (part?.value === null) return 'no-owner'
      }
      const answer = await tryInsert(table, place, record)
      if (answer !== 'taken') return answer
      const isFree = await removeExpired(table, place, keyOf(table, record.values), now)
      return isFree ? tryInsert(table, place, record) : answer
    },
    async change(table, record, from) {
      const { codec, rows } = placeOf(table)
      const columns = codec.toRow(toMembers(table, record))
      const condition = hasVersion(codec, from)
      return (await rows.change(keyOf(table, record.values), columns, condition)) === 1
    },
    async drop(table, key, version) {
      const { codec, rows } = placeOf(table)
      return (await rows.remove(keyOf(table, key), hasVersion(codec, version))) === 1
    },
    clear: async (table, field, value) => placeOf(table).rows.delete({ [field]: value }),
    async deleteExpired(table, now, limit) {
      const { codec } = placeOf(table)
      const { expires, key } = table
      if (expires === undefined) return 0
      return deleteExpiredFrom(store, codec, { expires, key }, { now: new Date(now), rows: limit })
    },
  }
}
