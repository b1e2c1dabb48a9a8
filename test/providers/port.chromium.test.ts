import { createAuth } from '@latchstring/core'
import Apple from '@latchstring/core/providers/apple'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'
import Steam from '@latchstring/core/providers/steam'
import { connectLab, createLab, type LabServer } from '@latchstring/testing'
import { type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { SECRETS } from '@latchstring/test-kit/app'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'
import { launchChromium } from '@latchstring/test-kit/chromium'

let lab: LabServer
let server: WebServer
let browser: Browser
let page: Page

/** The application is at 127.0.0.1 and the lab at localhost: for a browser, these are two sites. */
beforeAll(async () => {
  ;[browser, server, lab] = await Promise.all([
    launchChromium(),
    startWebServer(),
    createLab().listen(),
  ])
  const connection = connectLab(lab.origin.replace('127.0.0.1', 'localhost'))
  const auth = createAuth(
    {
      providers: [
        GitHub(await connection.options('github')),
        Google(await connection.options('google')),
        Apple(await connection.options('apple')),
        Steam(await connection.options('steam')),
      ],
      logger: { warn: () => undefined, error: () => undefined },
    },
    { env: { NODE_ENV: 'test', AUTH_URL: server.origin, AUTH_SECRET: SECRETS.older } },
  )
  server.use(auth.handle)
})

afterAll(() => Promise.all([browser?.close(), server?.close(), lab?.close()]))

beforeEach(async () => {
  const context = await browser.newContext({ baseURL: server.origin, locale: 'en' })
  page = await context.newPage()
  // Before the test gives up, so that it says what it waited for.
  page.setDefaultTimeout(15_000)
})

afterEach(() => page.context().close())

/** From the sign-in page of the application to the page of the service. */
async function goTo(service: string): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=%2Fauth%2Fsession')
  await page.getByRole('button', { name: service }).click()
  await page.getByRole('heading', { name: `Sign in with ${service}` }).waitFor()
}

async function sessionText(): Promise<string> {
  await page.waitForURL('**/auth/session')
  return page.innerText('body')
}

test('A person signs in at the page of the emulator', async () => {
  await goTo('GitHub')
  await page.getByRole('button', { name: 'Allow' }).click()
  expect(await sessionText()).toContain('octocat@github.com')
})

test('A person signs in with the minimal profile of a service', async () => {
  await goTo('GitHub')
  await page.getByLabel('Minimal').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  expect(JSON.parse(await sessionText())).toMatchObject({ user: { name: 'm', email: null } })
})

test('A person signs in with OpenID Connect and the real issuer', async () => {
  await goTo('Google')
  await page.getByRole('button', { name: 'Allow' }).click()
  expect(await sessionText()).toContain('@')
})

test('A person signs in by form post, after one click', async () => {
  await goTo('Apple')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${server.origin}/**`)
  expect(await sessionText()).toContain('"user"')
})

test('A person who cancels is not signed in', async () => {
  await goTo('GitHub')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/auth/signin?*error=*')
  await page.goto('/auth/session')
  expect(await page.innerText('body')).toBe('null')
})

test('A person signs in with Steam, without OAuth', async () => {
  await goTo('Steam')
  await page.getByRole('button', { name: 'Allow' }).click()
  expect(await sessionText()).toContain('Rabscuttle')
})
