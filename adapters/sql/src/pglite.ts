/**
 * Latchstring storage in PGlite: PostgreSQL inside the process.
 *
 * @packageDocumentation
 */
import type { UserFields } from '@latchstring/schema'
import { Kysely } from 'kysely'
import type { NoUserFields, SchemaOptions, UserFieldValues } from './lib/layout.ts'
import { type PgliteDatabase, pgliteDialect } from './lib/pglite-dialect.ts'
import { type SqlAdapter, sqlAdapter } from './lib/sql-adapter.ts'

export { type PgliteDatabase, pgliteDialect }

/**
 * A storage adapter over a PGlite instance of the application's, which it never closes.
 *
 * @param pglite - the instance
 * @param options - names of tables and columns, the kind of ids and custom members of users
 * @throws TypeError when the name of a table, a column or a custom member cannot be used
 *
 * @example
 * ```ts
 * import { PGlite } from '@electric-sql/pglite'
 * import { pgliteAdapter } from '@latchstring/adapter-sql/pglite'
 *
 * export const adapter = pgliteAdapter(new PGlite('./data'))
 * await adapter.migrate()
 * ```
 */
export function pgliteAdapter<const Fields extends UserFields = NoUserFields>(
  pglite: PgliteDatabase,
  options: SchemaOptions<Fields> = {},
): SqlAdapter<UserFieldValues<Fields>> {
  const db = new Kysely<object>({ dialect: pgliteDialect(pglite) })
  return sqlAdapter<object, Fields>({ ...options, db, dialect: 'postgres' })
}
