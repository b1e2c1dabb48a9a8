import type { devices, AdapterAuthenticator, AdapterUser } from '@latchstring/core/adapters'
import type { Column, InferSelectModel, Table } from 'drizzle-orm'

/** A table of Drizzle that has at least these properties. */
export type TableWith<Member extends string> = Table & Readonly<Record<Member, Column>>

/** The table of users. Every further property is a member of the user. */
export type UsersTable = TableWith<'id' | 'name' | 'email' | 'emailVerified' | 'image'>

/** The table of accounts. Members without a property are stored in `additional`, if there is one. */
export type AccountsTable = TableWith<'userId' | 'type' | 'provider' | 'providerAccountId'>

/** The table of sessions. */
export type SessionsTable = TableWith<'sessionToken' | 'userId' | 'expires'>

/** The table of verification tokens. */
export type VerificationTokensTable = TableWith<'identifier' | 'token' | 'expires'>

/** The table of authenticators. */
export type AuthenticatorsTable = TableWith<keyof AdapterAuthenticator>

/** The table of revocations. The database generates `seq`. */
export type RevocationsTable = TableWith<
  'seq' | 'kind' | 'key' | 'generation' | 'reason' | 'at' | 'expires'
>

/** The table of budgets for limits. */
export type BudgetsTable = TableWith<'key' | 'tat'>

/** The table of devices. */
export type AuthSessionsDevicesTable = TableWith<keyof typeof devices.fields | 'version'>

/** The table of names of passkeys. */
export type AuthPasskeysNamesTable = TableWith<'userId' | 'passkey' | 'name' | 'version'>

/**
 * The tables of an application. The names of the properties are those of the members of records, independent of the names of
 * columns. Without an optional table the adapter lacks its methods.
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
  /** Needed for counting attempts across processes. */
  readonly budgets?: BudgetsTable
  /** Needed for listing devices. */
  readonly authSessionsDevices?: AuthSessionsDevicesTable
  /** Needed for names of passkeys. Other tables that are data have such names, too. */
  readonly authPasskeysNames?: AuthPasskeysNamesTable
}

/** The names of the tables that are data. */
export type DataTableName<Tables> = {
  [Name in keyof Tables]-?: Name extends `auth${Capitalize<string>}`
    ? Tables[Name] extends TableWith<'version'>
      ? Name
      : never
    : never
}[keyof Tables]

/** A column that is generated from the address, to look it up without regard to case. */
export const LOWERED_EMAIL = 'emailLower'

/** A user with custom columns. */
export type StoredUser<Users extends Table> = AdapterUser &
  Omit<InferSelectModel<Users>, keyof AdapterUser | typeof LOWERED_EMAIL>
