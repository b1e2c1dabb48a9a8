import type { SqlDialect } from '@latchstring/schema'
import { connectMysql } from './connect-mysql.ts'
import { connectPostgres } from './connect-postgres.ts'
import { connectSqlite } from './connect-sqlite.ts'
import type { ConnectOptions, Connection } from './connection.ts'
import { describeError } from './describe-error.ts'
import type { DatabaseUrl } from './database-url.ts'

const CONNECTORS: Readonly<Record<SqlDialect, (options: ConnectOptions) => Promise<Connection>>> = {
  postgres: connectPostgres,
  mysql: connectMysql,
  sqlite: connectSqlite,
}

/**
 * Connects to the database of a URL.
 *
 * @throws Error that says which database cannot be reached, and why
 */
export async function connect(
  { dialect, name, url, path }: DatabaseUrl,
  options: Omit<ConnectOptions, 'url' | 'path'>,
): Promise<Connection> {
  try {
    return await CONNECTORS[dialect]({ ...options, url, path })
  } catch (error) {
    throw new Error(`No connection to ${name}: ${describeError(error)}`, { cause: error })
  }
}
