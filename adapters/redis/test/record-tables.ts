import { NOTES } from '@latchstring/adapter-conformance'
import type { RecordTable, RecordValues, StoredRecord } from '@latchstring/core/adapters'
import type { RedisAdapter } from '../src/index.ts'

let version = 1_000_000_000_000_000

/** A row with a version of its own. */
export function newRow(table: RecordTable, members: RecordValues = {}): StoredRecord {
  version += 1
  const given = { id: 'row', userId: 'ada', topic: 'red', count: 1, ...members }
  const rest = table === NOTES ? { text: null, done: false, at: null, data: null } : { until: null }
  return { values: { ...rest, ...given }, version }
}

/** The rows of one page. */
export async function findRows(
  { records }: RedisAdapter,
  table: RecordTable,
  field: string,
  value: string,
): Promise<readonly StoredRecord[]> {
  const { rows } = await records.find(table, { field, value, limit: 100 })
  return rows
}

/** The row with the key of another one. */
export const readRow = (
  { records }: RedisAdapter,
  table: RecordTable,
  { values }: StoredRecord,
): Promise<StoredRecord | null> => records.get(table, values)
