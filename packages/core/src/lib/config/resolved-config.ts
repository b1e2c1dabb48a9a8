import type { Macs } from '../crypto/mac.ts'
import type { SealedBox } from '../crypto/sealed-box.ts'
import type { Clock, Clocks } from '../kit/clock.ts'
import type { OriginPolicy } from '../http/origin.ts'
import type { Workspace } from './workspace.ts'
import type { OriginList } from '../http/origin-list.ts'
import type { Log } from '../logger/logger.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Callbacks } from '../types/callbacks.ts'
import type { AccountOptions, AuthConfig, DevicesOptions, SessionOptions } from '../types/config.ts'
import type { CookieOption } from '../types/cookies.ts'
import type { Events } from '../types/events.ts'
import type { JWT, JWTOptions } from '../types/jwt.ts'
import type { TextsOptions } from '../types/texts.ts'
import type { PagesOptions, Theme } from '../types/pages.ts'
import type { Env } from '../types/utility.ts'
import type { Audience } from './audience.ts'
import type { ResolvedCookies } from './cookies.ts'
import type { ResolvedLimits } from './limits.ts'
import type { ResolvedMigration } from './migrate.ts'
import type { SkippedProvider } from './skipped-providers.ts'
import type { CredentialsProvider, EmailProvider, ResolvedProvider, Servers } from './providers.ts'
import type { ResolvedFeatures } from './resolved-features.ts'
import type { ProofStore, SingleUseRows, StoreFor } from './store.ts'

/** Configurations differ in the types of token and session, which nothing here depends on. */
export type AnyConfig = AuthConfig<JWT, object>

/** Cookies and keys for one protocol: names differ between http and https, and keys with them. */
export interface CookieSet {
  readonly cookies: ResolvedCookies
  /** Of a session in which the user of the session cookie acts for another user. */
  readonly acting: CookieOption
  /** Of a browser in which a user has signed in. */
  readonly device: CookieOption
  readonly box: SealedBox
  /** Seals the sessions; another one than `box` where `jwt.secret` is set. */
  readonly sessionBox: SealedBox
}

/** Session options with their defaults. */
export interface SessionSettings {
  readonly maxAge: number
  readonly updateAge: number
  readonly absoluteMaxAge?: number | undefined
  readonly endAllOnSignOut?: boolean
  readonly devices?: boolean | DevicesOptions
  readonly endOn?: SessionOptions['endOn']
  readonly generateSessionToken?: () => string
}

/** How sessions are kept, and where. */
export type ResolvedSession = SessionSettings &
  (
    | { readonly strategy: 'jwt' }
    | { readonly strategy: 'database'; readonly store: StoreFor<'sessions'> }
  )

/** How sealed sessions are ended before they expire. Times are in milliseconds. */
export interface ResolvedRevocation {
  /** The maximum age of the copy of the feed in a process. */
  readonly window: number
  /** For how long it is used when the store is away. */
  readonly grace: number
  /** The adapter as the application created it: the copy of the feed belongs to it. */
  readonly adapter: Adapter
}

/** Facts about the environment, to find mistakes in development. */
export interface Development {
  /** Names of the environment variables that are set. */
  readonly variables: readonly string[]
}

/** The inputs of resolving a configuration. */
export interface ResolveOptions {
  readonly env: Env
  readonly clock: Clock
  /** Base path where neither `basePath` nor the environment names one. */
  readonly basePath: string
  /** Warnings that the configurations of the application have logged. */
  readonly warned?: Set<string>
  /** Stands for all configurations of an application: caches of a process belong to it. Default: this one alone. */
  readonly application?: object
  /** Metadata discovered for other configurations of the application. */
  readonly servers?: Servers
  /** Checks the features, where there are some, beside the rest of the configuration. */
  readonly features?: ((rest: BesideFeatures) => ResolvedFeatures) | undefined
  /** The forms of the features on the sign-in page, checked. */
  readonly forms?: (() => readonly CredentialsProvider[]) | undefined
}

/** What features may need of the rest of a configuration. */
export interface BesideFeatures extends Pick<
  ResolvedConfig,
  'adapter' | 'session' | 'revocation' | 'mailSender' | 'skipped'
> {
  /** A provider sends mails, or would if it had not been left out. */
  readonly sendsMail: boolean
}

/** The notice about a provider without keys, for developers. */
export interface KeylessNotice {
  /** Id of the provider. */
  readonly id: string
  /** Where it leads, or why it leads nowhere. */
  readonly text: string
  readonly emulated: boolean
  /** Variables of the real service. */
  readonly lines: readonly string[]
}

/** The source that completes a development configuration with skipped providers. */
export interface Keyless {
  readonly input: AnyConfig
  readonly options: ResolveOptions
  /** Once it is completed. */
  readonly notices?: readonly KeylessNotice[]
}

/** A configuration with every default, checked and frozen. */
export interface ResolvedConfig extends Clocks {
  /** Never in production. */
  readonly keyless: Keyless | undefined
  /** Those that sign in and can be used, by id, in order. */
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** The one that sends the mails of features. It may not be among `providers`. */
  readonly mailSender: EmailProvider | undefined
  /** Those that cannot be used. */
  readonly skipped: readonly SkippedProvider[]
  /** Whether responses may explain mistakes in the configuration: in development alone. */
  readonly tellsWhy: boolean
  /** With `NODE_ENV=development` alone. */
  readonly development: Development | undefined
  /** For optional methods; the methods that a flow requires are in the `store` of its provider. */
  readonly adapter: Adapter | undefined
  /** Whether addresses are proven here by mail: only then can a user come to belong to another person. */
  readonly provesAddresses: boolean
  /** Where the store promises that one of several simultaneous uses of a row succeeds. */
  readonly singleUseRows: SingleUseRows | undefined
  /** Where the store can find a user again whose address is proven by mail. */
  readonly proofStore: ProofStore | undefined
  /** Path that actions follow after a slash; empty for the root. */
  readonly actionBase: string
  /** Those that everything but sessions is sealed with, newest first. */
  readonly secrets: readonly string[]
  readonly macs: Macs
  readonly session: ResolvedSession
  readonly revocation: ResolvedRevocation | undefined
  readonly account: AccountOptions
  readonly jwt: Pick<JWTOptions, 'encode' | 'decode'> & { readonly secrets: readonly string[] }
  readonly callbacks: Callbacks<JWT, object>
  readonly events: Events
  readonly pages: Partial<PagesOptions>
  readonly theme: Theme
  readonly texts: TextsOptions | undefined
  readonly origin: OriginPolicy
  /** Where the developer opens the application, if that is a remote workspace. */
  readonly workspace: Workspace | undefined
  readonly audience: Audience
  readonly csrf: boolean
  readonly useSecureCookies: boolean | undefined
  readonly secure: CookieSet
  readonly plain: CookieSet
  readonly redirectProxyOrigins: OriginList
  /** Origins of redirect proxies, while no list says where they may send answers on to. */
  readonly unlistedProxies: ReadonlySet<string>
  readonly migration: ResolvedMigration | undefined
  /** `undefined`: nothing is limited. */
  readonly limits: ResolvedLimits | undefined
  /** `undefined`: there are none. */
  readonly features: ResolvedFeatures | undefined
  /** The same for all configurations that a function makes for requests, whose adapters and loggers may be others each time. */
  readonly application: object
  readonly log: Log
  readonly clock: Clock
}
