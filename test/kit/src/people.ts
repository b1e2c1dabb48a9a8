import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Credentials, { type CredentialsConfig } from '@latchstring/core/providers/credentials'
import type { User } from '@latchstring/core/types'
import { BASE, createApp } from './app.ts'
import type { Browser } from './browser.ts'

/** What opens every account. */
export const PASSWORD = 'correct horse battery staple'

/** A user who can sign in with a password. */
export const ADA = {
  id: 'id-of-ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: '/ada.png',
} as const satisfies User

/** The people who can sign in with a password. */
export const PEOPLE = {
  ada: ADA,
  grace: { id: 'id-of-grace', name: 'Grace Hopper', email: 'grace@example.com', image: null },
} as const satisfies Record<string, User>

/** Name of a user who can sign in. */
export type Person = keyof typeof PEOPLE

/** Stores the users who can sign in with a password; their addresses were verified at the time given, or never. */
export async function storePeople(
  adapter: Adapter,
  emailVerified: Date | null = null,
): Promise<void> {
  for (const user of Object.values(PEOPLE)) await adapter.createUser?.({ ...user, emailVerified })
}

function isPerson(name: unknown): name is Person {
  return typeof name === 'string' && Object.hasOwn(PEOPLE, name)
}

/** Sign-in with a user name and a password. */
export function passwords(overrides: Parameters<typeof Credentials>[0] = {}): CredentialsConfig {
  return Credentials({
    credentials: { username: { label: 'User name' }, password: { type: 'password' } },
    authorize: ({ username, password }) =>
      isPerson(username) && password === PASSWORD ? PEOPLE[username] : null,
    ...overrides,
  })
}

/** Sends the form of the password sign-in. */
export async function submitPassword(
  browser: Browser,
  username: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  const body = { csrfToken, callbackUrl: '/inside', username, password: PASSWORD, ...fields }
  return browser.submit(`${BASE}/callback/credentials`, body)
}

/** Signs in with a password, and fails when that fails. */
export async function signInWithPassword(
  browser: Browser,
  username: Person = 'ada',
): Promise<Browser> {
  const response = await submitPassword(browser, username)
  const location = response.headers.get('location')
  if (location !== new URL('/inside', BASE).href) {
    throw new Error(`The sign-in of ${username} led to ${location} (HTTP ${response.status}).`)
  }
  return browser
}

/** The `Cookie` header after a sign-in with a password, for requests that no browser of the kit sends. */
export async function signedInCookies(config: AuthConfig): Promise<string> {
  const browser = await signInWithPassword(createApp(config).openBrowser())
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Sends data to POST session. */
export async function updateSession(browser: Browser, data: unknown): Promise<Response> {
  return browser.submitJson(`${BASE}/session`, { csrfToken: await browser.csrf(BASE), data })
}

/** Puts a cookie of the application into a browser, as a page of it would. */
export function plantCookie(browser: Browser, name: string, value: string): void {
  browser.receive(BASE, `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax`)
}

/** A second browser with the same cookies: a thief, a backup, or the same browser before another server. */
export function copyCookies(from: Browser, to: Browser): Browser {
  for (const { name, value } of from.stored()) plantCookie(to, name, value)
  return to
}
