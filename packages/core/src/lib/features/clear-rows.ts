import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { RecordTable } from '../types/records.ts'
import { isId } from '../records/values.ts'

/**
 * Removes what features keep about a user: the rows that the user owns.
 *
 * @param except - tables that stay. Default: none
 * @throws AdapterError when the store fails
 */
export async function clearRows(
  { adapter, features }: Pick<ResolvedConfig, 'adapter' | 'features'>,
  userId: string,
  except: readonly RecordTable[] = [],
): Promise<void> {
  // What cannot be the value of an owner is that of no row.
  if (!isId(userId)) return
  for (const table of features?.owned ?? []) {
    if (!except.includes(table)) await adapter?.records?.clear(table, table.owner, userId)
  }
}
