import type { AdapterSpend, AdapterSpent } from './adapter-limits.ts'
import type { Awaitable } from './utility.ts'

/**
 * A limited action.
 *
 * - `password`: credentials, before `authorize` is called. Only failures count
 * - `mail`: a mail with a link and a code, before it is made
 * - `code`: codes of mails, before they are compared. Only failures count, across all mails of an address
 * - `webauthn`: options for passkeys, and responses to them
 * - `update`: changes of a session by POST
 */
export type LimitedAction = 'password' | 'mail' | 'code' | 'webauthn' | 'update'

/** A budget of a feature: the names of both. */
export type FeatureBudgetName = `${string}/${string}`

/**
 * The subject that a budget is counted for.
 *
 * - `clientAndAccount`: attempts of one client at one account
 * - `address`: the address of the client, where it is known
 * - `browser`: the browser, by its CSRF cookie
 * - `account`: the name of an account as it was entered, or the address that a mail goes to
 * - `application`: the whole application. Known browsers, other clients whose address is known, and those whose address is unknown have
 *   a budget of this size each
 * - `device`: all browsers in which the account was signed in to before, together. Beside it, only that of the application is spent
 */
export type LimitSubject =
  | 'clientAndAccount'
  | 'address'
  | 'browser'
  | 'account'
  | 'application'
  | 'device'

/** How many attempts are allowed: `points` at once, which return one by one within the window. */
export interface Budget {
  /** How many attempts. */
  readonly points: number
  /** In how many seconds. */
  readonly window: number
}

/** Budgets of an action by subject, in place of the built-in ones. `false`: none. */
export type ActionBudgets = {
  readonly [S in LimitSubject]?: Budget | readonly Budget[] | false
}

/** Where budgets are counted. */
export interface LimitStore {
  /** Spends a point of a budget if there is one, as `Adapter.spend` does; with a negative `interval` it gives one back. */
  spend(spend: AdapterSpend): Awaitable<AdapterSpent>
  /** As {@link LimitStore.spend} for each of several budgets, in one call. Without it they are spent one after the other. */
  spendAll?(spends: readonly AdapterSpend[]): Awaitable<readonly AdapterSpent[]>
}

/** An attempt that a budget is about to refuse. */
export interface RefusedTry {
  /** What was tried. */
  readonly action: LimitedAction
  /** Whose budget is used up. */
  readonly subject: LimitSubject
  /** The fields that were sent, including that of a challenge. */
  readonly fields: ReadonlyMap<string, unknown>
  /** The request of the attempt. */
  readonly request: Request
}

/** How attempts are limited. */
export interface LimitsOptions extends Partial<
  Readonly<Record<LimitedAction, ActionBudgets | false>>
> {
  /** Where budgets are counted. Default: the adapter, if it declares the capability `counters`, otherwise this process. */
  readonly store?: LimitStore
  /**
   * Returns the names of accounts in the entered fields, if they are not called `email`, `username` or the like.
   *
   * @param fields - the entered fields
   */
  readonly accounts?: (fields: Readonly<Record<string, string>>) => readonly string[]
  /**
   * Returns the mailbox of an address, so that all its spellings share a budget. Default: without what follows a plus sign, and for
   * Gmail without dots.
   *
   * @param address - in lower case
   */
  readonly inbox?: (address: string) => string
  /**
   * Called when a budget is used up, for example to check a CAPTCHA. If it returns `true`, the attempt spends a second budget of the same
   * size. If it throws, the attempt is refused.
   */
  readonly challenge?: (refused: RefusedTry) => Awaitable<boolean>
}

/** Names of proxies and platforms in front of the application, by which the address of a client is found. */
export type ClientAddressPreset =
  | 'aws-alb'
  | 'azure-front-door'
  | 'cloudflare'
  | 'cloudfront'
  | 'fly'
  | 'heroku'
  | 'netlify'
  | 'nginx'
  | 'peer'
  | 'render'
  | 'traefik'
  | 'vercel'

/** A header that a proxy in front of the application sets. */
export interface ClientAddressHeader {
  /** Its name, such as `x-forwarded-for`. */
  readonly header: string
  /**
   * How many of your proxies append an address to the header: the client's address is that many entries from the right.
   * Without it the header has one address, and the proxy overwrites the value of the client.
   */
  readonly trustedHops?: number
}

/** How the address of a client is found. */
export type ClientAddress =
  | ClientAddressPreset
  | ClientAddressHeader
  | ((request: Request) => Awaitable<string | null | undefined>)
