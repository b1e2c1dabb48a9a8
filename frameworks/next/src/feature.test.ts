import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { NextRequest, type NextFetchEvent } from 'next/server.js'
import { beforeEach, expect, test, vi } from 'vitest'
import { greetingFeature, principalOf } from '@latchstring/test-kit/greeting'
import Latchstring from './index.ts'
import Credentials from './providers/credentials.ts'

// The core is the real one here. Functions of Next.js that work only inside a request are doubles.

const next = vi.hoisted(() => ({ headers: new Headers() }))

vi.mock('next/headers.js', () => ({
  headers: async () => next.headers,
  cookies: async () => ({ set: () => undefined }),
}))

const ORIGIN = 'https://app.example'

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe')
  vi.stubEnv('AUTH_URL', ORIGIN)
  next.headers = new Headers()
})

const greeting = greetingFeature()

const config = {
  providers: [
    Credentials({
      credentials: { username: {} },
      authorize: ({ username }) => ({ id: String(username) }),
    }),
  ],
  callbacks: { authorized: ({ auth }: { auth: object | null }) => auth !== null },
}

const { handlers, auth, feature, system } = Latchstring(() => config, { features: [greeting] })

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

async function signIn(): Promise<string> {
  const csrf = await handlers.GET(new NextRequest(`${ORIGIN}/api/auth/csrf`))
  // The members of this response are part of the contract.
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const request = new NextRequest(`${ORIGIN}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookiesOf(csrf), origin: ORIGIN },
    body: new URLSearchParams({ username: 'ada', csrfToken }),
  })
  return cookiesOf(await handlers.POST(request))
}

test('A feature of a configuration function has its operations in Next.js, for the request that is served', async () => {
  next.headers = new Headers({ cookie: await signIn() })
  expect(await feature(greeting).greet('Hello')).toBe('Hello, ada')
  next.headers = new Headers()
  await expect(feature(greeting).greet('Hello')).rejects.toMatchObject({ type: 'SessionRequired' })
  expect(await system(greeting).greetUser('grace')).toBe('Hello, grace')
})

test('A feature has its operations for a request of the Pages Router', async () => {
  const visit = (cookie: string): [IncomingMessage, ServerResponse] => {
    const req = Object.assign(new IncomingMessage(new Socket()), { url: '/', headers: { cookie } })
    return [req, new ServerResponse(req)]
  }
  const [req, res] = visit(await signIn())
  expect(await feature(greeting, req, res).greet('Hello')).toBe('Hello, ada')
  expect(await feature(greeting, { req, res }).greet('Hello')).toBe('Hello, ada')
  await expect(feature(greeting, ...visit('')).greet('Hello')).rejects.toMatchObject({
    type: 'SessionRequired',
  })
})

test('The principal of a request is found in Next.js, where it is served and in the Pages Router', async () => {
  const accepts = { accepts: ['session', greeting] } as const
  const cookie = await signIn()
  const rows = [
    [{ cookie }, 'session of ada'],
    [{}, 'missing'],
    [{ cookie, authorization: 'Bearer greet_grace' }, 'key of grace {"word":"Hello"}'],
    [{ cookie, authorization: 'Bearer greet_ada' }, 'invalid'],
  ] as const
  for (const [headers, expected] of rows) {
    next.headers = new Headers(headers)
    expect(await principalOf(auth.principal(accepts))).toBe(expected)
    const req = Object.assign(new IncomingMessage(new Socket()), { url: '/', headers })
    const res = new ServerResponse(req)
    expect(await principalOf(auth.principal(req, res, accepts))).toBe(expected)
    expect(await principalOf(auth.principal({ req, res }, accepts))).toBe(expected)
    expect(Object.keys(await auth.principal(accepts))).not.toContain('cookies')
  }
})

test('A well-known address is answered by a second route of Next.js, also below its base path', async () => {
  for (const base of ['', '/app']) {
    vi.stubEnv('__NEXT_ROUTER_BASEPATH', base)
    const response = await handlers.GET(new NextRequest(`${ORIGIN}/.well-known/greeting.json`))
    expect([response.status, await response.json()]).toEqual([200, { word: 'Hello' }])
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  }
  vi.stubEnv('__NEXT_ROUTER_BASEPATH', '')
  const other = await handlers.GET(new NextRequest(`${ORIGIN}/.well-known/other`))
  expect(other.status).toBe(404)
})

test('The page of a feature is answered by the route of Next.js, and open behind a proxy that refuses strangers', async () => {
  const request = (): NextRequest => new NextRequest(`${ORIGIN}/api/auth/greeting/hello`)
  const page = await handlers.GET(request())
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('A greeting')
  // The member of the event by which the package knows middleware.
  const event = { waitUntil: () => undefined } as unknown as NextFetchEvent
  const ask = async (path: string): Promise<Response> => {
    const headers = { 'sec-fetch-mode': 'navigate' }
    return auth(new NextRequest(ORIGIN + path, { headers }), event)
  }
  expect((await ask('/api/auth/greeting/hello')).headers.get('x-middleware-next')).toBe('1')
  expect((await ask('/api/auth/greeting/other')).status).toBe(307)
  expect((await ask('/.well-known/greeting.json')).headers.get('x-middleware-next')).toBe('1')
  expect((await ask('/.well-known/other')).status).toBe(307)
})
