/**
 * Latchstring storage over Drizzle ORM, in PostgreSQL, SQLite and MySQL.
 *
 * @packageDocumentation
 */
export type { DrizzleDatabase } from './lib/database.ts'
export {
  type DrizzleAdapter,
  type DrizzleAdapterOptions,
  type DrizzleMethods,
  type DrizzleUserMethods,
  drizzleAdapter,
} from './lib/drizzle-adapter.ts'
export type {
  AccountsTable,
  AuthenticatorsTable,
  AuthPasskeysNamesTable,
  AuthSessionsDevicesTable,
  BudgetsTable,
  DataTableName,
  DrizzleTables,
  RevocationsTable,
  SessionsTable,
  StoredUser,
  TableWith,
  UsersTable,
  VerificationTokensTable,
} from './lib/tables.ts'
export {
  type AccountMethods,
  type AdapterMethods,
  type AuthenticatorMethods,
  type BatchPruning,
  type BudgetMethods,
  type ControlMethod,
  type ControlMethods,
  type DeletedRows,
  type DeleteExpiredOptions,
  type FeedMethods,
  isUniqueViolation,
  pruneOnWrite,
  type PruneOnWriteOptions,
  type RecordVerbs,
  type SessionMethods,
  type UserMethods,
  type VerificationTokenMethods,
} from '@latchstring/adapter-kit'
