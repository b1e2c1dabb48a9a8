import type { ResolvedConfig } from '../config/resolved-config.ts'
import { isId } from '../records/values.ts'

/**
 * Removes what features keep about a user: the rows that the user owns.
 *
 * @throws AdapterError when the store fails
 */
export async function clearRows(
  { adapter, features }: Pick<ResolvedConfig, 'adapter' | 'features'>,
  userId: string,
): Promise<void> {
  // What cannot be the value of an owner is that of no row.
  if (!isId(userId)) return
  for (const table of features?.owned ?? []) {
    await adapter?.records?.clear(table, table.owner, userId)
  }
}
