import type { AdapterAuthenticator, AdapterDevice, AdapterUser } from '@latchstring/core/adapters'
import type { Column, InferSelectModel, Table } from 'drizzle-orm'

/** A table of Drizzle that has at least these properties. */
export type TableWith<Member extends string> = Table & Readonly<Record<Member, Column>>

/** Where users are kept. Every further property is a member of the user. */
export type UsersTable = TableWith<'id' | 'name' | 'email' | 'emailVerified' | 'image'>

/** Where accounts are kept; what has no property of its own goes into `additional`, if there is one. */
export type AccountsTable = TableWith<'userId' | 'type' | 'provider' | 'providerAccountId'>

/** Where sessions are kept. */
export type SessionsTable = TableWith<'sessionToken' | 'userId' | 'expires'>

/** Where verification tokens are kept. */
export type VerificationTokensTable = TableWith<'identifier' | 'token' | 'expires'>

/** Where authenticators are kept; with the property `name`, passkeys have names. */
export type AuthenticatorsTable = TableWith<Exclude<keyof AdapterAuthenticator, 'name'>>

/** Where endings of sessions are kept; `seq` is counted by the database. */
export type RevocationsTable = TableWith<
  'seq' | 'kind' | 'key' | 'generation' | 'reason' | 'at' | 'expires'
>

/** Where devices are kept on which a person is signed in. */
export type SessionDevicesTable = TableWith<keyof AdapterDevice>

/** Where budgets are kept from which attempts are spent. */
export type BudgetsTable = TableWith<'key' | 'tat'>

/**
 * The tables of an application. Members of records are found by the names of the properties, whatever the columns are
 * called. Without one of the optional tables, the adapter does not have its methods.
 */
export interface DrizzleTables {
  readonly users: UsersTable
  readonly accounts: AccountsTable
  /** Needed for sessions in the database. */
  readonly sessions?: SessionsTable
  /** Needed for sign-in by email. */
  readonly verificationTokens?: VerificationTokensTable
  /** Needed for passkeys. */
  readonly authenticators?: AuthenticatorsTable
  /** Needed for ending sessions of the strategy `jwt`. */
  readonly revocations?: RevocationsTable
  /** Needed for listing devices. */
  readonly sessionDevices?: SessionDevicesTable
  /** Needed for counting attempts across processes. */
  readonly budgets?: BudgetsTable
}

/** A column that is made of the address, to look it up without regard to letter case. */
export const LOWERED_EMAIL = 'emailLower'

/** A user as the table has it, with the application's own columns. */
export type StoredUser<Users extends Table> = AdapterUser &
  Omit<InferSelectModel<Users>, keyof AdapterUser | typeof LOWERED_EMAIL>
