/**
 * Latchstring storage in PostgreSQL through postgres.js.
 *
 * @packageDocumentation
 */
import type { UserFields } from '@latchstring/schema'
import { type Dialect, Kysely } from 'kysely'
import type { NoUserFields, SchemaOptions, UserFieldValues } from './lib/layout.ts'
import {
  type PostgresJs,
  type PostgresJsReserved,
  type PostgresJsRunner,
  createPostgresJsDialect,
} from './lib/postgres-js-dialect.ts'
import { type SqlAdapter, sqlAdapter } from './lib/sql-adapter.ts'

export type { PostgresJs, PostgresJsReserved, PostgresJsRunner }

/**
 * Kysely over an instance of postgres.js, which it never ends.
 *
 * @param sql - the instance
 *
 * @example
 * ```ts
 * import { postgresJsDialect } from '@latchstring/adapter-sql/postgres-js'
 * import { Kysely } from 'kysely'
 * import postgres from 'postgres'
 *
 * const sql = postgres(process.env['DATABASE_URL'] ?? '')
 * const db = new Kysely<object>({ dialect: postgresJsDialect(sql) })
 * ```
 */
export const postgresJsDialect = (sql: PostgresJs): Dialect =>
  createPostgresJsDialect({ open: () => Promise.resolve(sql), close: () => Promise.resolve() })

/**
 * A storage adapter over an instance of postgres.js, which it never ends. For one with an instance of its own, use
 * `openSqlAdapter` with `driver: 'postgres'`.
 *
 * @param sql - the instance
 * @param options - names of tables and columns, the kind of ids and custom members of users
 * @throws TypeError when the name of a table, a column or a custom member cannot be used
 *
 * @example
 * ```ts
 * import { postgresJsAdapter } from '@latchstring/adapter-sql/postgres-js'
 * import postgres from 'postgres'
 *
 * export const adapter = postgresJsAdapter(postgres(process.env['DATABASE_URL'] ?? ''))
 * ```
 */
export function postgresJsAdapter<const Fields extends UserFields = NoUserFields>(
  sql: PostgresJs,
  options: SchemaOptions<Fields> = {},
): SqlAdapter<UserFieldValues<Fields>> {
  const db = new Kysely<object>({ dialect: postgresJsDialect(sql) })
  return sqlAdapter<object, Fields>({ ...options, db, dialect: 'postgres' })
}
