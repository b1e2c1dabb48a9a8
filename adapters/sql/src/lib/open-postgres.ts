import {
  type Dialect,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { peerError } from './optional-peer.ts'
import { isRefusal, postgresServerName, unreachable } from './postgres-errors.ts'

/** Options of the connection. */
export interface PostgresOptions {
  readonly url: string
  /** Most connections open at once. */
  readonly poolSize: number
  /** Milliseconds to wait for a connection, and then for each answer. */
  readonly timeout: number
}

async function importPool(): Promise<typeof Pool> {
  try {
    const { default: pg } = await import('pg')
    return pg.Pool
  } catch (error) {
    throw peerError('pg', error)
  }
}

function wrapClient(client: PoolClient, server: string): PostgresPoolClient {
  let broken = false
  // A connection lost between two queries would otherwise end the process.
  const onError = (): void => {
    broken = true
  }
  client.on('error', onError)

  async function run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      const result: unknown = await client.query(text, [...values])
      // Kysely compares only the commands it knows; the type of a row is the query's.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return result as PostgresQueryResult<R>
    } catch (error) {
      broken ||= !isRefusal(error)
      throw unreachable(server, error)
    }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    // Cursors are for streaming, which needs a package this one does without.
    if (typeof text !== 'string') throw new TypeError('Cursors are not supported.')
    return run<R>(text, values)
  }
  return {
    query,
    release() {
      client.off('error', onError)
      client.release(broken)
    },
  }
}

/** Opens PostgreSQL with a new pool. */
export function postgresDialect({ url, poolSize, timeout }: PostgresOptions): Dialect {
  const server = postgresServerName(url)

  const connectPool = async (): Promise<PostgresPool> => {
    const PgPool = await importPool()
    const pool = new PgPool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      keepAlive: true,
      allowExitOnIdle: true,
    })
    // The pool replaces a broken idle connection. Without a listener its error would end the process.
    pool.on('error', () => undefined)
    // The promise of a connection is settled a microtask after the pool has stopped listening to it.
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
    })
    return {
      async connect() {
        try {
          return wrapClient(await pool.connect(), server)
        } catch (error) {
          throw unreachable(server, error)
        }
      },
      end: () => pool.end(),
    }
  }
  return new PostgresDialect({ pool: connectPool })
}
