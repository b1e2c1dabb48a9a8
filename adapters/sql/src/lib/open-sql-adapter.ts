import type { SqlDialect, UserFields } from '@latchstring/schema'
import { type Dialect, Kysely } from 'kysely'
import {
  type NoUserFields,
  type SchemaOptions,
  type UserFieldValues,
  describeTables,
} from './layout.ts'
import { mysqlDialect } from './open-mysql.ts'
import { nodeSqliteUrlDialect } from './open-node-sqlite.ts'
import { postgresJsUrlDialect } from './open-postgres-js.ts'
import { postgresDialect } from './open-postgres.ts'
import { sqliteDialect } from './open-sqlite.ts'
import { type SqlAdapter, sqlAdapter } from './sql-adapter.ts'

/** Drivers in place of the usual ones. */
export type SqlDriver = 'node:sqlite' | 'postgres'

/** Options of {@link openSqlAdapter}. */
export interface OpenSqlAdapterOptions<
  Fields extends UserFields = UserFields,
> extends SchemaOptions<Fields> {
  /**
   * Another driver than the usual one: `node:sqlite`, which is part of Node from version 22.13 on, for SQLite, or `postgres`
   * (postgres.js) for PostgreSQL.
   */
  readonly driver?: SqlDriver
  /**
   * Milliseconds a call waits before it rejects: for a connection and then for each answer
   * (servers), or for the lock of another connection (SQLite). 10000 by default.
   */
  readonly timeout?: number
  /** Most connections open at once; servers only. 10 by default. */
  readonly poolSize?: number
}

/** An adapter with a connection of its own. */
export type OpenSqlAdapter<Custom extends object = object> = SqlAdapter<Custom> & {
  /** Closes the connections. Calls after it reject. */
  close(): Promise<void>
}

interface Opened {
  readonly dialect: SqlDialect
  readonly kysely: Dialect
}

interface Limits {
  readonly url: string
  readonly timeout: number
  readonly poolSize: number
}

interface Kind {
  readonly dialect: SqlDialect
  readonly urls: RegExp
  readonly usual: (limits: Limits) => Dialect
  readonly others: Partial<Record<SqlDriver, (limits: Limits) => Dialect>>
}

const KINDS: readonly Kind[] = [
  {
    dialect: 'sqlite',
    urls: /^(?::memory:$|file:)/,
    usual: ({ url, timeout }) => sqliteDialect(url, timeout),
    others: { 'node:sqlite': ({ url, timeout }) => nodeSqliteUrlDialect(url, timeout) },
  },
  {
    dialect: 'postgres',
    urls: /^postgres(?:ql)?:\/\//,
    usual: postgresDialect,
    others: { postgres: postgresJsUrlDialect },
  },
  { dialect: 'mysql', urls: /^(?:mysql|mariadb):\/\//, usual: mysqlDialect, others: {} },
]

// A URL may hold a password, so no more than its scheme is repeated.
const readScheme = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? 'without a scheme'

function openDialect(url: string, options: OpenSqlAdapterOptions): Opened {
  const { driver, timeout = 10_000, poolSize = 10 } = options
  const kind = KINDS.find(({ urls }) => urls.test(url))
  if (kind === undefined) {
    throw new TypeError(
      `Database URL ${readScheme(url)} is not supported. Use file:./data.db or :memory: for SQLite, ` +
        'postgres://user:password@host:5432/database for PostgreSQL, ' +
        'or mysql://user:password@host:3306/database for MySQL and MariaDB.',
    )
  }
  const open = driver === undefined ? kind.usual : kind.others[driver]
  if (open === undefined) {
    throw new TypeError(
      `The driver ${String(driver)} cannot open the database URL ${readScheme(url)}. ` +
        'node:sqlite is for file: and :memory:, and postgres is for postgres:.',
    )
  }
  return { dialect: kind.dialect, kysely: open({ url, timeout, poolSize }) }
}

/** Refuses options that would fail only with the first request, or would be ignored. */
function checkOptions(options: OpenSqlAdapterOptions): void {
  describeTables(options, ['uniqueConstraints', 'driver', 'timeout', 'poolSize'])
  for (const name of ['timeout', 'poolSize'] as const) {
    const value = options[name]
    if (value === undefined || (Number.isSafeInteger(value) && value > 0)) continue
    throw new TypeError(`${name}: ${JSON.stringify(value)} is not a whole number above 0.`)
  }
}

/**
 * A storage adapter for the database a URL names. Nothing is opened until the first call.
 *
 * - `file:./data.db` and `:memory:`: SQLite through `@libsql/client`, or through `node:sqlite` (option `driver`)
 * - `postgres://…` and `postgresql://…`: PostgreSQL through `pg`, or through `postgres` (option `driver`)
 * - `mysql://…` and `mariadb://…`: MySQL and MariaDB through `mysql2`
 *
 * Only the driver in use has to be installed.
 *
 * @param url - the database
 * @param options - limits, names of tables and columns, the kind of ids and custom members of users
 * @throws TypeError when the URL cannot be read or names another kind of database, or an option is not known or not possible
 *
 * @example
 * ```ts
 * import { openSqlAdapter } from '@latchstring/adapter-sql'
 *
 * const adapter = openSqlAdapter('file:./data.db')
 * await adapter.migrate()
 * ```
 */
export function openSqlAdapter<const Fields extends UserFields = NoUserFields>(
  url: string,
  options: OpenSqlAdapterOptions<Fields> = {},
): OpenSqlAdapter<UserFieldValues<Fields>> {
  checkOptions(options)
  const { dialect, kysely } = openDialect(url, options)
  const { driver: _driver, timeout: _timeout, poolSize: _poolSize, ...tables } = options
  const db = new Kysely<object>({ dialect: kysely })
  return Object.freeze({
    ...sqlAdapter<object, Fields>({ ...tables, db, dialect }),
    close: () => db.destroy(),
  })
}
