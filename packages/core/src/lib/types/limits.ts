import type { AdapterSpend, AdapterSpent } from './adapter-limits.ts'
import type { Awaitable } from './utility.ts'

/**
 * What is limited.
 *
 * - `password`: credentials, before `authorize` is called. Only failures count
 * - `mail`: a mail with a link and a code, before it is made
 * - `code`: codes of mails, before they are compared. Only failures count, across all mails of an address
 * - `webauthn`: options for passkeys, and their answers
 * - `update`: changes of a session by POST
 */
export type LimitedAction = 'password' | 'mail' | 'code' | 'webauthn' | 'update'

/**
 * Whose budget it is.
 *
 * - `clientAndAccount`: an account, as one client tries it
 * - `address`: the address of the client, where it is known
 * - `browser`: the browser, by its CSRF cookie
 * - `account`: the name of an account as it was entered, or the address that a mail goes to
 * - `application`: everybody
 * - `device`: a browser in which the account was signed in to before. It spends no other
 */
export type LimitSubject =
  | 'clientAndAccount'
  | 'address'
  | 'browser'
  | 'account'
  | 'application'
  | 'device'

/** How often something may be tried: `points` at once, which return one by one within the window. */
export interface Budget {
  /** How often. */
  readonly points: number
  /** Within how many seconds. */
  readonly window: number
}

/** Budgets of an action by subject, in place of the built-in ones. `false`: none. */
export type ActionBudgets = {
  readonly [S in LimitSubject]?: Budget | readonly Budget[] | false
}

/** Where budgets are counted. */
export interface LimitStore {
  /** Takes a point from a budget if there is one, as `Adapter.spend` does; with a negative `interval` it gives one back. */
  spend(spend: AdapterSpend): Awaitable<AdapterSpent>
}

/** A try that a budget refuses, before it is refused. */
export interface RefusedTry {
  readonly action: LimitedAction
  readonly subject: LimitSubject
  /** What was sent: the field of a challenge is among it. */
  readonly fields: ReadonlyMap<string, unknown>
  readonly request: Request
}

/** How tries are limited. */
export interface LimitsOptions extends Partial<
  Readonly<Record<LimitedAction, ActionBudgets | false>>
> {
  /** Where budgets are counted. Default: the adapter, where it declares the capability `counters`, else this process. */
  readonly store?: LimitStore
  /**
   * Names of accounts in what was entered, where the fields are called otherwise than `email`, `username` and the like.
   *
   * @param fields - what was entered
   */
  readonly accounts?: (fields: Readonly<Record<string, string>>) => readonly string[]
  /**
   * The mailbox of an address, so that its other spellings have the same budget. Default: without what follows a plus sign, and for
   * Gmail without dots.
   *
   * @param address - in lower case
   */
  readonly inbox?: (address: string) => string
  /**
   * Asked when a budget is used up, such as for the answer of a CAPTCHA. `true` lets the try spend a second budget of the same
   * size. One that throws refuses.
   */
  readonly challenge?: (refused: RefusedTry) => Awaitable<boolean>
}

/** Names for where the address of a client is known from, by what is in front of the application. */
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
   * How many proxies add themselves to the header, of those that are yours: the address is that many entries from the right.
   * Without it the header has one address, which the proxy sets whatever the client sent.
   */
  readonly trustedHops?: number
}

/** Where the address of a client is known from. */
export type ClientAddress =
  | ClientAddressPreset
  | ClientAddressHeader
  | ((request: Request) => Awaitable<string | null | undefined>)
