import { randomSafeInteger } from '../crypto/random.ts'
import { AdapterError } from '../errors/classes.ts'
import type { Clock } from '../kit/clock.ts'
import type { JsonValue } from '../types/utility.ts'
import type { AdapterRecords, RecordField, RecordTable, StoredRecord } from '../types/records.ts'
import { checkTable } from './check-table.ts'
import { fixedFields, readKey, readValues, sameValue } from './values.ts'

/** The version of a row that was read. No other module can name it, so that no row is made by hand. */
const VERSION: unique symbol = Symbol('version')

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
export type Row<Table extends RecordTable> = Values<Table> & { readonly [VERSION]: number }

/** Rows that were found. */
export interface Page<Table extends RecordTable> {
  readonly rows: readonly Row<Table>[]
  /** Where the next page begins; `undefined` after the last one. */
  readonly next: string | undefined
}

/** Verbs that write nothing. */
export interface ReadRecords {
  /** The row with a key, or `null`. */
  get<Table extends RecordTable>(table: Table, key: Key<Table>): Promise<Row<Table> | null>
  /**
   * The rows with an owner or a lookup.
   *
   * @param page - where it begins, and how many rows it has at most. Default: the first 100
   */
  find<Table extends RecordTable>(
    table: Table,
    field: keyof Values<Table> & string,
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

const toRow = <Table extends RecordTable>(table: Table, { values, version }: StoredRecord) =>
  // `readValues` has checked that the fields are those of the table.
  Object.freeze({ ...readValues(table, values), [VERSION]: version }) as Row<Table>

function isExpired({ expires }: RecordTable, row: StoredRecord, now: number): boolean {
  const time = expires === undefined ? null : row.values[expires]
  return typeof time === 'number' && time <= now
}

/** The verbs over a store, whose answers are compared with what was asked for. */
export function createRecords(store: AdapterRecords, clock: Clock): Records {
  /** @throws AdapterError for a row of another key: a store that compares by the rules of a language gives such */
  const own = (table: RecordTable, row: StoredRecord, fields: readonly string[], asked: object) => {
    const differs = fields.some((field) => row.values[field] !== Reflect.get(asked, field))
    if (!differs) return row
    throw new AdapterError(
      `The store found another row of "${table.name}" than it was asked for: its columns of keys have to compare byte by byte.`,
    )
  }
  return {
    async get(table, key) {
      const wanted = readKey(checkTable(table), key)
      const row = wanted && (await store.get(table, wanted))
      if (!row || isExpired(table, row, clock())) return null
      return toRow(table, own(table, row, table.key, key))
    },
    async find(table, field, value, { after, limit = PAGE } = {}) {
      checkTable(table)
      const query = { field, value, limit, ...(after !== undefined && { after }) }
      const { rows, next } = await store.find(table, query)
      const now = clock()
      const live = rows.filter((row) => !isExpired(table, row, now))
      return {
        rows: live.map((row) => toRow(table, own(table, row, [field], { [field]: value }))),
        next: next ?? undefined,
      }
    },
    async insert(table, values) {
      const row = { values: readValues(checkTable(table), values), version: randomSafeInteger() }
      const answer = await store.insert(table, row, clock())
      return answer === 'inserted' ? toRow(table, row) : answer
    },
    async change(table, row, to) {
      const before = readValues(checkTable(table), Object.fromEntries(Object.entries(row)))
      const changed = {
        values: readValues(table, { ...before, ...to }),
        version: randomSafeInteger(),
      }
      const moved = fixedFields(table).find((field) => !sameValue(field, before, changed.values))
      if (moved !== undefined) {
        throw new TypeError(`"${moved}" of the table "${table.name}" never changes in a row.`)
      }
      if (isExpired(table, { values: before, version: 0 }, clock())) return null
      return (await store.change(table, changed, row[VERSION])) ? toRow(table, changed) : null
    },
    async drop(table, row) {
      const key = readKey(checkTable(table), row)
      if (!key) throw new TypeError(`A row of the table "${table.name}" has no key.`)
      return store.drop(table, key, row[VERSION])
    },
  }
}
