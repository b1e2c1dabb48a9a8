import { createAuth } from '@latchstring/core'
import { createRedirectProxy } from '@latchstring/core/redirect-proxy'
import type { IdentityProvider } from '@latchstring/test-idp'
import { type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECRETS } from '@latchstring/test-kit/app'
import { client, oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { openStore, type Store } from '@latchstring/test-kit/sqlite-store'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'
import { launchChromium } from '@latchstring/test-kit/chromium'

const HOME = '<!doctype html><title>App</title><link rel="icon" href="data:,"><h1>Home</h1>'

function home(): Promise<Response> {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return Promise.resolve(new Response(HOME, { headers }))
}

let browser: Browser
let server: WebServer
let proxy: WebServer
let idp: IdentityProvider
let store: Store

/** The application is at 127.0.0.1 and the provider at localhost: for a browser, these are two sites. */
beforeAll(async () => {
  ;[browser, server, proxy, store] = await Promise.all([
    launchChromium(),
    startWebServer(),
    startWebServer(),
    openStore(),
  ])
  const { origin } = server
  const redirect_uris = ['island', 'plain'].map((id) => `${origin}/auth/callback/${id}`)
  const redirectProxyUrl = `${proxy.origin}/auth`
  redirect_uris.push(`${redirectProxyUrl}/callback/mainland`)
  const env = { AUTH_SECRET: SECRETS.older }
  proxy.use(
    createRedirectProxy({ redirectProxyUrl, redirectProxyOrigins: [origin] }, { env }).handle,
  )
  idp = await startIdp({ host: 'localhost', clients: [client({ redirect_uris })] })
  const authorization = { params: { response_mode: 'form_post' } }
  const auth = createAuth(
    {
      providers: [
        oidcProvider(idp, { id: 'island', name: 'Island ID', authorization }),
        oidcProvider(idp, { id: 'mainland', name: 'Mainland ID', authorization, redirectProxyUrl }),
        plain(idp, { name: 'Plain ID' }),
      ],
      adapter: store.adapter,
      logger: { warn: () => undefined },
    },
    { env: { NODE_ENV: 'test', AUTH_URL: origin, AUTH_SECRET: SECRETS.older } },
  )
  server.use((request) =>
    new URL(request.url).pathname.startsWith('/auth/') ? auth.handle(request) : home(),
  )
})

afterAll(() =>
  Promise.all([browser?.close(), server?.close(), proxy?.close(), idp?.close(), store?.close()]),
)

let page: Page
let addresses: string[]

beforeEach(async () => {
  await store.clear()
  const context = await browser.newContext({ baseURL: server.origin, locale: 'en' })
  page = await context.newPage()
  addresses = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
})

afterEach(() => page.context().close())

/** From the sign-in page of the application to where the provider sends the browser. */
async function signIn(button: string, login: string): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=%2Finside')
  await page.getByRole('button', { name: button }).click()
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="login"]').press('Enter')
  await page.locator('button[name="decision"][value="allow"]').click()
}

/** The session as JSON. */
async function session(): Promise<string> {
  return (await page.request.get('/auth/session')).text()
}

describe('In Chromium, an authorization response by form post', () => {
  test('links an account to the signed-in user after one click', async () => {
    await signIn('Plain ID', 'ada')
    await page.waitForURL('**/inside')
    await signIn('Island ID', 'grace')
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 1, sessions: 1 })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/inside')
    expect(await session()).toContain('ada@harbour.example')
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 2, sessions: 1 })
    expect(addresses.filter((address) => address.includes('code='))).toEqual([])
  })

  test('passes a redirect proxy without being in a URL (OAU-29)', async () => {
    await signIn('Mainland ID', 'grace')
    await page.waitForURL('**/inside')
    expect(proxy.requests).toContain('/auth/callback/mainland')
    expect(await session()).toContain('grace@harbour.example')
    expect(addresses.filter((address) => address.includes('code='))).toEqual([])
  })

  test('signs in without a click when no user is signed in', async () => {
    await signIn('Island ID', 'grace')
    await page.waitForURL('**/inside')
    expect(await session()).toContain('grace@harbour.example')
  })
})
