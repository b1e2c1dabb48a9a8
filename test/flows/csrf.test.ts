import { createAuth, skipCSRFCheck } from '@latchstring/core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type App, BASE, createApp, ENV, ORIGIN, SECRETS } from './src/app.ts'
import { jsonOf } from './src/bodies.ts'
import type { Browser } from './src/browser.ts'
import { copyCookies, enter, PASSWORD, passwords, PEOPLE, plant } from './src/people.ts'
import { expectSignedIn, locationOf, sessionCookies, sessionOf, signOut } from './src/story.ts'
import { DAY, startClock, type TestClock } from './src/test-clock.ts'

const COOKIE = '__Host-latchstring.csrf-token'
const FORM = 'application/x-www-form-urlencoded'

let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

function open(env = ENV): App {
  return createApp({ providers: [passwords()] }, { env, clock: clock.now })
}

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
    happened: async (browser) => (await sessionOf(browser)) === null,
  },
  {
    path: 'callback/credentials',
    fields: { username: 'grace', password: PASSWORD },
    happened: async (browser) => (await sessionOf(browser))?.user?.name === PEOPLE.grace.name,
  },
  {
    path: 'session',
    fields: {},
    happened: async (browser) => (await sessionOf(browser))?.user?.name === 'updated',
  },
]

function openWithUpdates(env = ENV): App {
  const jwt = ({ token, trigger }: { token: object; trigger?: string }): object =>
    trigger === 'update' ? { ...token, name: 'updated' } : token
  // Token and parameters are narrower than what the library calls the callback with.
  const callbacks = { jwt: jwt as never }
  return createApp({ providers: [passwords()], callbacks }, { env, clock: clock.now })
}

function isRefused({ status, headers }: Response): boolean {
  return status === 403 || (headers.get('location') ?? '').includes('error=Signin')
}

describe.each(CHANGES)('POST $path', ({ path, fields, happened }) => {
  const url = `${BASE}/${path}`
  let app: App
  let browser: Browser

  beforeEach(async () => {
    app = openWithUpdates()
    browser = await enter(app.openBrowser())
  })

  async function expectRefused(response: Response): Promise<void> {
    expect(isRefused(response)).toBe(true)
    expect(await happened(browser)).toBe(false)
    expect((await sessionOf(browser))?.user?.name).toBe(PEOPLE.ada.name)
  }

  test('CSR-01 is done with the token of the browser', async () => {
    const csrfToken = await browser.csrf(BASE)
    expect(isRefused(await browser.post(url, { ...fields, csrfToken }))).toBe(false)
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
    ['of nobody', () => 'f'.repeat(64)],
  ])('CSR-03 is refused with a token that is %s', async (_, change) => {
    const token = await browser.csrf(BASE)
    await expectRefused(await browser.postJson(url, { ...fields, csrfToken: change(token) }))
  })

  test('CSR-03 is refused with two tokens', async () => {
    const csrfToken = await browser.csrf(BASE)
    const twice = new URLSearchParams({ ...fields, csrfToken })
    twice.append('csrfToken', csrfToken)
    await expectRefused(await browser.post(url, twice))
  })

  test('CSR-01 is refused without the cookie, and with one that is not ours', async () => {
    const csrfToken = await browser.csrf(BASE)
    const cookie = decodeURIComponent(browser.cookies.get(COOKIE) ?? '')
    const [token = '', issuedAt = '', mac = ''] = cookie.split('|')
    expect(token).toBe(csrfToken)
    const forged = [
      '',
      token,
      `${token}|${issuedAt}`,
      `${token}|${issuedAt}|`,
      `${token}|${issuedAt}|${'A'.repeat(mac.length)}`,
      `${token}|zzzzzzzz|${mac}`,
      `${token}||${mac}`,
      `${token}|${issuedAt}|${mac}|${mac}`,
    ]
    for (const value of forged) {
      plant(browser, COOKIE, encodeURIComponent(value))
      await expectRefused(await browser.post(url, { ...fields, csrfToken }))
    }
    browser.clear(COOKIE)
    await expectRefused(await browser.post(url, { ...fields, csrfToken }))
  })

  test.each([
    ['an attacker without a session', (one: App) => Promise.resolve(one.openBrowser())],
    ['an attacker with a session', (one: App) => enter(one.openBrowser(), 'grace')],
  ])('CSR-02 is refused with token and cookie of %s', async (_, openAttacker) => {
    const attacker = await openAttacker(app)
    const csrfToken = await attacker.csrf(BASE)
    plant(browser, COOKIE, attacker.cookies.get(COOKIE) ?? '')
    await expectRefused(await browser.post(url, { ...fields, csrfToken }))
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
  ])('CSR-04 is refused from %j, whatever the token', async (from) => {
    const csrfToken = await browser.csrf(BASE)
    const response = await browser.post(url, { ...fields, csrfToken }, { ...from })
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
      expect(await jsonOf<{ error: string }>(response)).toMatchObject({
        error: 'UnsupportedMediaType',
      })
      expect(await happened(browser)).toBe(false)
    },
  )
})

function cookieHeader(browser: Browser): { readonly cookie: string } {
  return { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

describe('The token', () => {
  test('is the same for all tabs of a browser', async () => {
    const browser = open().openBrowser()
    const token = await browser.csrf(BASE)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(await browser.csrf(BASE)).toBe(token)
    clock.advance(3600)
    expect(await browser.csrf(BASE)).toBe(token)
  })

  test('CSR-03 is refused after a day', async () => {
    for (const [seconds, good] of [
      [DAY - 0.001, true],
      [DAY, false],
    ] as const) {
      const browser = await enter(open().openBrowser())
      const csrfToken = await browser.csrf(BASE)
      clock.advance(seconds)
      const response = await browser.post(`${BASE}/signout`, { csrfToken })
      expect(isRefused(response)).toBe(!good)
    }
  })

  test('CSR-02 of before the sign-in is refused after it, and the one of a session after that', async () => {
    const browser = open().openBrowser()
    const early = await browser.csrf(BASE)
    await enter(browser)
    expect(isRefused(await browser.post(`${BASE}/signout`, { csrfToken: early }))).toBe(true)
    const during = await browser.csrf(BASE)
    await signOut(browser)
    const fields = { csrfToken: during, username: 'ada', password: PASSWORD }
    expect(isRefused(await browser.post(`${BASE}/callback/credentials`, fields))).toBe(true)
  })

  test('CSR-03 of the secret before is accepted during a rotation, and refused after it', async () => {
    const old = await enter(open().openBrowser())
    const csrfToken = await old.csrf(BASE)
    const during = open({ ...ENV, AUTH_SECRET_1: SECRETS.newer })
    const after = open({ ...ENV, AUTH_SECRET: SECRETS.newer })
    const send = (app: App): Promise<Response> =>
      copyCookies(old, app.openBrowser()).post(`${BASE}/signout`, { csrfToken })
    expect(isRefused(await send(after))).toBe(true)
    expect(isRefused(await send(during))).toBe(false)
  })

  test('is on the built-in forms, which work without a script', async () => {
    const browser = await enter(open().openBrowser())
    const html = await (await browser.get(`${BASE}/signout`)).text()
    const csrfToken = await browser.csrf(BASE)
    expect(html).toContain(`name="csrfToken" value="${csrfToken}"`)
    // A page with `Referrer-Policy: no-referrer` posts with an origin of null.
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    await browser.post(`${BASE}/signout`, { csrfToken }, headers)
    expect(sessionCookies(browser)).toEqual([])
  })
})

test('CSR-06 LGO-06 GET and HEAD change nothing, anywhere', async () => {
  const app = open()
  const browser = await enter(app.openBrowser())
  const csrfToken = await browser.csrf(BASE)
  const paths = ['signout', 'signin', 'signin/credentials', 'session', 'callback/credentials']
  const query = new URLSearchParams({ csrfToken, username: 'grace', password: PASSWORD })
  for (const path of paths) {
    await browser.get(`${BASE}/${path}?${query}`)
    const headers = cookieHeader(browser)
    const head = new Request(`${BASE}/${path}?${query}`, { method: 'HEAD', headers })
    const response = await app.auth.handle(head)
    expect(await response.text()).toBe('')
  }
  expect((await sessionOf(browser))?.user?.name).toBe(PEOPLE.ada.name)
})

describe('CSR-08 skipCSRFCheck', () => {
  const warn = vi.fn()

  function openUnchecked(): App {
    const logger = { warn, error: () => undefined }
    return createApp({ providers: [passwords()], skipCSRFCheck, logger })
  }

  test('turns the token off, and says so', async () => {
    warn.mockClear()
    const browser = openUnchecked().openBrowser()
    const response = await browser.get(`${BASE}/csrf`)
    expect(response.status).toBe(404)
    expect(warn).toHaveBeenCalledWith('csrf-disabled')
    const fields = { username: 'ada', password: PASSWORD, callbackUrl: '/inside' }
    expectSignedIn(await browser.post(`${BASE}/callback/credentials`, fields))
  })

  test('leaves the check of where the request comes from on', async () => {
    const browser = openUnchecked().openBrowser()
    const fields = { username: 'ada', password: PASSWORD }
    const from = { origin: 'https://evil.example' }
    const response = await browser.post(`${BASE}/callback/credentials`, fields, from)
    expect(response.status).toBe(403)
    expect(sessionCookies(browser)).toEqual([])
  })

  test('is the symbol and nothing else', async () => {
    // What somebody may write who has not read the documentation.
    const config = { providers: [passwords()], skipCSRFCheck: true as never, logger: SILENT }
    const auth = createAuth(config, { env: ENV })
    expect((await auth.handle(new Request(`${BASE}/csrf`))).status).toBe(200)
  })
})

const SILENT = { error: () => undefined, warn: () => undefined }

test('CSR-10 no answer allows another origin to read it', async () => {
  const app = open()
  const browser = await enter(app.openBrowser())
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

test('A refused form leads back with a reference that stands in the log', async () => {
  const app = open()
  const browser = app.openBrowser()
  const fields = { username: 'ada', password: PASSWORD, callbackUrl: '/inside' }
  const response = await browser.post(`${BASE}/callback/credentials`, fields)
  const { searchParams } = locationOf(response)
  expect(searchParams.get('error')).toBe('Signin')
  expect(searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside`)
  expect(app.errors.at(-1)).toMatchObject({ type: 'MissingCSRF', ref: searchParams.get('ref') })
})
