import { AuthClientError } from '@latchstring/client'

/** An account or a passkey with which the person signs in. */
export interface AccountWay {
  /** By which it is removed or renamed. */
  readonly id: string
  readonly type: 'account' | 'passkey'
  /** Id of the provider. */
  readonly provider: string
  /** Name of the provider. */
  readonly name: string
  /** Of a passkey: whether it is on several devices. */
  readonly synced?: boolean
  /** Of a passkey: what the person calls it, or `null`. */
  readonly label?: string | null
  /** `false` for the last way in. */
  readonly removable: boolean
  /** Of a passkey: whether it can be given a name, for which the adapter needs the capability `authenticatorNames`. */
  readonly renamable?: boolean
}

/** A browser in which the person is signed in. Times are in the format of ISO 8601. */
export interface AccountDevice {
  /** By which it is signed out. */
  readonly id: string
  /** Whether it is this browser. */
  readonly current: boolean
  /** Browser and system, such as `Firefox on Windows`. */
  readonly label: string | null
  /** What the `deviceInfo` callback returned. */
  readonly place: string | null
  /** Id of the provider that the person signed in with. */
  readonly provider: string | null
  readonly createdAt: string | null
  readonly lastSeenAt: string | null
  readonly expires: string
}

/** How a person signs in, and where they are signed in (`GET account`). */
export interface Account {
  readonly ways: readonly AccountWay[]
  /** The address to which links are sent, where it is a way in. */
  readonly email: string | null
  /** Whether the application says that the person has a password. */
  readonly credentials: boolean
  /** Characters of the longest name of a passkey. */
  readonly longestLabel: number
  /** `null` without `session.devices`. */
  readonly devices: readonly AccountDevice[] | null
}

type Fields = Readonly<Record<string, string>>

/** The JSON of a response; nothing where it has no members. */
async function readBody(response: Response): Promise<object | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? body : undefined
}

const isAccount = (body: object): body is Account => 'ways' in body && Array.isArray(body.ways)

const readText = (body: object | undefined, name: string): string | undefined => {
  const value: unknown = body && Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}

/** The JSON of a successful response; everything else is an {@link AuthClientError}. */
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
  )
}

/** Asks how the person signs in. */
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

/** Sends what the person has decided. */
export async function postDecision(url: string, fields: Fields): Promise<void> {
  const headers = { Accept: 'application/json', 'X-Auth-Return-Redirect': '1' }
  await ask(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
}
