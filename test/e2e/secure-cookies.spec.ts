import { randomBytes } from 'node:crypto'
import { type Auth, createAuth } from '@latchstring/core'
import type { Env } from '@latchstring/core/types'
import Credentials from '@latchstring/core/providers/credentials'
import { type IdentityProvider, startIdentityProvider } from '@latchstring/test-idp'
import type { BrowserContext, Page } from '@playwright/test'
import { type SecureServer, startSecureServer } from './src/secure-server.ts'
import { ADA, signInAtProvider } from './src/steps.ts'
import { expect, test } from './src/test.ts'

const CLIENT = { client_id: 'secure', client_secret: randomBytes(32).toString('hex') }
const SESSION_COOKIE = '__Host-latchstring.session-token'

let server: SecureServer
let provider: IdentityProvider

/** Keeps sessions in cookies, as large as the person who signs in asks for. */
function createApp(origin: string, issuer: string): Auth {
  const env: Env = {
    NODE_ENV: 'production',
    AUTH_URL: origin,
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_INSECURE_LOOPBACK: 'true',
  }
  const login = Credentials({
    credentials: { size: { label: 'Size' } },
    authorize: ({ size }) => ({ id: '1', name: 'Visitor', size: Number(size) }),
  })
  const oidc = {
    id: 'harbour',
    name: 'Harbour ID',
    type: 'oidc',
    issuer,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    authorization: { params: { response_mode: 'form_post' } },
  } as const
  return createAuth(
    {
      basePath: '/auth',
      providers: [oidc, login],
      callbacks: {
        jwt({ token, user }) {
          const size = user !== undefined && 'size' in user ? Number(user.size) : 0
          const ballast = randomBytes(size).toString('base64').slice(0, size)
          return user === undefined ? token : { ...token, ballast }
        },
      },
    },
    { env },
  )
}

test.beforeAll(async () => {
  server = await startSecureServer()
  provider = await startIdentityProvider({
    clients: [
      {
        ...CLIENT,
        client_name: 'Latchstring demo',
        redirect_uris: [`${server.origin}/auth/callback/harbour`],
      },
    ],
  })
  const { handle } = createApp(server.origin, provider.issuer)
  server.answerWith((request) =>
    new URL(request.url).pathname.startsWith('/auth/')
      ? handle(request)
      : Promise.resolve(new Response('Home', { headers: { 'content-type': 'text/plain' } })),
  )
})

test.afterAll(async () => {
  await provider.close()
  await server.close()
})

test.use({ ignoreHTTPSErrors: true })
test.beforeEach(({ watch }) => watch.trust(server.origin, provider.issuer))

async function signIn(page: Page, size: number): Promise<void> {
  await page.goto(`${server.origin}/auth/signin?callbackUrl=/`)
  await page.getByLabel('Size').fill(String(size))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${server.origin}/`)
}

async function session(page: Page): Promise<string> {
  return (await page.request.get(`${server.origin}/auth/session`)).text()
}

async function sessionCookies(context: BrowserContext): Promise<readonly string[]> {
  const names = (await context.cookies()).map(({ name }) => name)
  return names.filter((name) => name.startsWith(SESSION_COOKIE)).toSorted()
}

test('with TLS every cookie is bound to its host', async ({ page, context }) => {
  await signIn(page, 10)
  expect(await session(page)).toContain('Visitor')
  const cookies = await context.cookies()
  expect(await sessionCookies(context)).toEqual([SESSION_COOKIE])
  for (const { name, secure, httpOnly, path, domain } of cookies) {
    expect(name).toMatch(/^__Host-latchstring\./)
    expect({ secure, httpOnly, path, domain }, name).toEqual({
      secure: true,
      httpOnly: true,
      path: '/',
      domain: 'localhost',
    })
  }
})

test('a large session uses several cookies, and a smaller one deletes the surplus', async ({
  page,
  context,
}) => {
  await signIn(page, 6000)
  expect(await session(page)).toContain('Visitor')
  expect(await sessionCookies(context)).toEqual([0, 1, 2].map((at) => `${SESSION_COOKIE}.${at}`))
  await signIn(page, 10)
  expect(await session(page)).toContain('Visitor')
  expect(await sessionCookies(context)).toEqual([SESSION_COOKIE])
})

test(
  'signing out deletes every part of a long session cookie',
  { tag: '@slow' },
  async ({ page, context }) => {
    await signIn(page, 6000)
    await page.goto(`${server.origin}/auth/signout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${server.origin}/`)
    expect(await session(page)).toBe('null')
    expect(await sessionCookies(context)).toEqual([])
  },
)

test(
  'the cookies of a sign-in are sent with a form post of the provider',
  { tag: '@slow' },
  async ({ page, context }) => {
    await page.goto(`${server.origin}/auth/signin?callbackUrl=/`)
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await expect(page.getByRole('heading', { name: 'Who is signing in?' })).toBeVisible()
    const during = (await context.cookies()).filter(({ name }) => /state|nonce|pkce/.test(name))
    expect(during).toHaveLength(3)
    for (const { name, sameSite } of during) expect(sameSite, name).toBe('None')

    await signInAtProvider(page, ADA)
    await page.waitForURL(`${server.origin}/`)
    expect(await session(page)).toContain(ADA.name)
    expect((await context.cookies()).filter(({ name }) => /state|nonce|pkce/.test(name))).toEqual(
      [],
    )
  },
)
