import { type Dialect, MysqlDialect, type MysqlPool, type MysqlPoolConnection } from 'kysely'
import type { PoolConnection, QueryError, createPool } from 'mysql2'
import { peerError } from './optional-peer.ts'
import { describe } from './postgres-errors.ts'

/** Options of the connection. */
export interface MysqlOptions {
  readonly url: string
  /** Most connections open at once. */
  readonly poolSize: number
  /** Milliseconds to wait for a connection, and then for each answer. */
  readonly timeout: number
}

async function importMysql(): Promise<{ createPool: typeof createPool }> {
  try {
    const { default: mysql } = await import('mysql2')
    return mysql
  } catch (error) {
    throw peerError('mysql2', error)
  }
}

/** Returns the address of the server for errors, without user and password. */
function serverName(url: string): string {
  if (!URL.canParse(url)) {
    // The error of the parser would contain the URL with the password.
    throw new TypeError(
      'The MySQL URL cannot be read. Expected mysql://user:password@host:3306/database, ' +
        'with special characters in the user and password percent-encoded.',
    )
  }
  const { hostname, port } = new URL(url)
  return `MySQL at ${decodeURIComponent(hostname)}:${port === '' ? '3306' : port}`
}

// SQLSTATE classes that end the session: connection exception, invalid authorization.
const SESSION_OVER = /^(?:08|28)/

/** Whether the server refused a statement without ending the session. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'sqlState' in error &&
  typeof error.sqlState === 'string' &&
  !('fatal' in error && error.fatal === true) &&
  !SESSION_OVER.test(error.sqlState)

function unreachable(server: string, error: unknown): unknown {
  if (isRefusal(error)) return error
  return new Error(`${server} cannot be reached: ${describe(error)}`, { cause: error })
}

type Callback = Parameters<MysqlPoolConnection['query']>[2]

/** A connection that sends values apart from the statement, and that is not used again once it is broken. */
class PreparingConnection {
  readonly #connection: PoolConnection
  readonly #server: string
  readonly #timeout: number
  #broken = false

  constructor(connection: PoolConnection, server: string, timeout: number) {
    this.#connection = connection
    this.#server = server
    this.#timeout = timeout
  }

  query(sql: string, values: unknown[], callback: Callback): void {
    const done = (error: QueryError | null, result: unknown): void => {
      this.#broken ||= error !== null && !isRefusal(error)
      // What a query gives is rows or counts: no statement here has several results.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      callback(error === null ? null : unreachable(this.#server, error), result as never)
    }
    const timeout = this.#timeout
    // Statements that cannot be prepared have no values.
    if (values.length === 0) this.#connection.query({ sql, timeout }, done)
    else this.#connection.execute({ sql, values, timeout }, done)
  }

  release(): void {
    if (this.#broken) this.#connection.destroy()
    else this.#connection.release()
  }
}

/** Opens MySQL or MariaDB with a new pool. */
export function mysqlDialect({ url, poolSize, timeout }: MysqlOptions): Dialect {
  const server = serverName(url)

  const connectPool = async (): Promise<MysqlPool> => {
    const mysql = await importMysql()
    const pool = mysql.createPool({
      uri: url.replace(/^mariadb:/, 'mysql:'),
      connectionLimit: poolSize,
      connectTimeout: timeout,
      charset: 'utf8mb4_unicode_ci',
    })
    const wrapped = new WeakMap<PoolConnection, MysqlPoolConnection>()
    const wrap = (connection: PoolConnection): MysqlPoolConnection => {
      const known = wrapped.get(connection)
      if (known !== undefined) return known
      // Streams, which the other way to call `query` is for, are not used.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const made = new PreparingConnection(
        connection,
        server,
        timeout,
      ) as unknown as MysqlPoolConnection
      wrapped.set(connection, made)
      return made
    }
    return {
      getConnection(callback) {
        pool.getConnection((error, connection) => {
          if (error === null) return callback(null, wrap(connection))
          // There is a connection only where there is no error.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
          callback(unreachable(server, error), undefined as never)
        })
      },
      end: (callback) => pool.end(callback),
    }
  }
  return new MysqlDialect({ pool: connectPool })
}
