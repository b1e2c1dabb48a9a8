/**
 * Latchstring storage in SQLite through Node's own driver.
 *
 * @packageDocumentation
 */
import type { UserFields } from '@latchstring/schema'
import { type Dialect, Kysely } from 'kysely'
import type { NoUserFields, SchemaOptions, UserFieldValues } from './lib/layout.ts'
import {
  type NodeSqliteDatabase,
  type NodeSqliteStatement,
  createNodeSqliteDialect,
} from './lib/node-sqlite-dialect.ts'
import { type SqlAdapter, sqlAdapter } from './lib/sql-adapter.ts'

export type { NodeSqliteDatabase, NodeSqliteStatement }

/**
 * Kysely over a `DatabaseSync` of `node:sqlite`, which it never closes. The connection has to be for Kysely alone: other
 * statements on it would become part of its transactions.
 *
 * @param database - the open database
 * @param timeout - milliseconds a query waits for a lock or for a transaction to end; 10000 by default
 *
 * @example
 * ```ts
 * import { type NodeSqliteDatabase, nodeSqliteDialect } from '@latchstring/adapter-sql/node-sqlite'
 * import { Kysely } from 'kysely'
 *
 * // database: new DatabaseSync('data.db')
 * export const open = (database: NodeSqliteDatabase) =>
 *   new Kysely<object>({ dialect: nodeSqliteDialect(database) })
 * ```
 */
export const nodeSqliteDialect = (database: NodeSqliteDatabase, timeout = 10_000): Dialect =>
  createNodeSqliteDialect({
    name: 'The SQLite database',
    timeout,
    open: () => Promise.resolve(database),
    owned: false,
  })

/**
 * A storage adapter over a `DatabaseSync` of `node:sqlite`, which it never closes. For one that opens a file itself, use
 * `openSqlAdapter` with `driver: 'node:sqlite'`.
 *
 * @param database - the open database, with a connection for this adapter alone
 * @param options - names of tables and columns, the kind of ids and custom members of users
 * @throws TypeError when the name of a table, a column or a custom member cannot be used
 *
 * @example
 * ```ts
 * import { type NodeSqliteDatabase, nodeSqliteAdapter } from '@latchstring/adapter-sql/node-sqlite'
 *
 * // database: new DatabaseSync('data.db')
 * export const open = (database: NodeSqliteDatabase) => nodeSqliteAdapter(database)
 * ```
 */
export function nodeSqliteAdapter<const Fields extends UserFields = NoUserFields>(
  database: NodeSqliteDatabase,
  options: SchemaOptions<Fields> = {},
): SqlAdapter<UserFieldValues<Fields>> {
  const db = new Kysely<object>({ dialect: nodeSqliteDialect(database) })
  return sqlAdapter<object, Fields>({ ...options, db, dialect: 'sqlite' })
}
