import type { Row } from '@latchstring/schema'
import type { createConnection } from 'mysql2/promise'
import { CONNECT_TIMEOUT, type ConnectOptions, type Connection, LOCK_NAME } from './connection.ts'
import { loadDriver } from './driver.ts'

type Module = { readonly default: { readonly createConnection: typeof createConnection } }

/** Connects to MySQL or MariaDB. */
export async function connectMysql(options: ConnectOptions): Promise<Connection> {
  const { url, folder, lockTimeout } = options
  // What the package exports is in its own types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { default: mysql } = (await loadDriver('mysql2', 'mysql2/promise', folder)) as Module
  const connection = await mysql.createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    connectTimeout: CONNECT_TIMEOUT * 1000,
  })
  // A connection that breaks also fails the statement under way; unheard, it would end the process.
  connection.on('error', () => undefined)

  async function query(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    const [rows] = await connection.query(statement, [...values])
    // Statements without rows give counts.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows are objects by name unless asked otherwise
    return Array.isArray(rows) ? (rows as readonly Row[]) : []
  }
  await query(`set session lock_wait_timeout = ${Math.max(1, lockTimeout)}`)
  // Times are compared in UTC, also those of columns that follow the zone of the connection.
  await query(`set session time_zone = '+00:00'`)
  // Otherwise rows that expire next would be locked with those that have, and the gaps that new ones go into.
  await query('set session transaction isolation level read committed')
  // Names of these locks are the server's, not the database's, and short.
  const lock = `sha1(concat(database(), '.', '${LOCK_NAME}'))`
  return {
    dialect: 'mysql',
    query,
    async run({ sql }) {
      await query(sql)
    },
    async tryLock() {
      const [row] = await query(`select get_lock(${lock}, 0) as locked`)
      return Number(row?.['locked']) === 1
    },
    async unlock() {
      await query(`select release_lock(${lock})`)
      return false
    },
    close: () => connection.end(),
  }
}
