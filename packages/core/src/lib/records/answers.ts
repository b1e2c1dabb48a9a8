import { asError } from '../errors/auth-error.ts'
import { AdapterError } from '../errors/classes.ts'
import { isObject } from '../kit/values.ts'
import type { RecordPage, RecordTable, RecordValues, StoredRecord } from '../types/records.ts'
import { readValues, type Side } from './values.ts'

const wrong = (table: RecordTable, what: string, cause?: Error): AdapterError =>
  new AdapterError(`The store ${what} of the table "${table.name}".`, cause)

/**
 * The row that a store gives, read as carefully as one that a program gives.
 *
 * @throws AdapterError where a field or the version is missing or of another kind
 */
export function readRow(table: RecordTable, given: unknown, side: Side = 'stored'): StoredRecord {
  const { values, version } = isObject(given) ? given : {}
  if (!isObject(values) || !Number.isSafeInteger(version)) {
    throw wrong(table, 'gave a row without values or without a version')
  }
  try {
    return { values: readValues(table, values, side), version: Number(version) }
  } catch (error) {
    throw wrong(table, 'gave a row that does not fit the description', asError(error))
  }
}

/**
 * Compares a row with what was asked for.
 *
 * @throws AdapterError for another one: a store that compares by the rules of a language gives such
 */
export function checkAsked(
  table: RecordTable,
  { values }: StoredRecord,
  asked: RecordValues,
): void {
  if (Object.entries(asked).every(([field, value]) => values[field] === value)) return
  throw new AdapterError(
    `The store found another row of "${table.name}" than it was asked for: its columns of keys have to compare byte by byte.`,
  )
}

const nextOf = (given: unknown): string | null | undefined =>
  typeof given === 'string' || given === null ? given : undefined

/**
 * The rows and the next page that a store gives.
 *
 * @throws AdapterError for what is no page, gives a row twice, or leads to itself
 */
export function readPage(
  table: RecordTable,
  given: unknown,
  after: string | undefined,
): RecordPage {
  const { rows, next: end } = isObject(given) ? given : {}
  const next = nextOf(end)
  if (!Array.isArray(rows) || next === undefined) throw wrong(table, 'gave no page of rows')
  if (next !== null && next === after) throw wrong(table, 'gave a page after which it comes again')
  const read = rows.map((row: unknown) => readRow(table, row))
  const keys = new Set(
    read.map(({ values }) => JSON.stringify(table.key.map((one) => values[one]))),
  )
  if (keys.size < read.length) throw wrong(table, 'gave a row twice in a page')
  return { rows: read, next }
}

/** @throws AdapterError for an answer that the verb does not have: what is true of it is not known */
export function readAnswer<T>(
  table: RecordTable,
  verb: string,
  given: T,
  known: readonly NoInfer<T>[],
): T {
  if (known.includes(given)) return given
  throw wrong(table, `answered ${verb}() with what is no answer to it, for a row`)
}
