import { type NextFetchEvent, NextRequest, NextResponse } from 'next/server.js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import Latchstring, { paths, type FrameworkAuthConfig, type LatchstringResult } from './index.ts'
import Credentials from './providers/credentials.ts'

// The core is the real one: `authorized` refuses every request, and is called with the URL that the browser requested.

const people = Credentials({ credentials: { username: {} }, authorize: () => ({ id: '1' }) })

const CONFIG: FrameworkAuthConfig = {
  providers: [people],
  callbacks: { authorized: () => false },
  logger: { error: () => undefined },
}

// The class of the event is not public; only the member that distinguishes it is needed.
const EVENT = { waitUntil: () => undefined } as unknown as NextFetchEvent
const ROUTE = { params: Promise.resolve({}) }

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe')
})

/** Configurations of base path, locale and slash, each with the URL that Next.js gives a request. */
interface Mounting {
  readonly basePath: string
  readonly trailingSlash: boolean
}

const MOUNTINGS: readonly (readonly [string, Mounting])[] = [
  ['at the root', { basePath: '', trailingSlash: false }],
  ['under a base path', { basePath: '/app', trailingSlash: false }],
  ['with trailingSlash', { basePath: '', trailingSlash: true }],
  ['under a base path with trailingSlash', { basePath: '/app', trailingSlash: true }],
]

const NAVIGATION = { host: 'localhost:3000', accept: 'text/html' }

type Auth = LatchstringResult['auth']
type Ask = (auth: Auth, path: string, mounting: Mounting) => Promise<Response>

/** A request as middleware gets it: with the base path, and with the configuration that names it. */
function inMiddleware(path: string, { basePath, trailingSlash }: Mounting): NextRequest {
  const url = `http://localhost:3000${basePath}${path}${trailingSlash ? '/' : ''}`
  return new NextRequest(url, { headers: NAVIGATION, nextConfig: { basePath, trailingSlash } })
}

/** A request as route handlers get it: without the base path. */
function inRoute(path: string, { trailingSlash }: Mounting): NextRequest {
  const url = `http://localhost:3000${path}${trailingSlash ? '/' : ''}`
  return new NextRequest(url, { headers: NAVIGATION })
}

const PASSED = 'x-passed'

/** The ways to guard a path. */
const WAYS: Readonly<Record<string, Ask>> = {
  'auth as middleware': (auth, path, mounting) => auth(inMiddleware(path, mounting), EVENT),
  'auth around middleware': (auth, path, mounting) =>
    auth(() => NextResponse.next())(inMiddleware(path, mounting), EVENT),
  'auth around a route handler': (auth, path, mounting) =>
    auth(() => new Response(null, { headers: { [PASSED]: '1' } }))(inRoute(path, mounting), ROUTE),
}

function passed({ headers }: Response): boolean {
  return headers.has('x-middleware-next') || headers.has(PASSED)
}

/** The configuration as an object, and as the result of a function. */
const SHAPES: Readonly<Record<string, (config: FrameworkAuthConfig) => Auth>> = {
  'an object': (config) => Latchstring(config).auth,
  'a function': (config) => Latchstring(async () => config).auth,
}

describe.each(Object.entries(WAYS))('The authorized callback with %s', (_, ask) => {
  describe.each(MOUNTINGS)('%s', (__, mounting) => {
    test.each(Object.entries(SHAPES))(
      'ALT-02 lets visitors without a session reach only the actions under the base path, configured by %s',
      async (___, make) => {
        vi.stubEnv('__NEXT_ROUTER_BASEPATH', mounting.basePath)
        const auth = make(CONFIG)
        for (const path of [
          '/api/auth/session',
          '/api/auth/signin/credentials',
          '/api/auth/callback/credentials',
          '/api/auth/error',
        ]) {
          expect([path, passed(await ask(auth, path, mounting))]).toEqual([path, true])
        }
        for (const path of [
          '/api/auth/users',
          '/api/auth/users/session',
          '/api/auth/session/more',
          '/api/auth/%73ession',
          '/api/auth/Session',
          '/api/auth/signin/..%2fadmin',
          '/api/auth',
          '/api/authx/session',
          '//api/auth/session',
          '/app/app/api/auth/session',
          '/members',
        ]) {
          expect([path, passed(await ask(auth, path, mounting))]).toEqual([path, false])
        }
      },
    )

    test('RDR-07 redirects a refused request to the sign-in page, and the sign-in back to the requested page', async () => {
      const { basePath } = mounting
      vi.stubEnv('__NEXT_ROUTER_BASEPATH', basePath)
      for (const signIn of [undefined, '/login', '/api/auth/login']) {
        const pages = signIn === undefined ? {} : { signIn: basePath + signIn }
        const { auth } = Latchstring({ ...CONFIG, pages })
        const refused = await ask(auth, '/members', mounting)
        const location = new URL(refused.headers.get('location') ?? '')
        expect(location.pathname).toBe(`${basePath}${signIn ?? '/api/auth/signin'}`)
        const back = location.searchParams.get('callbackUrl')
        expect(back).toBe(`http://localhost:3000${basePath}/members`)
        const inside = location.pathname.slice(basePath.length)
        expect(passed(await ask(auth, inside, mounting))).toBe(true)
      }
    })
  })
})

describe('RDR-07 A refused request without an Accept header', () => {
  const asked = (path: string): NextRequest =>
    new NextRequest(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000' } })

  test.each([
    ['a redirect to the sign-in page for a page', '/members', 307],
    [
      'a redirect to the sign-in page for a page whose path begins like that of an API',
      '/api-docs',
      307,
    ],
    ['HTTP 401 for a route of an API', '/api/members', 401],
  ])('gets %s in middleware', async (_, path, status) => {
    const { auth } = Latchstring(CONFIG)
    expect((await auth(asked(path), EVENT)).status).toBe(status)
    expect((await auth(() => new Response())(asked(path), EVENT)).status).toBe(status)
  })

  test.each(['/members', '/api/members'])('gets 401 from the route handler of %s', async (path) => {
    const { auth } = Latchstring(CONFIG)
    expect((await auth(() => new Response())(asked(path), ROUTE)).status).toBe(401)
  })
})

test('HST-02 a request for an untrusted host gets 400 and reaches no page', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const error = vi.fn()
  const { auth } = Latchstring({ ...CONFIG, logger: { error } })
  const mounting = { basePath: '', trailingSlash: false }
  for (const ask of Object.values(WAYS)) {
    const response = await ask(auth, '/members', mounting)
    expect([response.status, passed(response)]).toEqual([400, false])
    expect(error).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'UntrustedHost' }))
  }
})

type Authorized = NonNullable<NonNullable<FrameworkAuthConfig['callbacks']>['authorized']>

const closed = paths('/members/*')

/** Rules about a path, in several styles. */
const RULES: Readonly<Record<string, Authorized>> = {
  nextUrl: ({ auth, request }) => auth !== null || !request.nextUrl.pathname.startsWith('/members'),
  paths: ({ auth, request }) => auth !== null || !closed(request),
  'paths of nextUrl': ({ auth, request }) => auth !== null || !closed(request.nextUrl),
}

describe.each(Object.entries(WAYS))('With %s', (_, ask) => {
  describe.each(MOUNTINGS)('%s', (__, mounting) => {
    test.each(Object.entries(RULES))(
      'ALT-02 a rule written with %s holds for every spelling of its path',
      async (___, authorized) => {
        vi.stubEnv('__NEXT_ROUTER_BASEPATH', mounting.basePath)
        for (const make of Object.values(SHAPES)) {
          const auth = make({ ...CONFIG, callbacks: { authorized } })
          for (const path of [
            '/members',
            '/%6dembers/x',
            '/MEMBERS',
            '//members',
            '/x%2f..%2fmembers',
            '/members.rsc',
            '/members;a=1',
          ]) {
            expect([path, passed(await ask(auth, path, mounting))]).toEqual([path, false])
          }
          for (const path of ['/about', '/About', '/x/members', '//about', '/about.html']) {
            expect([path, passed(await ask(auth, path, mounting))]).toEqual([path, true])
          }
        }
      },
    )
  })
})

describe('ALT-02 The request that authorized gets for another spelling', () => {
  const i18n = { locales: ['en', 'de'], defaultLocale: 'en' }

  async function askedAbout(request: NextRequest): Promise<readonly NextRequest[]> {
    const asked: NextRequest[] = []
    const authorized: Authorized = (params) => asked.push(params.request) > 0
    await Latchstring({ ...CONFIG, callbacks: { authorized } }).auth(request, EVENT)
    return asked
  }

  test('is the request itself at first, and then a NextRequest with its cookies, method and query', async () => {
    const headers = { ...NAVIGATION, cookie: 'theme=dark' }
    const request = new NextRequest('http://localhost:3000/Members?tab=A', {
      headers,
      method: 'DELETE',
    })
    const [first, second, ...others] = await askedAbout(request)
    expect([first === request, others.length]).toEqual([true, 0])
    expect(second).toBeInstanceOf(NextRequest)
    expect([second?.url, second?.method, second?.cookies.get('theme')?.value]).toEqual([
      'http://localhost:3000/members?tab=A',
      'DELETE',
      'dark',
    ])
    expect([second?.nextUrl.pathname, second?.nextUrl.search]).toEqual(['/members', '?tab=A'])
    expect(request.nextUrl.pathname).toBe('/Members')
  })

  test.each([
    ['/app', '/app/Members', '/members'],
    ['/App', '/App/Members', '/members'],
    ['/app', '/app/de/Members', '/members'],
    ['/App', '/App//members', '/members'],
  ])('knows the base path %s and the locale at %s', async (basePath, path, pathname) => {
    const nextConfig = { basePath, i18n }
    const url = `http://localhost:3000${path}`
    const [first, ...others] = await askedAbout(
      new NextRequest(url, { headers: NAVIGATION, nextConfig }),
    )
    // The path without the locale, which the router has, is asked about as well.
    const last = others.findLast(({ nextUrl }) => nextUrl.locale === first?.nextUrl.locale)
    expect([last?.nextUrl.basePath, last?.nextUrl.pathname]).toEqual([basePath, pathname])
  })

  test('INT-02 A page of another locale is refused by a rule that names its path without the locale', async () => {
    const request = new NextRequest('http://localhost:3000/de/members', {
      headers: NAVIGATION,
      nextConfig: { i18n },
    })
    const asked = await askedAbout(request)
    expect(asked.map(({ url }) => new URL(url).pathname)).toContain('/members')
  })
})

test('ALT-02 paths reads nextUrl from a request whose class is of another bundle', () => {
  const inside = { url: 'http://localhost:3000/app/members', nextUrl: { pathname: '/members' } }
  expect(closed(inside)).toBe(true)
  expect(closed({ url: inside.url })).toBe(false)
})

test('paths takes a path as text', () => {
  expect([closed('/members/x'), closed('/about')]).toEqual([true, false])
})

test('auth as middleware sets no session cookie in front of an action, which reads and ends the session itself', async () => {
  const { auth, handlers } = Latchstring({ providers: [people], session: { updateAge: 0 } })
  const at = (
    path: string,
    init: ConstructorParameters<typeof NextRequest>[1] = {},
  ): NextRequest => {
    const headers = new Headers(init.headers)
    headers.set('host', 'localhost:3000')
    return new NextRequest(`http://localhost:3000${path}`, { ...init, headers })
  }
  const cookiesOf = (response: Response): string =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  const asked = await handlers.GET(at('/api/auth/csrf'))
  const { csrfToken } = (await asked.json()) as { readonly csrfToken: string } // The action says so.
  const signedIn = await handlers.POST(
    at('/api/auth/callback/credentials', {
      method: 'POST',
      headers: { cookie: cookiesOf(asked), 'content-type': 'application/json' },
      body: JSON.stringify({ csrfToken, username: 'ada' }),
    }),
  )
  const headers = { cookie: cookiesOf(signedIn) }
  expect(headers.cookie).toContain('session-token=ey')
  const page = await auth(at('/inside', { headers }), EVENT)
  expect(cookiesOf(page)).toContain('session-token=ey')
  for (const path of ['/api/auth/signout', '/api/auth/session']) {
    const action = await auth(at(path, { headers, method: 'POST' }), EVENT)
    expect([action.headers.get('x-middleware-next'), cookiesOf(action)]).toEqual(['1', ''])
  }
})
