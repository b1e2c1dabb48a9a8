import { type AuthConfig, createAuth } from '@latchstring/core'
import {
  createFrameworkAuth,
  type FrameworkAuth,
  serializeCookie,
} from '@latchstring/core/framework'
import Passkey from '@latchstring/core/providers/passkey'
import type { EmailConfig } from '@latchstring/core/providers'
import Email from '@latchstring/core/providers/nodemailer'
import type { Cookie } from '@latchstring/core/types'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BASE, ENV, ORIGIN, SECRETS, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { createBrowser } from '@latchstring/test-kit/browser'
import { captureConsole } from './src/console-lines.ts'
import { createMemoryStore } from './src/memory-store.ts'
import { signInWithPassword, PASSWORD, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const COOKIE = '__Host-latchstring.session-token'

let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

type Operations = FrameworkAuth<{ readonly user?: { readonly name?: string | null } }>

function open(config: Partial<AuthConfig> = {}): Operations {
  return createFrameworkAuth(
    { providers: [passwords()], ...config },
    { env: ENV, clock: clock.now },
  )
}

function source(
  cookies: readonly Cookie[] = [],
  extra: Readonly<Record<string, string>> = {},
): {
  readonly headers: Headers
} {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { headers: new Headers({ ...(cookie ? { cookie } : {}), ...extra }) }
}

async function signedIn(auth: Operations): Promise<readonly Cookie[]> {
  const fields = { username: 'ada', password: PASSWORD }
  return (await auth.signIn(source(), 'credentials', fields)).cookies
}

describe('session() of the server', () => {
  test('returns null without a cookie, and the session with one', async () => {
    const auth = open()
    expect(await auth.session(source())).toEqual({ session: null, cookies: [] })
    const { session, cookies } = await auth.session(source(await signedIn(auth)))
    expect(session?.user).toEqual(PEOPLE.ada)
    expect(cookies).toEqual([])
  })

  test('returns the cookies of an extended session to a framework that can set them', async () => {
    const auth = open()
    const before = await signedIn(auth)
    clock.advance(DAY)
    const { cookies } = await auth.session(source(before))
    expect(cookies.map(({ name }) => name)).toEqual([COOKIE])
    expect(cookies[0]?.value).not.toBe(before[0]?.value)
    expect((await auth.session(source(cookies))).session).not.toBeNull()
    expect(serializeCookie(COOKIE, cookies[0]?.value ?? '', cookies[0]?.options ?? {})).toMatch(
      /; Path=\/; Expires=.*; SameSite=Lax; HttpOnly; Secure$/,
    )
  })

  test('SES-07 returns null and keeps a cookie that cannot be opened (DEL-01)', async () => {
    const broken = [{ name: COOKIE, value: 'x', options: {} }]
    const { session, cookies } = await open().session(source(broken))
    expect(session).toBeNull()
    expect(cookies).toEqual([])
  })

  test('REL-02 returns null, keeps the cookie and logs when a callback throws', async () => {
    const lines = captureConsole()
    const session = (): never => {
      throw new Error('the callback is broken')
    }
    const auth = open({ callbacks: { session } })
    const cookies = await signedIn(auth)
    expect(await auth.session(source(cookies))).toEqual({ session: null, cookies: [] })
    expect(lines.join('\n')).toMatch(/JWTSessionError[\s\S]*fix:[\s\S]*the callback is broken/)
  })
})

describe('update() of the server', () => {
  test('runs the callbacks with and without data, and returns the session and its cookies', async () => {
    const jwt = vi.fn<NonNullable<NonNullable<AuthConfig['callbacks']>['jwt']>>(
      ({ token, trigger, session }) =>
        trigger === 'update' && JSON.stringify(session).includes('x')
          ? { ...token, name: 'changed' }
          : token,
    )
    const auth = open({ callbacks: { jwt } })
    const cookies = await signedIn(auth)
    const updated = await auth.update(source(cookies), { user: { name: 'x' } })
    expect(updated.session?.user?.name).toBe('changed')
    expect((await auth.session(source(updated.cookies))).session?.user?.name).toBe('changed')
    const again = await auth.update(source(cookies))
    expect(again.session?.user?.name).toBe(PEOPLE.ada.name)
    expect(jwt.mock.calls.map(([{ trigger }]) => trigger)).toEqual([
      'signIn',
      'update',
      undefined,
      'update',
    ])
  })

  test('returns null without a session', async () => {
    expect(await open().update(source(), {})).toEqual({ session: null, cookies: [] })
  })
})

describe('signIn() of the server', () => {
  test('returns the sign-in page with the target when no provider is given', async () => {
    const there = `${BASE}/signin?callbackUrl=`
    const to = async (...parameters: Parameters<Operations['signIn']>): Promise<string> =>
      decodeURIComponent((await open().signIn(...parameters)).url)
    expect(await to(source([], { referer: `${ORIGIN}/page?x=1` }))).toBe(
      `${there}${ORIGIN}/page?x=1`,
    )
    expect(await to(source(), undefined, { redirectTo: '/inside' })).toBe(
      `${there}${ORIGIN}/inside`,
    )
    expect(await to(source([], { referer: 'https://evil.example/' }))).toBe(`${there}${ORIGIN}/`)
    const own = open({ pages: { signIn: '/login' } })
    const { url } = await own.signIn(source())
    expect(new URL(url).pathname).toBe('/login')
  })

  test('returns the sign-in page with the home page as target, and sets no cookie, when the current page is unknown', async () => {
    const callbackUrl = encodeURIComponent(`${ORIGIN}/`)
    expect(await open().signIn(source())).toEqual({
      url: `${BASE}/signin?callbackUrl=${callbackUrl}`,
      cookies: [],
    })
  })

  test('returns the sign-in page for a passkey, which requires a browser', async () => {
    captureConsole()
    const uncalled = (): never => expect.fail('The store was asked.')
    const names = ['Account', 'UserByAccount', 'Authenticator'].map((what) => `get${what}`)
    const others = ['linkAccount', 'createAuthenticator', 'listAuthenticatorsByUserId']
    const all = [...names, ...others, 'updateAuthenticatorCounter']
    const missing = Object.fromEntries(all.map((name) => [name, uncalled]))
    const adapter = { ...createMemoryStore().adapter, ...missing }
    const experimental = { enableWebAuthn: true }
    const auth = open({ providers: [Passkey()], adapter, experimental })
    const callbackUrl = encodeURIComponent(`${ORIGIN}/inside`)
    expect(await auth.signIn(source(), 'passkey', { redirectTo: '/inside' })).toEqual({
      url: `${BASE}/signin?callbackUrl=${callbackUrl}`,
      cookies: [],
    })
  })

  test.each(['redirectTo', 'callbackUrl'])(
    'sets the target to the page named by %s',
    async (name) => {
      const fields = { username: 'ada', password: PASSWORD, [name]: '/inside' }
      const { url } = await open().signIn(source(), 'credentials', fields)
      expect(url).toBe(`${ORIGIN}/inside`)
    },
  )

  test("passes the entered fields and a request with the caller's headers to `authorize`", async () => {
    const authorize = vi.fn<(entered: object, request: Request) => null>(() => null)
    const headers = { 'user-agent': 'a test' }
    const fields = { username: 'ada', redirectTo: '/inside', redirect: false }
    const auth = open({ providers: [passwords({ authorize })] })
    captureConsole()
    await expect(auth.signIn(source([], headers), 'credentials', fields)).rejects.toMatchObject({
      type: 'CredentialsSignin',
    })
    const [entered, request] = authorize.mock.calls[0] ?? []
    expect(entered).toEqual({ username: 'ada' })
    expect(request?.url).toBe(`${BASE}/callback`)
    expect(request?.headers.get('user-agent')).toBe('a test')
  })

  test('passes a request for the sign-in URL to the function that sends mail', async () => {
    captureConsole()
    const sendVerificationRequest = vi.fn<EmailConfig['sendVerificationRequest']>(async () => {})
    const provider = Email({ from: 'app@app.example', server: '', sendVerificationRequest })
    const auth = open({ providers: [provider], adapter: createMemoryStore().adapter })
    await auth.signIn(source([], { 'user-agent': 'a test' }), provider.id, {
      email: 'ada@example.com',
    })
    const [sent] = sendVerificationRequest.mock.calls[0] ?? []
    expect(sent?.request.url).toBe(`${BASE}/signin`)
    expect(sent?.request.headers.get('user-agent')).toBe('a test')
  })

  test('passes no form field to an OAuth 2.0 provider', async () => {
    const fields = { scope: 'all', client_id: 'other', redirectTo: '/inside' }
    const auth = open({ providers: [UNREACHED_PROVIDER] })
    const { url } = await auth.signIn(source(), 'harbour', fields)
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe('https://harbour.example/authorize')
    expect([searchParams.get('client_id'), searchParams.get('scope')]).toEqual(['app', null])
  })

  test('throws an AuthError with the original error when the configuration function throws', async () => {
    captureConsole()
    const thrown = new Error('the vault is closed')
    const auth = createFrameworkAuth(
      () => {
        throw thrown
      },
      { env: ENV },
    )
    await expect(auth.signIn(source(), 'credentials')).rejects.toMatchObject({
      type: 'AuthError',
      message: 'The configuration function threw.',
      cause: { err: thrown },
    })
  })

  test('throws a CallbackRouteError with the original error when that is not an AuthError', async () => {
    captureConsole()
    // A program without types may have lost its configuration.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const auth = createFrameworkAuth(undefined as unknown as AuthConfig, { env: ENV })
    const signIn = auth.signIn(source(), 'credentials')
    await expect(signIn).rejects.toMatchObject({
      type: 'CallbackRouteError',
      message: 'Unexpected internal error.',
    })
    await expect(signIn).rejects.toHaveProperty('cause.err.name', 'TypeError')
  })

  test('throws and logs an error for an unknown provider', async () => {
    const lines = captureConsole()
    await expect(open().signIn(source(), 'unknown')).rejects.toMatchObject({
      type: 'InvalidProvider',
    })
    expect(lines.join('\n')).toMatch(/InvalidProvider.*"unknown"/)
  })

  test('SES-05 ends the previous session', async () => {
    const auth = open()
    const first = await signedIn(auth)
    const fields = { username: 'grace', password: PASSWORD }
    const { cookies } = await auth.signIn(source(first), 'credentials', fields)
    expect((await auth.session(source(cookies))).session?.user).toEqual(PEOPLE.grace)
  })
})

describe('signOut() of the server', () => {
  test('deletes the cookie and returns the target', async () => {
    const auth = open()
    const cookies = await signedIn(auth)
    const bye = await auth.signOut(source(cookies), { redirectTo: '/bye', redirect: false })
    expect(bye.url).toBe(`${ORIGIN}/bye`)
    expect(bye.cookies).toMatchObject([{ name: COOKIE, value: '', options: { maxAge: 0 } }])
  })

  test('returns to the current page', async () => {
    const { url } = await open().signOut(source([], { referer: `${ORIGIN}/page` }))
    expect(url).toBe(`${ORIGIN}/page`)
  })
})

const NO_CHANGE: Partial<AuthConfig> = {}

describe('authorize() of the server', () => {
  const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const script = { accept: 'application/json', 'sec-fetch-mode': 'cors' }

  function ask(
    authorized: NonNullable<AuthConfig['callbacks']>['authorized'],
    headers: Readonly<Record<string, string>>,
    { method = 'GET', path = '/admin?x=1', config = NO_CHANGE } = {},
  ): ReturnType<Operations['authorize']> {
    const auth = open({ ...config, ...(authorized ? { callbacks: { authorized } } : {}) })
    return auth.authorize(new Request(ORIGIN + path, { method, headers }))
  }

  async function answer(...parameters: Parameters<typeof ask>): Promise<Response | 'allowed'> {
    const { decision } = await ask(...parameters)
    return decision.kind === 'allow' ? 'allowed' : decision.response
  }

  test('allows requests that the callback allows, and every request when there is no callback', async () => {
    expect(await answer(() => true, page)).toBe('allowed')
    expect(await answer(async () => true, script)).toBe('allowed')
    expect(await answer(undefined, page)).toBe('allowed')
  })

  test.each([
    ['false', () => false],
    ['nothing', () => undefined],
    // Options as JavaScript without types allows them.
    ['something else', () => 'yes' as never],
    [
      'an error',
      () => {
        throw new Error('policy is down')
      },
    ],
    ['a rejection', () => Promise.reject(new Error('policy is down'))],
  ])(
    'REL-02 redirects a page to the sign-in page and answers a script with 401 when the callback returns %s',
    async (_, authorized) => {
      captureConsole()
      const redirect = await answer(authorized, page)
      if (redirect === 'allowed') throw new Error('The page was allowed.')
      expect(redirect.status).toBe(307)
      const location = new URL(redirect.headers.get('location') ?? '')
      expect(location.origin + location.pathname).toBe(`${BASE}/signin`)
      expect(location.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/admin?x=1`)
      const refusal = await answer(authorized, script)
      if (refusal === 'allowed') throw new Error('The script was allowed.')
      expect([refusal.status, await refusal.json()]).toEqual([
        401,
        { error: 'SessionRequired', message: 'Sign in to continue.' },
      ])
    },
  )

  test('redirects a refused form post to the sign-in page by GET', async () => {
    const response = await answer(() => false, page, { method: 'POST' })
    expect(response === 'allowed' || response.status).toBe(303)
  })

  test('redirects a refused HEAD request as it redirects GET', async () => {
    const headers = { accept: 'text/html' }
    const response = await answer(() => false, headers, { method: 'HEAD' })
    expect(response === 'allowed' || response.status).toBe(307)
  })

  test.each([
    ['a form that does not say that it navigates', 'POST', { accept: 'text/html' }],
    ['a script that accepts HTML', 'GET', { accept: 'text/html', 'sec-fetch-mode': 'cors' }],
    ['a caller that does not accept HTML', 'GET', {}],
    ['a client that requests the URL', 'GET', { ...page, 'x-auth-return-redirect': '1' }],
  ])('refuses %s with 401', async (_, method, headers) => {
    const response = await answer(() => false, headers, { method })
    expect(response === 'allowed' || response.status).toBe(401)
  })

  test('logs that the callback refuses the error page of the application', async () => {
    const lines = captureConsole()
    const config = { pages: { error: '/problem' } }
    await answer(() => false, page, { path: '/problem', config })
    expect(lines.join('\n')).toContain(
      'The page of `pages.error`, /problem, was refused by the `authorized` callback.',
    )
  })

  test('returns the response of the callback', async () => {
    const own = new Response('closed', { status: 451 })
    expect(await answer(() => own, page)).toBe(own)
  })

  test('always allows the sign-in page and the actions', async () => {
    for (const path of [
      '/auth/signin',
      '/auth/session',
      '/auth/callback/credentials',
      '/auth/error',
    ]) {
      expect([path, await answer(() => false, page, { path })]).toEqual([path, 'allowed'])
    }
    const config = { pages: { signIn: '/login/' } }
    expect(await answer(() => false, page, { path: '/login', config })).toBe('allowed')
    expect(await answer(() => false, page, { path: '/login/x', config })).not.toBe('allowed')
    expect(await answer(() => false, page, { path: '/authentic' })).not.toBe('allowed')
  })

  /** The paths that the callback is asked about when the framework knows the path in the request line. */
  async function askedPaths(path: string): Promise<readonly string[]> {
    const paths: string[] = []
    const authorized = ({ request }: { readonly request: Request }): boolean => {
      paths.push(new URL(request.url).pathname)
      return true
    }
    const { pathname, search } = new URL(path, ORIGIN)
    const request = new Request(ORIGIN + pathname + search, { headers: page })
    await open({ callbacks: { authorized } }).authorize(request, { path })
    return paths
  }

  test.each([
    '/members',
    '/members?next=/x',
    '/members#?x',
    `${ORIGIN}/members?next=/x`,
    `${ORIGIN.toUpperCase()}/members`,
    'http://app.example:80/members?a=b\nc',
  ])('calls the callback once for a page whose request line contains %j', async (path) => {
    expect(await askedPaths(path)).toEqual(['/members'])
  })

  test('calls the callback for a URL nested in a path as for any other path', async () => {
    const paths = await askedPaths('/go/https://other.example/members')
    expect(paths[0]).toBe('/go/https://other.example/members')
    expect(paths).toContain('/go/https:/other.example/members')
    expect(paths).not.toContain('/go/members')
  })

  test('refuses and logs a path that cannot be decoded', async () => {
    const lines = captureConsole()
    const response = await answer(() => true, page, { path: '/%ff' })
    expect(response === 'allowed' || response.status).toBe(400)
    expect(lines.join('\n')).toContain(
      'The path cannot be decoded, has control characters, or could be read in too many ways.',
    )
  })

  test('passes the session to the callback, and the cookies of the read to the response', async () => {
    const authorized = vi.fn(() => true)
    const auth = open({ callbacks: { authorized } })
    const cookies = await signedIn(auth)
    clock.advance(DAY)
    const request = new Request(`${ORIGIN}/admin`, { headers: source(cookies).headers })
    const read = await auth.authorize(request)
    expect(authorized).toHaveBeenCalledExactlyOnceWith({ request, auth: read.session })
    expect(read.session?.user).toEqual(PEOPLE.ada)
    expect(read.cookies.map(({ name }) => name)).toEqual([COOKIE])
  })
})

describe('A configuration function', () => {
  const config: AuthConfig = { providers: [passwords()] }
  const read = (): Request => new Request(`${BASE}/session`)

  test.each([
    ['at once', (made: AuthConfig) => made],
    ['later', async (made: AuthConfig) => made],
  ])(
    'that returns %s gets the request, and an object that it returns again is kept',
    async (_, make) => {
      const providers = vi.fn(() => passwords())
      const made: AuthConfig = { ...config, providers: [providers] }
      const lazy = vi.fn<(request?: Request) => AuthConfig | Promise<AuthConfig>>(() => make(made))
      const auth = createAuth(lazy, { env: ENV })
      const request = read()
      expect((await auth.handle(request)).status).toBe(200)
      expect(lazy).toHaveBeenLastCalledWith(request)
      await auth.handle(read())
      const times = providers.mock.calls.length
      await Promise.all(Array.from({ length: 10 }, () => auth.handle(read())))
      await auth.session(source())
      expect(lazy).toHaveBeenLastCalledWith(undefined)
      expect(providers).toHaveBeenCalledTimes(times)
    },
  )

  test('gets the request that authorize or a session is called for', async () => {
    const asked = vi.fn<(request?: Request) => AuthConfig>(() => config)
    const auth = createFrameworkAuth(asked, { env: ENV })
    const request = new Request(`${ORIGIN}/admin`)
    await auth.authorize(request)
    await auth.scope({ headers: request.headers, url: request.url, request }).requireSession()
    expect(asked.mock.calls.length).toBeGreaterThan(1)
    for (const call of asked.mock.calls) expect(call).toEqual([request])
  })

  test('REL-11 that throws causes 500 for that request only', async () => {
    captureConsole()
    for (const fail of [
      () => Promise.reject(new Error('the vault is closed')),
      () => {
        throw new Error('the vault is closed')
      },
    ]) {
      let closed = true
      const auth = createAuth(() => (closed ? fail() : config), { env: ENV })
      const response = await auth.handle(read())
      expect(response.status).toBe(500)
      expect(await response.text()).not.toContain('vault')
      expect((await auth.session(source())).session).toBeNull()
      const { decision, cookies } = await auth.authorize(new Request(`${ORIGIN}/admin`))
      expect([decision.kind, cookies]).toEqual(['respond', []])
      closed = false
      expect((await auth.handle(read())).status).toBe(200)
    }
  })

  test('may return another configuration for each tenant, with separate sessions', async () => {
    const tenants: Record<string, AuthConfig> = {
      'one.example': {
        providers: [passwords()],
        secret: SECRETS.older,
        allowedHosts: ['one.example'],
      },
      'two.example': {
        providers: [passwords()],
        secret: SECRETS.newer,
        allowedHosts: ['two.example'],
      },
    }
    const env = { NODE_ENV: 'production' }
    const lazy = (request?: Request): AuthConfig =>
      tenants[request === undefined ? '' : new URL(request.url).host] ?? { providers: [] }
    const auth = createAuth(lazy, { env })
    const sessionAt = async (host: string, value: string): Promise<unknown> => {
      const headers = { host, cookie: `${COOKIE}=${value}` }
      const response = await auth.handle(new Request(`https://${host}/auth/session`, { headers }))
      return response.json()
    }
    const browser = createBrowser(auth.handle)
    const base = 'https://one.example/auth'
    const csrfToken = await browser.csrf(base)
    const fields = { csrfToken, username: 'ada', password: PASSWORD }
    await browser.submit(`${base}/callback/credentials`, fields)
    const token = browser.cookies.get(COOKIE) ?? ''
    expect(await sessionAt('one.example', token)).toMatchObject({ user: { name: PEOPLE.ada.name } })
    expect(await sessionAt('two.example', token)).toBeNull()
  })
})

test('REL-07 Two configurations in one process do not affect each other', async () => {
  const configs = fc.record({
    secret: fc.constantFrom(SECRETS.older, SECRETS.newer),
    name: fc.constantFrom(undefined, 'mine', 'yours'),
    maxAge: fc.integer({ min: 60, max: 10_000 }),
    plan: fc.string(),
  })
  type Shape = typeof configs extends fc.Arbitrary<infer T> ? T : never

  const make = ({ secret, name, maxAge, plan }: Shape): ReturnType<typeof createAuth> =>
    createAuth(
      {
        providers: [passwords()],
        secret,
        session: { maxAge },
        ...(name === undefined ? {} : { cookies: { sessionToken: { name, options: {} } } }),
        callbacks: { session: ({ session }) => ({ ...session, plan }) },
      },
      { env: ENV, clock: clock.now },
    )
  const cookieFor = async (auth: ReturnType<typeof createAuth>): Promise<string> => {
    const browser = await signInWithPassword(createBrowser(auth.handle))
    return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  await fc.assert(
    fc.asyncProperty(configs, configs, async (one, other) => {
      const alone = make(one)
      const [first, second] = [make(one), make(other)]
      const cookies = await Promise.all([cookieFor(first), cookieFor(second)])
      const reads = [first, second, first].map((auth, index) =>
        auth.session({ headers: new Headers({ cookie: cookies[index % 2] ?? '' }) }),
      )
      const [ours, theirs, again] = await Promise.all(reads)
      const headers = new Headers({ cookie: cookies[0] ?? '' })
      expect(ours).toEqual(await alone.session({ headers }))
      expect(again).toEqual(ours)
      expect(ours?.session).toMatchObject({ plan: one.plan })
      expect(theirs?.session).toMatchObject({ plan: other.plan })
      const crossed = await second.session({ headers })
      const same = one.secret === other.secret && one.name === other.name
      expect(crossed.session === null).toBe(!same)
    }),
    { numRuns: 60 },
  )
})
