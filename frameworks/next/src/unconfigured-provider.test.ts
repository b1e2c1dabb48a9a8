import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { AuthError } from '@latchstring/core/errors'
import { NextRequest, type NextFetchEvent } from 'next/server.js'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import Latchstring, { type FrameworkAuthConfig } from './index.ts'
import { encode } from './jwt.ts'
import Credentials from './providers/credentials.ts'
import GitHub from './providers/github.ts'
import NetSuite from './providers/netsuite.ts'

const SECRET = 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe'
const COOKIE = '__Host-latchstring.session-token'

const next = vi.hoisted(() => ({ headers: new Headers() }))

// Server components get their headers from `next/headers`, which is a double here.
vi.mock('next/headers.js', () => ({
  headers: () => Promise.resolve(next.headers),
  cookies: () => Promise.resolve({ set: () => undefined }),
}))

// The package caches the modules of Next.js that it has loaded.
afterAll(() => void vi.resetModules())

let cookie: string
let lines: string[]

beforeEach(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_URL', 'https://app.test')
  const token = await encode({ token: { name: 'Ada', sub: '1' }, secret: SECRET, salt: COOKIE })
  cookie = `${COOKIE}=${token}`
  next.headers = new Headers({ host: 'app.test', cookie })
  lines = []
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)))
  }
})

const people = Credentials({ authorize: () => null })

const config: FrameworkAuthConfig = {
  clientAddress: 'peer',
  providers: [people, GitHub, NetSuite({ accountID: 'https://x', userinfo: 'https://x.example' })],
  callbacks: { authorized: ({ auth }) => auth !== null },
}

function ask(path: string, headers: Record<string, string> = {}): NextRequest {
  return new NextRequest(`https://app.test${path}`, {
    headers: { host: 'app.test', cookie, ...headers },
  })
}

/** The second argument of middleware, with the members that are read. */
const event = { waitUntil: () => undefined } as unknown as NextFetchEvent

/** Expects one log entry for each of the two incomplete providers, and no other. */
function expectWarnedOnce(): void {
  expect(lines).toEqual([
    expect.stringMatching(/provider-left-out.*"github".*AUTH_GITHUB_ID/),
    expect.stringMatching(/provider-left-out.*`accountID` of the provider "netsuite"/),
  ])
}

describe.each([
  ['an object', config],
  ['a function', () => ({ ...config })],
] as const)('Latchstring for Next.js with %s of which two providers lack settings', (_, source) => {
  test('admits signed-in users in proxy.ts (decision 033)', async () => {
    const { auth } = Latchstring(source)
    for (const __ of [1, 2, 3]) {
      const response = await auth(ask('/page'), event)
      expect(response.headers.get('x-middleware-next')).toBe('1')
    }
    expectWarnedOnce()
  })

  test('returns the session in server components, route handlers and the Pages Router (decision 033)', async () => {
    const { auth } = Latchstring(source)
    expect((await auth())?.user?.name).toBe('Ada')
    const GET = auth((request) => Response.json(request.auth?.user?.name))
    expect(await (await GET(ask('/api/me'), { params: Promise.resolve({}) })).json()).toBe('Ada')
    const req = new IncomingMessage(new Socket())
    Object.assign(req.headers, { host: 'app.test', cookie })
    const res = new ServerResponse(req)
    expect((await auth(req, res))?.user?.name).toBe('Ada')
    expect((await auth({ req, res }))?.user?.name).toBe('Ada')
    expectWarnedOnce()
  })

  test('offers the other providers, and signIn() says why these two cannot be used (decision 033)', async () => {
    const { handlers, signIn } = Latchstring(source)
    const response = await handlers.GET(ask('/api/auth/providers'))
    // The body is that of the action.
    const offered = (await response.json()) as object
    expect(Object.keys(offered)).toEqual(['credentials'])
    expectWarnedOnce()
    await expect(signIn('github')).rejects.toThrow(AuthError)
    await expect(signIn('github')).rejects.toThrow(/`clientId`.*AUTH_GITHUB_ID/)
  })
})
