import type { SessionContext } from '../request/context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { Account, Profile } from '../types/account.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { OAuthIdentity } from '../types/oauth-identity.ts'
import type { User } from '../types/user.ts'
import type { Update, View } from './expose.ts'

/** A session that was read, and the cookies that say so. */
export interface ReadResult {
  /** The result of `exposeSession`, or `null`. */
  readonly session: object | null
  readonly jar: CookieJar
  /** How the session began: nothing is decoded before it is called. Of a session alone. */
  readonly known?: () => Promise<KnownSignIn>
}

/** How a session was opened: by an account of the user, or in a way that only the application knows. */
export interface Opening {
  /** Id of the stored user; the application may have another one in `sub`. */
  readonly user: string
  readonly provider?: string
  readonly account?: string
  /** When the application was asked who it is, in milliseconds; where the store was not asked for the user. */
  readonly askedAt?: number
}

/** The sign-in that a session had before an account or a passkey was added; the new session keeps it. */
export interface EarlierSignIn {
  /** In seconds; 0 where the session has no such time. */
  readonly signedInAt: number
  /** How the user signed in; see `KnownSignIn`. */
  readonly methods?: string | undefined
  /** Mark of the account or the passkey that opened the session; see `markOfWay`. */
  readonly way?: string | undefined
}

/** The user that a session is issued to, and how they signed in. */
export interface Identity {
  readonly user: User | AdapterUser
  /** Id of the user in the session, where no store has given one. Default: that of `user`. */
  readonly subject?: string
  readonly account: Account | null
  readonly profile?: Profile
  readonly isNewUser: boolean
  /** Generation of the latest ending of all sessions that the sign-in comes after. Default: it comes after all. */
  readonly epoch?: number
  /** When the request that proved the sign-in began, in milliseconds. Default: it comes after every ending of the user's sessions. */
  readonly begunAt?: number
  /** The sign-in has handed the user over to the owner of the address. */
  readonly handedOver?: true
  /** How the user has just signed in; see `KnownSignIn`. */
  readonly methods?: string | undefined
  /** The sign-in of the session that this one only adds a method to. Default: it is a sign-in of its own. */
  readonly earlier?: EarlierSignIn | undefined
  /** The session at the provider, where it named one. */
  readonly providerSession?: OAuthIdentity['providerSession']
  /** How the session is opened, where the user can still come to belong to another person. */
  readonly opening?: Opening
  /** Throws when the user has come to belong to another person since the sign-in began. */
  readonly confirm?: () => Promise<void>
}

/** The result of issuing a session. */
export interface Issued {
  readonly jar: CookieJar
  /** `false`: the `jwt` callback did not want the session. */
  readonly issued: boolean
}

/** By which provider a session was opened. Names are short: sealed sessions have it in their cookie. */
export interface SignedInBy {
  /** Id of the provider. */
  readonly p: string
  /** `logout_hint`. */
  readonly h?: string
  /** ID token, for `id_token_hint`. */
  readonly t?: string
}

/** The administrator who acts for the user of a session, and how they have signed in themselves. */
export interface KnownActor {
  /** Id of that user in the store. */
  readonly sub: string
  readonly signIn: KnownSignIn
}

/** What the token of a session says about its sign-in. */
export interface KnownSignIn {
  /** In seconds; `undefined` where the token has none. */
  readonly signedInAt: number | undefined
  /**
   * How the user signed in: values of RFC 8176 with `~` between them. Nothing for a sign-in at a service. `-` says that the time is not that
   * of a sign-in.
   */
  readonly methods?: string | undefined
  /** Of an acting session, whose user has not signed in. */
  readonly actor?: KnownActor
}

/** The session of the request, as far as other flows need it. */
export interface Current extends KnownSignIn {
  /** Stays the same for as long as the session does; says nothing about its token. */
  readonly sessionId: string
  readonly userId: string | undefined
  /** Id of the stored user, where the application has another one in the session. */
  readonly owner?: string | undefined
  /** Which ending of all sessions of the user it comes after, where sessions are ended by a feed. */
  readonly generation?: number | undefined
  /** Key of the session at the provider, where the session itself says. */
  readonly providerSession?: string | undefined
  /** By which provider it was opened, where the session itself says. */
  readonly signedInBy?: SignedInBy
  /** Mark of the account or the passkey that opened it, if one did; see `markOfWay`. */
  readonly way?: string | undefined
}

/** How sessions are kept. */
export interface SessionStrategy {
  /** Reads the session, extends it when due, and runs the callbacks. */
  read(context: SessionContext, view: View, update?: Update): Promise<ReadResult>
  /** Makes a new session and ends the one of the request. */
  issue(context: SessionContext, identity: Identity): Promise<Issued>
  /** Ends the session of the request, emits `signOut`, and returns the cookies without it. */
  revoke(context: SessionContext): Promise<CookieJar>
  /** The session of the request without callbacks, extension or writes. */
  current(context: SessionContext): Promise<Current | null>
  /** The value that a CSRF token is bound to; never asks the store. */
  binding(context: SessionContext): Promise<string>
}
