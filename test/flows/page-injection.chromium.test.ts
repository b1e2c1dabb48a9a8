import { createAuth } from '@latchstring/core'
import { type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SECRETS, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'
import { XSS_CORPUS } from './src/xss-corpus.ts'
import { launchChromium } from '@latchstring/test-kit/chromium'

/** Every seventh string goes through what there is one of. */
const SAMPLE = XSS_CORPUS.filter((_, index) => index % 7 === 0)

let browser: Browser
let server: WebServer

/** Milliseconds; each test is many pages. */
vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  ;[browser, server] = await Promise.all([launchChromium(), startWebServer()])
})

afterAll(() => Promise.all([browser?.close(), server?.close()]))

/** Shows the sign-in page with providers of these names, and a theme of the first. */
function show(names: readonly string[]): void {
  const services = names.map((name, index) => ({
    ...UNREACHED_PROVIDER,
    id: `p${index}`,
    name,
    profile: () => ({ id: '1' }),
    style: { logo: name, text: name, bg: name, brandColor: name, mark: name },
  }))
  const inputs = Object.fromEntries(
    names.map((name) => [name, { label: name, placeholder: name, value: name, title: name }]),
  )
  const [theme = ''] = names
  const auth = createAuth(
    {
      providers: [...services, passwords({ name: theme, credentials: inputs })],
      theme: { logo: theme, brandColor: theme, buttonText: theme },
      logger: { warn: () => undefined, error: () => undefined },
    },
    { env: { NODE_ENV: 'test', AUTH_URL: server.origin, AUTH_SECRET: SECRETS.older } },
  )
  server.use(auth.handle)
}

/** A page of a browser that follows no policy, so that nothing but the markup stands between a text and its effect. */
async function openPage(): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: server.origin,
    bypassCSP: true,
    locale: 'en',
  })
  onTestFinished(() => context.close())
  // Nothing outside is asked.
  await context.route(
    (url) => url.origin !== server.origin,
    (route) => route.abort(),
  )
  return context.newPage()
}

/** What a person might do with everything there is. */
const TOUCH = `for (const element of document.querySelectorAll('*')) {
  for (const name of ['pointerenter', 'pointerover', 'mouseover', 'focus', 'toggle', 'error', 'load', 'animationstart'])
    element.dispatchEvent(new Event(name, { bubbles: true }))
}`

const hitOf = (page: Page): Promise<unknown> => page.evaluate('globalThis.__hit')

async function expectNoHit(page: Page, text: string): Promise<void> {
  await page.evaluate(TOUCH)
  expect([text, await hitOf(page)]).toEqual([text, undefined])
}

describe('In Chromium without the Content Security Policy', () => {
  test('the sign-in page runs no script in names, colours, logos and inputs (PAG-01, PAG-06)', async () => {
    show(XSS_CORPUS)
    const page = await openPage()
    await page.goto('/auth/signin')
    expect(await page.locator('form').count()).toBe(XSS_CORPUS.length + 1)
    await expectNoHit(page, 'the whole corpus')
  })

  test('no page runs a script in its theme and its query (PAG-01)', async () => {
    const page = await openPage()
    const paths = ['signin', 'signout', 'error', 'verify-request', 'nothing']
    for (const [index, text] of SAMPLE.entries()) {
      show([text])
      const names = ['error', 'code', 'ref', 'callbackUrl', 'email', 'provider', 'type']
      const query = new URLSearchParams(names.map((name) => [name, text]))
      await page.goto(`/auth/${paths[index % paths.length]}?${query}`)
      await expectNoHit(page, text)
    }
  })

  test('a page that printed them without escaping would run them (PAG-01)', async () => {
    const page = await openPage()
    let hits = 0
    for (const text of SAMPLE) {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      const html = `<!doctype html><title>x</title><p title="${text}">${text}</p>`
      server.use(() => Promise.resolve(new Response(html, { headers })))
      await page.goto('/')
      await page.evaluate(TOUCH).catch(() => undefined)
      if ((await hitOf(page)) === 1) hits += 1
    }
    expect(hits).toBeGreaterThan(8)
  })
})
