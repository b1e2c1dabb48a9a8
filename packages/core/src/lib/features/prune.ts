import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { RecordTable } from '../types/records.ts'

/** Rows that are stored between two deletions, the first of which comes with the first row. */
const EVERY = 10

/** Rows of one deletion at most. More go than come. */
const AT_ONCE = 20

/** How many rows were stored, for each store by the name of the table. */
const stored = new WeakMap<object, Map<string, number>>()

function isTurn(store: object, { name }: RecordTable): boolean {
  const counts = stored.get(store) ?? new Map<string, number>()
  const count = counts.get(name) ?? 0
  counts.set(name, (count + 1) % EVERY)
  stored.set(store, counts)
  return count === 0
}

/**
 * Deletes a few expired rows of a table, now and then when a row of it was stored: nothing else knows all tables of the features. Where a
 * store deletes them by itself, it is left alone.
 */
export async function pruneTable(
  { adapter, clock, log }: Pick<ResolvedConfig, 'adapter' | 'clock' | 'log'>,
  table: RecordTable,
): Promise<void> {
  const records = adapter?.records
  if (!records || records.expires === true || table.expires === undefined) return
  if (!isTurn(records, table)) return
  try {
    await records.deleteExpired(table, clock(), AT_ONCE)
  } catch {
    // The store has taken the row: it is another one's turn later.
    log.debug(`Expired rows of ${table.name} could not be deleted.`)
  }
}
