import { mkdir, writeFile } from 'node:fs/promises'
import { openSqlAdapter, type OpenSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth } from '@latchstring/core'
import Credentials from '@latchstring/core/providers/credentials'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { startIdentityProvider, type IdentityProvider } from '@latchstring/test-idp'
import { startInbox } from '@latchstring/test-inbox'
import { type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { startApplication, type Application } from './src/application.ts'
import { launchChromium } from '@latchstring/test-kit/chromium'

const CLIENT_SECRET = 'harbour-secret-of-the-application-1'

let idp: IdentityProvider
const inbox = forAllTests(startInbox)
let adapter: OpenSqlAdapter
let application: Application
let browser: Browser
let page: Page

function setUp(origin: string): (request: Request) => Promise<Response> {
  const auth = createAuth(
    {
      adapter,
      session: { strategy: 'jwt' },
      providers: [
        {
          id: 'harbour',
          name: 'Harbour ID',
          type: 'oidc',
          issuer: idp.issuer,
          clientId: 'app',
          clientSecret: CLIENT_SECRET,
        },
        Credentials({
          credentials: { password: { type: 'password' } },
          authorize: ({ password }) =>
            password === 'right' ? { id: '7', name: 'Grace', email: 'grace@example.com' } : null,
        }),
        Nodemailer({ server: inbox.smtpUrl, from: 'App <app@example.com>' }),
      ],
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update'
            ? // The page above sends it.
              { ...token, picture: (session as { image: string }).image }
            : token,
      },
    },
    {
      env: { NODE_ENV: 'test', AUTH_URL: origin, AUTH_SECRET: 'mW8xK2rY5tB9nQ4vC7zL1sH6fJ3gP0dA' },
      basePath: '/api/auth',
    },
  )
  return auth.handle
}

beforeAll(async () => {
  adapter = openSqlAdapter(':memory:')
  await adapter.migrate()
  // The callback URL of a provider is registered before the application has its port.
  const redirect_uris: string[] = []
  application = await startApplication((origin) => {
    redirect_uris.push(`${origin}/api/auth/callback/harbour`)
    let handler: ReturnType<typeof setUp> | undefined
    return (request) => (handler ??= setUp(origin))(request)
  })
  idp = await startIdentityProvider({
    clients: [{ client_id: 'app', client_secret: CLIENT_SECRET, redirect_uris }],
  })
  browser = await launchChromium()
})

afterAll(async () => {
  await browser.close()
  await application.close()
  await idp.close()
  await adapter.close()
})

let problems: string[]

beforeEach(async () => {
  problems = []
  const context = await browser.newContext()
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(application.origin)
})

afterEach(async () => {
  await page.context().close()
  expect(problems).toEqual([])
})

/** Presses a button, and gives what the call resolved with. */
async function press(name: string): Promise<unknown> {
  await page.evaluate(() => document.querySelector('#result')?.replaceChildren())
  await page.getByRole('button', { name, exact: true }).click()
  const text = page.locator('#result:not(:empty)')
  await text.waitFor()
  const result: unknown = JSON.parse(await text.innerText())
  return result
}

async function becomes(id: string, text: string): Promise<void> {
  await page.locator(`#${id}`, { hasText: new RegExp(`^${text}$`) }).waitFor({ state: 'attached' })
}

test('the published client of next-auth reads providers, CSRF token and the missing session', async () => {
  await becomes('status', 'unauthenticated')
  expect(await press('providers')).toMatchObject({
    harbour: { id: 'harbour', name: 'Harbour ID', type: 'oidc' },
    credentials: { type: 'credentials' },
    nodemailer: { type: 'email' },
  })
  expect(await press('csrf')).toMatch(/^[0-9a-f]{64}$/)
  expect(await press('session')).toBeNull()
})

test('the client of next-auth signs in with credentials without leaving the page, updates the session and signs out', async () => {
  const result = await press('right password')
  expect(result).toMatchObject({ ok: true, status: 200 })
  expect(result).not.toHaveProperty('error')
  await becomes('status', 'authenticated')
  await becomes('user', 'grace@example.com')
  await press('update')
  await becomes('motto', 'changed')
  expect(await press('sign out')).toHaveProperty('url', `${application.origin}/`)
  await becomes('status', 'unauthenticated')
})

test('the client of next-auth reports a wrong password', async () => {
  expect(await press('wrong password')).toMatchObject({
    error: 'CredentialsSignin',
    code: 'credentials',
    url: null,
  })
  await becomes('status', 'unauthenticated')
})

test('the client of next-auth signs in with OpenID Connect', async () => {
  await page.getByRole('button', { name: 'harbour', exact: true }).click()
  await page.waitForURL(`${idp.issuer}/**`)
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('button', { name: /allow/i }).click()
  await page.waitForURL(`${application.origin}/**`)
  await becomes('user', 'ada@harbour.example')
})

test('the client of next-auth signs in by mail', async () => {
  const result = await press('mail')
  expect(result).toMatchObject({ ok: true, status: 200 })
  expect(result).not.toHaveProperty('error')
  const mail = await inbox.waitFor('ada@example.com')
  await page.goto(mail.link ?? '')
  await becomes('user', 'ada@example.com')
})

test('the client of next-auth makes only requests that the contract lists', async () => {
  const artifacts = new URL('../../artifacts/', import.meta.url)
  await mkdir(artifacts, { recursive: true })
  await writeFile(
    new URL('peer-client-calls.json', artifacts),
    JSON.stringify(application.calls, null, 2),
  )
  const seen = new Set(application.calls.map(({ method, path }) => `${method} ${path}`))
  expect([...seen].toSorted()).toEqual([
    'GET /api/auth/callback/harbour',
    'GET /api/auth/callback/nodemailer',
    'GET /api/auth/csrf',
    'GET /api/auth/providers',
    'GET /api/auth/session',
    'POST /api/auth/callback/credentials',
    'POST /api/auth/session',
    'POST /api/auth/signin/harbour',
    'POST /api/auth/signin/nodemailer',
    'POST /api/auth/signout',
  ])
  expect(application.calls.filter(({ status }) => status >= 400)).toEqual([])
})
