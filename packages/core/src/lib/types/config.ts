import type { acceptWeakSecret, raw, skipCSRFCheck } from './symbols.ts'
import type { Adapter, AdapterCapability, AdapterUser } from './adapter.ts'
import type { Callbacks } from './callbacks.ts'
import type { AnyFeature } from './feature.ts'
import type { CookiesOptions } from './cookies.ts'
import type { Events } from './events.ts'
import type { JWT, JWTOptions } from './jwt.ts'
import type { ClientAddress, LimitsOptions } from './limits.ts'
import type { LoggerInstance } from './logger.ts'
import type { TextsOptions } from './texts.ts'
import type { PagesOptions, Theme } from './pages.ts'
import type { Provider } from './provider.ts'
import type { Session } from './session.ts'
import type { AccountChange, EndedSessions } from './sessions.ts'
import type { Awaitable } from './utility.ts'

/** How soon a sealed session that was ended is refused. */
export interface RevocationOptions {
  /**
   * Seconds within which every process refuses a session that another one has ended; the one that ended it does so at once.
   * Each process asks the store once in half of that time, while sessions are read. Default: 30.
   */
  readonly window?: number
  /**
   * Seconds for which sessions are read by the known endings while the store is down, before reading fails. At least `window`.
   * Default: 300.
   */
  readonly graceWithoutStore?: number
}

/** The requirements of the action `devices`. */
export interface DevicesOptions {
  /**
   * Ending the sessions of other devices there needs a sign-in that is at most this many seconds old; otherwise the person is
   * asked to sign in again. `false`: no limit. Default: 3600.
   */
  readonly requireFresh?: number | false
}

/** How sessions are kept. */
export interface SessionOptions {
  /** Where sessions are kept: in an encrypted cookie (`jwt`) or in the store (`database`). Default: `database` with an adapter, else `jwt`. */
  readonly strategy?: 'jwt' | 'database'
  /** Seconds from now until a session ends. Default: 2592000 (30 days). */
  readonly maxAge?: number
  /** Seconds between two extensions of a session. 0 extends it every time. Default: 86400 (1 day). */
  readonly updateAge?: number
  /**
   * Seconds from the sign-in after which a session ends however often it is used. Default: 31536000 (365 days) with `jwt`,
   * and none with `database`, where a session can be ended in the store.
   */
  readonly absoluteMaxAge?: number
  /**
   * A sign-out ends all sessions of the user, on every device. With `database` sessions, and an adapter with the capability
   * `revocation`. Default: `false`.
   */
  readonly endAllOnSignOut?: boolean
  /**
   * Makes sessions of the strategy `jwt` revocable: a sign-out ends every copy of the cookie, on every instance, within a window.
   * Needs an adapter with the capability `revocationFeed`. `database` sessions end in the store in any case. Default: `false`.
   */
  readonly revocation?: boolean | RevocationOptions
  /**
   * Keeps a list of where each user is signed in, which `sessions.list` returns, and the action `devices` shows: a page
   * where people see it and sign out elsewhere. A row is written
   * at a sign-in and when a session is extended. Needs a store with a place for the table of devices; with `jwt` sessions also
   * `revocation`, without which none could be ended. Default: `false`.
   */
  readonly devices?: boolean | DevicesOptions
  /**
   * Which sessions of a user end when the account changes: `sessions.changed` asks it. Default: `others` after a new password or
   * address, a removed passkey, and a second factor that is the first or was removed, `all` after a reset of the password, a recovery, and for
   * users who are disabled or deleted, else `none`.
   */
  readonly endOn?: Readonly<Partial<Record<AccountChange, EndedSessions>>>
  /** Makes the token of a database session. One that is easy to guess is refused, and so is the sign-in. Default: 32 random bytes in hex. */
  readonly generateSessionToken?: () => string
}

/** The requirements of the action `account`. */
export interface AccountPageOptions {
  /**
   * Removing a way to sign in there needs a sign-in that is at most this many seconds old; otherwise the person is asked to sign
   * in again. `false`: no limit. Default: 3600.
   */
  readonly requireFresh?: number | false
  /**
   * Whether a user can sign in by credentials, of which only the application knows: then the last account or passkey can be removed.
   * It is asked where a credentials provider is configured. Default: they cannot.
   */
  readonly hasCredentials?: (user: AdapterUser) => Awaitable<boolean>
}

/** The handling of the accounts that people sign in with. */
export interface AccountOptions {
  /**
   * Stores the tokens of every sign-in with the account, not only those of the first. Needs an adapter with the capability
   * `accountUpdates`. Default: `false`.
   */
  readonly updateOnSignIn?: boolean
  /**
   * The application has proven every address in its table of users before it stored it, also where `emailVerified` is `null`. Then
   * `allowDangerousEmailAccountLinking` links to such a user as well. Set it only where no one can register with an
   * address of another person: otherwise a stranger who did that before shares the account with its owner, password and all. Default: `false`.
   */
  readonly vouchForAddresses?: boolean
  /**
   * Linking another account, or adding a passkey, needs a sign-in that is at most this many seconds old; otherwise the person
   * is asked to sign in again. `false`: no limit. Default: 3600; none where `generateSessionToken` makes the tokens of sessions in a
   * database, and neither `devices` nor `absoluteMaxAge` notes the time of the sign-in.
   */
  readonly requireFresh?: number | false
  /**
   * Serves the action `account`: a page where people see how they can sign in, and remove accounts and passkeys, but never the
   * last sign-in method; scripts get the same as JSON. Needs an adapter with the capability `accountUpdates`. Default: `false`.
   */
  readonly page?: boolean | AccountPageOptions
}

/** How sessions made by another library are taken over. */
export interface MigrateOptions {
  /**
   * The library that made the sessions. `next-auth`: cookies of its versions 4 and 5. `better-auth`: signed cookies of its version 1, whose
   * sessions `latchstring import` has stored, or `decode` finds by the token.
   */
  readonly from: 'next-auth' | 'better-auth'
  /** The day it ends: from then on only the library's own cookies count. */
  readonly until: Date | string
  /** Secret or secrets the other library used. Default: those of the session tokens of this configuration. */
  readonly secret?: string | readonly string[]
  /** Domain its session cookies were set for, where the application had set one: a sign-out has to delete them. Default: none. */
  readonly domain?: string
  /**
   * Name of its session cookie, where the application had given it one. Default: that of `cookies.sessionToken`, and always
   * the names the other library uses.
   */
  readonly cookieName?: string
  /**
   * How its session tokens are opened, where the application had its own `jwt.decode`. Of `better-auth`, with the strategy `jwt`: gives the
   * claims of a token whose signature was right, or `null`. Default: `jwt.decode`; of `better-auth` the session in the store.
   */
  readonly decode?: JWTOptions['decode']
}

/** Features that may change or go. */
export interface ExperimentalOptions {
  /** Passkeys and security keys. Default: `false`. */
  readonly enableWebAuthn?: boolean
}

/**
 * The configuration. It is resolved once, into a value that cannot be changed, and never written to.
 *
 * @typeParam Token - what the `jwt` callback returns
 * @typeParam S - what the `session` callback returns: the type of a session everywhere
 */
export interface AuthConfig<Token extends JWT = JWT, S extends object = Session> {
  /** Ways to sign in, in the order of the sign-in page. */
  readonly providers: readonly Provider[]
  /** Where users, accounts and sessions are stored. Default: nowhere; sessions are in a cookie. */
  readonly adapter?: Adapter
  /**
   * Capabilities that the adapter has to have: without one of them nothing works, and the error names it. Default: none
   * beyond what other options need.
   */
  readonly adapterRequires?: readonly AdapterCapability[]
  /**
   * Features, made of data as `@latchstring/core/features` describes; their order decides nothing. With a configuration function they are
   * named beside it.
   */
  readonly features?: readonly AnyFeature[]
  /** Base path of the HTTP actions. Default: `/auth`, in the Next.js package `/api/auth`. */
  readonly basePath?: string
  /**
   * At least 32 random bytes; keys are derived from it. With an array the first one is used for new values, and the
   * others still open old ones: put the newer secret first to rotate. An empty text counts as none, an empty one among
   * several is an error. Default: `AUTH_SECRET`.
   */
  readonly secret?: string | readonly string[]
  /** Set it to the symbol {@link acceptWeakSecret} to keep a short secret while an application moves over. Default: a short secret is an error in production. */
  readonly weakSecret?: typeof acceptWeakSecret
  /**
   * Name of the application in everything that it seals: sessions, sign-ins in progress, CSRF tokens. Deployments with the same
   * secret and the same name take each other's sessions, others do not. With an array the first name is written, and all are
   * taken. Default: `AUTH_AUDIENCE`, else the domain of the session cookie, else the hosts of `AUTH_URL` or `allowedHosts`, else
   * the name that the platform gives the deployment.
   */
  readonly audience?: string | readonly string[]
  /**
   * How sessions are kept, and for how long. Default: in the database with an adapter, otherwise in an encrypted cookie;
   * for 30 days.
   */
  readonly session?: SessionOptions
  /** The handling of the accounts that people sign in with. Default: nothing beyond signing in and linking. */
  readonly account?: AccountOptions
  /** Encryption and lifetime of session tokens, with strategy `jwt`. Default: the `secret` and `maxAge` of sessions. */
  readonly jwt?: JWTOptions
  /** Functions that decide who may sign in, and what token and session contain. Default: every sign-in is admitted. */
  readonly callbacks?: Callbacks<Token, S>
  /** Functions that are called after something has happened, for audit and notices. They change nothing. Default: none. */
  readonly events?: Events
  /** Pages of your own in place of the built-in ones. Default: the built-in ones. */
  readonly pages?: Partial<PagesOptions>
  /** Names and attributes of cookies. Setting one opts that cookie out of the built-in policy. Advanced. Default: names with `latchstring`. */
  readonly cookies?: Partial<CookiesOptions>
  /** Name, logo and colours of the built-in pages and mails. Default: the host of the application, without a logo. */
  readonly theme?: Theme
  /**
   * Texts of the built-in pages and mails by language, such as `{ de: { signIn: { title: 'Einloggen' } } }`, and further languages
   * as a whole. Texts that are left out stay as they are. Default: the languages that are built in.
   */
  readonly texts?: TextsOptions
  /**
   * Limits attempts at passwords, codes and passkeys, requests for mails, and updates of a session.
   * `false` turns the limits off. Default: on, with the budgets in docs/limits.md.
   */
  readonly limits?: LimitsOptions | false
  /**
   * How the address of a client is found: the name of the proxy or platform in front of the application, a header that it sets, or a
   * function. Default: the peer of the connection if the framework knows it and it is not a proxy; otherwise the address is unknown.
   */
  readonly clientAddress?: ClientAddress
  /** Logs every step. Never in production. Default: `false`. Ignored when `logger` is set. */
  readonly debug?: boolean
  /** Replaces some or all methods of the logger. Default: the console. */
  readonly logger?: Partial<LoggerInstance>
  /** Features that may change or go. Default: none is on. */
  readonly experimental?: ExperimentalOptions
  /**
   * Takes over sessions of a library the application used before, so that people stay signed in. They are issued anew
   * when they are first read. Default: off.
   */
  readonly migrate?: MigrateOptions
  /**
   * Base URL of a deployment whose callback is registered at the providers in place of this one's.
   * Default: `AUTH_REDIRECT_PROXY_URL`.
   */
  readonly redirectProxyUrl?: string
  /**
   * On the deployment at `redirectProxyUrl`: the origins it may send answers on to. Each is exact, as `https://pr-7.example.com`,
   * or has a star for its first label, as `https://*.preview.example.com`. Default: none, which the log mentions; `[]`: none.
   */
  readonly redirectProxyOrigins?: readonly string[]
  /** Set it to the symbol {@link skipCSRFCheck} to turn off the CSRF token. The check of `Origin` stays on. Default: forms need the token. */
  readonly skipCSRFCheck?: typeof skipCSRFCheck
  /**
   * Whether the `Host` header, and the forwarded headers of a proxy in front, are trusted. Default: `AUTH_TRUST_HOST`, and
   * true with `AUTH_URL`, on platforms that guarantee the header, and outside production.
   */
  readonly trustHost?: boolean
  /** Hosts (`app.example.com`, `localhost:3000`) this application answers for, where there are several. Default: that of `AUTH_URL`, or any that is trusted. */
  readonly allowedHosts?: readonly string[]
  /** Whether cookies are sent over https alone, with a prefix in their names. Advanced. Default: by the protocol of the application's origin. */
  readonly useSecureCookies?: boolean
  /** Set it to the symbol {@link raw} to get what an action decided in place of a `Response`. Core only. Default: a `Response`. */
  readonly raw?: typeof raw
}

/** A configuration, or a function that makes one for a request. The request may be absent. */
export type AuthConfigInput<Token extends JWT = JWT, S extends object = Session> =
  | AuthConfig<Token, S>
  // Not `Awaitable`: with a `PromiseLike` an async function with async callbacks infers the default session.
  | ((request?: Request) => AuthConfig<Token, S> | Promise<AuthConfig<Token, S>>)
