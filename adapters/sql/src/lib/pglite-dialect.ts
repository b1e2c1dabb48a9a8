import type { PGliteInterface, Results } from '@electric-sql/pglite'
import type { CompiledQuery, Dialect, QueryResult } from 'kysely'
import { postgresDialect } from './dialects.ts'
import {
  type OpenTransaction,
  type SingleConnection,
  singleConnectionDriver,
} from './single-connection.ts'

/** The part of a PGlite instance that is used here. */
export type PgliteDatabase = Pick<PGliteInterface, 'query' | 'transaction'>

type Query = (sql: string, parameters: unknown[]) => Promise<Results>

async function execute(
  query: Query,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<unknown>> {
  const { rows, affectedRows } = await query(sql, [...parameters])
  return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
}

/** Error that makes PGlite roll back. */
class RolledBack extends Error {}

function unlessRolledBack(error: unknown): void {
  if (!(error instanceof RolledBack)) throw error
}

/** A transaction that stays open after the call that began it: PGlite's own ends with a callback. */
function begin(database: PgliteDatabase): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    let finish: ((how: 'commit' | 'rollback') => void) | undefined
    const ended = new Promise<void>((commit, rollBack) => {
      finish = (how) => {
        if (how === 'commit') commit()
        else rollBack(new RolledBack())
      }
    })
    const done = database.transaction(async (transaction) => {
      resolve({
        execute: (query) => execute((text, values) => transaction.query(text, values), query),
        end: async (how) => {
          finish?.(how)
          await done.catch(unlessRolledBack)
        },
      })
      await ended
    })
    // Errors before the transaction has begun. Later `end` returns its outcome.
    done.catch(reject)
  })
}

const connect = (database: PgliteDatabase): SingleConnection => ({
  execute: (query) => execute((text, values) => database.query(text, values), query),
  begin: () => begin(database),
  // The application closes the instance.
  close: () => Promise.resolve(),
})

/**
 * Kysely over a PGlite instance of the application's, which it never closes.
 *
 * @param pglite - the instance
 * @param timeout - milliseconds a query waits for a transaction to end; 10000 by default
 *
 * @example
 * ```ts
 * import { PGlite } from '@electric-sql/pglite'
 * import { pgliteDialect } from '@latchstring/adapter-sql/pglite'
 * import { Kysely } from 'kysely'
 *
 * const db = new Kysely<object>({ dialect: pgliteDialect(new PGlite()) })
 * ```
 */
export const pgliteDialect = (pglite: PgliteDatabase, timeout = 10_000): Dialect =>
  postgresDialect(() =>
    singleConnectionDriver({
      name: 'The PGlite database',
      timeout,
      open: () => Promise.resolve(connect(pglite)),
    }),
  )
