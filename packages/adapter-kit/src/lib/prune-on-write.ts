import type { Adapter } from '@latchstring/core/adapters'
import type { DeleteExpiredOptions } from './batches.ts'

/** An adapter that deletes expired rows when it is asked to. */
export type PrunableAdapter = Adapter & {
  deleteExpired(options: DeleteExpiredOptions): Promise<unknown>
}

/** Options of {@link pruneOnWrite}. */
export interface PruneOnWriteOptions {
  /** Rows that one write deletes at most, up to 1,000. Default: 20. */
  readonly rows?: number
  /** Hears of a deletion that failed. The write it came with has worked. Default: it is not reported. */
  readonly onError?: (error: unknown) => void
}

const DEFAULT_ROWS = 20
const MAX_ROWS = 1000

/** How many budgets one call of `spendAll` may add, more or less. */
const ROWS_OF_A_TRY = 6

type Writes = Pick<
  Adapter,
  | 'createSession'
  | 'createVerificationToken'
  | 'appendRevocations'
  | 'spend'
  | 'spendAll'
  | 'records'
>

/** A method of which each call, or one of so many, is followed by a deletion. */
const followedBy =
  <Args extends readonly unknown[], Result>(
    write: (...args: Args) => Result,
    prune: () => Promise<void>,
    calls = 1,
  ) =>
  async (...args: Args): Promise<Awaited<Result>> => {
    const result = await write(...args)
    if (calls === 1 || Math.random() * calls < 1) await prune()
    return result
  }

/** The methods that add rows. */
function pruningWrites(adapter: Adapter, prune: () => Promise<void>, rows: number): Writes {
  // oxlint-disable-next-line typescript/unbound-method -- they are called with their adapter
  const { createSession, createVerificationToken, appendRevocations } = adapter
  // oxlint-disable-next-line typescript/unbound-method -- see above
  const { spend, spendAll, records } = adapter
  return {
    ...(createSession && { createSession: followedBy(createSession.bind(adapter), prune) }),
    ...(createVerificationToken && {
      createVerificationToken: followedBy(createVerificationToken.bind(adapter), prune),
    }),
    ...(appendRevocations && {
      appendRevocations: followedBy(appendRevocations.bind(adapter), prune),
    }),
    ...(records && {
      records: Object.freeze({
        ...records,
        insert: followedBy(records.insert.bind(records), prune),
      }),
    }),
    // One deletion takes along as many rows as these calls may have added, so that most need not wait for it.
    ...(spend && { spend: followedBy(spend.bind(adapter), prune, rows) }),
    ...(spendAll && {
      spendAll: followedBy(spendAll.bind(adapter), prune, Math.ceil(rows / ROWS_OF_A_TRY)),
    }),
  }
}

/**
 * An adapter that also deletes expired rows: whenever it has stored a session, a verification token, an ending or a row of a table that is
 * data, and
 * now and then when it has counted, it deletes a few rows that have expired. As more go than come, a store does not grow by what cannot be used, and
 * nothing has to be run by the clock.
 *
 * A request never waits for more than `rows` rows, nor for rows that others have locked, and of several writes at once in a
 * process one deletes. Within a transaction nothing is deleted.
 *
 * @param adapter - an adapter with `deleteExpired`, such as those for SQL, Drizzle and Prisma
 * @param options - how many rows, and who hears of failures
 * @throws TypeError when the number of rows cannot be used
 *
 * @example
 * ```ts
 * import { openSqlAdapter, pruneOnWrite } from '@latchstring/adapter-sql'
 *
 * export const adapter = pruneOnWrite(openSqlAdapter('file:./data.db'))
 * ```
 */
export function pruneOnWrite<Known extends PrunableAdapter>(
  adapter: Known,
  options: PruneOnWriteOptions = {},
): Known {
  const { rows = DEFAULT_ROWS, onError } = options
  if (!Number.isSafeInteger(rows) || rows < 1 || rows > MAX_ROWS) {
    throw new TypeError(`pruneOnWrite: rows: ${rows} is not a whole number from 1 to ${MAX_ROWS}.`)
  }
  let busy = false
  async function prune(): Promise<void> {
    if (busy) return
    busy = true
    try {
      await adapter.deleteExpired({ limit: rows })
    } catch (error) {
      // The next write tries again.
      onError?.(error)
    } finally {
      busy = false
    }
  }
  return Object.freeze({ ...adapter, ...pruningWrites(adapter, prune, rows) })
}
