/**
 * Latchstring storage in SQLite and PostgreSQL.
 *
 * @packageDocumentation
 */
export type { FieldKind, SqlDialect } from './lib/codecs.ts'
export { type SchemaOptions, sqlFor } from './lib/migrate.ts'
export {
  type OpenSqlAdapter,
  type OpenSqlAdapterOptions,
  openSqlAdapter,
} from './lib/open-sql-adapter.ts'
export type { TableKey, TableNames, UserFields } from './lib/schema.ts'
export {
  type DeletedRows,
  type SqlAdapter,
  type SqlAdapterOptions,
  sqlAdapter,
} from './lib/sql-adapter.ts'
export type { AdapterMethods, TransactionAdapter } from './lib/store.ts'
export { isUniqueViolation } from './lib/unique-violation.ts'
