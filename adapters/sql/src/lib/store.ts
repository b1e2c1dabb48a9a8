import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterCapabilities,
  AdapterDevice,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'
import type {
  AuthenticatorNameMethods,
  ControlMethod,
  ControlMethods,
  NameMethod,
  Promising,
} from '@latchstring/adapter-kit'
import type { Compilable, Kysely } from 'kysely'
import type { Layout } from './layout.ts'
import type { Records } from './records.ts'
import { type Database, type Rows, createRows } from './rows.ts'

/** The methods that take or give a user. */
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
 * `Custom` besides their own. Those for ending sessions, listing devices and counting are there with `sessionControl`, and that for
 * names of passkeys with `authenticatorNames`.
 */
export type AdapterMethods<Custom extends object = object> = UserAccess<Custom> & {
  readonly [
    Name in Exclude<
      keyof Adapter,
      'capabilities' | 'transaction' | ControlMethod | NameMethod | keyof UserAccess<Custom>
    >
  ]-?: Promising<NonNullable<Adapter[Name]>>
} & Partial<ControlMethods & AuthenticatorNameMethods>

/** What the work of a transaction gets. It has no `transaction` of its own. */
export type TransactionAdapter<Custom extends object = object> = AdapterMethods<Custom> & {
  /** The adapter's, without `transactions`. */
  readonly capabilities: AdapterCapabilities
}

/** A statement that has not been run. */
export type Statement = Compilable & { execute(): Promise<unknown> }

/** How statements reach the database. */
export interface Connection {
  /** The connection pool, or the connection of a transaction. */
  readonly db: Kysely<Database>
  /** Whether it is that of a transaction, which a statement that fails may end. */
  readonly within: boolean
  /** Runs statements that take effect together; inside a transaction they join it. */
  readonly together: (write: (db: Kysely<Database>) => readonly Statement[]) => Promise<void>
  /** Runs work whose statements are one unit where the database has such; elsewhere one by one. */
  readonly atomic: <T>(work: (db: Kysely<Database>) => Promise<T>) => Promise<T>
}

/** What the adapter's methods work on. */
export interface Store extends Connection {
  readonly layout: Layout
  readonly records: Records
  readonly rows: StoreRows
  /** The rows as another connection sees them. */
  readonly rowsOn: (db: Kysely<Database>) => StoreRows
}

/** The rows of every table. */
export interface StoreRows {
  readonly users: Rows<AdapterUser>
  readonly accounts: Rows<AdapterAccount>
  readonly sessions: Rows<AdapterSession>
  readonly verificationTokens: Rows<VerificationToken>
  readonly authenticators: Rows<AdapterAuthenticator>
  readonly devices: Rows<AdapterDevice> | undefined
}

/** Puts together what the methods need. */
export function createStore(layout: Layout, records: Records, connection: Connection): Store {
  const { dialect } = layout
  const rowsOn = (db: Kysely<Database>): StoreRows => ({
    users: createRows(db, dialect, records.users),
    accounts: createRows(db, dialect, records.accounts),
    sessions: createRows(db, dialect, records.sessions),
    verificationTokens: createRows(db, dialect, records.verificationTokens),
    authenticators: createRows(db, dialect, records.authenticators),
    devices: records.control && createRows(db, dialect, records.control.devices),
  })
  return { ...connection, layout, records, rowsOn, rows: rowsOn(connection.db) }
}
