import assert from 'node:assert/strict'
import type { Awaitable, RecordTable, RecordValues, StoredRecord } from '@latchstring/core/adapters'
import type { FullAdapter } from './options.ts'
import { NOTES, keyOf, sampleNote } from './record-samples.ts'
import { sampleUser } from './samples.ts'

export type Stored = Pick<FullAdapter, 'records' | 'createUser'>

/** The id of a new user. */
export const createOwner = async ({ createUser }: FullAdapter): Promise<string> =>
  (await createUser(sampleUser())).id

/** A stored row of a new user. */
export async function storeNote(
  adapter: FullAdapter,
  members: RecordValues = {},
): Promise<StoredRecord> {
  const note = sampleNote(await createOwner(adapter), members)
  assert.equal(await adapter.records.insert(NOTES, note, Date.now()), 'inserted')
  return note
}

/** The row that the store has under the key of a row. */
export const read = (
  { records }: Stored,
  table: RecordTable,
  row: StoredRecord,
): Awaitable<StoredRecord | null> => records.get(table, keyOf(table, row))

/** Asserts that the store has exactly a row. */
export async function assertKept(
  adapter: Stored,
  table: RecordTable,
  row: StoredRecord,
): Promise<void> {
  assert.deepEqual(await read(adapter, table, row), row)
}
