import { createServer } from 'node:http'
import { ENV } from '@latchstring/test-kit/app'
import { listen } from '@latchstring/test-kit/node-http'
import { passwords, PASSWORD } from '@latchstring/test-kit/people'
import type { NodeEvent } from '@latchstring/h3/v1'
import { afterEach, expect, test } from 'vitest'
import { createNuxtAuth, type LatchstringNuxt } from './lib/nuxt-auth.ts'
import { findPageAuth, joinBasePath, signInAddress } from './runtime/page-auth.ts'

const { AUTH_URL: _url, ...WITHOUT_URL } = ENV
const config = {
  providers: [passwords()],
  trustHost: true,
  logger: { warn: () => undefined, error: () => undefined },
  callbacks: { authorized: () => false },
}

const latchstring = createNuxtAuth(config, { env: WITHOUT_URL })

type Work = (event: NodeEvent) => Promise<unknown>

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Starts a server whose events have the context of Nitro. The result of the function is the body, as JSON. */
async function serve(
  work: Work,
  context: () => object = () => ({}),
  auth: LatchstringNuxt = latchstring,
): Promise<string> {
  const server = createServer((req, res) => {
    const event: NodeEvent = {
      node: { req, res },
      context: context(),
      respondWith: () => Promise.reject(new Error('It is for servers without Node.js.')),
    }
    void (async () => {
      await auth(event)
      if (!res.headersSent) res.end(JSON.stringify((await work(event)) ?? 'nothing'))
    })()
  })
  const port = await listen(server)
  closers.push(() => server.close())
  return `http://127.0.0.1:${port}`
}

/** Signs in and returns the cookies of the session. */
async function signIn(origin: string): Promise<string> {
  const pairs = (response: Response): string =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  const first = await fetch(`${origin}/auth/csrf`)
  // The body is that of the action.
  const { csrfToken } = (await first.json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, username: 'ada', password: PASSWORD })
  const headers = { cookie: pairs(first) }
  const address = `${origin}/auth/callback/credentials`
  return pairs(await fetch(address, { method: 'POST', body, headers, redirect: 'manual' }))
}

const ask = async (address: string, cookie = ''): Promise<unknown> =>
  (await fetch(address, { headers: { cookie } })).json()

/** Marks the request as one that the application sends itself, which h3 hands to the handlers without a connection. */
const ofItself =
  (work: Work): Work =>
  (event) => {
    Reflect.set(event.node.req, '__unenv__', {})
    return work(event)
  }

const seed: Work = async (event) => findPageAuth(event)?.seed()

test('A page of Nuxt gets the same session as GET session, or null without a session', async () => {
  const origin = await serve(async (event) => ({ seed: await seed(event) }))
  const cookie = await signIn(origin)
  const session = await ask(`${origin}/auth/session`, cookie)
  expect(session).toMatchObject({ user: { email: 'ada@example.com' } })
  expect(await ask(origin, cookie)).toEqual({ seed: session })
  expect(await ask(origin)).toEqual({ seed: null })
})

test.each([
  ['a rule of Nitro keeps', () => ({ _nitro: { routeRules: { swr: 60 } } })],
  ['a cached handler of Nitro renders', () => ({ cache: { options: {} } })],
])(
  'A page of Nuxt that %s gets no session, and does not say that there is none',
  async (_what, context) => {
    const kind = async (event: NodeEvent): Promise<string> => typeof (await seed(event))
    const origin = await serve(kind, context)
    const cookie = await signIn(await serve(seed))
    expect(await ask(origin, cookie)).toBe('undefined')
    expect(await ask(await serve(kind), cookie)).toBe('object')
  },
)

test('The error page of Nuxt gets no session, and does not say that there is none', async () => {
  const kind = async (event: NodeEvent): Promise<string> => typeof (await seed(event))
  const cookie = await signIn(await serve(seed))
  const own = await serve(ofItself(kind))
  expect(await ask(`${own}/__nuxt_error?status=500`, cookie)).toBe('undefined')
  expect(await ask(`${await serve(kind)}/__nuxt_error`, cookie)).toBe('object')
})

test('Prerendered pages of Nuxt get no session, and need no secret', async () => {
  const early = createNuxtAuth(config, { env: {}, prerendering: true })
  const origin = await serve(seed, () => ({}), early)
  expect(await ask(origin)).toBe('nothing')
  const asked = await serve(
    async (event) => findPageAuth(event)?.ask().catch(String),
    () => ({}),
    early,
  )
  expect(await ask(asked)).toContain('cached for all visitors')
})

test('A protected page of Nuxt redirects visitors without a session to the sign-in page by an uncacheable response', async () => {
  const origin = await serve(async (event) => findPageAuth(event)?.ask())
  const response = await fetch(`${origin}/account?x=1`)
  const callbackUrl = encodeURIComponent(`${origin}/account?x=1`)
  expect(await response.json()).toEqual({
    kind: 'redirect',
    status: 307,
    url: `${origin}/auth/signin?callbackUrl=${callbackUrl}`,
  })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await ask(origin, await signIn(origin))).toEqual({ kind: 'allow' })
})

test.each(['/', '/app/'])(
  'With the base URL %s, Nuxt renders its error page for a request of its own without asking the `authorized` callback, and a client reaches nothing by that path (INT-01)',
  async (baseURL) => {
    const auth = createNuxtAuth(config, { env: WITHOUT_URL, baseURL })
    const status: Work = async (event) => (await auth.authorize(event))?.status ?? 'allowed'
    const [outside, own] = [await serve(status), await serve(ofItself(status))]
    const base = baseURL.slice(0, -1)
    expect(await ask(`${own}${base}/__nuxt_error?status=500`)).toBe('allowed')
    for (const path of ['/api/admin/users/__nuxt_error', `${base}/account?from=/__nuxt_error`]) {
      expect(await ask(outside + path)).toBe(401)
      expect(await ask(own + path)).toBe(401)
    }
    expect(await ask(`${outside}${base}/__nuxt_error`)).toBe(401)
  },
)

test('A page of Nuxt whose event did not pass the middleware gets no session', () => {
  for (const event of [undefined, null, 'event', {}, { context: null }, { context: {} }]) {
    expect(findPageAuth(event)).toBeUndefined()
  }
})

test.each([
  ['/', '/auth', '/auth'],
  ['/', 'auth', '/auth'],
  ['/app', '/auth', '/app/auth'],
  ['/app/', '/signin-here', '/app/signin-here'],
])('With the base URL %s and the option %s, the actions of Nuxt are at %s', (base, path, all) => {
  expect(joinBasePath(base, path)).toBe(all)
})

test('The sign-in address of Nuxt contains the page to return to, with its query', () => {
  const address = signInAddress('/app/auth', 'https://app.example/app/account?a=1&b=2')
  const { pathname, searchParams } = new URL(address, 'https://app.example')
  expect(pathname).toBe('/app/auth/signin')
  expect(searchParams.get('callbackUrl')).toBe('https://app.example/app/account?a=1&b=2')
})
