import type { DeleteBatch, ExpiringRows } from '@latchstring/adapter-kit'
import type { Row } from './client.ts'
import { awaitQuery } from './errors.ts'
import type { RecordModel } from './records.ts'
import { remove, requireModel, type Store } from './store.ts'

/**
 * Reads the keys of a batch, and deletes the rows if they are still expired. A client cannot skip locked rows, so a batch waits
 * for those.
 */
function deleteBatch(
  { models }: Store,
  record: RecordModel | undefined,
  key: readonly string[],
  expires: 'expires' | 'tat' = 'expires',
): DeleteBatch | undefined {
  if (record === undefined) return undefined
  return async (now, rows) => {
    // The expiry of budgets is in milliseconds, not a Date.
    const expired = { [expires]: { lte: expires === 'tat' ? now.getTime() : now } }
    const found = await awaitQuery(
      requireModel(models, record).findMany({
        where: expired,
        orderBy: { [expires]: 'asc' },
        take: rows,
      }),
    )
    if (found.length === 0) return 0
    // Values of different keys may match a third row, which is deleted too if it has expired.
    const where: Row = Object.fromEntries(
      key.map((member) => [member, { in: found.map((row) => row[member]) }]),
    )
    return remove(models, record, { ...expired, ...where })
  }
}

/** Returns a function that deletes a batch of expired rows; `undefined` without the model. */
export function expiringRows(store: Store, data: DeleteBatch | undefined): ExpiringRows {
  const { session, verificationToken, revocation, limitBudget } = store.records
  return {
    sessions: deleteBatch(store, session, ['sessionToken']),
    verificationTokens: deleteBatch(store, verificationToken, ['identifier', 'token']),
    revocations: deleteBatch(store, revocation, ['seq']),
    records: data,
    budgets: deleteBatch(store, limitBudget, ['key'], 'tat'),
  }
}
