/**
 * Latchstring storage in SQLite, PostgreSQL, MySQL and MariaDB.
 *
 * @packageDocumentation
 */
export type {
  ColumnNames,
  FieldKind,
  IdType,
  NamesPreset,
  SqlDialect,
  TableKey,
  UserFields,
} from '@latchstring/schema'
export type { NoUserFields, SchemaOptions, TableNames, UserFieldValues } from './lib/layout.ts'
export { sqlFor } from './lib/migrate.ts'
export {
  type OpenSqlAdapter,
  type OpenSqlAdapterOptions,
  openSqlAdapter,
  type SqlDriver,
} from './lib/open-sql-adapter.ts'
export { type SqlAdapter, type SqlAdapterOptions, sqlAdapter } from './lib/sql-adapter.ts'
export { devices, emailMails, passkeyNames } from '@latchstring/core/adapters'
export type { AdapterMethods, TransactionAdapter } from './lib/store.ts'
export {
  type DeletedRows,
  type DeleteExpiredOptions,
  isUniqueViolation,
  pruneOnWrite,
  type PruneOnWriteOptions,
} from '@latchstring/adapter-kit'
