import { type AuthConfig, createAuth, skipCSRFCheck } from '@latchstring/core'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, BASE, createApp, ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import { type Browser, cookieHeader } from '@latchstring/test-kit/browser'
import {
  copyCookies,
  signInWithPassword,
  PASSWORD,
  passwords,
  PEOPLE,
  plantCookie,
  storePeople,
} from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import {
  expectSignedIn,
  readLocation,
  sessionCookies,
  readSession,
  signOut,
} from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const COOKIE = '__Host-latchstring.csrf-token'
const SESSION_COOKIE = '__Host-latchstring.session-token'
const FORM = 'application/x-www-form-urlencoded'

let clock: TestClock
const store = forAllTests(openStore)

beforeAll(async () => {
  await storePeople(store.adapter)
})

beforeEach(() => {
  clock = startClock()
})

/** How sessions are kept, which is what tokens are bound to. */
const SESSIONS: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  'sealed sessions': () => ({}),
  'sealed sessions beside a store': () => ({
    adapter: store.adapter,
    session: { strategy: 'jwt' },
  }),
  'sessions in a store': () => ({ adapter: store.adapter }),
}

type Sessions = (typeof SESSIONS)[string]

function open(env = ENV, sessions: Partial<AuthConfig> = {}): App {
  return createApp({ providers: [passwords()], ...sessions }, { env, clock: clock.now })
}

/** The number of updates that the callback received. */
let updates = 0

/** A state-changing request: which one, what it needs besides the token, and how to see that it happened. */
interface Change {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly happened: (browser: Browser) => Promise<boolean>
}

const CHANGES: readonly Change[] = [
  {
    path: 'signout',
    fields: {},
    happened: async (browser) => (await readSession(browser)) === null,
  },
  {
    path: 'callback/credentials',
    fields: { username: 'grace', password: PASSWORD },
    happened: async (browser) => (await readSession(browser))?.user?.name === PEOPLE.grace.name,
  },
  {
    path: 'session',
    fields: {},
    happened: async () => updates > 0,
  },
]

function openCounting(sessions: Sessions): App {
  updates = 0
  const session: NonNullable<AuthConfig['callbacks']>['session'] = (params) => {
    if (params.trigger === 'update') updates += 1
    return params.session
  }
  return open(ENV, { ...sessions(), callbacks: { session } })
}

function isRefused({ status, headers }: Response): boolean {
  return status === 403 || (headers.get('location') ?? '').includes('error=Signin')
}

const CASES = Object.entries(SESSIONS).flatMap(([kind, sessions]) =>
  CHANGES.map((change) => ({ kind, sessions, ...change })),
)

describe.each(CASES)('POST $path with $kind', ({ sessions, path, fields, happened }) => {
  const url = `${BASE}/${path}`
  let app: App
  let browser: Browser

  beforeEach(async () => {
    app = openCounting(sessions)
    browser = await signInWithPassword(app.openBrowser())
  })

  async function expectRefused(response: Response): Promise<void> {
    expect(isRefused(response)).toBe(true)
    expect(await happened(browser)).toBe(false)
    expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
  }

  test('CSR-01 succeeds with the token of the browser', async () => {
    const csrfToken = await browser.csrf(BASE)
    expect(isRefused(await browser.submit(url, { ...fields, csrfToken }))).toBe(false)
    expect(await happened(browser)).toBe(true)
  })

  test.each<readonly [string, (token: string) => unknown]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['a list', (token) => [token]],
    ['an object', (token) => ({ 0: token })],
    ['a number', () => 1],
    ['true', () => true],
    ['null', () => null],
    ['cut short', (token) => token.slice(1)],
    ['longer', (token) => `${token}0`],
    ['in upper case', (token) => `A${token.toUpperCase()}`],
    ['never issued', () => 'f'.repeat(64)],
  ])('CSR-03 is refused with a token that is %s', async (_, change) => {
    const token = await browser.csrf(BASE)
    await expectRefused(await browser.submitJson(url, { ...fields, csrfToken: change(token) }))
  })

  test('CSR-03 is refused with two tokens', async () => {
    const csrfToken = await browser.csrf(BASE)
    const twice = new URLSearchParams({ ...fields, csrfToken })
    twice.append('csrfToken', csrfToken)
    await expectRefused(await browser.submit(url, twice))
  })

  test('CSR-01 is refused without the cookie, and with a forged one', async () => {
    const csrfToken = await browser.csrf(BASE)
    const cookie = browser.cookies.get(COOKIE) ?? ''
    const [header = '', , iv = '', ciphertext = '', tag = ''] = cookie.split('.')
    const forged = [
      '',
      'x',
      csrfToken,
      `${csrfToken}|${clock.now().toString(36)}|${'A'.repeat(43)}`,
      `${header}..${iv}.${ciphertext}.`,
      `${header}..${iv}.${ciphertext}.${'A'.repeat(tag.length)}`,
      `${header}..${iv}.${ciphertext.slice(4)}.${tag}`,
      `${header}.x.${iv}.${ciphertext}.${tag}`,
      `${cookie}.${tag}`,
      browser.cookies.get(SESSION_COOKIE) ?? '',
      cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A'),
    ]
    for (const value of forged) {
      plantCookie(browser, COOKIE, encodeURIComponent(value))
      await expectRefused(await browser.submit(url, { ...fields, csrfToken }))
    }
    browser.clear(COOKIE)
    await expectRefused(await browser.submit(url, { ...fields, csrfToken }))
  })

  test('CSR-01 the cookie is encrypted: the token cannot be read from it', async () => {
    const csrfToken = await browser.csrf(BASE)
    const [header = '', ...parts] = (browser.cookies.get(COOKIE) ?? '').split('.')
    expect(Buffer.from(header, 'base64url').toString()).toMatch(
      /^\{"alg":"dir","enc":"A256CBC-HS512","kid":"[0-9a-f]{24}"\}$/,
    )
    const bytes = parts.map((part) => Buffer.from(part, 'base64url').toString('latin1')).join('')
    expect(bytes).not.toContain(csrfToken)
    expect(bytes).not.toContain(Buffer.from(csrfToken, 'hex').toString('latin1'))
  })

  test.each([
    ['an attacker without a session', (one: App) => Promise.resolve(one.openBrowser())],
    ['an attacker with a session', (one: App) => signInWithPassword(one.openBrowser(), 'grace')],
  ])('CSR-02 is refused with token and cookie of %s', async (_, openAttacker) => {
    const attacker = await openAttacker(app)
    const csrfToken = await attacker.csrf(BASE)
    plantCookie(browser, COOKIE, attacker.cookies.get(COOKIE) ?? '')
    await expectRefused(await browser.submit(url, { ...fields, csrfToken }))
  })

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'something-new' },
    { origin: 'https://evil.example' },
    { origin: 'https://app.example.evil.example' },
    { origin: 'https://app.example:8443' },
    { origin: 'http://app.example' },
    { origin: 'HTTPS://APP.EXAMPLE.' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': '' },
  ])('CSR-04 is refused from %j with any token', async (from) => {
    const csrfToken = await browser.csrf(BASE)
    const response = await browser.submit(url, { ...fields, csrfToken }, { ...from })
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    await expectRefused(response)
  })

  test('CSR-04 is refused without Sec-Fetch-Site from an origin of null', async () => {
    const csrfToken = await browser.csrf(BASE)
    const body = new URLSearchParams({ ...fields, csrfToken }).toString()
    const headers = { ...cookieHeader(browser), 'content-type': FORM, origin: 'null' }
    const request = new Request(url, { method: 'POST', headers, body })
    await expectRefused(await app.auth.handle(request))
  })

  test('CSR-05 needs the token from programs that send neither Origin nor Sec-Fetch-Site', async () => {
    const csrfToken = await browser.csrf(BASE)
    const send = (body: Readonly<Record<string, string>>): Promise<Response> => {
      const headers = { ...cookieHeader(browser), 'content-type': FORM }
      const init = { method: 'POST', headers, body: new URLSearchParams(body).toString() }
      return app.auth.handle(new Request(url, init))
    }
    await expectRefused(await send({ ...fields }))
    expect(isRefused(await send({ ...fields, csrfToken }))).toBe(false)
  })

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/jsonx', 'x', ''])(
    'CSR-07 is refused with the content type %j',
    async (type) => {
      const csrfToken = await browser.csrf(BASE)
      const body = JSON.stringify({ ...fields, csrfToken })
      const headers = { ...cookieHeader(browser), origin: ORIGIN, 'content-type': type }
      const response = await app.auth.handle(new Request(url, { method: 'POST', headers, body }))
      expect(response.status).toBe(415)
      expect(await readJsonAs<{ error: string }>(response)).toMatchObject({
        error: 'UnsupportedMediaType',
      })
      expect(await happened(browser)).toBe(false)
    },
  )
})

describe.each(Object.entries(SESSIONS))('The CSRF token with %s', (_, sessions) => {
  const enterOne = (env = ENV): Promise<Browser> =>
    signInWithPassword(open(env, sessions()).openBrowser())

  test('is the same for all tabs of a browser', async () => {
    for (const browser of [open(ENV, sessions()).openBrowser(), await enterOne()]) {
      const token = await browser.csrf(BASE)
      expect(token).toMatch(/^[0-9a-f]{64}$/)
      expect(await browser.csrf(BASE)).toBe(token)
      clock.advance(3600)
      expect(await browser.csrf(BASE)).toBe(token)
      clock.advance(DAY / 2)
      // A token that could expire while a form is filled in is replaced.
      expect(await browser.csrf(BASE)).not.toBe(token)
    }
  })

  test('CSR-03 is refused after a day', async () => {
    for (const [seconds, good] of [
      [DAY - 1, true],
      [DAY, false],
    ] as const) {
      const browser = await enterOne()
      const csrfToken = await browser.csrf(BASE)
      clock.advance(seconds)
      const response = await browser.submit(`${BASE}/signout`, { csrfToken })
      expect(isRefused(response)).toBe(!good)
    }
  })

  test('CSR-02 from before the sign-in is refused after it, and that of a session after its end', async () => {
    const browser = open(ENV, sessions()).openBrowser()
    const early = await browser.csrf(BASE)
    const earlyCookie = browser.cookies.get(COOKIE) ?? ''
    await signInWithPassword(browser)
    plantCookie(browser, COOKIE, earlyCookie)
    expect(isRefused(await browser.submit(`${BASE}/signout`, { csrfToken: early }))).toBe(true)
    const during = await browser.csrf(BASE)
    const duringCookie = browser.cookies.get(COOKIE) ?? ''
    await signOut(browser)
    plantCookie(browser, COOKIE, duringCookie)
    const fields = { csrfToken: during, username: 'ada', password: PASSWORD }
    expect(isRefused(await browser.submit(`${BASE}/callback/credentials`, fields))).toBe(true)
  })

  test('CSR-03 JWE-07 of the previous secret is accepted during a rotation, and refused after it', async () => {
    const old = await enterOne()
    const csrfToken = await old.csrf(BASE)
    const during = open({ ...ENV, AUTH_SECRET_1: SECRETS.newer }, sessions())
    const after = open({ ...ENV, AUTH_SECRET: SECRETS.newer }, sessions())
    const send = (app: App): Promise<Response> =>
      copyCookies(old, app.openBrowser()).submit(`${BASE}/signout`, { csrfToken })
    expect(isRefused(await send(after))).toBe(true)
    expect(await copyCookies(old, during.openBrowser()).csrf(BASE)).toBe(csrfToken)
    expect(isRefused(await send(during))).toBe(false)
  })

  test('JWE-04 CSR-03 may not be another sealed value, nor its cookie another cookie', async () => {
    const browser = await enterOne()
    const csrfToken = await browser.csrf(BASE)
    const cookie = browser.cookies.get(COOKIE) ?? ''
    plantCookie(browser, SESSION_COOKIE, cookie)
    expect(await readSession(browser)).toBeNull()
    const other = copyCookies(await enterOne(), open(ENV, sessions()).openBrowser())
    plantCookie(other, COOKIE, other.cookies.get(SESSION_COOKIE) ?? '')
    expect(isRefused(await other.submit(`${BASE}/signout`, { csrfToken }))).toBe(true)
  })

  test('of a cookie in the earlier format is replaced, without another effect', async () => {
    const browser = await enterOne()
    const old = `${'a'.repeat(64)}|${clock.now().toString(36)}|${'A'.repeat(43)}`
    plantCookie(browser, COOKIE, encodeURIComponent(old))
    const csrfToken = await browser.csrf(BASE)
    expect(csrfToken).not.toBe('a'.repeat(64))
    expect(isRefused(await browser.submit(`${BASE}/signout`, { csrfToken }))).toBe(false)
  })

  test('is on the built-in forms, which work without a script', async () => {
    const browser = await enterOne()
    const html = await (await browser.open(`${BASE}/signout`)).text()
    const csrfToken = await browser.csrf(BASE)
    expect(html).toContain(`name="csrfToken" value="${csrfToken}"`)
    // A page with `Referrer-Policy: no-referrer` posts with an origin of null.
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    await browser.submit(`${BASE}/signout`, { csrfToken }, headers)
    expect(sessionCookies(browser)).toEqual([])
  })
})

test('CSR-06 LGO-06 GET and HEAD have no effect at any action', async () => {
  const app = open()
  const browser = await signInWithPassword(app.openBrowser())
  const csrfToken = await browser.csrf(BASE)
  const paths = ['signout', 'signin', 'signin/credentials', 'session', 'callback/credentials']
  const query = new URLSearchParams({ csrfToken, username: 'grace', password: PASSWORD })
  for (const path of paths) {
    await browser.open(`${BASE}/${path}?${query}`)
    const headers = cookieHeader(browser)
    const head = new Request(`${BASE}/${path}?${query}`, { method: 'HEAD', headers })
    const response = await app.auth.handle(head)
    expect(await response.text()).toBe('')
  }
  expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
})

describe('CSR-08 skipCSRFCheck', () => {
  const warn = vi.fn()

  function openUnchecked(): App {
    const logger = { warn, error: () => undefined }
    return createApp({ providers: [passwords()], skipCSRFCheck, logger })
  }

  test('turns the token off with a warning', async () => {
    warn.mockClear()
    const browser = openUnchecked().openBrowser()
    const response = await browser.open(`${BASE}/csrf`)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({
      error: 'UnknownAction',
      message: 'CSRF tokens are turned off.',
    })
    expect(warn).toHaveBeenCalledWith('csrf-disabled')
    const fields = { username: 'ada', password: PASSWORD, callbackUrl: '/inside' }
    expectSignedIn(await browser.submit(`${BASE}/callback/credentials`, fields))
  })

  test('leaves the check of the origin on', async () => {
    const browser = openUnchecked().openBrowser()
    const fields = { username: 'ada', password: PASSWORD }
    const from = { origin: 'https://evil.example' }
    const response = await browser.submit(`${BASE}/callback/credentials`, fields, from)
    expect(response.status).toBe(403)
    expect(sessionCookies(browser)).toEqual([])
  })

  test('is only the symbol', async () => {
    // Values that look plausible and are not the symbol.
    const config = { providers: [passwords()], skipCSRFCheck: true as never, logger: SILENT }
    const auth = createAuth(config, { env: ENV })
    expect((await auth.handle(new Request(`${BASE}/csrf`))).status).toBe(200)
  })
})

const SILENT = { error: () => undefined, warn: () => undefined }

test('CSR-10 no response has CORS headers', async () => {
  const app = open()
  const browser = await signInWithPassword(app.openBrowser())
  for (const method of ['GET', 'OPTIONS']) {
    for (const path of ['session', 'csrf', 'providers', 'signin', 'signout', 'error', 'nothing']) {
      const headers = {
        ...cookieHeader(browser),
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
      }
      const response = await app.auth.handle(new Request(`${BASE}/${path}`, { method, headers }))
      const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control'))
      expect([method, path, names]).toEqual([method, path, []])
    }
  }
})

test('A form refused for its CSRF token redirects with the reference of the log entry', async () => {
  const app = open()
  const browser = app.openBrowser()
  const fields = { username: 'ada', password: PASSWORD, callbackUrl: '/inside' }
  const response = await browser.submit(`${BASE}/callback/credentials`, fields)
  const { searchParams } = readLocation(response)
  expect(searchParams.get('error')).toBe('Signin')
  expect(searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside`)
  expect(app.errors.at(-1)).toMatchObject({ type: 'MissingCSRF', ref: searchParams.get('ref') })
})

test('A refused update of a session gets a JSON response, even if the browser accepts pages', async () => {
  const browser = open().openBrowser()
  const response = await browser.submit(`${BASE}/session`, { data: 'x' }, { accept: 'text/html' })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error: 'MissingCSRF' })
})
