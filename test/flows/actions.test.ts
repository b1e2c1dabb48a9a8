import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { createFrameworkAuth } from '@latchstring/core/framework'
import Passkey from '@latchstring/core/providers/passkey'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import {
  type App,
  BASE,
  createApp,
  ENV,
  ORIGIN,
  STRATEGIES,
  UNREACHED_PROVIDER,
} from '@latchstring/test-kit/app'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { readForms } from '@latchstring/test-kit/forms'
import { readJson } from '@latchstring/test-kit/json'
import {
  ADA,
  passwords,
  plantCookie,
  signInWithPassword,
  storePeople,
} from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { checkCookies, readLocation } from '@latchstring/test-kit/story'
import { createSigningIssuer } from './src/signing-issuer.ts'

const store = forAllTests(openStore)

function open(config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers: [passwords(), UNREACHED_PROVIDER, Passkey],
    adapter: store.adapter,
    session: { strategy: 'jwt' },
    experimental: { enableWebAuthn: true },
    ...config,
  })
}

/** Those that change nothing (RFC 9110, section 9.2.1). */
const SAFE = [
  'csrf',
  'error',
  'providers',
  'session',
  'signin',
  'signout',
  'verify-request',
  'webauthn-options/passkey',
]

function send({ auth }: App, method: string, path: string): Promise<Response> {
  return auth.handle(new Request(`${BASE}/${path}`, { method }))
}

describe('HEAD', () => {
  test.each(SAFE)('of %s gets the response of GET without a body (INP-10)', async (path) => {
    const app = open()
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => send(app, method, path)))
    expect(get?.status).toBe(200)
    expect(head?.status).toBe(200)
    expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type'))
    expect(await head?.text()).toBe('')
  })

  test.each(['account', 'devices'])(
    'of %s gets the status of GET without a body (INP-10)',
    async (path) => {
      const session = { strategy: 'jwt', devices: true, revocation: true } as const
      const app = open({ adapter: control(), session, account: { page: true } })
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => send(app, method, path)),
      )
      // The request has no session.
      expect([get?.status, head?.status]).toEqual([401, 401])
      expect(await head?.text()).toBe('')
    },
  )

  test.each(['signed-out', 'frontchannel-logout/harbour', 'callback/harbour'])(
    'of %s, whose GET may change something, is refused (INP-10)',
    async (path) => {
      const response = await send(open(), 'HEAD', path)
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toContain('GET')
    },
  )
})

test.each([
  'account',
  'csrf',
  'devices',
  'error',
  'providers',
  'session',
  'signed-out',
  'signout',
  'verify-request',
])('A path below %s gets 404 (INP-07)', async (action) => {
  const app = open()
  const response = await app.openBrowser().open(`${BASE}/${action}/harbour`)
  expect(response.status).toBe(404)
  expect(app.errors.at(-1)?.type).toBe('UnknownAction')
  expect(app.errors.at(-1)?.message).not.toContain('Set `')
  expect(response.headers.getSetCookie()).toEqual([])
})

/** Where the browser is to go, said by the address and remembered by a cookie: which of them is heeded. */
const TARGETS: readonly (readonly [string, readonly string[]])[] = [
  ['callback/harbour', ['/given', '/remembered']],
  ['signin', ['/given', '/remembered']],
  ['signout', ['/given']],
  ['account', ['/given']],
  ['devices', ['/given']],
  ['csrf', []],
  ['error', []],
  ['frontchannel-logout/harbour', []],
  ['providers', []],
  ['session', []],
  ['signed-out', []],
  ['verify-request', []],
  ['webauthn-options/passkey', []],
]

/** An application, and the targets that its `redirect` callback is asked about. */
function watchTargets(): { readonly app: App; readonly asked: readonly string[] } {
  const asked: string[] = []
  const redirect = ({ url }: { readonly url: string }): string => {
    asked.push(url)
    return url
  }
  return { app: open({ callbacks: { redirect } }), asked }
}

test.each(TARGETS)(
  'GET %s passes only the target %j to the `redirect` callback (RDR-01)',
  async (path, expected) => {
    const { app, asked } = watchTargets()
    await app.openBrowser().open(`${BASE}/${path}?callbackUrl=/given`)
    const browser = app.openBrowser()
    plantCookie(browser, '__Host-latchstring.callback-url', '/remembered')
    await browser.open(`${BASE}/${path}`)
    expect(asked).toEqual(expected)
  },
)

test('POST backchannel-logout passes no target to the `redirect` callback, neither of the address nor of the form (RDR-01)', async () => {
  const { app, asked } = watchTargets()
  const browser = app.openBrowser()
  const path = `${BASE}/backchannel-logout/harbour`
  await browser.submit(`${path}?callbackUrl=/given`, {})
  await browser.submit(path, { callbackUrl: '/given' })
  expect(asked).toEqual([])
})

describe('An unexpected failure', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** What a browser that asks for a page gets, when the clock by which the steps of a request are noted fails. */
  async function fail(path: string, method = 'GET'): Promise<Response> {
    const app = open()
    await send(app, 'GET', 'session')
    vi.spyOn(performance, 'now').mockImplementationOnce(() => {
      throw new Error('The clock has stopped.')
    })
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
    const response = await app.auth.handle(new Request(`${BASE}/${path}`, { method, headers }))
    expect(app.errors.map(({ message }) => message).join()).not.toBe('')
    return response
  }

  test.each([
    ['GET', 'csrf'],
    ['GET', 'providers'],
    ['GET', 'webauthn-options/passkey'],
    ['GET', 'frontchannel-logout/harbour'],
    ['POST', 'backchannel-logout/harbour'],
  ])('of %s %s is answered with JSON, also to a browser', async (method, path) => {
    const response = await fail(path, method)
    expect(response.status).toBe(500)
    expect(await readJson(response)).toMatchObject({ error: 'Configuration' })
  })

  test.each([
    'account',
    'callback/harbour',
    'devices',
    'error',
    'signed-out',
    'signin',
    'signout',
    'verify-request',
  ])('of GET %s is answered with a page', async (path) => {
    const response = await fail(path)
    const isShown = response.headers.get('content-type')?.startsWith('text/html') === true
    expect(isShown || readLocation(response).searchParams.has('error')).toBe(true)
  })
})

test.each(['account', 'devices'])(
  'POST %s without a CSRF token is answered with a page about the form, not with the page of a failed sign-in (CSR-01)',
  async (path) => {
    const session = { strategy: 'jwt', devices: true, revocation: true } as const
    const app = open({ adapter: control(), session, account: { page: true } })
    const response = await app.openBrowser().submit(`${BASE}/${path}`, { remove: 'x' })
    expect([response.status, app.errors.at(-1)?.type]).toEqual([403, 'MissingCSRF'])
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.has('location')).toBe(false)
  },
)

describe('POST signin without a provider', () => {
  test.each([
    ['the built-in sign-in page', {}, '/auth/signin'],
    ['the sign-in page of the application', { pages: { signIn: '/login' } }, '/login'],
  ])('leads to %s, with the target of the form', async (_, config, page) => {
    const browser = open(config).openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, callbackUrl: '/inside' }
    for (const response of [
      await browser.submit(`${BASE}/signin`, fields),
      await browser.submitJson(`${BASE}/signin`, fields),
    ]) {
      const to = readLocation(response)
      expect([to.origin, to.pathname]).toEqual([ORIGIN, page])
      expect(to.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside`)
    }
  })
})

test.each(['credentials', 'passkey'])(
  'GET callback/%s, which only a form may send, is refused with 404 and a log entry',
  async (id) => {
    const app = open()
    const response = await app.openBrowser().open(`${BASE}/callback/${id}`)
    expect(response.status).toBe(404)
    expect(app.errors).toMatchObject([
      { type: 'InvalidProvider', message: `"${id}" has no such callback.` },
    ])
  },
)

/** Users and accounts in a database, endings and devices in memory. */
function control(): Adapter {
  const { capabilities, ...methods } = createControlStore().adapter
  const all = { ...store.adapter.capabilities, ...capabilities }
  return { ...store.adapter, ...methods, capabilities: all }
}

describe.each(STRATEGIES)('The action account with the strategy %s', (strategy) => {
  beforeEach(async () => {
    await store.clear()
    await storePeople(store.adapter, new Date(0))
  })

  const jwt = strategy === 'jwt' ? { revocation: true } : {}
  const start = (): App =>
    open({
      providers: [passwords(), UNREACHED_PROVIDER, { ...UNREACHED_PROVIDER, id: 'quay' }],
      adapter: control(),
      session: { strategy, devices: true, ...jwt },
      account: { page: true },
    })

  test('lists by GET, and removes by a POST that carries a token, only then', async () => {
    for (const id of ['harbour', 'quay']) {
      const key = { provider: id, providerAccountId: id, userId: ADA.id }
      await store.adapter.linkAccount({ ...key, type: 'oauth' })
    }
    const browser = await signInWithPassword(start().openBrowser())
    const list = async (): Promise<readonly { readonly id: string }[]> => {
      const { ways } = await readJson(
        await browser.open(`${BASE}/account`, { accept: 'application/json' }),
      )
      // The action tells of every way at least its id.
      return ways as readonly { readonly id: string }[]
    }
    const [first, ...others] = await list()
    expect(others).toHaveLength(1)
    await browser.submit(`${BASE}/account`, { remove: first?.id ?? '' })
    expect(await list()).toHaveLength(2)
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, remove: first?.id ?? '' }
    const evil = { origin: 'https://evil.example' }
    expect((await browser.submit(`${BASE}/account`, fields, evil)).status).toBe(403)
    expect(await list()).toHaveLength(2)
    expect((await browser.submit(`${BASE}/account`, fields)).status).toBe(303)
    expect(await list()).toMatchObject(others.map(({ id }) => ({ id })))
  })
})

test.each([
  ['devices', { session: {} }, false],
  ['devices', { session: { devices: false } }, false],
  ['devices', { account: { page: true } }, false],
  ['devices', { session: { devices: true } }, true],
  ['account', { account: {} }, false],
  ['account', { account: { page: false } }, false],
  ['account', { session: { devices: true } }, false],
  ['account', { account: { page: true } }, true],
  ['account', { account: { page: { requireFresh: false } } }, true],
  ['session', {}, true],
] as const)(
  'The address of %s belongs to the library with %j: %s',
  async (action, config, isOwned) => {
    const auth = createFrameworkAuth({ providers: [], ...config }, { env: ENV })
    expect(auth.owns(`${BASE}/${action}`)).toBe(isOwned)
    // The options of a configuration function are only known with a request.
    const made = createFrameworkAuth(() => ({ providers: [], ...config }), { env: ENV })
    expect(made.owns(`${BASE}/${action}`)).toBe(true)
  },
)

describe('GET signed-out', () => {
  /** A browser that has gone to its provider to sign out, and the `state` that the provider sends it back with. */
  async function leave() {
    const acme = await createSigningIssuer('https://harbour.example')
    const app = createApp({ providers: [acme.provider()] })
    const browser = app.openBrowser()
    await acme.signIn(browser, { sub: 'ada' })
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, callbackUrl: '/bye', provider: 'true' }
    const to = readLocation(await browser.submit(`${BASE}/signout`, fields))
    expect(to.pathname).toBe('/logout')
    return { browser, state: to.searchParams.get('state') ?? '' }
  }

  test('with the `state` of a sign-out redirects once to its target (LGO-06)', async () => {
    const { browser, state } = await leave()
    const url = `${BASE}/signed-out?${new URLSearchParams({ state })}`
    expect(readLocation(await browser.open(url)).href).toBe(`${ORIGIN}/bye`)
    expect(checkCookies(browser)).toEqual([])
    expect((await browser.open(url)).status).toBe(200)
  })

  test.each([
    ['no `state`', () => ''],
    ['another `state`', () => 'state=other'],
    ['the `state` twice', (state: string) => `state=${state}&state=${state}`],
    ['the `state` by another name', (state: string) => `=${state}`],
  ])('with %s shows a page and ends no sign-out (LGO-06)', async (_, query) => {
    const { browser, state } = await leave()
    const response = await browser.open(`${BASE}/signed-out?${query(encodeURIComponent(state))}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(readForms(await response.text())).toEqual([])
    expect(checkCookies(browser)).not.toEqual([])
  })
})
