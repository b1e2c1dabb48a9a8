import type {
  Adapter,
  AdapterAccount,
  AdapterRecords,
  AdapterSession,
  AdapterUser,
} from '@latchstring/core/adapters'

/** Name of a method that every adapter may have; `transaction` gives another adapter, and has a type of its own. */
export type AdapterMethod = Exclude<
  keyof Adapter,
  'capabilities' | 'records' | 'transaction' | 'findProblems'
>

/** Name of a method for ending sessions and counting: an adapter that declares the capability has it. */
export type ControlMethod =
  | 'appendRevocations'
  | 'listRevocations'
  | 'getRevocation'
  | 'spend'
  | 'spendAll'

/** A method that always gives a promise, where the interface also allows a value. */
export type Promising<Method> = Method extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never

/**
 * Methods of the adapter interface, each there and giving a promise: those that are named, or all but the {@link ControlMethod}s.
 *
 * @example
 * ```ts
 * import type { AdapterMethods } from '@latchstring/adapter-kit'
 *
 * const users: AdapterMethods<'getUser' | 'getUserByEmail'> = {
 *   getUser: async (id) => ({ id, email: 'ada@example.com', emailVerified: null }),
 *   getUserByEmail: async () => null,
 * }
 * ```
 */
export type AdapterMethods<Name extends AdapterMethod = Exclude<AdapterMethod, ControlMethod>> = {
  readonly [Key in Name]-?: Promising<NonNullable<Adapter[Key]>>
}

/** The verbs on records, each giving a promise. A store that deletes expired rows by itself has `expires: true` beside them. */
export type RecordVerbs = Pick<AdapterRecords, 'keeps'> & {
  readonly [Verb in Exclude<keyof AdapterRecords, 'keeps' | 'expires'>]: Promising<
    AdapterRecords[Verb]
  >
}

/** Methods for ending sessions and counting. */
export type ControlMethods = AdapterMethods<Exclude<ControlMethod, 'spendAll'>> & BudgetMethods

/** Methods on users, who may have members of the application besides their own. */
export interface UserMethods<
  User extends AdapterUser = AdapterUser,
> extends AdapterMethods<'deleteUser'> {
  readonly createUser: (user: AdapterUser & Partial<User>) => Promise<User>
  readonly getUser: (id: string) => Promise<User | null>
  readonly getUserByEmail: (email: string) => Promise<User | null>
  readonly getUserByAccount: (
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ) => Promise<User | null>
  readonly updateUser: (user: Partial<User> & Pick<AdapterUser, 'id'>) => Promise<User>
}

/** Methods on accounts. */
export type AccountMethods = AdapterMethods<
  'linkAccount' | 'unlinkAccount' | 'getAccount' | 'updateAccount' | 'listAccountsByUserId'
>

/** Methods on sessions; users may have members of the application besides their own. */
export interface SessionMethods<User extends AdapterUser = AdapterUser> extends AdapterMethods<
  | 'createSession'
  | 'updateSession'
  | 'deleteSession'
  | 'compareAndSetSession'
  | 'listSessionsByUserId'
  | 'deleteSessionsByUserId'
  | 'deleteAllSessions'
> {
  readonly getSessionAndUser: (
    sessionToken: string,
  ) => Promise<{ session: AdapterSession; user: User } | null>
}

/** Methods on authenticators, which passkeys need. */
export type AuthenticatorMethods = AdapterMethods<
  | 'getAuthenticator'
  | 'createAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'
  | 'useAuthenticator'
  | 'deleteAuthenticator'
>

/** Methods on verification tokens, which signing in by mail needs. */
export type VerificationTokenMethods = AdapterMethods<
  'createVerificationToken' | 'useVerificationToken' | 'getVerificationToken'
>

/** Methods on the feed of endings. */
export type FeedMethods = AdapterMethods<'appendRevocations' | 'listRevocations' | 'getRevocation'>

/** Methods on budgets. That for several at once is there where the store needs fewer calls for it. */
export type BudgetMethods = AdapterMethods<'spend'> & Partial<AdapterMethods<'spendAll'>>
