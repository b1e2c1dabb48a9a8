import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterCapabilities,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'
import type { ControlMethod, ControlMethods, Promising } from '@latchstring/adapter-kit'
import type { Compilable, Kysely } from 'kysely'
import type { Layout } from './layout.ts'
import type { Records } from './records.ts'
import { type Database, type Rows, createRows } from './rows.ts'

/** The methods with a user as argument or result. */
interface UserAccess<Custom extends object> {
  readonly createUser: (user: AdapterUser & Partial<Custom>) => Promise<AdapterUser & Custom>
  readonly getUser: (id: string) => Promise<(AdapterUser & Custom) | null>
  readonly getUserByEmail: (email: string) => Promise<(AdapterUser & Custom) | null>
  readonly getUserByAccount: (
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ) => Promise<(AdapterUser & Custom) | null>
  readonly updateUser: (
    user: Partial<AdapterUser & Custom> & Pick<AdapterUser, 'id'>,
  ) => Promise<AdapterUser & Custom>
  readonly getSessionAndUser: (
    sessionToken: string,
  ) => Promise<{ session: AdapterSession; user: AdapterUser & Custom } | null>
}

/**
 * The methods of the adapter interface but `transaction`: all of them, each giving a promise. Users have the members of
 * `Custom` besides their own. Those for ending sessions and counting are there with `sessionControl`, and the verbs on
 * records with one of the options `sessionControl` and `records`.
 */
export type AdapterMethods<Custom extends object = object> = UserAccess<Custom> & {
  readonly [
    Name in Exclude<
      keyof Adapter,
      | 'capabilities'
      | 'records'
      | 'transaction'
      | 'findProblems'
      | ControlMethod
      | keyof UserAccess<Custom>
    >
  ]-?: Promising<NonNullable<Adapter[Name]>>
} & Partial<ControlMethods> &
  Pick<Adapter, 'records'>

/** The adapter within a transaction. It has no `transaction`. */
export type TransactionAdapter<Custom extends object = object> = AdapterMethods<Custom> & {
  /** The adapter's, without `transactions`. */
  readonly capabilities: AdapterCapabilities
}

/** A statement that has not been run. */
export type Statement = Compilable & { execute(): Promise<unknown> }

/** The connection of statements to the database. */
export interface Connection {
  /** The connection pool, or the connection of a transaction. */
  readonly db: Kysely<Database>
  /** Whether it belongs to a transaction, which a failing statement may end. */
  readonly within: boolean
  /** Runs statements atomically; inside a transaction they are part of it. */
  readonly together: (write: (db: Kysely<Database>) => readonly Statement[]) => Promise<void>
  /** Runs a function in a transaction if the database has transactions, and otherwise statement by statement. */
  readonly atomic: <T>(work: (db: Kysely<Database>) => Promise<T>) => Promise<T>
}

/** Context of the methods. */
export interface Store extends Connection {
  readonly layout: Layout
  readonly records: Records
  readonly rows: StoreRows
  /** The rows outside a transaction. */
  readonly rowsOn: (db: Kysely<Database>) => StoreRows
}

/** The rows of every table. */
export interface StoreRows {
  readonly users: Rows<AdapterUser>
  readonly accounts: Rows<AdapterAccount>
  readonly sessions: Rows<AdapterSession>
  readonly verificationTokens: Rows<VerificationToken>
  readonly authenticators: Rows<AdapterAuthenticator>
}

/** Creates the context of the methods. */
export function createStore(layout: Layout, records: Records, connection: Connection): Store {
  const { dialect } = layout
  const rowsOn = (db: Kysely<Database>): StoreRows => ({
    users: createRows(db, dialect, records.users),
    accounts: createRows(db, dialect, records.accounts),
    sessions: createRows(db, dialect, records.sessions),
    verificationTokens: createRows(db, dialect, records.verificationTokens),
    authenticators: createRows(db, dialect, records.authenticators),
  })
  return { ...connection, layout, records, rowsOn, rows: rowsOn(connection.db) }
}
