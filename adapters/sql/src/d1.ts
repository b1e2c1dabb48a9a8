/**
 * Latchstring storage in Cloudflare D1.
 *
 * @packageDocumentation
 */
import type { UserFields } from '@latchstring/schema'
import { Kysely } from 'kysely'
import { type D1Database, type D1Statement, d1Dialect, toD1Statement } from './lib/d1-dialect.ts'
import type { NoUserFields, SchemaOptions, UserFieldValues } from './lib/layout.ts'
import { type BatchAdapter, batchAdapter } from './lib/sql-adapter.ts'

export { type BatchAdapter, type D1Database, type D1Statement, d1Dialect }

/**
 * A storage adapter over a database of Cloudflare D1. It declares no transactions, as D1 has none that stay open; what
 * belongs together is sent as one batch.
 *
 * @param d1 - the binding
 * @param options - names of tables and columns, the kind of ids and custom members of users
 * @throws TypeError when the name of a table, a column or a custom member cannot be used
 *
 * @example
 * ```ts
 * import { type D1Database, d1Adapter } from '@latchstring/adapter-sql/d1'
 *
 * export const open = (env: { DB: D1Database }) => d1Adapter(env.DB)
 * ```
 */
export function d1Adapter<const Fields extends UserFields = NoUserFields>(
  d1: D1Database,
  options: SchemaOptions<Fields> = {},
): BatchAdapter<UserFieldValues<Fields>> {
  const db = new Kysely<object>({ dialect: d1Dialect(d1) })
  return batchAdapter<object, Fields>({ ...options, db, dialect: 'sqlite' }, async (statements) => {
    await d1.batch(statements.map((statement) => toD1Statement(d1, statement.compile())))
  })
}
