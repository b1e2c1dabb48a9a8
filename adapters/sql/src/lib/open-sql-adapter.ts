import { type Dialect, Kysely } from 'kysely'
import type { SqlDialect } from './codecs.ts'
import type { SchemaOptions } from './migrate.ts'
import { postgresDialect } from './open-postgres.ts'
import { sqliteDialect } from './open-sqlite.ts'
import { type SqlAdapter, sqlAdapter } from './sql-adapter.ts'

/** Options of {@link openSqlAdapter}. */
export interface OpenSqlAdapterOptions extends SchemaOptions {
  /**
   * Milliseconds a call waits before it rejects: for a connection and then for each answer
   * (PostgreSQL), or for somebody else's lock (SQLite). 10000 by default.
   */
  readonly timeout?: number
  /** Most connections open at once; PostgreSQL only. 10 by default. */
  readonly poolSize?: number
}

/** An adapter with a connection of its own. */
export interface OpenSqlAdapter extends SqlAdapter {
  /** Closes the connections. Calls after it reject. */
  close(): Promise<void>
}

interface Opened {
  readonly dialect: SqlDialect
  readonly kysely: Dialect
}

function openDialect(
  url: string,
  { timeout = 10_000, poolSize = 10 }: OpenSqlAdapterOptions,
): Opened {
  if (url === ':memory:' || url.startsWith('file:')) {
    return { dialect: 'sqlite', kysely: sqliteDialect(url, timeout) }
  }
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    return { dialect: 'postgres', kysely: postgresDialect({ url, poolSize, timeout }) }
  }
  // A URL may hold a password, so no more than its scheme is repeated.
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? 'without a scheme'
  throw new TypeError(
    `Database URL ${scheme} is not supported. Use file:./data.db or :memory: for SQLite, ` +
      'or postgres://user:password@host:5432/database for PostgreSQL.',
  )
}

/**
 * A storage adapter for the database a URL names. Nothing is opened until the first call.
 *
 * - `file:./data.db` and `:memory:`: SQLite through `@libsql/client`
 * - `postgres://…` and `postgresql://…`: PostgreSQL through `pg`
 *
 * Only the driver in use has to be installed.
 *
 * @param url - the database
 * @param options - limits, table names and custom members of users
 * @throws TypeError when the URL cannot be read or names another kind of database
 *
 * @example
 * ```ts
 * import { openSqlAdapter } from '@latchstring/adapter-sql'
 *
 * const adapter = openSqlAdapter('file:./data.db')
 * await adapter.migrate()
 * ```
 */
export function openSqlAdapter(url: string, options: OpenSqlAdapterOptions = {}): OpenSqlAdapter {
  const { dialect, kysely } = openDialect(url, options)
  const db = new Kysely<object>({ dialect: kysely })
  return Object.freeze({
    ...sqlAdapter({ ...options, db, dialect }),
    close: () => db.destroy(),
  })
}
