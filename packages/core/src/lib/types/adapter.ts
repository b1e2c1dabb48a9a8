import type { Account, Authenticator, ProviderType } from './account.ts'
import type { AdapterSpend, AdapterSpent } from './adapter-limits.ts'
import type { AdapterRevocation, ListedRevocation, RevocationRange } from './adapter-revocation.ts'
import type { AdapterRecords } from './records.ts'
import type { User } from './user.ts'
import type { Awaitable } from './utility.ts'

/** A user as a store keeps it. */
export interface AdapterUser extends User {
  /** Id of the user in the store. */
  id: string
  /** Email address, normalised; unique. */
  email: string
  /** When the address was proven to belong to the user, or `null`. */
  emailVerified: Date | null
}

/** Kinds of providers that leave an account in the store. */
export type AdapterAccountType = Extract<ProviderType, 'oauth' | 'oidc' | 'email' | 'webauthn'>

/** An account as a store keeps it; (`provider`, `providerAccountId`) is unique. */
export interface AdapterAccount extends Account {
  /** Id of the user it belongs to. */
  userId: string
  /** Kind of the provider. */
  type: AdapterAccountType
}

/** A session as a store keeps it. */
export interface AdapterSession {
  /** The key that the cookie is looked up by: the hash of its value, unless the application migrated with raw tokens. */
  sessionToken: string
  /** Id of the user who is signed in. */
  userId: string
  /** When the session ends. */
  expires: Date
}

/** A single-use row, such as the link of a mail without a code, a challenge of a passkey, or a sign-in in progress. */
export interface VerificationToken {
  /** What the row is for: a hash, or a name such as `webauthn:passkey`. It is no address. */
  identifier: string
  /** A hash, with up to 50 characters; never what was mailed. */
  token: string
  /** Given back by {@link Adapter.useVerificationToken} to the second at least. */
  expires: Date
}

/** An authenticator as a store keeps it. */
export interface AdapterAuthenticator extends Authenticator {
  /** Id of the user it belongs to. */
  userId: string
}

/**
 * Abilities of a storage adapter beyond the established interface. A feature that needs one of them
 * says so when the configuration is resolved.
 */
export interface AdapterCapabilities {
  /**
   * `useVerificationToken` deletes and returns in one step: of two simultaneous calls one gets the token. Links of
   * mails without codes, challenges of passkeys and sign-ins at providers in progress are kept there, and good for one use.
   */
  readonly atomicConsume?: boolean
  /** {@link Adapter.transaction} is there and isolates. */
  readonly transactions?: boolean
  /** (`provider`, `providerAccountId`) and the user's email are unique in the store itself. */
  readonly uniqueConstraints?: boolean
  /**
   * `createVerificationToken` refuses a second token with the same `identifier` and `token`: of simultaneous calls one
   * succeeds. With it, options for passkeys write nothing; only an answer does.
   */
  readonly uniqueTokens?: boolean
  /** {@link Adapter.getVerificationToken} is there, and finds every token stored before the call. */
  readonly tokenReads?: boolean
  /** {@link Adapter.compareAndSetSession} is there. */
  readonly compareAndSet?: boolean
  /** Expired sessions and tokens disappear by themselves. */
  readonly ttl?: boolean
  /** {@link Adapter.listSessionsByUserId} and {@link Adapter.deleteSessionsByUserId} are there. */
  readonly revocation?: boolean
  /** {@link Adapter.updateAccount} and {@link Adapter.listAccountsByUserId} are there. */
  readonly accountUpdates?: boolean
  /**
   * {@link Adapter.appendRevocations}, {@link Adapter.listRevocations} and {@link Adapter.getRevocation} are there, and what
   * was appended before a call of the others began is found by it.
   */
  readonly revocationFeed?: boolean
  /** {@link Adapter.records} is there. */
  readonly records?: boolean
  /** {@link Adapter.deleteAuthenticator} is there. */
  readonly authenticatorDeletion?: boolean
  /**
   * {@link Adapter.useAuthenticator} is there: of simultaneous sign-ins with one value of a signature counter one succeeds, and the
   * backup state is kept.
   */
  readonly authenticatorUse?: boolean
  /** {@link Adapter.spend} is there: of any number of simultaneous calls no more succeed than the budget has points. */
  readonly counters?: boolean
}

/** Name of a capability. */
export type AdapterCapability = keyof AdapterCapabilities

/**
 * Access to a store. All methods are optional in the type; which ones a configuration needs is checked
 * when it is resolved. Records have exactly the keys given here, so that an adapter may hand them to its driver.
 */
export interface Adapter {
  /** Declared abilities beyond this interface. */
  readonly capabilities?: AdapterCapabilities
  /** Tables that are data. Not within {@link Adapter.transaction}. */
  readonly records?: AdapterRecords
  /** Stores a user; `id` is a suggestion. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  /** Finds a user by id, or `null`. */
  getUser?(id: string): Awaitable<AdapterUser | null>
  /** Finds a user by the email address, normalised; or `null`. */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  /** Finds the user of an account, or `null`. */
  getUserByAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterUser | null>
  /** Changes the members given and leaves the others. */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  /** Deletes a user with its accounts and sessions. */
  deleteUser?(userId: string): Awaitable<unknown>
  /** Stores an account of a user. */
  linkAccount?(account: AdapterAccount): Awaitable<unknown>
  /** Deletes an account, if it is there. The user stays. */
  unlinkAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<unknown>
  /** Stores a session. */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
  /** Finds a session, also an expired one, with its user; or `null`. */
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  /** Changes the members given of a session, and leaves the others. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<unknown>
  /** Ends a session, if it is there. */
  deleteSession?(sessionToken: string): Awaitable<unknown>
  /** Stores a single-use row of an email sign-in. */
  createVerificationToken?(token: VerificationToken): Awaitable<unknown>
  /** Deletes the token and returns it, or `null` when there is none. */
  useVerificationToken?(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Awaitable<VerificationToken | null>
  /** Finds what {@link Adapter.useVerificationToken} would, and leaves it. */
  getVerificationToken?(
    params: Pick<VerificationToken, 'identifier' | 'token'>,
  ): Awaitable<VerificationToken | null>
  /** Finds an account, or `null`. */
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  /** Finds a passkey or security key, or `null`. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  /** Stores a passkey or security key. */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  /** All passkeys and security keys of a user, in any order. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  /** Stores the signature counter of a passkey or security key. */
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): Awaitable<AdapterAuthenticator>
  /**
   * Stores the signature counter and the backup state of a sign-in in one step, if the stored counter is lower, or both are 0 (Web
   * Authentication Level 3, section 6.1.1). Leaves the rest, and changes nothing otherwise.
   *
   * @returns whether this call stored them
   */
  useAuthenticator?(
    use: Pick<AdapterAuthenticator, 'credentialID' | 'counter' | 'credentialBackedUp'>,
  ): Awaitable<boolean>
  /** Deletes the authenticator with that `credentialID` if it belongs to that user, and nothing otherwise. */
  deleteAuthenticator?(
    authenticator: Pick<AdapterAuthenticator, 'credentialID' | 'userId'>,
  ): Awaitable<unknown>
  /** Runs `work` with an adapter whose writes take effect together or not at all. */
  transaction?<T>(work: (adapter: Adapter) => Promise<T>): Promise<T>
  /**
   * Moves the expiry of a session if it still is `from`.
   *
   * @returns whether this call moved it
   */
  compareAndSetSession?(params: { sessionToken: string; from: Date; to: Date }): Awaitable<boolean>
  /** All sessions of a user, also expired ones, in any order. */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSession[]>
  /**
   * Ends all sessions of a user, but for the one of `except`.
   *
   * @returns how many it ended
   */
  deleteSessionsByUserId?(userId: string, except?: string): Awaitable<number>
  /**
   * Ends every session that was there when it was called, of every user. May be left out of `revocation`. Where it fails, some of them may
   * have ended.
   */
  deleteAllSessions?(): Awaitable<unknown>
  /** All accounts of a user, in any order. */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>
  /** Changes the members given of an account that is there, and leaves the others. */
  updateAccount?(
    account: Partial<AdapterAccount> & Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<unknown>
  /** Appends to the feed of endings, all or nothing. The same entry twice does no harm. */
  appendRevocations?(entries: readonly AdapterRevocation[]): Awaitable<unknown>
  /**
   * Entries of the feed in its order, expired ones left out or not. An entry may become visible after one with a later cursor,
   * as numbers of a sequence do in transactions; readers have to look back.
   */
  listRevocations?(range: RevocationRange): Awaitable<readonly ListedRevocation[]>
  /** The entry of that kind and key with the greatest generation, or `null`. */
  getRevocation?(
    entry: Pick<AdapterRevocation, 'kind' | 'key'>,
  ): Awaitable<AdapterRevocation | null>
  /**
   * Takes a point from a budget if there is one (generic cell rate algorithm): the row of `key` holds a time `tat`, 0 at first;
   * with `next = max(tat, now) + interval`, it becomes `next` unless `next - now > burst`. Rows may go once `tat` has passed.
   */
  spend?(spend: AdapterSpend): Awaitable<AdapterSpent>
  /**
   * As {@link Adapter.spend} for each of several budgets with different keys, in one call: an answer for each, in their order. One that
   * is refused does not hinder the others. May be left out of `counters`; then they are spent one after the other.
   */
  spendAll?(spends: readonly AdapterSpend[]): Awaitable<readonly AdapterSpent[]>
  /**
   * Settings of the store under which it loses what it was given, each as a sentence that says what to change; none where they are fine
   * or cannot be read. It is asked once, and what it says is logged as an error of the configuration.
   */
  findProblems?(): Awaitable<readonly string[]>
}
