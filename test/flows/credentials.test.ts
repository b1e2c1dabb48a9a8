import type { AuthConfig } from '@latchstring/core'
import { CredentialsSignin } from '@latchstring/core/errors'
import type { CredentialsConfig } from '@latchstring/core/providers/credentials'
import { describe, expect, test, vi } from 'vitest'
import { storeOfPeopleForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import type { Browser } from '@latchstring/test-kit/browser'
import { containing } from '@latchstring/test-kit/matchers'
import {
  signInWithPassword,
  PASSWORD,
  passwords,
  PEOPLE,
  plantCookie,
  submitPassword,
} from '@latchstring/test-kit/people'
import { SESSION } from '@latchstring/test-kit/framework-app'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import {
  expectSignedIn,
  readLocation,
  sessionCookies,
  readSession,
} from '@latchstring/test-kit/story'

const store = storeOfPeopleForEachTest()

const CALLBACK = `${BASE}/callback/credentials`

class TooManyTries extends CredentialsSignin {
  override code = 'wait_a_minute'
}

/** The query of the sign-in page a failed sign-in led to. */
function failureOf(response: Response): Readonly<Record<string, string>> {
  expect(response.status).toBe(302)
  const location = readLocation(response)
  expect(location.origin + location.pathname).toBe(`${BASE}/signin`)
  return Object.fromEntries(location.searchParams)
}

describe.each(['jwt', 'database'] as const)(
  'A sign-in with credentials and %s sessions',
  (strategy) => {
    function open(config: Partial<AuthConfig> = {}): App {
      const { adapter } = store
      return createApp({ providers: [passwords()], adapter, session: { strategy }, ...config })
    }

    test('succeeds by form', async () => {
      const browser = open().openBrowser()
      expectSignedIn(await submitPassword(browser, 'ada'))
      expect((await readSession(browser))?.user).toMatchObject({ email: PEOPLE.ada.email })
      expect((await store.rows()).sessions).toBe(strategy === 'database' ? 1 : 0)
    })

    test('SES-06 replaces a planted session cookie: made up, or of another person', async () => {
      const app = open()
      const ofGrace = (await signInWithPassword(app.openBrowser(), 'grace')).cookies.get(SESSION)
      for (const planted of ['planted', ofGrace ?? '']) {
        const browser = app.openBrowser()
        plantCookie(browser, SESSION, planted)
        await signInWithPassword(browser)
        expect(browser.cookies.get(SESSION)).not.toBe(planted)
        expect((await readSession(browser))?.user).toMatchObject({ email: PEOPLE.ada.email })
      }
    })

    test('succeeds by JSON, and returns the target to a script', async () => {
      const browser = open().openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const body = { csrfToken, callbackUrl: '/inside', username: 'ada', password: PASSWORD }
      const response = await browser.submitJson(CALLBACK, body, { 'x-auth-return-redirect': '1' })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ url: `${ORIGIN}/inside` })
      expect(await readSession(browser)).not.toBeNull()
    })

    test('redirects to the sign-in page for wrong credentials, with the reference of the log entry', async () => {
      const app = open()
      const browser = app.openBrowser()
      const { ref, ...query } = failureOf(await submitPassword(browser, 'ada', { password: 'no' }))
      expect(query).toEqual({
        error: 'CredentialsSignin',
        code: 'credentials',
        callbackUrl: `${ORIGIN}/inside`,
      })
      expect(app.errors).toHaveLength(1)
      const message = '`authorize` of "credentials" returned no user.'
      expect(app.errors[0]).toMatchObject({ type: 'CredentialsSignin', ref, message })
      expect(sessionCookies(browser)).toEqual([])
      expect((await store.rows()).sessions).toBe(0)
    })

    test('does not end the existing session for wrong credentials', async () => {
      const browser = await signInWithPassword(open().openBrowser(), 'grace')
      await submitPassword(browser, 'ada', { password: 'no' })
      expect((await readSession(browser))?.user?.name).toBe(PEOPLE.grace.name)
    })

    test('returns the error code of the application', async () => {
      const authorize = (): never => {
        throw new TooManyTries('from 203.0.113.7')
      }
      const app = open({ providers: [passwords({ authorize })] })
      expect(failureOf(await submitPassword(app.openBrowser(), 'ada'))).toMatchObject({
        error: 'CredentialsSignin',
        code: 'wait_a_minute',
      })
    })

    test('RDR-09 encodes the error code of the application', async () => {
      const authorize = (): never => {
        const error = new CredentialsSignin()
        error.code = 'x&callbackUrl=https://evil.example#'
        throw error
      }
      const app = open({ providers: [passwords({ authorize })] })
      const query = failureOf(await submitPassword(app.openBrowser(), 'ada'))
      expect(query).toMatchObject({ code: 'x&callbackUrl=https://evil.example#' })
      expect(query['callbackUrl']).toBe(`${ORIGIN}/inside`)
    })

    test.each([
      ['an error', new Error('connect ECONNREFUSED 10.0.0.5:5432'), 'ECONNREFUSED'],
      ['something that is not an error', 'just text', 'A non-Error value was thrown: string'],
      ['nothing', undefined, 'A non-Error value was thrown: undefined'],
    ])(
      'LOG-04 returns a general error when authorize throws %s, with the reason in the log',
      async (_, thrown, cause) => {
        const authorize = (): never => {
          throw thrown
        }
        const app = open({ providers: [passwords({ authorize })] })
        const browser = app.openBrowser()
        const response = await submitPassword(browser, 'ada')
        expect(failureOf(response)).toMatchObject({ error: 'Callback' })
        expect(response.headers.get('location')).not.toMatch(/ECONN|just/)
        expect(app.errors.at(-1)).toMatchObject({
          type: 'CallbackRouteError',
          message: containing('authorize'),
          cause: { err: { message: containing(cause) } },
        })
        expect(sessionCookies(browser)).toEqual([])
      },
    )

    test('passes URL and headers of the request to authorize, without its body', async () => {
      const seen: (readonly [url: string, agent: string | null, body: string])[] = []
      const authorize: CredentialsConfig['authorize'] = async (_, request) => {
        seen.push([request.url, request.headers.get('user-agent'), await request.text()])
        return null
      }
      const browser = open({ providers: [passwords({ authorize })] }).openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const headers = { 'user-agent': 'Browser/7' }
      await browser.submit(`${CALLBACK}?from=here`, { csrfToken, username: 'ada' }, headers)
      expect(seen).toEqual([[`${CALLBACK}?from=here`, 'Browser/7', '']])
    })

    test.each([null, undefined, false, 0, ''])('fails where authorize returns %j', async (none) => {
      // What an application written in JavaScript may return.
      const authorize = (): null => none as null
      const app = open({ providers: [passwords({ authorize })] })
      const browser = app.openBrowser()
      expect(failureOf(await submitPassword(browser, 'ada'))).toMatchObject({
        error: 'CredentialsSignin',
      })
      expect(await readSession(browser)).toBeNull()
    })

    test('LNK-05 fails where the signIn callback refuses, before anything is written', async () => {
      const verdicts: [boolean | string, RegExp][] = [
        [false, /\/auth\/error\?error=AccessDenied&ref=\w+$/],
        ['/pending', /^https:\/\/app\.example\/pending$/],
        ['https://evil.example/', /^https:\/\/app\.example\/?$/],
      ]
      for (const [verdict, expected] of verdicts) {
        const signIn = vi.fn(() => verdict)
        const browser = open({ callbacks: { signIn } }).openBrowser()
        const response = await submitPassword(browser, 'ada')
        expect(response.headers.get('location')).toMatch(expected)
        expect(sessionCookies(browser)).toEqual([])
        expect(signIn).toHaveBeenCalledExactlyOnceWith({
          user: PEOPLE.ada,
          account: {
            provider: 'credentials',
            type: 'credentials',
            providerAccountId: PEOPLE.ada.id,
            userId: PEOPLE.ada.id,
          },
          credentials: { username: 'ada', password: PASSWORD },
        })
      }
      expect(await store.rows()).toEqual({ ...EMPTY, users: 2 })
    })

    test('creates the session from code, and throws the error of authorize', async () => {
      const { auth } = open()
      const source = { headers: new Headers() }
      const fields = { username: 'ada', password: PASSWORD, redirectTo: '/inside' }
      const { url, cookies } = await auth.signIn(source, 'credentials', fields)
      expect(url).toBe(`${ORIGIN}/inside`)
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const { session } = await auth.session({ headers: new Headers({ cookie }) })
      expect(session?.user).toMatchObject({ id: PEOPLE.ada.id })

      const form = new FormData()
      form.set('username', 'ada')
      form.set('password', 'no')
      const failed = auth.signIn(source, 'credentials', form)
      await expect(failed).rejects.toBeInstanceOf(CredentialsSignin)
      await expect(failed).rejects.toMatchObject({ type: 'CredentialsSignin', code: 'credentials' })
      const authorize = (): never => {
        throw new TooManyTries()
      }
      const other = open({ providers: [passwords({ authorize })] })
      await expect(other.auth.signIn(source, 'credentials', {})).rejects.toBeInstanceOf(
        TooManyTries,
      )
    })

    test('ENU-01 has the same response for an unknown user and a wrong password', async () => {
      const app = open()
      const outcome = async (username: string): Promise<object> => {
        const browser = app.openBrowser()
        const csrfToken = await browser.csrf(BASE)
        const fields = { csrfToken, callbackUrl: '/inside', username, password: 'no' }
        const script = { accept: 'application/json', 'x-auth-return-redirect': '1' }
        const page = await browser.submit(CALLBACK, fields)
        const data = await browser.submitJson(CALLBACK, fields, script)
        // What is sealed differs each time, and has the name that was sent.
        const hideRef = (text: string): string =>
          text.replace(/ref=\w+/, 'ref=…').replace(/attempt=[\w.-]+/, 'attempt=…')
        const shown = ({ status, headers }: Response): object => ({
          status,
          headers: [...headers].map(([name, value]) => [name, hideRef(value)]),
        })
        const { url } = await readJsonAs<{ url: string }>(data)
        return { page: shown(page), data: shown(data), url: hideRef(url) }
      }
      expect(await outcome('ada')).toEqual(await outcome('unknown'))
    })
  },
)

test('INP-01 Credentials named like members of every object reach authorize unchanged', async () => {
  const seen: Record<string, unknown>[] = []
  const authorize = (credentials: Record<string, unknown>): null => {
    seen.push(credentials)
    return null
  }
  const app = createApp({ providers: [passwords({ authorize })] })
  const browser: Browser = app.openBrowser()
  const csrfToken = await browser.csrf(BASE)
  const text = `{"csrfToken":"${csrfToken}","__proto__":"admin","constructor":"x","username":"ada"}`
  const body: unknown = JSON.parse(text)
  await browser.submitJson(CALLBACK, body)
  await submitPassword(browser, 'ada', { constructor: 'y', toString: 'z' })
  expect(Reflect.get({}, 'admin')).toBeUndefined()
  expect(seen).toHaveLength(2)
  expect(Object.keys(seen[0] ?? {})).toEqual(['__proto__', 'constructor', 'username'])
  expect(seen[1]).toMatchObject({ constructor: 'y', username: 'ada' })
})

test.each(['', '?token=x&email=ada%40example.com'])(
  'A sign-in with credentials by GET gets 404: %j',
  async (query) => {
    const app = createApp({ providers: [passwords()] })
    const response = await app.openBrowser().open(`${CALLBACK}${query}`)
    expect(response.status).toBe(404)
    expect(app.errors.at(-1)).toMatchObject({
      type: 'InvalidProvider',
      message: '"credentials" has no such callback.',
    })
  },
)
