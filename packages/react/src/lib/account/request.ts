import { AuthClientError } from '@latchstring/client'
import type { KnownPasskeys } from '@latchstring/client'
import type { AccountTexts } from '@latchstring/core/types'

/** An account or a passkey: a sign-in method of the user. */
export interface AccountWay {
  /** Identifies it in calls that remove or rename it. */
  readonly id: string
  readonly type: 'account' | 'passkey'
  /** Id of the provider. */
  readonly provider: string
  /** Name of the provider. */
  readonly name: string
  /** For a passkey: whether it is synced to several devices. */
  readonly synced?: boolean
  /** For a passkey: its name, or `null`. */
  readonly label?: string | null
  /** `false` for the last sign-in method. */
  readonly removable: boolean
  /** For a passkey: whether it can be renamed. The adapter needs a table for names. */
  readonly renamable?: boolean
}

/** A browser in which the user is signed in. Times are in the format of ISO 8601. */
export interface AccountDevice {
  /** Identifies it in calls that sign it out. */
  readonly id: string
  /** Whether it is this browser. */
  readonly current: boolean
  /** Browser and system, such as `Firefox on Windows`. */
  readonly label: string | null
  /** Result of the `deviceInfo` callback. */
  readonly place: string | null
  /** Id of the provider of the sign-in. */
  readonly provider: string | null
  readonly createdAt: string | null
  readonly lastSeenAt: string | null
  readonly expires: string
}

/** Sign-in methods and devices of a user (`GET account`). */
export interface Account {
  readonly ways: readonly AccountWay[]
  /** The email address, if sign-in links can be sent to it. */
  readonly email: string | null
  /** Whether the application reports that the user has a password. */
  readonly credentials: boolean
  /** Maximum length of the name of a passkey, in characters. */
  readonly longestLabel: number
  /** `null` without `session.devices`. */
  readonly devices: readonly AccountDevice[] | null
  /** What `useAccount` tells the devices of the user about their passkeys. */
  readonly passkeys?: readonly KnownPasskeys[]
  /** Texts of the components, in the language of the browser. */
  readonly texts: AccountTexts
}

type Fields = Readonly<Record<string, string>>

/** Returns the JSON of a response; `undefined` if it is not an object. */
async function readBody(response: Response): Promise<object | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? body : undefined
}

const isAccount = (body: object): body is Account =>
  'ways' in body && Array.isArray(body.ways) && hasTexts(body)

const hasTexts = (body: unknown): body is { readonly texts: AccountTexts } =>
  typeof body === 'object' &&
  body !== null &&
  typeof Reflect.get(body, 'texts') === 'object' &&
  Reflect.get(body, 'texts') !== null

/** The texts of the answer that a failed call got, if it has any. */
export const textsOf = ({ cause }: AuthClientError): AccountTexts | undefined =>
  hasTexts(cause) ? cause.texts : undefined

const readText = (body: object | undefined, name: string): string | undefined => {
  const value: unknown = body && Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}

/** Returns the JSON of a successful response, and throws an {@link AuthClientError} for any other. */
async function ask(url: string, init: RequestInit): Promise<object> {
  const response = await fetch(url, { cache: 'no-store', ...init }).catch((cause: unknown) => {
    throw new AuthClientError(`${url}: ${String(cause)}.`, 'NetworkError', 0, cause)
  })
  const body = await readBody(response)
  const { ok, status } = response
  if (ok && body) return body
  const reason = readText(body, 'message') ?? 'Check `basePath`.'
  throw new AuthClientError(
    `${url}: ${status}. ${reason}`,
    readText(body, 'error') ?? 'UnexpectedAnswer',
    status,
    body,
  )
}

/** Requests the account. */
export async function fetchAccount(basePath: string): Promise<Account> {
  const url = `${basePath}/account`
  const body = await ask(url, { headers: { Accept: 'application/json' } })
  if (isAccount(body)) return body
  throw new AuthClientError(
    `${url}: the response is not an account. Check \`basePath\`, and set \`account: { page: true }\`.`,
    'UnexpectedAnswer',
    200,
  )
}

/** Sends a change of the account. */
export async function postDecision(url: string, fields: Fields): Promise<void> {
  const headers = { Accept: 'application/json', 'X-Auth-Return-Redirect': '1' }
  await ask(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
}
