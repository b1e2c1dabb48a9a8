/** Which rows `deleteExpired` deletes. */
export interface DeleteExpiredOptions {
  /** What counts as expired. Default: the current time. */
  readonly now?: Date
  /** Most rows to delete. Default: all that have expired. */
  readonly limit?: number
}

/** How many rows `deleteExpired` deleted. */
export interface DeletedRows {
  /** Sessions. */
  readonly sessions: number
  /** Verification tokens. */
  readonly verificationTokens: number
  /** Entries of the feed of endings, where the store has one. */
  readonly revocations?: number
  /** Rows of tables that are data, such as devices and mails, where the store has any that expire. */
  readonly records?: number
  /** Budgets that are full again, where the store has any. */
  readonly budgets?: number
}

/** What an adapter has that deletes expired rows in batches. */
export interface BatchPruning {
  /**
   * Deletes sessions, verification tokens and mails that have expired, in batches of up to 1,000 rows. They cannot be used any more, so this
   * only frees space: once a day is plenty.
   *
   * @param options - the time that counts as now, or `{ now, limit }`: at most so many rows
   * @throws TypeError when the limit is not a whole number
   */
  readonly deleteExpired: (options?: Date | DeleteExpiredOptions) => Promise<DeletedRows>
}

/** Deletes rows of one kind that have expired, at most so many, in one transaction, and says how many. */
export type DeleteBatch = (now: Date, rows: number) => Promise<number>

/** The kinds of rows that expire; `undefined` where the store has no such table. */
export interface ExpiringRows {
  readonly sessions: DeleteBatch | undefined
  readonly verificationTokens: DeleteBatch | undefined
  readonly revocations?: DeleteBatch | undefined
  readonly records?: DeleteBatch | undefined
  readonly budgets?: DeleteBatch | undefined
}

const FIRST_BATCH_ROWS = 100
const MAX_BATCH_ROWS = 1000

/** A transaction takes its time however few rows are in it. */
const MIN_BATCH_ROWS = 50

/** Milliseconds that a batch is meant to take. Others may have to wait for the rows of a batch, or on SQLite for all of it. */
const TARGET_BATCH_MS = 10

/** Milliseconds between two batches, in which others have their turn. */
const PAUSE_MS = 5

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS)
  })

async function deleteBatches(
  deleteBatch: DeleteBatch | undefined,
  now: Date,
  limit: number,
): Promise<number> {
  if (deleteBatch === undefined) return 0
  let deleted = 0
  let rows = FIRST_BATCH_ROWS
  while (deleted < limit) {
    const asked = Math.min(rows, limit - deleted)
    const started = performance.now()
    const gone = await deleteBatch(now, asked)
    deleted += gone
    // What others have locked is left for the next time.
    if (gone < asked) break
    const took = Math.max(1, performance.now() - started)
    rows = Math.max(
      MIN_BATCH_ROWS,
      Math.min(MAX_BATCH_ROWS, rows * 2, Math.floor((asked * TARGET_BATCH_MS) / took)),
    )
    if (deleted < limit) await pause()
  }
  return deleted
}

function readOptions(given: Date | DeleteExpiredOptions): Required<DeleteExpiredOptions> {
  const { now = new Date(), limit = Infinity } = given instanceof Date ? { now: given } : given
  if (limit === Infinity || (Number.isSafeInteger(limit) && limit >= 0)) return { now, limit }
  throw new TypeError(`deleteExpired: the limit ${limit} is not a whole number of rows.`)
}

/**
 * Deletes rows that have expired, in batches that are small enough not to be noticed: how many rows are in one follows
 * from how long the one before it took.
 *
 * @param expiring - deletes one batch of a kind
 * @param given - the time that counts, or that and a limit
 * @throws TypeError when the limit is not a number of rows
 */
export async function deleteExpiredRows(
  expiring: ExpiringRows,
  given: Date | DeleteExpiredOptions = {},
): Promise<DeletedRows> {
  const { now, limit } = readOptions(given)
  let left = limit
  const remove = async (deleteBatch: DeleteBatch | undefined): Promise<number> => {
    const deleted = await deleteBatches(deleteBatch, now, left)
    left -= deleted
    return deleted
  }
  const { sessions, verificationTokens, revocations, records, budgets } = expiring
  return {
    sessions: await remove(sessions),
    verificationTokens: await remove(verificationTokens),
    ...(revocations && { revocations: await remove(revocations) }),
    ...(records && { records: await remove(records) }),
    ...(budgets && { budgets: await remove(budgets) }),
  }
}
