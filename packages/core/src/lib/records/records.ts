import { randomSafeInteger } from '../crypto/random-integer.ts'
import type { Clock } from '../kit/clock.ts'
import type { JsonValue } from '../types/utility.ts'
import type {
  AdapterRecords,
  RecordField,
  RecordTable,
  RecordValues,
  StoredRecord,
} from '../types/records.ts'
import { checkAsked, readAnswer, readPage, readRow } from './answers.ts'
import { checkTable } from './check-table.ts'
import { fixedFields, foundBy, isId, mergeValues, readKey, readValues } from './values.ts'

/** Marks the type of a row that was read. No other module can name it, so that no row is made by hand. */
declare const READ: unique symbol

type ValueOf<Field extends RecordField> = Field['kind'] extends 'int' | 'time'
  ? number
  : Field['kind'] extends 'bool'
    ? boolean
    : Field['kind'] extends 'json'
      ? JsonValue
      : string

type Fields<Table extends RecordTable> = Table['fields']

type NullableName<Table extends RecordTable> = {
  [Name in keyof Fields<Table>]: Fields<Table>[Name] extends { readonly nullable: true }
    ? Name
    : never
}[keyof Fields<Table>]

/** The fields of a row. */
export type Values<Table extends RecordTable> = {
  readonly [Name in keyof Fields<Table>]:
    | ValueOf<Fields<Table>[Name]>
    | (Name extends NullableName<Table> ? null : never)
}

/** The fields of a new row: those that may be `null` can be left out. */
export type NewValues<Table extends RecordTable> = Omit<Values<Table>, NullableName<Table>> &
  Partial<Pick<Values<Table>, NullableName<Table>>>

/** The fields of a key. */
export type Key<Table extends RecordTable> = Pick<Values<Table>, Table['key'][number]>

/** A row that was read. */
export type Row<Table extends RecordTable> = Values<Table> & { readonly [READ]: true }

/** Rows that were found. */
export interface Page<Table extends RecordTable> {
  readonly rows: readonly Row<Table>[]
  /** Where the next page begins; `undefined` after the last one. */
  readonly next: string | undefined
}

/** The fields by which rows are found: the owner and the lookups. */
type FoundBy<Table extends RecordTable> =
  | (Table extends { readonly owner: infer Owner extends string } ? Owner : never)
  | (Table extends { readonly lookups: readonly (infer Lookup extends string)[] } ? Lookup : never)

/** Verbs that write nothing. */
export interface ReadRecords {
  /** The row with a key, or `null`. */
  get<Table extends RecordTable>(table: Table, key: Key<Table>): Promise<Row<Table> | null>
  /**
   * The rows with an owner or a lookup.
   *
   * @param page - where it begins, and how many rows it has at most: up to 1000. Default: the first 100
   */
  find<Table extends RecordTable>(
    table: Table,
    field: FoundBy<Table>,
    value: string,
    page?: { readonly after?: string | undefined; readonly limit?: number },
  ): Promise<Page<Table>>
}

/** The verbs on tables. A row is changed and dropped only by what has read it, and only while it is the row that was read. */
export interface Records extends ReadRecords {
  /** Stores a row: `taken` where there is one with its key, `no-owner` where its user does not exist. */
  insert<Table extends RecordTable>(
    table: Table,
    values: NewValues<Table>,
  ): Promise<Row<Table> | 'taken' | 'no-owner'>
  /** Changes fields of a row; `null` where it is not the row that was read any more. */
  change<Table extends RecordTable>(
    table: Table,
    row: Row<Table>,
    to: Partial<Values<Table>>,
  ): Promise<Row<Table> | null>
  /** Deletes a row: of simultaneous calls one gets `true`. */
  drop<Table extends RecordTable>(table: Table, row: Row<Table>): Promise<boolean>
}

const PAGE = 100
const LONGEST_PAGE = 1000

/** Rows that were read, with their versions. Copies of them are not among them, whatever they say. */
const read = new WeakMap<object, StoredRecord & { readonly table: string }>()

function toRow<Table extends RecordTable>(table: Table, { values, version }: StoredRecord) {
  const row = Object.freeze({ ...values })
  read.set(row, { values, version, table: table.name })
  // `readValues` has checked that the fields are those of the table.
  return row as Row<Table>
}

/** @throws TypeError for what was not read from the table: nothing compares its version */
function readBefore(table: RecordTable, row: object): StoredRecord {
  const found = read.get(row)
  if (found?.table === table.name) return found
  throw new TypeError(
    `The row is not one that was read from the table "${table.name}". Give the row itself, and no copy of it.`,
  )
}

function isExpired({ expires }: RecordTable, { values }: StoredRecord, now: number): boolean {
  const time = expires === undefined ? null : values[expires]
  return typeof time === 'number' && time <= now
}

const keyOf = ({ key }: RecordTable, { values }: StoredRecord): RecordValues =>
  Object.fromEntries(key.map((field) => [field, values[field] ?? null]))

/** @throws TypeError for a field by which no rows are found, or a page that cannot be */
function checkQuery(table: RecordTable, field: string, limit: unknown, after: unknown): void {
  if (!foundBy(table).includes(field)) {
    throw new TypeError(`Rows of the table "${table.name}" are not found by "${field}".`)
  }
  if (!Number.isSafeInteger(limit) || Number(limit) < 1 || Number(limit) > LONGEST_PAGE) {
    throw new TypeError(`The limit of a page is a whole number from 1 to ${LONGEST_PAGE}.`)
  }
  if (after !== undefined && typeof after !== 'string') {
    throw new TypeError('`after` is what the page before gave as `next`.')
  }
}

/** @throws TypeError where a field that never changes differs */
function checkFixed(table: RecordTable, before: RecordValues, after: RecordValues): void {
  const moved = fixedFields(table).find((field) => before[field] !== after[field])
  if (moved === undefined) return
  throw new TypeError(`"${moved}" of the table "${table.name}" never changes in a row.`)
}

/** The verbs over a store, whose answers are compared with what was asked for. */
export function createRecords(store: AdapterRecords, clock: Clock): Records {
  return {
    async get(table, key) {
      const wanted = readKey(checkTable(table), key)
      const found = wanted && (await store.get(table, wanted))
      if (!wanted || found === null) return null
      const row = readRow(table, found)
      checkAsked(table, row, wanted)
      return isExpired(table, row, clock()) ? null : toRow(table, row)
    },
    async find(table, field, value, { after, limit = PAGE } = {}) {
      checkQuery(checkTable(table), field, limit, after)
      if (!isId(value)) return { rows: [], next: undefined }
      const query = { field, value, limit, ...(after !== undefined && { after }) }
      const { rows, next } = readPage(table, await store.find(table, query), after)
      for (const row of rows) checkAsked(table, row, { [field]: value })
      const now = clock()
      const live = rows.filter((row) => !isExpired(table, row, now))
      return { rows: live.map((row) => toRow(table, row)), next: next ?? undefined }
    },
    async insert(table, values) {
      const row = { values: readValues(checkTable(table), values), version: randomSafeInteger() }
      const given = await store.insert(table, row, clock())
      const answer = readAnswer(table, 'insert', given, ['inserted', 'taken', 'no-owner'])
      return answer === 'inserted' ? toRow(table, row) : answer
    },
    async change(table, row, to) {
      const before = readBefore(checkTable(table), row)
      const values = readValues(table, mergeValues(before.values, to))
      checkFixed(table, before.values, values)
      if (isExpired(table, before, clock())) return null
      const changed = { values, version: randomSafeInteger() }
      const given = await store.change(table, changed, before.version)
      return readAnswer(table, 'change', given, [true, false]) ? toRow(table, changed) : null
    },
    async drop(table, row) {
      const before = readBefore(checkTable(table), row)
      if (isExpired(table, before, clock())) return false
      const given = await store.drop(table, keyOf(table, before), before.version)
      return readAnswer(table, 'drop', given, [true, false])
    },
  }
}
