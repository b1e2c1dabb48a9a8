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

/** Where and how to connect. */
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

/** The server's address for errors: never the user or the password. */
function serverName(url: string): string {
  if (!URL.canParse(url)) {
    // The parser's own error would repeat the URL, and with it the password.
    throw new TypeError(
      'The PostgreSQL URL cannot be read. Expected postgres://user:password@host:5432/database, ' +
        'with special characters in the user and password percent-encoded.',
    )
  }
  const { hostname, port, searchParams } = new URL(url)
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname
  return `PostgreSQL at ${decodeURIComponent(host)}:${port === '' ? '5432' : port}`
}

// SQLSTATE classes after which the session is over: connection exception, invalid authorization,
// insufficient resources, operator intervention, and the timeouts that end a session.
const SESSION_OVER = /^(?:08|28|53|57P|25P0[345])/

/** Whether the server refused a statement, and the session goes on. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'severity' in error &&
  'code' in error &&
  typeof error.code === 'string' &&
  !SESSION_OVER.test(error.code)

function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function unreachable(server: string, error: unknown): unknown {
  if (isRefusal(error)) return error
  return new Error(`${server} cannot be reached: ${describe(error)}`, { cause: error })
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

/** PostgreSQL through a pool of its own. */
export function postgresDialect({ url, poolSize, timeout }: PostgresOptions): Dialect {
  const server = serverName(url)

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
    // An idle connection that breaks is replaced by the pool; unheard, it would end the process.
    pool.on('error', () => undefined)
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
