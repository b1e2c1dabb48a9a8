import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { isId } from '../../records/values.ts'

/** Removes the rows of features that end with the sessions of their owner. @throws AdapterError when the store fails */
export async function clearEnding(
  { adapter, features }: Pick<ResolvedConfig, 'adapter' | 'features'>,
  userId: string,
): Promise<void> {
  // What cannot be the value of an owner is that of no row.
  if (!isId(userId)) return
  for (const table of features?.endsWithSessions ?? []) {
    await adapter?.records?.clear(table, table.owner, userId)
  }
}
