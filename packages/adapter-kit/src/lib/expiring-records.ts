import type { RecordTable } from '@latchstring/core/adapters'
import type { DeleteBatch } from './batches.ts'
import type { RecordVerbs } from './methods.ts'

/**
 * What deletes a batch of expired rows of tables that are data; `undefined` where the store keeps none that expire.
 *
 * @param records - the verbs of the store, if it has any
 * @param tables - the tables that it may keep
 */
export function expiringRecords(
  records: Pick<RecordVerbs, 'keeps' | 'deleteExpired'> | undefined,
  tables: readonly RecordTable[],
): DeleteBatch | undefined {
  const kept = tables.filter((table) => table.expires !== undefined && records?.keeps(table))
  if (records === undefined || kept.length === 0) return undefined
  return async (now, rows) => {
    let deleted = 0
    for (const table of kept) {
      if (deleted < rows) {
        deleted += await records.deleteExpired(table, now.getTime(), rows - deleted)
      }
    }
    return deleted
  }
}
