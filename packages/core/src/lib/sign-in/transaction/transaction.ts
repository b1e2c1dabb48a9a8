import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { randomToken } from '../../crypto/random.ts'

/** The authentication that was requested at a provider (OpenID Connect Core 1.0, sections 3.1.2.1 and 5.5.1). */
export interface RequestedAuthentication {
  /** Seconds. */
  readonly maxAge?: number
  /** `auth_time` is required. */
  readonly authTime?: true
  /** The `acr` has to be one of each list. An empty list accepts any. */
  readonly acr?: readonly (readonly string[])[]
}

/** A sign-in with OAuth or OpenID Connect in progress. `createTransaction` makes it, and `callbackOAuth` uses it up. */
export interface Transaction {
  readonly id: string
  /** Id of the provider; the callback of another one refuses it. */
  readonly provider: string
  readonly issuer?: string
  readonly state?: string
  readonly nonce?: string
  readonly codeVerifier?: string
  /** The private key that the tokens are bound to (RFC 9449). */
  readonly dpopKey?: JsonWebKey
  /** The required claims of the ID token. */
  readonly requested?: RequestedAuthentication
  /** As sent in the authorization request, and to be sent in the token request. */
  readonly redirectUri: string
  readonly returnTo: string
  /** Id of the session that started it. Only that session can link an account. */
  readonly startedBy?: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** A row of the store limits it to one use. Absent: the store cannot. */
  readonly stored?: true
}

/** A sign-in by mail in progress, as its browser keeps it. */
export interface MailTransaction {
  readonly id: string
  readonly provider: string
  readonly identifier: string
  /** Hash of the secret in the link, by which the store knows the mail. */
  readonly linkHash: string
  /** Hash of the code in the mail. Absent: the store cannot count how often codes are tried, so there is none. */
  readonly codeHash?: string
  /** How many codes had been tried when the cookie was written, for the page. The store has the count that decides. */
  readonly attempts: number
  /** When link and code stop working, in milliseconds since the epoch. */
  readonly expires: number
  readonly returnTo: string
}

/** What the browser that asked for a proof by mail keeps of it. */
export interface ProofTransaction {
  readonly id: string
  /** The feature and its purpose. */
  readonly purpose: string
  readonly identifier: string
  /** Key of the row of the mail. */
  readonly row: string
  /** Hash of the code in the mail. */
  readonly codeHash: string
  /** When link and code stop working, in milliseconds since the epoch. */
  readonly expires: number
}

/** How many codes may be tried for one mail. */
export const MAX_ATTEMPTS = 5

/** A sign-out at a provider in progress, as its browser keeps it. */
export interface SignOutTransaction {
  readonly id: string
  readonly provider: string
  readonly state: string
  readonly returnTo: string
}

/** Seconds a sign-out at a provider may take. */
export const SIGN_OUT_MAX_AGE = 600

/** Seconds a sign-in at a provider may take. */
export const TRANSACTION_MAX_AGE = 900

/** Length of a time in milliseconds in base 36, for three thousand years. */
const TIME_DIGITS = 9

const ID = /^[0-9a-z]{9}[\w-]{8}$/

const TRANSACTION_ID_LENGTH = 17

/** An id that sorts by time, so that the oldest transaction is found without opening a cookie. */
export function newTransactionId({ clock }: Pick<ResolvedConfig, 'clock'>): string {
  const time = Math.floor(clock()).toString(36)
  return time.padStart(TIME_DIGITS, '0') + randomToken(6)
}

/** The time of an id, in milliseconds since the epoch. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, TIME_DIGITS), 36)
}

/** Whether a string has the form of an id. */
export function isTransactionId(text: string): boolean {
  return ID.test(text)
}

/** A `state` that carries the id, so that the callback finds the transaction among several. */
export function newState(id: string, rest: string = randomToken()): string {
  return id + rest
}

/** The id in a `state`, or `undefined` for one that is not ours. */
export function readTransactionId(state: string | undefined): string | undefined {
  const id = state?.slice(0, TRANSACTION_ID_LENGTH)
  return id !== undefined && isTransactionId(id) ? id : undefined
}

/** What follows the id in a `state`. */
export function restOfState(state: string): string {
  return state.slice(TRANSACTION_ID_LENGTH)
}
