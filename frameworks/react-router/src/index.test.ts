import { cookieOf, lockable, stubSettings } from '@latchstring/test-kit/framework-app'
import {
  createRequestHandler,
  RouterContextProvider,
  type ActionFunction as AnyAction,
  type LoaderFunction as AnyLoader,
  type MiddlewareFunction,
  type ServerBuild,
} from 'react-router'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring, {
  CredentialsSignin,
  type FrameworkAuthConfig,
  type LatchstringRouter,
  type RouteArgs,
  type Session,
} from './index.ts'

// The core and the router are the real ones; a page writes the results of its loader and its action.

const ORIGIN = 'http://app.test'

stubSettings()

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const config = {
  providers: [lockable(CredentialsSignin)],
  session: { updateAge: 0 },
  callbacks: {
    authorized: ({ auth, request }) => auth !== null || !request.url.includes('/rules'),
  },
} satisfies FrameworkAuthConfig

declare module 'react-router' {
  interface Future {
    v8_middleware: true
  }
}

type Loader = AnyLoader<RouteArgs['context']>
type Action = AnyAction<RouteArgs['context']>

interface Route {
  readonly path: string
  readonly loader?: Loader
  readonly action?: Action
  readonly middleware?: readonly MiddlewareFunction<Response>[]
  /** Answers with the result of the loader, without a page. */
  readonly isResource?: boolean
}

type Application = LatchstringRouter

interface Parts {
  readonly middleware: readonly MiddlewareFunction<Response>[]
  readonly routes: readonly Route[]
  readonly future?: Readonly<Record<string, boolean>>
}

/** The server build of an application with these routes, with the members that are used here. */
function toBuild({ middleware, routes, future = {} }: Parts): ServerBuild {
  const root = { id: 'root', path: '', module: { default: () => null, middleware } }
  const others = routes.map(({ path, isResource, ...module }) => ({
    id: path,
    parentId: 'root',
    path,
    module: { ...module, ...(!isResource && { default: () => null }) },
  }))
  const build = {
    routes: Object.fromEntries([root, ...others].map((route) => [route.id, route])),
    entry: {
      module: {
        handleError: () => undefined,
        default: (
          _request: Request,
          status: number,
          headers: Headers,
          { staticHandlerContext: { loaderData, actionData, errors } }: ShownContext,
        ) => Response.json({ loaderData, actionData, errors }, { status, headers }),
      },
    },
    assets: { routes: {}, version: '1' },
    future: { v8_middleware: true, ...future },
    ssr: true,
    prerender: [],
    publicPath: '/',
    assetsBuildDirectory: '',
    isSpaMode: false,
    routeDiscovery: { mode: 'initial' },
  }
  // Other members are read only to serve scripts and to render pages.
  return build as unknown as ServerBuild
}

interface ShownContext {
  readonly staticHandlerContext: Readonly<Record<string, unknown>>
}

interface Asked {
  readonly form?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly context?: RouterContextProvider
}

type Ask = (path: string, asked?: Asked) => Promise<Response>

/** Starts an application, with the routes of the actions. */
function serve(
  { middleware, loader, action }: Application,
  { middleware: more = [], routes = [], future = {} }: Partial<Parts> = {},
): Ask {
  const actions = { path: 'auth/*', loader, action, isResource: true }
  const parts = { middleware: [middleware, ...more], routes: [actions, ...routes], future }
  const handle = createRequestHandler(toBuild(parts), 'production')
  return async (path, { form, headers, context } = {}) =>
    handle(
      new Request(ORIGIN + path, {
        method: form ? 'POST' : 'GET',
        headers: { 'sec-fetch-mode': 'navigate', ...headers },
        ...(form && { body: new URLSearchParams(form) }),
      }),
      context,
    )
}

const page =
  ({ auth }: Application): Loader =>
  async ({ context }) => ({ name: (await auth(context))?.user?.name ?? 'nobody' })

async function signIn(username: string): Promise<string> {
  const latchstring = Latchstring(config)
  const ask = serve(latchstring, { routes: [{ path: 'login', action: latchstring.signIn }] })
  return cookieOf(
    await ask('/login', { form: { provider: 'credentials', username, password: 'correct' } }),
  )
}

const SCRIPT = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

/** Serves two requests for the page of an application at once. */
function serveSlowly(): { ask: Ask; errors: () => readonly unknown[][] } {
  const { mock } = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const latchstring = Latchstring(config)
  let waiting: (() => void) | undefined
  const slow: Loader = async (args) => {
    if (waiting) waiting()
    else await new Promise<void>((resolve) => (waiting = resolve))
    return page(latchstring)(args)
  }
  return {
    ask: serve(latchstring, { routes: [{ path: 'slow', loader: slow }] }),
    errors: () => mock.calls,
  }
}

describe('A RouterContextProvider that a server of React Router shares between requests', () => {
  test('never gives a visitor the session of another, and is reported once', async () => {
    const { ask, errors } = serveSlowly()
    const context = new RouterContextProvider()
    const cookies = await Promise.all(['ada', 'grace'].map((name) => signIn(name)))
    const responses = await Promise.all(
      cookies.map((cookie) => ask('/slow', { headers: { cookie }, context })),
    )
    const shown = await Promise.all(responses.map((response) => response.text()))
    expect(shown[0]).toContain('"name":"ada"')
    expect(shown[1]).toContain('"name":"grace"')
    await ask('/slow', { context })
    expect(errors()).toEqual([
      [expect.stringMatching(/\[auth\]\[error\] SharedContext: getLoadContext/)],
    ])
  })

  test('gives no session where nothing else distinguishes requests', async () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    const { ask } = serveSlowly()
    const context = new RouterContextProvider()
    const cookies = await Promise.all(['ada', 'grace'].map((name) => signIn(name)))
    const responses = await Promise.all(
      cookies.map((cookie) => ask('/slow', { headers: { cookie }, context })),
    )
    for (const response of responses) {
      expect(response.status).toBe(500)
      expect(await response.text()).not.toMatch(/ada|grace/)
    }
  })
})

test('A separate React Router context for each request gives the session where there is no AsyncLocalStorage', async () => {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
  const latchstring = Latchstring(config)
  const ask = serve(latchstring, { routes: [{ path: 'whoami', loader: page(latchstring) }] })
  const response = await ask('/whoami', { headers: { cookie: await signIn('ada') } })
  expect(await response.text()).toContain('"name":"ada"')
})

test('Reading a session of React Router without the middleware throws an error that says how to add it', async () => {
  const { auth } = Latchstring(config)
  await expect(auth(new RouterContextProvider())).rejects.toThrow(/app\/root\.tsx.*v8_middleware/)
})

test('The middleware of React Router, installed twice, reads the session once and sets its cookie once', async () => {
  const session = vi.fn(({ session: given }: { session: Session }) => given)
  const latchstring = Latchstring({ ...config, callbacks: { session } })
  const { middleware } = latchstring
  const loader = page(latchstring)
  const ask = serve(latchstring, { routes: [{ path: 'whoami', loader, middleware: [middleware] }] })
  const response = await ask('/whoami', { headers: { cookie: await signIn('ada') } })
  expect(response.headers.getSetCookie()).toHaveLength(1)
  expect(session).toHaveBeenCalledTimes(1)
})

interface Guarded extends Partial<FrameworkAuthConfig> {
  readonly future?: Readonly<Record<string, boolean>>
}

function serveGuarded({ future = {}, ...given }: Guarded = {}): Ask {
  const latchstring = Latchstring({ ...config, ...given })
  const { requireSession, authorize } = latchstring
  const loader: Loader = async (args) => ({ secret: (await requireSession(args)).user?.name })
  const middleware = [requireSession]
  return serve(latchstring, {
    future,
    middleware: [authorize],
    routes: [
      { path: 'members', loader: () => 'secret', middleware },
      { path: 'loader', loader },
      { path: 'api', loader: () => 'secret', middleware, isResource: true },
      { path: 'rules', loader: () => 'secret' },
    ],
  })
}

/** The flag of version 8 that gives page data its own URL. */
const PASS = { v8_passThroughRequests: true }

describe('A guard of React Router', () => {
  test.each(['/members', '/loader', '/rules'])(
    'redirects a navigation to %s to the sign-in page, with the page as target',
    async (path) => {
      const response = await serveGuarded()(`${path}?a=1`)
      expect(response.status).toBe(307)
      const { pathname, searchParams } = new URL(response.headers.get('location') ?? '')
      expect(pathname).toBe('/auth/signin')
      expect(searchParams.get('callbackUrl')).toBe(`${ORIGIN}${path}?a=1`)
    },
  )

  test.each(['/members', '/loader', '/rules'])(
    'redirects the router script that asks for the data of %s to the sign-in page, with the page as target',
    async (path) => {
      const response = await serveGuarded()(`${path}.data?a=1&index&_routes=${path.slice(1)}`, {
        headers: SCRIPT,
      })
      expect(response.status).toBe(202)
      const body = decodeURIComponent(await response.text())
      expect(body).toContain(`/auth/signin?callbackUrl=${ORIGIN}${path}?a=1"`)
      expect(body).not.toContain('secret')
      // No route of the application renders that page.
      expect(response.headers.get('x-remix-reload-document')).toBe('true')
    },
  )

  test('redirects the router script where page data has an address of its own', async () => {
    const response = await serveGuarded({ future: PASS })('/members.data?a=1&_routes=members', {
      headers: SCRIPT,
    })
    expect(response.status).toBe(202)
    const body = decodeURIComponent(await response.text())
    expect(body).toContain(`/auth/signin?callbackUrl=${ORIGIN}/members?a=1"`)
  })

  test('lets the router script render a sign-in page of the application', async () => {
    const response = await serveGuarded({ pages: { signIn: '/login' } })('/members.data', {
      headers: SCRIPT,
    })
    expect(await response.text()).toContain('/login?')
    expect(response.headers.has('x-remix-reload-document')).toBe(false)
  })

  test('refuses another script with 401, which is never cached', async () => {
    const response = await serveGuarded()('/api', { headers: SCRIPT })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'SessionRequired' })
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  test('admits a signed-in user', async () => {
    const headers = { cookie: await signIn('ada') }
    for (const path of ['/members', '/loader', '/api', '/rules', '/members.data', '/loader.data']) {
      const response = await serveGuarded()(path, { headers })
      expect(response.status, path).toBe(200)
      expect(await response.text(), path).toMatch(/secret/)
    }
  })
})

describe('An action requested by the React Router script', () => {
  test('is loaded as a page when it is requested as data', async () => {
    const response = await serve(Latchstring(config), { future: PASS })(
      '/auth/signin.data?_routes=auth',
      {
        headers: SCRIPT,
      },
    )
    expect(response.status).toBe(202)
    expect(await response.text()).toContain(`"${ORIGIN}/auth/signin"`)
    expect(response.headers.get('x-remix-reload-document')).toBe('true')
  })

  test.each([{}, PASS])(
    'signs in by a form and sets the cookies, with the flags %o',
    async (future) => {
      const ask = serve(Latchstring(config), { future })
      const first = await ask('/auth/csrf')
      const [, csrfToken = ''] = /"csrfToken":"([^"]+)"/.exec(await first.text()) ?? []
      const response = await ask('/auth/callback/credentials.data', {
        form: { csrfToken, username: 'ada', password: 'correct', callbackUrl: '/welcome' },
        headers: { ...SCRIPT, cookie: cookieOf(first) },
      })
      expect(response.status).toBe(202)
      expect(await response.text()).toContain('/welcome')
      expect(cookieOf(response)).toContain('session-token')
    },
  )
})

function serveForms(): Ask {
  const latchstring = Latchstring(config)
  const ada = { username: 'ada', password: 'correct', redirectTo: '/auth/signout' }
  return serve(latchstring, {
    routes: [
      { path: 'login', action: latchstring.signIn },
      { path: 'logout', action: latchstring.signOut },
      { path: 'code', action: ({ context }) => latchstring.signIn(context, 'credentials', ada) },
    ],
  })
}

describe('A React Router form of the application', () => {
  const fields = { provider: 'credentials', username: 'ada', password: 'correct', redirectTo: '/a' }

  test('signs in and out by the action of a route, also for the router script', async () => {
    for (const [path, status] of [
      ['/login', 303],
      ['/login.data', 202],
    ] as const) {
      const response = await serveForms()(path, { form: fields })
      expect(response.status).toBe(status)
      expect(cookieOf(response)).toContain('session-token=')
      const out = await serveForms()(path.replace('login', 'logout'), {
        form: {},
        headers: { cookie: cookieOf(response) },
      })
      expect(out.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/)
    }
  })

  test.each([
    [
      'a wrong password',
      { ...fields, password: 'wrong' },
      { status: 401, error: 'CredentialsSignin', code: 'locked' },
    ],
    ['an unknown provider', { provider: 'nobody' }, { status: 404, error: 'InvalidProvider' }],
  ])('gets %s as actionData', async (_what, form, { status, ...failure }) => {
    const response = await serveForms()('/login', { form })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ actionData: { login: failure } })
  })

  test('from another site changes nothing (CSR-04)', async () => {
    const headers = { referer: 'https://evil.test/' }
    for (const path of ['/login', '/logout']) {
      const response = await serveForms()(path, { form: fields, headers })
      expect(response.status, path).toBe(403)
      expect(response.headers.getSetCookie(), path).toEqual([])
    }
  })

  test('throws an error that the form did not cause', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const response = await serveForms()('/login', { form: { ...fields, password: 'broken' } })
    expect(response.status).toBe(500)
  })

  test('makes the browser load a built-in page', async () => {
    const response = await serveForms()('/code.data', { form: {} })
    expect(response.headers.get('x-remix-reload-document')).toBe('true')
    expect(cookieOf(response)).toContain('session-token=')
  })
})

test('React Router page data with a session is never cached, and other page data is cached as before', async () => {
  const latchstring = Latchstring({ ...config, session: { updateAge: 86_400 } })
  const whoami = { path: 'whoami', loader: page(latchstring) }
  const ask = serve(latchstring, { routes: [whoami, { path: 'open', loader: () => ({}) }] })
  const headers = { cookie: await signIn('ada') }
  const response = await ask('/whoami.data', { headers })
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect((await ask('/open.data', { headers })).headers.get('cache-control')).toBeNull()
})

test('A prerendered page of React Router has no session, and needs no secret', async () => {
  vi.stubEnv('IS_RR_BUILD_REQUEST', 'yes')
  vi.stubEnv('AUTH_SECRET', '')
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const latchstring = Latchstring(config)
  const { client, requireSession, authorize, scope } = latchstring
  const ask = serve(latchstring, {
    middleware: [authorize],
    routes: [
      { path: 'whoami', loader: page(latchstring) },
      { path: 'client', loader: async ({ context }) => ({ session: await client(context) }) },
      { path: 'members', loader: () => 'secret', middleware: [requireSession] },
      { path: 'scope', loader: ({ context }) => scope(context).fields('credentials') },
    ],
  })
  expect(await (await ask('/whoami')).text()).toContain('"name":"nobody"')
  expect(await (await ask('/client')).text()).toContain('"session":null')
  for (const path of ['/members', '/scope']) {
    const response = await ask(path)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
  }
  expect(log).not.toHaveBeenCalled()
})

test('`auth.require` of React Router has the challenge of RFC 9470 on the page of the error boundary, and in a resource route', async () => {
  const latchstring = Latchstring(config)
  const loader: Loader = async ({ context }) => {
    await latchstring.auth.require(context, { maxAge: 10 })
    return { secret: 'keys' }
  }
  const routes = [
    { path: 'keys', loader },
    { path: 'api', loader, isResource: true },
  ]
  const ask = serve(latchstring, { routes })
  const cookie = await signIn('ada')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  for (const path of ['/keys', '/api']) {
    const response = await ask(path, { headers: { ...SCRIPT, cookie, accept: 'application/json' } })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error=.* max_age="10"$/)
    expect(await response.text()).not.toContain('secret')
  }
})

test('A later loader of React Router reads the session as updated', async () => {
  const latchstring = Latchstring({
    ...config,
    callbacks: {
      jwt: ({ token, trigger, session: change }) =>
        trigger === 'update'
          ? { ...token, name: String(Reflect.get(change ?? {}, 'name')) }
          : token,
    },
  })
  const action: Action = async ({ context }) => {
    await latchstring.unstable_update(context, { name: 'lovelace' })
    return null
  }
  const ask = serve(latchstring, { routes: [{ path: 'name', action, loader: page(latchstring) }] })
  const response = await ask('/name', { form: {}, headers: { cookie: await signIn('ada') } })
  expect(await response.text()).toContain('"name":"lovelace"')
})

test('The types of React Router contain the session of the configuration', () => {
  const {
    auth,
    requireSession,
    signIn: login,
  } = Latchstring({
    ...config,
    callbacks: { session: ({ session }) => ({ ...session, plan: 'free' as const }) },
  })
  type Wanted = Session & { plan: 'free' }
  expectTypeOf(auth).returns.resolves.toExtend<Wanted | null>()
  expectTypeOf<MiddlewareFunction<Response>>().toBeFunction()
  expectTypeOf(requireSession).toExtend<MiddlewareFunction<Response>>()
  expectTypeOf(requireSession).toExtend<(args: RouteArgs) => Promise<Wanted>>()
  expectTypeOf(login).toExtend<Action>()
})
