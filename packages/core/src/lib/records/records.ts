import { randomSafeInteger } from './random-integer.ts'
import type { Clock } from '../kit/clock.ts'
import type { Records, Row } from '../types/record-verbs.ts'
import type { AdapterRecords, RecordTable, RecordValues, StoredRecord } from '../types/records.ts'
import { checkAsked, readAnswer, readPage, readRow } from './answers.ts'
import { checkTable } from './check-table.ts'
import { hasSealed, NO_SEALS, type RowSeals } from './seals.ts'
import { withoutValues } from './secret-values.ts'
import { fixedFields, foundBy, isId, mergeValues, readKey, readValues } from './values.ts'

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

/**
 * The verbs over a store, whose answers are compared with what was asked for.
 *
 * @param seals - of the configuration. Default: those of tables without sealed fields
 */
export function createRecords(
  store: AdapterRecords,
  clock: Clock,
  seals: RowSeals = NO_SEALS,
): Records {
  /** @throws AdapterError where it does not open */
  async function open(table: RecordTable, row: StoredRecord): Promise<StoredRecord> {
    if (!hasSealed(table)) return row
    return readRow(table, { ...row, values: await seals.open(table, row.values) }, 'plain')
  }

  const seal = async (table: RecordTable, row: StoredRecord): Promise<StoredRecord> =>
    hasSealed(table) ? { ...row, values: await seals.seal(table, row.values) } : row

  return {
    async get(table, key) {
      const wanted = readKey(checkTable(table), key)
      const found = wanted && (await store.get(table, wanted))
      if (!wanted || found === null) return null
      const row = readRow(table, found)
      checkAsked(table, row, wanted)
      return isExpired(table, row, clock()) ? null : toRow(table, await open(table, row))
    },
    async find(table, field, value, { after, limit = PAGE } = {}) {
      checkQuery(checkTable(table), field, limit, after)
      if (!isId(value)) return { rows: [], next: undefined }
      const query = { field, value, limit, ...(after !== undefined && { after }) }
      const { rows, next } = readPage(table, await store.find(table, query), after)
      for (const row of rows) checkAsked(table, row, { [field]: value })
      const now = clock()
      const live = rows.filter((row) => !isExpired(table, row, now))
      const opened = await Promise.all(live.map(async (row) => open(table, row)))
      return { rows: opened.map((row) => toRow(table, row)), next: next ?? undefined }
    },
    async insert(table, values) {
      const row = { values: readValues(checkTable(table), values), version: randomSafeInteger() }
      const sealed = await seal(table, row)
      const given = await withoutValues(table, [row, sealed], () =>
        store.insert(table, sealed, clock()),
      )
      const answer = readAnswer(table, 'insert', given, ['inserted', 'taken', 'no-owner'])
      return answer === 'inserted' ? toRow(table, row) : answer
    },
    async change(table, row, to) {
      const before = readBefore(checkTable(table), row)
      const values = readValues(table, mergeValues(before.values, to))
      checkFixed(table, before.values, values)
      if (isExpired(table, before, clock())) return null
      const changed = { values, version: randomSafeInteger() }
      const sealed = await seal(table, changed)
      const given = await withoutValues(table, [before, changed, sealed], () =>
        store.change(table, sealed, before.version),
      )
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
