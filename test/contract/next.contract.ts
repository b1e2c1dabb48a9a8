import { readFileSync } from 'node:fs'
import type { AuthConfig, Session } from '@latchstring/core/types'
import Latchstring, * as entry from '@latchstring/next'
import type { FrameworkAuthConfig, LatchstringResult } from '@latchstring/next'
import { type NextFetchEvent, NextRequest, NextResponse } from 'next/server.js'
import { expect, expectTypeOf, onTestFinished, vi } from 'vitest'
import { DAY, startClock } from '@latchstring/test-kit/test-clock'
import { CONTRACTS } from './contracts.ts'
import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { containing } from '@latchstring/test-kit/matchers'
import { type Listener, startNodeServer } from '@latchstring/test-kit/node-http'
import { requestScope } from './src/next-scope.ts'
import { ADA, passwords, PASSWORD } from '@latchstring/test-kit/people'
import type { Contract, Suite } from './src/suite.ts'
import type { Visitor } from '@latchstring/test-kit/visitor'

// The class of the event is not public; only what tells it apart is needed.
const EVENT = { waitUntil: () => undefined } as unknown as NextFetchEvent
const ROUTE = { params: Promise.resolve({}) }
const CONFIG = { providers: [passwords()] }

function pageRequest(visitor: Visitor, path = '/private'): NextRequest {
  return new NextRequest(ORIGIN + path, { headers: visitor.headers({ accept: 'text/html' }) })
}

/** Asks a Node.js server, as the Pages Router has one. */
async function askServer(listener: Listener, headers: Headers): Promise<Response> {
  const server = await startNodeServer(listener)
  onTestFinished(() => server.close())
  const cookie = headers.get('cookie') ?? ''
  return fetch(`${server.origin}/api/me`, { headers: { cookie } })
}

/** What only the package for Next.js has. */
export function nextPackage(suite: Suite): void {
  const { proves, open } = suite
  const byFunction = suite.target.name.endsWith('by function')

  function setUp(config: FrameworkAuthConfig = CONFIG): LatchstringResult {
    for (const [name, value] of Object.entries(ENV)) vi.stubEnv(name, value)
    return Latchstring(byFunction ? async () => ({ ...config }) : config)
  }

  async function seated(config = CONFIG): Promise<Visitor> {
    const visitor = open(config).visit()
    await visitor.submitPassword()
    return visitor
  }

  proves(
    [
      'INIT-default-export',
      'INIT-result',
      'DOES-operations',
      'HTTP-handlers-methods',
      'VER-unstable',
    ],
    'the default export returns handlers, auth, signIn, signOut and unstable_update',
    () => {
      expect(entry.default).toBe(Latchstring)
      const result = setUp()
      expect(Object.keys(result).toSorted()).toEqual(
        [
          'auth',
          'feature',
          'form',
          'getCsrfToken',
          'getProviders',
          'handlers',
          'sessions',
          'signIn',
          'signOut',
          'system',
          'unstable_update',
        ].toSorted(),
      )
      expect(Object.keys(result.handlers).toSorted()).toEqual(['GET', 'POST'])
      expectTypeOf<keyof LatchstringResult>().toEqualTypeOf<
        | 'auth'
        | 'feature'
        | 'form'
        | 'getCsrfToken'
        | 'getProviders'
        | 'handlers'
        | 'sessions'
        | 'signIn'
        | 'signOut'
        | 'system'
        | 'unstable_update'
      >()
    },
  )

  proves(
    ['VER-guide'],
    'the migration guide names what replaces each function of version 4',
    () => {
      const guide = readFileSync(
        new URL('../../docs/moving-from-next-auth.md', import.meta.url),
        'utf8',
      )
      const rows = [...guide.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(
        ([, old = '', now = '']) => ({
          old,
          now,
        }),
      )
      const start = rows.findIndex(({ old, now }) => old === 'Version 4' && now === 'Now')
      expect(start).toBeGreaterThanOrEqual(0)
      const nowOf = (name: string): string =>
        rows.slice(start).find(({ old }) => old.includes(name))?.now ?? ''
      const replacements = [
        ['NextAuth(', 'handlers'],
        ['getServerSession(authOptions)', 'auth'],
        ['getServerSession(req, res', 'auth'],
        ['withAuth', 'auth'],
      ] as const
      const result = setUp()
      for (const [old, now] of replacements) {
        expect([old, nowOf(old)]).toEqual([old, containing(now)])
        expect(result).toHaveProperty(now)
      }
      expect(nowOf('getToken(')).toContain('getToken(')
    },
  )

  proves(['OPT-raw'], 'the configuration is that of the core without raw', () => {
    expectTypeOf<keyof FrameworkAuthConfig>().toEqualTypeOf<Exclude<keyof AuthConfig, 'raw'>>()
  })

  proves(['OP-handlers'], 'the handlers answer the actions, including session', async () => {
    const visitor = await seated()
    const { GET, POST } = setUp().handlers
    const ask = (action: string): NextRequest => pageRequest(visitor, `/api/auth/${action}`)
    expect(await (await GET(ask('session'))).json()).toMatchObject({ user: { name: ADA.name } })
    expect(await (await GET(ask('providers'))).json()).toHaveProperty('credentials')
    const csrfToken = await visitor.browser.csrf(`${ORIGIN}/api/auth`)
    const post = new NextRequest(`${ORIGIN}/api/auth/signout`, {
      method: 'POST',
      headers: visitor.headers({ 'content-type': 'application/x-www-form-urlencoded' }),
      body: new URLSearchParams({ csrfToken }),
    })
    const out = await POST(post)
    expect(out.headers.getSetCookie().join()).toMatch(/session-token=;/)
  })

  proves(['OP-auth-api-route'], 'auth(req, res) reads the session in an API route', async () => {
    const visitor = await seated()
    const { auth } = setUp()
    const listener: Listener = async (req, res) => {
      const session = await auth(req, res)
      expectTypeOf(session).toEqualTypeOf<Session | null>()
      res.end(JSON.stringify(session))
    }
    expect(await (await askServer(listener, visitor.headers())).json()).toMatchObject({ user: ADA })
    expect(await (await askServer(listener, new Headers())).json()).toBeNull()
  })

  proves(['OP-auth-props'], 'auth(context) reads the session in getServerSideProps', async () => {
    const visitor = await seated()
    const { auth } = setUp()
    const listener: Listener = async (req, res) => {
      const context = { req, res, query: {}, resolvedUrl: '/me' }
      res.end(JSON.stringify(await auth(context)))
    }
    expect(await (await askServer(listener, visitor.headers())).json()).toMatchObject({ user: ADA })
    expect(await (await askServer(listener, new Headers())).json()).toBeNull()
  })

  proves(['OP-auth-handler'], 'auth(handler) sets req.auth for a route handler', async () => {
    const visitor = await seated()
    const { auth } = setUp()
    const GET = auth((req) => {
      expectTypeOf(req.auth).toEqualTypeOf<Session | null>()
      return Response.json(req.auth)
    })
    const inside = await GET(pageRequest(visitor), ROUTE)
    expect(await inside.json()).toMatchObject({ user: ADA })
    const outside = await GET(pageRequest(open(CONFIG).visit()), ROUTE)
    expect(await outside.json()).toBeNull()
  })

  proves(['OP-auth-middleware-handler'], 'auth(handler) sets req.auth in middleware', async () => {
    const visitor = await seated()
    const { auth } = setUp()
    const middleware = auth((req) =>
      req.auth ? undefined : NextResponse.redirect(new URL('/login', req.url)),
    )
    const inside = await middleware(pageRequest(visitor), EVENT)
    expect(inside.headers.get('x-middleware-next')).toBe('1')
    const outside = await middleware(pageRequest(open(CONFIG).visit()), EVENT)
    expect(outside.headers.get('location')).toBe(`${ORIGIN}/login`)
  })

  proves(
    ['OP-auth-middleware', 'OP-auth-middleware-authorized'],
    'auth can be exported as middleware',
    async () => {
      const visitor = await seated()
      const guarded = setUp({ ...CONFIG, callbacks: { authorized: ({ auth }) => auth !== null } })
      const { auth: middleware } = guarded
      const inside = await middleware(pageRequest(visitor), EVENT)
      expect(inside.headers.get('x-middleware-next')).toBe('1')
      const outside = await middleware(pageRequest(open(CONFIG).visit()), EVENT)
      expect(outside.headers.get('location')).toMatch(
        /^https:\/\/app\.example\/api\/auth\/signin\?/,
      )
    },
  )

  proves(
    ['OP-auth-middleware-alive'],
    'in middleware a session is extended when it is due',
    async () => {
      const clock = startClock(Date.now())
      const app = open(CONFIG, { clock })
      const visitor = app.visit()
      await visitor.submitPassword()
      const fresh = await app.guard(pageRequest(visitor))
      expect(fresh.response.headers.getSetCookie()).toEqual([])
      clock.advance(DAY)
      const due = await app.guard(pageRequest(visitor))
      expect(due.passed).toBe(true)
      const [cookie = ''] = due.response.headers.getSetCookie()
      expect(cookie).toContain('session-token=')
      const expires = /Expires=([^;]+)/.exec(cookie)?.[1] ?? ''
      expect(Date.parse(expires)).toBeGreaterThan(clock.now() + 29.9 * DAY * 1000)
    },
  )

  proves(
    ['OP-signIn-redirect', 'OP-signOut-redirect', 'OP-signOut-url'],
    'signIn and signOut redirect, or return the URL with redirect: false',
    async () => {
      const { signIn, signOut } = setUp()
      const scope = { headers: new Headers({ host: 'app.example' }), cookies: [] }
      const who = { username: 'ada', password: PASSWORD, redirectTo: '/in' }
      await requestScope.run(scope, async () => {
        const redirecting = expect(signIn('credentials', who)).rejects
        await redirecting.toMatchObject({
          digest: containing(`${ORIGIN}/in`),
        })
        expect(await signIn('credentials', { ...who, redirect: false })).toBe(`${ORIGIN}/in`)
        const leaving = expect(signOut({ redirectTo: '/out' })).rejects
        await leaving.toMatchObject({ digest: containing(`${ORIGIN}/out`) })
        expect(await signOut({ redirect: false, redirectTo: '/out' })).toBe(`${ORIGIN}/out`)
      })
      expectTypeOf(signOut<false>).returns.resolves.toBeString()
      expectTypeOf(signOut<true>).returns.resolves.toBeNever()
    },
  )
}

/** What the package for Next.js has to do. */
export const NEXT_CONTRACTS: readonly Contract[] = [...CONTRACTS, nextPackage]
