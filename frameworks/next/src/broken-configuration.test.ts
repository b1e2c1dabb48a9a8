import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { NextRequest, type NextFetchEvent } from 'next/server.js'
import { afterAll, describe, expect, test, vi } from 'vitest'
import Latchstring, { type FrameworkAuthConfig } from './index.ts'

// Server components get their headers from `next/headers`, which is a double here.
vi.mock('next/headers.js', () => ({
  headers: () => Promise.resolve(new Headers({ host: 'app.test' })),
}))

// The package caches the modules of Next.js that it has loaded.
afterAll(() => void vi.resetModules())

/** Broken configurations, their environment, and the fix in the log. */
const BROKEN: readonly {
  readonly what: string
  readonly env: Readonly<Record<string, string>>
  readonly config: FrameworkAuthConfig
  readonly fix: RegExp
}[] = [
  {
    what: 'no secret',
    env: { NODE_ENV: 'production', AUTH_SECRET: '' },
    config: { providers: [], trustHost: true },
    fix: /Set AUTH_SECRET to 32 random bytes: openssl rand/,
  },
  {
    what: 'a weak secret',
    env: { NODE_ENV: 'production', AUTH_SECRET: 'secret' },
    config: { providers: [], trustHost: true },
    fix: /Set AUTH_SECRET to 32 random bytes/,
  },
  {
    what: 'a host that is not allowed',
    env: { NODE_ENV: 'production', AUTH_SECRET: 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe' },
    config: { providers: [] },
    fix: /Set AUTH_URL/,
  },
  {
    what: 'database sessions without an adapter',
    env: { NODE_ENV: 'production', AUTH_SECRET: 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe' },
    config: { providers: [], trustHost: true, session: { strategy: 'database' } },
    fix: /Set `adapter`/,
  },
]

function request(): NextRequest {
  return new NextRequest('http://localhost:3000/page', {
    headers: { host: 'app.test', cookie: '__Host-latchstring.session-token=x' },
  })
}

/** A request and a response of the Pages Router. */
function exchange(): { readonly req: IncomingMessage; readonly res: ServerResponse } {
  const req = new IncomingMessage(new Socket())
  req.headers['host'] = 'app.test'
  return { req, res: new ServerResponse(req) }
}

/** The second argument of middleware, with the members that are read. */
const event = { waitUntil: () => undefined } as unknown as NextFetchEvent

describe.each(BROKEN)('Latchstring for Next.js with $what', ({ env, config, fix }) => {
  function broken(): {
    readonly auth: ReturnType<typeof Latchstring>['auth']
    readonly lines: string[]
  } {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const lines: string[] = []
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(String(line)))
    return { auth: Latchstring(config).auth, lines }
  }

  test('returns no session from auth() in a server component', async () => {
    const { auth, lines } = broken()
    expect(await auth()).toBeNull()
    expect(lines.join('\n')).toMatch(fix)
  })

  test('gives no session to a route handler wrapped by auth', async () => {
    const { auth, lines } = broken()
    const GET = auth((asked) => Response.json({ auth: asked.auth }))
    const response = await GET(request(), { params: Promise.resolve({}) })
    expect(await response.json()).toEqual({ auth: null })
    expect(lines.join('\n')).toMatch(fix)
  })

  test('gives no session to auth in proxy.ts', async () => {
    const { auth, lines } = broken()
    const seen: unknown[] = []
    const proxy = auth((asked) => {
      seen.push(asked.auth)
    })
    await proxy(request(), event)
    expect(seen).toEqual([null])
    expect(lines.join('\n')).toMatch(fix)
  })

  test('returns no session from auth(req, res) in an API route', async () => {
    const { auth, lines } = broken()
    const { req, res } = exchange()
    expect(await auth(req, res)).toBeNull()
    expect(lines.join('\n')).toMatch(fix)
  })

  test('returns no session from auth(context) in getServerSideProps', async () => {
    const { auth, lines } = broken()
    expect(await auth(exchange())).toBeNull()
    expect(lines.join('\n')).toMatch(fix)
  })
})

test('proxy.ts refuses every request when the configuration is broken and has an authorized callback', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('AUTH_SECRET', '')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { auth } = Latchstring({ providers: [], callbacks: { authorized: () => true } })
  expect((await auth(request(), event)).status).toBe(500)
})
