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
  /** Hears of a deletion that failed. The write it came with has worked. Default: nobody does. */
  readonly onError?: (error: unknown) => void
}

const USUAL = 20
const MOST = 1000

/**
 * An adapter that also deletes expired rows: whenever it has stored a session or a verification token, it deletes a few
 * sessions and verification tokens that have expired. As more go than come, a store does not grow by what nobody can use, and
 * nobody has to run anything by the clock.
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
  const { rows = USUAL, onError } = options
  if (!Number.isSafeInteger(rows) || rows < 1 || rows > MOST) {
    throw new TypeError(`pruneOnWrite: rows: ${rows} is not a whole number from 1 to ${MOST}.`)
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
  // oxlint-disable-next-line typescript/unbound-method -- both are called with their adapter
  const { createSession, createVerificationToken } = adapter
  const writes: Pick<Adapter, 'createSession' | 'createVerificationToken'> = {
    ...(createSession && {
      async createSession(session) {
        const created = await createSession.call(adapter, session)
        await prune()
        return created
      },
    }),
    ...(createVerificationToken && {
      async createVerificationToken(token) {
        const created = await createVerificationToken.call(adapter, token)
        await prune()
        return created
      },
    }),
  }
  return Object.freeze({ ...adapter, ...writes })
}
