import type { Account, Profile } from './account.ts'
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from './adapter.ts'
import type { Actor } from './actor.ts'
import type { RevocationKind } from './adapter-revocation.ts'
import type { JWT } from './jwt.ts'
import type { ErrorType } from './error-type.ts'
import type { Budget, FeatureBudgetName, LimitedAction, LimitSubject } from './limits.ts'
import type { Session } from './session.ts'
import type { User } from './user.ts'
import type { Awaitable } from './utility.ts'

/** An ending of one or more sessions, and its reason. */
export interface SessionEnded {
  /** One session, those of a user, those of a session at a provider, or all. */
  readonly kind: RevocationKind
  /** Id of the user, where it is known. */
  readonly userId?: string
  /** With `session`: its id in the list of devices. */
  readonly device?: string
  /** A word such as `sign-out`. */
  readonly reason: string
  /** Id of the user whose request ended it; absent if the application or a provider did. */
  readonly by?: string
}

/** A session in which an administrator acts for a user. */
export interface ActingSession {
  /** Id of the user. */
  readonly userId: string
  /** The administrator. */
  readonly actor: Actor
}

/** The accounts, name and image that the first proof of an address removed, for a notice to its owner. */
export interface RemovedByProof {
  /** Accounts and passkeys that opened the user before, without the stored tokens of providers. */
  readonly accounts: readonly Pick<AdapterAccount, 'provider' | 'providerAccountId' | 'type'>[]
  /** The name that was reset; `null` if there was none, or if it stays. */
  readonly name: string | null
  /** The image that was reset; `null` if there was none, or if it stays. */
  readonly image: string | null
}

/** Handlers for audit and debugging. One that throws is logged and changes nothing else. */
export interface Events {
  /** A user was stored, at their first sign-in. */
  createUser?(message: { user: User }): Awaitable<void>
  /** A stored user was changed, as by the first proof of an address. */
  updateUser?(message: { user: User }): Awaitable<void>
  /**
   * The address of a stored user was proven for the first time, by a person who was not signed in as that user: the
   * user may have been created by another person. Accounts and sessions from before are removed, name and image are reset. Reset
   * here the data that the application itself stores for the user, such as a password.
   *
   * @param message.removed - the removed accounts, name and image. If an earlier proof of the address broke off, those that it removed are missing
   */
  firstProof?(message: { user: AdapterUser; removed: RemovedByProof }): Awaitable<void>
  /**
   * An account or a passkey was stored with a user. Where it was added to a user who was there, send them a notice: it opens their account
   * from now on.
   *
   * @param message.isNewUser - whether the user was created with it
   */
  linkAccount?(message: {
    account: Account
    user: User | AdapterUser
    profile: User | AdapterUser
    isNewUser: boolean
  }): Awaitable<void>
  /**
   * A person has removed an account or a passkey: they cannot sign in with it any more.
   *
   * @param message.authenticator - of a passkey, as it was stored
   */
  unlinkAccount?(message: {
    user: AdapterUser
    account: AdapterAccount
    authenticator?: AdapterAuthenticator
  }): Awaitable<void>
  /** A person has signed in; the session is there. `isNewUser` is true where the user was stored with it. */
  signIn?(message: {
    user: User
    account: Account | null
    profile?: Profile
    isNewUser?: boolean
  }): Awaitable<void>
  /** A person has signed out: with the session from the store, or with the token. */
  signOut?(
    message: { session: AdapterSession | null | undefined | void } | { token: JWT | null },
  ): Awaitable<void>
  /**
   * A person signed in in a browser in which they had not signed in before: send them a notice. Browsers are recognised by the
   * cookie `latchstring.device`, which is only set where there is this handler. The very first sign-in of a user does not count.
   *
   * @param message.provider - id of the provider
   * @param message.label - browser and system, such as `Firefox on Windows`
   * @param message.address - network address of the client, where it is known
   */
  newDevice?(message: {
    user: User | AdapterUser
    provider: string | null
    label: string | null
    signedInAt: Date
    address?: string
  }): Awaitable<void>
  /**
   * An administrator has begun to act for a user. The user has not signed in: there is no `signIn` for it.
   *
   * @param message.feature - name of the feature whose action has begun it
   * @param message.expires - when it ends at the latest
   */
  actingBegan?(message: ActingSession & { feature: string; expires: Date }): Awaitable<void>
  /** An administrator has ended acting for a user. One that ends otherwise, such as by its age or with the session of either, has no such event. */
  actingEnded?(message: ActingSession): Awaitable<void>
  /** Sessions were ended: emitted once for each ending, however many sessions it ends. */
  sessionEnded?(message: SessionEnded): Awaitable<void>
  /**
   * A sign-in was refused, or failed.
   *
   * @param message.reason - `type` of the error, such as `CredentialsSignin`
   * @param message.provider - id of the provider, where the request named one
   * @param message.identifier - name or address that was entered for the account, as it was entered; whether there is such an account, it does
   * not say
   * @param message.address - network address of the client, where it is known
   * @param message.ref - reference that the person may have been shown
   * @param message.feature - code of the error with which a feature has refused it, at its gate or at a step: `<name of the feature>/<name>`
   */
  signInRefused?(message: {
    reason: ErrorType
    feature?: string
    provider?: string
    identifier?: string
    address?: string
    ref?: string
  }): Awaitable<void>
  /**
   * A budget of `limits` is used up: emitted once for each window, and not for every refused attempt.
   *
   * @param message.identifiers - names or addresses of the accounts that were tried, in the spelling that is counted
   */
  limitReached?(message: {
    /** A budget of a feature is `<name of the feature>/<name of the budget>`. */
    action: LimitedAction | FeatureBudgetName
    subject: LimitSubject
    /** The one that refused: a subject may have several. */
    budget: Budget
    /** Seconds. */
    retryAfter: number
    provider?: string
    identifiers?: readonly string[]
    address?: string
  }): Awaitable<void>
  /**
   * A single-use value was used again: by a person who pressed a button twice, or by an attacker who has a copy.
   *
   * @param message.what - the authorization response of a provider, the response to a passkey challenge, the link of a mail (also one that
   * newer mails have replaced), or a logout token, which a provider may send again that got no response
   * @param message.identifier - with `mail-link`: the address that the mail was sent to
   * @param message.ref - reference that the person may have been shown
   */
  replayDetected?(message: {
    what: 'authorization-response' | 'challenge' | 'mail-link' | 'logout-token'
    provider?: string
    identifier?: string
    address?: string
    ref?: string
  }): Awaitable<void>
  /** The store that counts attempts failed, so this process counts by itself. */
  limiterDegraded?(message: { error: Error }): Awaitable<void>
  /** A session was read. `token` is there with strategy `jwt` alone. */
  session?(message: { session: Session; token?: JWT }): Awaitable<void>
}
