import type { Session } from '@latchstring/core/types'
import { expect } from 'vitest'
import { type App, BASE } from './app.ts'
import type { Arrival, Browser } from './browser.ts'
import type { PageForm } from './forms.ts'
import { signInAt, type SignInAtOptions } from './sign-in-at.ts'
import type { TestClock } from './test-clock.ts'

/** How a sign-in is started. */
export interface Start {
  readonly callbackUrl?: string
  /** Query of the sign-in action: parameters for the authorization request. */
  readonly query?: Readonly<Record<string, string>>
  readonly base?: string
}

/** Presses the button of a provider. */
export async function startSignIn(
  browser: Browser,
  id: string,
  start: Start = {},
): Promise<Response> {
  const { callbackUrl = '/inside', query = {}, base = BASE } = start
  const csrfToken = await browser.csrf(base)
  const search = new URLSearchParams(query).toString()
  return browser.submit(`${base}/signin/${id}${search && `?${search}`}`, { csrfToken, callbackUrl })
}

/** The address a response sends the browser to. */
export function readLocation(response: Response): URL {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`HTTP ${response.status} sends the browser nowhere.`)
  return new URL(location)
}

/** Presses the button of a provider and gives the authorization request. */
export async function requestAuthorization(
  browser: Browser,
  id: string,
  start: Start = {},
): Promise<URL> {
  return readLocation(await startSignIn(browser, id, start))
}

/** Signs in with a provider until the browser comes back. */
export async function reachCallback(
  browser: Browser,
  id: string,
  who: string | SignInAtOptions = 'ada',
): Promise<Arrival> {
  return signInAt(await requestAuthorization(browser, id), who)
}

/** Signs in with a provider, from the button to the answer of the callback. */
export async function signInWith(
  browser: Browser,
  id: string,
  who: string | SignInAtOptions = 'ada',
): Promise<Response> {
  return browser.follow(await reachCallback(browser, id, who))
}

/** Presses the button of a form that a page of the application has. Pages without a referrer post with the origin `null`. */
export function submitForm(browser: Browser, { action, fields }: PageForm): Promise<Response> {
  return browser.submit(action, fields, { origin: 'null' })
}

/** The session as the browser sees it. */
export async function readSession(browser: Browser, base: string = BASE): Promise<Session | null> {
  const response = await browser.open(`${base}/session`)
  // The action answers with a session or with null.
  return (await response.json()) as Session | null
}

/** Signs out. */
export async function signOut(browser: Browser): Promise<Response> {
  return browser.submit(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE) })
}

/** The response returned to where the sign-in was to lead. */
export function expectSignedIn(response: Response, to = '/inside'): void {
  expect(response.headers.get('location')).toBe(new URL(to, BASE).href)
  expect(response.status).toBe(302)
}

/** Names of the session cookies a response sets or keeps. */
export function sessionCookies(browser: Browser): readonly string[] {
  return [...browser.cookies.keys()].filter((name) => name.includes('session-token'))
}

/** Names of the cookies of sign-ins in progress. */
export function checkCookies(browser: Browser): readonly string[] {
  return [...browser.cookies.keys()].filter((name) =>
    /\.(?:state|nonce|code_verifier)\./.test(name),
  )
}

/** Words for whose doing a failure was. */
const REASONS = ['cancelled', 'expired', 'ours', 'service', 'other-way', 'removed', 'step-up']

/**
 * The sign-in was refused: back on the sign-in page with the code that people may see, and a reference that is in
 * the log line as well. Nothing of what the provider sent is passed on.
 */
export function expectRefused(response: Response, app: App, error = 'OAuthCallbackError'): void {
  expect(response.status).toBe(302)
  const location = readLocation(response)
  expect(location.origin + location.pathname).toBe(`${BASE}/signin`)
  expect(location.searchParams.get('error')).toBe(error)
  const ref = location.searchParams.get('ref')
  expect(ref).toMatch(/^\w{8}$/)
  expect(app.errors.at(-1)?.ref).toBe(ref)
  const allowed = new Set(['error', 'reason', 'provider', 'ref', 'callbackUrl'])
  expect([null, ...REASONS]).toContain(location.searchParams.get('reason'))
  const names = ['OAuthSignin', 'OAuthCallbackError'].includes(error)
  if (!names) expect(location.searchParams.has('provider')).toBe(false)
  expect([...location.searchParams.keys()].filter((name) => !allowed.has(name))).toEqual([])
}

/** Checks that a browser has no session. Its cookie is deleted only where it can never be good again, as the tests of DEL-01 check. */
export async function expectEnded(browser: Browser): Promise<void> {
  const response = await browser.open(`${BASE}/session`)
  expect([response.status, await response.json()]).toEqual([200, null])
}

/** Reads the session after each of these numbers of seconds, as pages that stay open do. */
export async function keepUsing(
  browser: Browser,
  clock: TestClock,
  pauses: readonly number[],
): Promise<void> {
  for (const seconds of pauses) {
    clock.advance(seconds)
    expect(await readSession(browser)).not.toBeNull()
  }
}
