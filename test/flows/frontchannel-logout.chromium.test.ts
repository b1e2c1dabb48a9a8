import { type Auth, type AuthConfig, createAuth } from '@latchstring/core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECRETS, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { type OpenProfile, openProfile } from '@latchstring/test-kit/chromium'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type Html, html } from '@latchstring/test-kit/html'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'
import { createSigningIssuer, type SigningIssuer } from './src/signing-issuer.ts'
import { texts } from '@latchstring/test-kit/texts'

const WHY = texts.ended['back-channel']
const HARMLESS = '{}'

/** Of a request to the front-channel logout URL. */
interface Seen {
  readonly dest: string | null
  readonly site: string | null
  /** Whether the cookie of the session was among the headers. */
  readonly cookie: boolean
}

let profile: OpenProfile
let browser: BrowserContext
let app: WebServer
let auth: Auth
let seen: Seen[]

/** A provider that signs in every request, and whose sign-out page embeds the frames of a test. */
interface Provider {
  readonly issuer: SigningIssuer
  readonly server: WebServer
  /** Says what is on the page. */
  show(body: Html): void
}

/** At `login.harbour.localhost`: on the site of the application, which is at `app.harbour.localhost`. */
let near: Provider
/** At `login.island.localhost`, another site. */
let far: Provider
let sid: string

const store = storeForEachTest()

const asPage = (body: Html): Response => {
  const page = html`<!doctype html>
    <title>Page</title>
    <link rel="icon" href="data:," />
    ${body}`
  return new Response(page.markup, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const redirect = (location: string): Response =>
  new Response(null, { status: 302, headers: { location } })

async function startProvider(host: string): Promise<Provider> {
  const server = await startWebServer(host)
  const issuer = await createSigningIssuer(server.origin)
  let shown = html``
  server.use(async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/away') return redirect(searchParams.get('to') ?? '')
    if (pathname !== '/authorize')
      return asPage(
        html`<h1>You are signed out</h1>
          ${shown}`,
      )
    issuer.next({ sub: 'ada', name: 'Ada', sid, nonce: searchParams.get('nonce') })
    const query = { code: 'one', state: searchParams.get('state') ?? '' }
    return redirect(`${searchParams.get('redirect_uri')}?${new URLSearchParams(query)}`)
  })
  return { issuer, server, show: (body) => void (shown = body) }
}

async function ask(path: string, { headers }: Request): Promise<Response> {
  return auth.handle(new Request(`${app.origin}/auth/${path}`, { headers }))
}

/** A button for each provider. */
async function homePage(request: Request): Promise<Response> {
  const answer = await ask('csrf', request)
  // The action answers so, by its contract.
  const { csrfToken } = (await answer.json()) as { readonly csrfToken: string }
  const page = asPage(
    html`${['harbour', 'island'].map(
      (id) =>
        html`<form method="post" action="/auth/signin/${id}">
          <input type="hidden" name="csrfToken" value="${csrfToken}" />
          <input type="hidden" name="callbackUrl" value="/inside" />
          <button>${id}</button>
        </form>`,
    )}`,
  )
  for (const cookie of answer.headers.getSetCookie()) page.headers.append('set-cookie', cookie)
  return page
}

async function respond(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/auth/')) {
    const { headers } = request
    if (pathname.startsWith('/auth/frontchannel-logout/')) {
      seen.push({
        dest: headers.get('sec-fetch-dest'),
        site: headers.get('sec-fetch-site'),
        cookie: (headers.get('cookie') ?? '').includes('session-token='),
      })
    }
    return auth.handle(request)
  }
  if (pathname === '/') return homePage(request)
  if (pathname !== '/inside') return new Response(null, { status: 204 })
  const session = await (await ask('session', request)).text()
  return session !== 'null'
    ? asPage(html`<h1>Inside</h1>`)
    : redirect('/auth/signin?callbackUrl=/inside')
}

beforeAll(async () => {
  ;[app, near, far] = await Promise.all([
    startWebServer('app.harbour.localhost'),
    startProvider('login.harbour.localhost'),
    startProvider('login.island.localhost'),
  ])
  app.use(respond)
  profile = await openProfile(app.origin)
  browser = profile.context
  browser.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  browser.on('weberror', (error) => problems.push(error.error().message))
  browser.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
})

afterAll(() =>
  Promise.all([profile?.close(), app?.close(), near?.server.close(), far?.server.close()]),
)

let page: Page
let problems: string[]

beforeEach(async () => {
  seen = []
  problems = []
  sid = crypto.randomUUID()
  page = await browser.newPage()
})

afterEach(async () => {
  await Promise.all(browser.pages().map((one) => one.close()))
  await browser.clearCookies()
})

function start(strategy: Strategy, config: Partial<AuthConfig> = {}): void {
  const { capabilities, ...control } = createControlStore().adapter
  const all = { ...store.adapter.capabilities, ...capabilities }
  const log = (error: Error): void => void problems.push(error.message)
  auth = createAuth(
    {
      providers: [
        near.issuer.provider({ frontChannelLogout: true }),
        far.issuer.provider({ id: 'island', frontChannelLogout: true }),
      ],
      adapter: { ...store.adapter, ...control, capabilities: all },
      session: strategy === 'jwt' ? { strategy, revocation: true } : { strategy, devices: true },
      logger: { error: log, warn: () => undefined },
      ...config,
    },
    { env: { NODE_ENV: 'test', AUTH_URL: app.origin, AUTH_SECRET: SECRETS.older } },
  )
}

type Id = 'harbour' | 'island'

async function signIn(id: Id): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: id }).click()
  await page.waitForURL('**/inside')
}

const issuerOf = (id: Id): string => (id === 'harbour' ? near : far).issuer.issuer

/** The address that a provider has a frame of. */
function address(id: Id, changes: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ iss: issuerOf(id), sid, ...changes })
  return `${app.origin}/auth/frontchannel-logout/${id}?${query}`
}

/** Opens the page of a provider for those who sign out; the frame on it has loaded, without an error. */
async function openFrame(provider: Provider, url: string): Promise<Seen | undefined> {
  provider.show(html`<iframe src="${url}"></iframe>`)
  await page.goto(`${provider.server.origin}/logout`)
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  const [frame] = page.mainFrame().childFrames()
  expect(frame?.url()).toBe(url)
  expect(await frame?.locator('pre').textContent()).toBe(HARMLESS)
  return seen.at(-1)
}

/** Opens the page for people who are signed in; others are led to the sign-in page. */
async function isSignedIn(): Promise<boolean> {
  await page.goto('/inside')
  return new URL(page.url()).pathname === '/inside'
}

const BROUGHT: Seen = { dest: 'iframe', site: 'same-site', cookie: true }

/** The provider's page on the site of the application ends the session. */
async function expectFrameToEnd(url: string): Promise<void> {
  expect(await openFrame(near, url)).toEqual(BROUGHT)
  expect(await isSignedIn()).toBe(false)
}

describe.each(STRATEGIES)('In Chromium, a front-channel logout (%s)', (strategy) => {
  test('on a page of the same site ends the session, and the sign-in page says why once (LGO-05)', async () => {
    start(strategy)
    await signIn('harbour')
    expect(await isSignedIn()).toBe(true)
    await expectFrameToEnd(address('harbour'))
    await page.getByText(WHY).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Continue with' }).first().waitFor()
    expect(await page.getByText(WHY).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('on a page of another site gets no cookie and ends nothing, without an error (LGO-05)', async () => {
    start(strategy)
    await signIn('island')
    expect(await openFrame(far, address('island'))).toEqual({
      dest: 'iframe',
      site: 'cross-site',
      cookie: false,
    })
    expect(await isSignedIn()).toBe(true)
    // The same frame, on a page of the site of the application.
    await expectFrameToEnd(address('island'))
    expect(problems).toEqual([])
  })

  test('on a page of the same site in a frame of another site gets no cookie and ends nothing (LGO-05)', async () => {
    start(strategy)
    await signIn('harbour')
    near.show(html`<iframe src="${address('harbour')}"></iframe>`)
    far.show(html`<iframe src="${near.server.origin}/logout"></iframe>`)
    await page.goto(`${far.server.origin}/logout`)
    expect(seen).toEqual([{ dest: 'iframe', site: 'same-site', cookie: false }])
    expect(await isSignedIn()).toBe(true)
    await expectFrameToEnd(address('harbour'))
    expect(problems).toEqual([])
  })

  test.each<readonly [string, (url: string) => Html]>([
    ['a link', (url) => html`<a href="${url}">Free gift</a>`],
    ['a link to a new tab', (url) => html`<a target="_blank" href="${url}">Free gift</a>`],
    ['a redirect', (url) => html`<a href="/away?to=${encodeURIComponent(url)}">Free gift</a>`],
    [
      'a script',
      (url) => html`<a href="#" onclick="window.open('${url}'); return false">Free gift</a>`,
    ],
  ])(
    'opened as a page by %s of another site has the cookie and ends nothing (LGO-06)',
    async (_, link) => {
      start(strategy)
      await signIn('harbour')
      far.show(link(address('harbour')))
      await page.goto(`${far.server.origin}/gift`)
      const arrived = page
        .context()
        .waitForEvent('response', (response) => response.url().includes('/frontchannel-logout/'))
      await page.getByText('Free gift').click()
      const response = await arrived
      expect([response.status(), await response.text()]).toEqual([200, HARMLESS])
      expect(seen).toEqual([{ dest: 'document', site: 'cross-site', cookie: true }])
      expect(await isSignedIn()).toBe(true)
      await expectFrameToEnd(address('harbour'))
      expect(problems).toEqual([])
    },
  )

  test.each<readonly [string, () => Readonly<Record<string, string>>]>([
    ['`sid`', () => ({ sid: crypto.randomUUID() })],
    ['`iss`', () => ({ iss: far.issuer.issuer })],
  ])('with another %s has the cookie and ends nothing (LGO-05)', async (_, changes) => {
    start(strategy)
    await signIn('harbour')
    expect(await openFrame(near, address('harbour', changes()))).toEqual(BROUGHT)
    expect(await isSignedIn()).toBe(true)
    await expectFrameToEnd(address('harbour'))
    expect(problems).toEqual([])
  })

  test('with a cookie for all sites ends the session from a page of another site (LGO-05)', async () => {
    const options = { sameSite: 'none', secure: true } as const
    start(strategy, { cookies: { sessionToken: { options } } })
    await signIn('island')
    const answer = await openFrame(far, address('island'))
    expect(answer).toEqual({ dest: 'iframe', site: 'cross-site', cookie: true })
    expect(await isSignedIn()).toBe(false)
    expect(problems).toEqual([])
  })
})
