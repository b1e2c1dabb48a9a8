import type { IdentityProvider } from '@latchstring/test-idp'
import { checkRedirectProxy } from '@latchstring/core/redirect-proxy'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
import { type Arrival, type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { asked, client, CLIENT_SECRET, oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import {
  bundleRedirectProxy,
  type RedirectProxyProcess,
  type RedirectProxyProgram,
  runRedirectProxy,
  startRedirectProxy,
} from './src/redirect-proxy-process.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectSignedIn,
  readLocation,
  readSession,
  requestAuthorization,
} from '@latchstring/test-kit/story'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'

/** Anything under here is on the list; nothing is served there. */
const ELSEWHERE = 'https://pr-7.preview.example'

let program: RedirectProxyProgram
let proxy: RedirectProxyProcess
let idp: IdentityProvider
let preview: WebServer
let stranger: WebServer

beforeAll(async () => {
  ;[program, preview, stranger] = await Promise.all([
    bundleRedirectProxy(),
    startWebServer(),
    startWebServer(),
  ])
  proxy = await startRedirectProxy(program.file, {
    AUTH_SECRET: SECRETS.older,
    // Behind a proxy that ends TLS the address is another one than the port here; only its path counts.
    AUTH_REDIRECT_PROXY_URL: 'https://login.example/auth',
    REDIRECT_PROXY_ORIGINS: `${preview.origin}, https://*.preview.example`,
  })
  // Only the redirect proxy is registered at the provider.
  const redirect_uris = [`${proxy.origin}/auth/callback/harbour`]
  idp = await startIdp({ clients: [client({ redirect_uris })] })
})

beforeEach(() => {
  for (const { requests } of [idp, preview, stranger]) requests.splice(0)
})

afterAll(async () => {
  await Promise.all([proxy.stop(), preview.close(), stranger.close(), idp.close()])
  await program.remove()
})

interface Deployment {
  readonly secret?: string
  readonly clock?: () => number
  readonly params?: Readonly<Record<string, string>>
}

function deploy(origin: string, { secret = SECRETS.older, clock, params }: Deployment = {}): App {
  const provider = oidcProvider(idp, params ? { authorization: { params } } : {})
  const env = {
    ...ENV,
    AUTH_URL: origin,
    AUTH_SECRET: secret,
    AUTH_REDIRECT_PROXY_URL: `${proxy.origin}/auth`,
  }
  return createApp({ providers: [provider] }, { env, clock })
}

const openBrowser = (): Browser => createBrowser((request) => fetch(request))

/** Starts a sign-in on a server, up to the answer of the provider that the browser takes to the proxy. */
async function reachProxy(
  browser: Browser,
  server: WebServer,
  deployment: Deployment = {},
): Promise<Arrival> {
  server.use(deploy(server.origin, deployment).auth.handle)
  return signInAt(await requestAuthorization(browser, 'harbour', { base: `${server.origin}/auth` }))
}

const callbacks = ({ requests }: WebServer): readonly string[] =>
  requests.filter((path) => path.includes('/callback/'))

function bend({ url }: Arrival, parameters: Readonly<Record<string, string>>): Arrival {
  const bent = new URL(url)
  for (const [name, value] of Object.entries(parameters)) bent.searchParams.set(name, value)
  return { url: bent.href }
}

/** The proxy does not redirect, and no other server gets the code. */
async function expectRefused(browser: Browser, arrival: Arrival): Promise<void> {
  asked(idp)
  const response = await browser.follow(arrival)
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  const code = new URL(arrival.url).searchParams.get('code') ?? ''
  expect(code).not.toBe('')
  expect(await response.text()).not.toContain(code)
  expect([...callbacks(preview), ...callbacks(stranger)]).toEqual([])
  expect(asked(idp)).toEqual([])
}

describe('OAU-29 a preview deployment', () => {
  test('signs in through the redirect proxy', async () => {
    const browser = openBrowser()
    const arrival = await reachProxy(browser, preview)
    expect(arrival.url).toMatch(`${proxy.origin}/auth/callback/harbour?`)
    asked(idp)
    const forwarded = await browser.follow(arrival)
    expect(forwarded.status).toBe(302)
    expect(forwarded.headers.getSetCookie()).toEqual([])
    expect(forwarded.headers.get('referrer-policy')).toBe('no-referrer')
    expect(asked(idp)).toEqual([])
    const onward = readLocation(forwarded)
    expect(onward.origin + onward.pathname).toBe(`${preview.origin}/auth/callback/harbour`)
    expectSignedIn(await browser.follow({ url: onward.href }), `${preview.origin}/inside`)
    expect((await readSession(browser, `${preview.origin}/auth`))?.user?.name).toBe('Ada Lovelace')
  })

  test('gets the error of the provider', async () => {
    const browser = openBrowser()
    preview.use(deploy(preview.origin).auth.handle)
    const request = await requestAuthorization(browser, 'harbour', {
      base: `${preview.origin}/auth`,
    })
    const onward = readLocation(
      await browser.follow(await signInAt(request, { login: 'ada', deny: true })),
    )
    expect(onward.origin).toBe(preview.origin)
    expect(onward.searchParams.get('error')).toBe('access_denied')
    const end = readLocation(await browser.follow({ url: onward.href }))
    expect(end.origin + end.pathname).toBe(`${preview.origin}/auth/signin`)
    expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
  })

  test('gets only parameters of the protocol', async () => {
    const browser = openBrowser()
    const arrival = await reachProxy(browser, preview)
    const extra = { access_token: 'x', id_token: 'x', callbackUrl: '/x', user: '{}' }
    const onward = readLocation(await browser.follow(bend(arrival, extra)))
    expect([...onward.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
  })

  test('under a listed wildcard gets its responses', async () => {
    const app = deploy(ELSEWHERE)
    const browser = createBrowser(app.auth.handle)
    const request = await requestAuthorization(browser, 'harbour', { base: `${ELSEWHERE}/auth` })
    const onward = readLocation(await openBrowser().follow(await signInAt(request)))
    expect(onward.origin + onward.pathname).toBe(`${ELSEWHERE}/auth/callback/harbour`)
  })

  test('gets responses by form post through it, without parameters in a URL', async () => {
    const params = { response_mode: 'form_post' }
    const browser = openBrowser()
    const { url, form } = await reachProxy(browser, preview, { params })
    expect(url).toBe(`${proxy.origin}/auth/callback/harbour`)
    if (!form) throw new Error('The provider answered without a form.')
    const forwarded = await browser.follow({ url, form })
    expect(forwarded.status).toBe(307)
    const own = `${preview.origin}/auth/callback/harbour`
    expect(readLocation(forwarded).href).toBe(own)
    const page = await browser.follow({ url: own, form })
    expectSignedIn(page, `${preview.origin}/inside`)
    expect((await readSession(browser, `${preview.origin}/auth`))?.user?.name).toBe('Ada Lovelace')
  })
})

describe('OAU-29 refused by the redirect proxy', () => {
  test('a deployment with another secret', async () => {
    const browser = openBrowser()
    const arrival = await reachProxy(browser, preview, { secret: SECRETS.newer })
    await expectRefused(browser, arrival)
    expect(proxy.output()).toMatch(/InvalidCheck: .*sealed with another secret/)
  })

  test('a deployment whose origin is not listed', async () => {
    const browser = openBrowser()
    await expectRefused(browser, await reachProxy(browser, stranger))
    expect(proxy.output()).toContain(`names ${stranger.origin}, which`)
  })

  test.each([
    'https://preview.example',
    'https://a.pr-7.preview.example',
    'https://evil-preview.example',
    'https://pr-7.preview.example:8443',
    'http://pr-7.preview.example',
    'https://pr-7.preview.example.evil.example',
  ])('%s, with a listed wildcard', async (origin) => {
    const browser = createBrowser(deploy(origin).auth.handle)
    const request = await requestAuthorization(browser, 'harbour', { base: `${origin}/auth` })
    await expectRefused(openBrowser(), await signInAt(request))
  })

  test('a sign-in started over 15 minutes ago', async () => {
    const browser = openBrowser()
    const arrival = await reachProxy(browser, preview, { clock: () => Date.now() - 901_000 })
    await expectRefused(browser, arrival)
  })

  test.each<[string, (state: string) => string]>([
    ['changed by one character', (state) => state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A')],
    ['with the id of another sign-in', (state) => `0${'x'.repeat(16)}${state.slice(17)}`],
    ['in clear text', () => `${'a'.repeat(17)}${btoa('{"origin":"http://x"}')}.x`],
    ['of a deployment without a proxy', () => 'a'.repeat(60)],
    ['left empty', () => ''],
  ])('a state %s', async (_, change) => {
    const browser = openBrowser()
    const arrival = await reachProxy(browser, preview)
    const state = new URL(arrival.url).searchParams.get('state') ?? ''
    await expectRefused(browser, bend(arrival, { state: change(state) }))
  })

  test('a response at the callback of another provider', async () => {
    const browser = openBrowser()
    const { url } = await reachProxy(browser, preview)
    await expectRefused(browser, { url: url.replace('/callback/harbour?', '/callback/island?') })
  })

  test('a response by form post with a changed state, or that is too large', async () => {
    const { url } = await reachProxy(openBrowser(), preview)
    const { origin, pathname, searchParams } = new URL(url)
    const state = `${searchParams.get('state')}x`
    const changed = new URLSearchParams({ code: 'x', state })
    const refused = await openBrowser().follow({ url: origin + pathname, form: changed })
    expect([refused.status, refused.headers.get('location')]).toEqual([400, null])
    searchParams.set('filler', 'x'.repeat(70_000))
    const large = await openBrowser().follow({ url: origin + pathname, form: searchParams })
    expect([large.status, large.headers.get('location')]).toEqual([413, null])
    expect(callbacks(preview)).toEqual([])
  })
})

describe('OAU-29 a used response', () => {
  test('has no effect when it is repeated', async () => {
    const browser = openBrowser()
    const arrival = await reachProxy(browser, preview)
    const { href } = readLocation(await browser.follow(arrival))
    await browser.follow({ url: href })
    const before = await readSession(browser, `${preview.origin}/auth`)
    asked(idp)
    const again = readLocation(await browser.follow(arrival))
    expect(again.origin).toBe(preview.origin)
    await browser.follow({ url: again.href })
    expect(asked(idp)).toEqual([])
    const { user } = (await readSession(browser, `${preview.origin}/auth`)) ?? {}
    expect(user).toEqual(before?.user)
  })

  test('is refused in another browser', async () => {
    const arrival = await reachProxy(openBrowser(), preview)
    asked(idp)
    const other = openBrowser()
    const { href } = readLocation(await other.follow(arrival))
    const end = readLocation(await other.follow({ url: href }))
    expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
    expect(await readSession(other, `${preview.origin}/auth`)).toBeNull()
    expect(asked(idp)).toEqual([])
  })
})

describe('the program of the redirect proxy', () => {
  test('responds only to callbacks and health checks', async () => {
    const health = await fetch(`${proxy.origin}/health`)
    expect([health.status, await health.text()]).toEqual([200, 'ok\n'])
    const paths = [
      '/',
      '/auth',
      '/auth/signin',
      '/auth/session',
      '/auth/callback',
      '//evil.example',
    ]
    for (const path of [...paths, '/callback/harbour', '/auth/callback/harbour/x', '/health/x']) {
      const { status } = await fetch(proxy.origin + path, { redirect: 'manual' })
      expect(status, path).toBe(404)
    }
  })

  test('passes the check of the preview deployment', async () => {
    const env = {
      AUTH_SECRET: SECRETS.older,
      AUTH_REDIRECT_PROXY_URL: `${proxy.origin}/auth`,
    }
    await checkRedirectProxy({ url: `${preview.origin}/auth`, provider: 'harbour' }, { env })
    const stray = checkRedirectProxy(
      { url: `${stranger.origin}/auth`, provider: 'harbour' },
      { env },
    )
    await expect(stray).rejects.toThrow(/does not forward responses/)
  })

  test('keeps secrets, codes and states out of its log', async () => {
    const browser = openBrowser()
    const arrival = await reachProxy(browser, stranger)
    await browser.follow(arrival)
    const { searchParams } = new URL(arrival.url)
    const output = proxy.output()
    expect(output).toContain('[auth][error] InvalidCheck')
    for (const secret of [SECRETS.older, CLIENT_SECRET, searchParams.get('code') ?? '']) {
      expect(output).not.toContain(secret)
    }
    expect(output).not.toContain(searchParams.get('state')?.slice(17))
  })

  test('exits on a signal, also with an open connection', async () => {
    const other = await startRedirectProxy(program.file, {
      AUTH_SECRET: SECRETS.older,
      AUTH_REDIRECT_PROXY_URL: 'https://login.example/auth',
      REDIRECT_PROXY_ORIGINS: preview.origin,
    })
    // Node's `fetch` keeps the connection for the next request.
    expect((await fetch(`${other.origin}/health`)).status).toBe(200)
    expect((await other.stop()).exitCode).toBe(0)
    await expect(fetch(`${other.origin}/health`)).rejects.toThrow('fetch failed')
  })

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['no secret', { AUTH_SECRET: '' }, /^MissingSecret: /],
    ['a weak secret', { AUTH_SECRET: 'secret' }, /^WeakSecret: /],
    ['no address', { AUTH_REDIRECT_PROXY_URL: '' }, /^InvalidConfiguration: .*PROXY_URL/],
    ['no origins', { REDIRECT_PROXY_ORIGINS: ' , ' }, /^InvalidConfiguration: .*is empty/],
    ['too wide a wildcard', { REDIRECT_PROXY_ORIGINS: 'https://*.com' }, /"https:\/\/\*\.com"/],
    ['an invalid port', { PORT: 'http' }, /^PORT is not a port/],
  ])('prints in one line why it does not start: %s', async (_, wrong, why) => {
    const { exitCode, output } = await runRedirectProxy(program.file, {
      AUTH_SECRET: SECRETS.older,
      AUTH_REDIRECT_PROXY_URL: 'https://login.example/auth',
      REDIRECT_PROXY_ORIGINS: 'https://*.preview.example',
      PORT: '0',
      ...wrong,
    })
    expect(exitCode).toBe(1)
    expect(output).toMatch(why)
    expect(output.trim().split('\n')).toHaveLength(1)
  })
})
