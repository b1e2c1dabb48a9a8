import { lte } from 'drizzle-orm'
import type { RecordTable } from './records.ts'
import { removeCounting, type Store } from './store.ts'

/** How many rows `deleteExpired` deleted. */
export interface DeletedRows {
  readonly sessions: number
  readonly verificationTokens: number
}

/** Deletes what has expired; of tables that are not there, nothing. */
export async function deleteExpired(store: Store, now: Date = new Date()): Promise<DeletedRows> {
  const remove = async (table: RecordTable | undefined): Promise<number> => {
    if (table === undefined) return 0
    const expires = table.column('expires')
    return removeCounting(store, table, lte(expires, now), { expires })
  }
  const { sessions, verificationTokens } = store.tables
  return { sessions: await remove(sessions), verificationTokens: await remove(verificationTokens) }
}
