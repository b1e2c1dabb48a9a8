import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { randomToken } from '../../crypto/random.ts'

/** What was requested of the authentication at a provider (OpenID Connect Core 1.0, sections 3.1.2.1 and 5.5.1). */
export interface RequestedAuthentication {
  /** Seconds. */
  readonly maxAge?: number
  /** The time has to be named. */
  readonly authTime?: true
  /** Of each list, one has to be the `acr`; any is, where a list is empty. */
  readonly acr?: readonly (readonly string[])[]
}

/** A sign-in with OAuth or OpenID Connect in progress. Made in one place, consumed in one place, never changed. */
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
  /** What the ID token has to say. */
  readonly requested?: RequestedAuthentication
  /** As sent in the authorization request, and to be sent in the token request. */
  readonly redirectUri: string
  readonly returnTo: string
  /** Id of the session that started it: only that one can link an account. */
  readonly startedBy?: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** A row of the store makes it good for one session. Absent: the store promises nothing of the kind. */
  readonly stored?: true
}

/** A sign-in by mail in progress, as the browser that asked knows it. */
export interface MailTransaction {
  readonly id: string
  readonly provider: string
  readonly identifier: string
  /** Hash of the secret in the link, which the rows of the mail are named by. */
  readonly linkHash: string
  /** Which of the places of its address the mail has. */
  readonly place: number
  /** Hash of the code in the mail. */
  readonly codeHash: string
  /** How many codes had been tried when the cookie was written. To be shown: what counts is in the store. */
  readonly attempts: number
  /** When link and code stop working, in milliseconds since the epoch. */
  readonly expires: number
  readonly returnTo: string
}

/** A sign-out at a provider in progress, as the browser that asked knows it. */
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

/** Milliseconds in base 36: enough for three thousand years. */
const TIME_DIGITS = 9

const ID = /^[0-9a-z]{9}[\w-]{8}$/

const ID_LENGTH = 17

/** An id that sorts by the time it was made, so that the oldest is known without opening anything. */
export function newTransactionId({ clock }: Pick<ResolvedConfig, 'clock'>): string {
  const time = Math.floor(clock()).toString(36)
  return time.padStart(TIME_DIGITS, '0') + randomToken(6)
}

/** When an id was made, in milliseconds since the epoch. */
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
  const id = state?.slice(0, ID_LENGTH)
  return id !== undefined && isTransactionId(id) ? id : undefined
}

/** What follows the id in a `state`. */
export function restOfState(state: string): string {
  return state.slice(ID_LENGTH)
}
