import type { CredentialsSignin } from '@latchstring/core/errors'
import Credentials from '@latchstring/core/providers/credentials'
import { beforeEach, expect, type Mock, vi } from 'vitest'
import { ORIGIN } from './app.ts'
import type { Browser } from './browser.ts'
import { PASSWORD } from './people.ts'

/** Name of the cookie of the session, or of its first part. */
export const SESSION = '__Host-latchstring.session-token'

/** What the sign-in form of an application sends. */
export const FIELDS = {
  provider: 'credentials',
  username: 'ada',
  password: PASSWORD,
  redirectTo: '/in',
}

/** What a page says of the session. */
export const named = (session: { user?: { name?: string | null } } | null) =>
  session?.user?.name ?? 'nobody'

/** Names of the cookies that a response sets. */
export const cookieNames = (response: Response) =>
  response.headers.getSetCookie().map((line) => line.split('=')[0] ?? '')

/** The `Cookie` header of a browser that got a response. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Expects a response to renew the session, and no cache to keep it. */
export function expectRenewed(response: Response): void {
  expect(cookieNames(response)).toContain(SESSION)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('vary')).toMatch(/cookie/i)
}

/** Gives every test of the file the settings that an application has in its environment. */
export function stubSettings(): void {
  beforeEach(() => {
    vi.stubEnv('AUTH_SECRET', 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe')
    vi.stubEnv('AUTH_TRUST_HOST', 'true')
  })
}

/**
 * Passwords of any user: `correct` opens, `broken` is a store that is away, and any other is of an account that is locked.
 *
 * @param Refusal - the class that the package gives applications to say why
 */
export function lockable(Refusal: typeof CredentialsSignin) {
  class Locked extends Refusal {
    override code = 'locked'
  }
  return Credentials({
    credentials: { username: {}, password: { type: 'password' } },
    authorize({ username, password }) {
      if (password === 'broken') throw new Error('The store is away.')
      if (password !== 'correct') throw new Locked()
      return { id: '1', name: String(username) }
    },
  })
}

/** What a request of a browser for a page, or with the form of one, has in tests that hand it over without a server. */
interface PageRequest {
  readonly method?: string | undefined
  readonly headers?: Record<string, string> | undefined
  readonly form?: Record<string, string> | undefined
  readonly cookie?: string | undefined
}

/** A request of a browser for a page of `http://app.test`, or with a form of one. */
export function pageRequest(
  path: string,
  { form, method = form ? 'POST' : 'GET', headers, cookie = '' }: PageRequest = {},
): Request {
  const origin = 'http://app.test'
  return new Request(origin + path, {
    method,
    headers: {
      host: 'app.test',
      cookie,
      'sec-fetch-mode': 'navigate',
      ...(form && { origin }),
      ...headers,
    },
    ...(form && { body: new URLSearchParams(form) }),
  })
}

/** Expects a page to have got the same session three times, of which the callback heard once, and to set its cookie. */
export async function expectReadOnce(response: Response, callback: Mock): Promise<void> {
  expect(await response.json()).toMatchObject(['ada', { user: { name: 'ada' } }, 'ada'])
  expect(callback).toHaveBeenCalledOnce()
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.getSetCookie()).toHaveLength(1)
}

/** Expects a page that changes the session to set nothing but its cookie. */
export async function expectUpdated(browser: Browser): Promise<void> {
  const response = await browser.open(`${ORIGIN}/update`)
  expect(await response.text()).toBe('updated')
  expect(cookieNames(response)).toEqual([SESSION])
}

/** Expects the form of an application to refuse another site and a wrong password, each with the type of its error. */
export async function expectRefusals(browser: Browser): Promise<void> {
  const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  const crossed = await browser.submit(`${ORIGIN}/act/signin`, FIELDS, foreign)
  expect(await crossed.text()).toBe('CrossOriginRequest')
  const wrong = await browser.submit(`${ORIGIN}/act/signin`, { ...FIELDS, password: 'wrong' })
  expect(await wrong.text()).toBe('CredentialsSignin')
  expect(browser.cookies.has(SESSION)).toBe(false)
}

/** Expects the form of an application to sign in, with the session in the next request. */
export async function expectFormSignIn(browser: Browser): Promise<void> {
  const response = await browser.submit(`${ORIGIN}/act/signin`, FIELDS)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${ORIGIN}/in`)
  expect(await (await browser.open(`${ORIGIN}/whoami`)).text()).toBe('Ada Lovelace')
}

/** Expects a form of an application to change the session, and another one to sign out. */
export async function expectFormSignOut(browser: Browser): Promise<void> {
  expect((await browser.submit(`${ORIGIN}/act/update`, {})).status).toBe(200)
  const out = await browser.submit(`${ORIGIN}/act/signout`, { redirectTo: '/out' })
  expect(out.headers.get('location')).toBe(`${ORIGIN}/out`)
  expect(browser.cookies.has(SESSION)).toBe(false)
}

/** Expects `signIn` and `signOut` of a handler to redirect with the cookies they set. */
export async function expectEnterAndLeave(browser: Browser): Promise<void> {
  expect((await browser.open(`${ORIGIN}/enter`)).status).toBe(302)
  expect(browser.cookies.has(SESSION)).toBe(true)
  const left = await browser.open(`${ORIGIN}/leave`)
  expect(left.headers.get('location')).toBe(`${ORIGIN}/bye`)
  expect(browser.cookies.has(SESSION)).toBe(false)
}
