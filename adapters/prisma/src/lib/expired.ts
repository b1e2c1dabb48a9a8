import type { RecordModel } from './records.ts'
import { remove, type Store } from './store.ts'

/** How many rows `deleteExpired` deleted. */
export interface DeletedRows {
  readonly sessions: number
  readonly verificationTokens: number
}

/** Deletes what has expired; of models that are not there, nothing. */
export async function deleteExpired(
  { models, records }: Store,
  now: Date = new Date(),
): Promise<DeletedRows> {
  const removeFrom = async (record: RecordModel | undefined): Promise<number> =>
    record === undefined ? 0 : remove(models, record, { expires: { lte: now } })
  return {
    sessions: await removeFrom(records.session),
    verificationTokens: await removeFrom(records.verificationToken),
  }
}
