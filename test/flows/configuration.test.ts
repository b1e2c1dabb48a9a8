import { acceptWeakSecret, type AuthConfig, createAuth } from '@latchstring/core'
import type { Env } from '@latchstring/core/types'
import { describe, expect, test, vi } from 'vitest'
import { BASE, ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import { createBrowser } from '@latchstring/test-kit/browser'
import { captureConsole } from './src/console-lines.ts'
import { signInWithPassword, passwords } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'

const PRODUCTION: Env = { NODE_ENV: 'production', AUTH_URL: ORIGIN, AUTH_SECRET: SECRETS.older }

const MAIL = {
  id: 'mail',
  name: 'Mail',
  type: 'email',
  sendVerificationRequest: () => undefined,
} as const

const OAUTH = { id: 'harbour', name: 'Harbour', type: 'oauth', clientId: 'app' } as const

interface Broken {
  readonly name: string
  readonly config?: Partial<AuthConfig>
  readonly env?: Env
  readonly type: string
  /** What the log names, so that the person who reads it knows what to change. */
  readonly names: RegExp
}

/** A configuration as JavaScript without types allows it. */
function untyped(config: object): Partial<AuthConfig> {
  // The point of these tests.
  return config as Partial<AuthConfig>
}

const BROKEN: readonly Broken[] = [
  {
    name: 'no secret',
    env: { NODE_ENV: 'production', AUTH_URL: ORIGIN },
    type: 'MissingSecret',
    names: /AUTH_SECRET/,
  },
  {
    name: 'an empty secret',
    config: { secret: '' },
    env: { ...PRODUCTION, AUTH_SECRET: '  ' },
    type: 'MissingSecret',
    names: /AUTH_SECRET/,
  },
  {
    name: 'a short secret',
    env: { ...PRODUCTION, AUTH_SECRET: 'hunter2' },
    type: 'WeakSecret',
    names: /32 bytes[\s\S]*openssl rand -base64 33/,
  },
  {
    name: 'a secret of one character',
    config: { secret: 'a'.repeat(64) },
    type: 'WeakSecret',
    names: /different characters/,
  },
  {
    name: 'a weak secret among good ones',
    config: { secret: [SECRETS.newer, 'hunter2'] },
    type: 'WeakSecret',
    names: /32 bytes/,
  },
  {
    name: 'mail without a store',
    config: { providers: [MAIL] },
    type: 'MissingAdapter',
    names: /email/,
  },
  {
    name: 'mail with a store that keeps no tokens',
    config: { providers: [MAIL], adapter: {}, session: { strategy: 'jwt' } },
    type: 'MissingAdapterMethods',
    names: /createVerificationToken.*useVerificationToken/,
  },
  {
    name: 'database sessions without a store',
    config: { session: { strategy: 'database' } },
    type: 'MissingAdapter',
    names: /"database"/,
  },
  {
    name: 'database sessions with a store that keeps none',
    config: { adapter: {} },
    type: 'MissingAdapterMethods',
    names: /createSession/,
  },
  {
    name: 'another strategy',
    config: untyped({ session: { strategy: 'cookie' } }),
    type: 'UnsupportedStrategy',
    names: /session\.strategy/,
  },
  {
    name: 'two providers with one id',
    config: { providers: [passwords(), passwords()] },
    type: 'DuplicateProvider',
    names: /"credentials"/,
  },
  {
    name: 'an AUTH_URL that is not a URL',
    env: { ...PRODUCTION, AUTH_URL: 'app.example' },
    type: 'InvalidConfiguration',
    names: /AUTH_URL.*https:\/\//,
  },
  {
    name: 'AUTH_TRUST_HOST that is neither true nor false',
    env: { ...PRODUCTION, AUTH_TRUST_HOST: 'maybe' },
    type: 'InvalidConfiguration',
    names: /AUTH_TRUST_HOST/,
  },
  {
    name: 'a negative maxAge',
    config: { session: { maxAge: -1 } },
    type: 'InvalidConfiguration',
    names: /session\.maxAge/,
  },
  {
    name: 'a maxAge that is not a number',
    config: { session: { maxAge: Number.NaN } },
    type: 'InvalidConfiguration',
    names: /session\.maxAge/,
  },
  {
    name: 'a basePath with a query',
    config: { basePath: '/auth?x' },
    type: 'InvalidConfiguration',
    names: /basePath/,
  },
]

const SAME_ORIGIN = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }

describe.each(BROKEN)('A configuration with $name', ({ config, env = PRODUCTION, type, names }) => {
  function open(): ReturnType<typeof createAuth> {
    return createAuth({ providers: [passwords()], ...config }, { env })
  }

  test('gives browsers a page with a reference, without the cause', async () => {
    const lines = captureConsole()
    const response = await createBrowser(open().handle).open(`${BASE}/signin`)
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    const [, ref = ''] = /<code>(\w{8})<\/code>/.exec(html) ?? []
    const line = lines.find((each) => each.includes(`(ref ${ref})`)) ?? lines.join('\n')
    expect(line).toContain(type)
    expect(line).toMatch(names)
    expect(line).toMatch(/\n {2}fix: \S/)
    expect(html).not.toMatch(names)
    expect(html).not.toContain(type)
  })

  test('REL-02 gives scripts an error code, by GET and by POST, and keeps the session cookie', async () => {
    captureConsole()
    const auth = open()
    const headers = { ...SAME_ORIGIN, cookie: '__Host-latchstring.session-token=x' }
    for (const request of [
      new Request(`${BASE}/session`, { headers }),
      new Request(`${BASE}/session`, { method: 'POST', headers, body: '{}' }),
      new Request(`${BASE}/signin/credentials`, { method: 'POST', headers, body: 'csrfToken=x' }),
      new Request(`${BASE}/callback/credentials`, { method: 'POST', headers, body: 'x=y' }),
    ]) {
      const response = await auth.handle(request)
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({ error: 'Configuration' })
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  test('REL-02 gives the server no session, and refuses every request', async () => {
    const lines = captureConsole()
    const auth = open()
    const source = { headers: new Headers({ cookie: '__Host-latchstring.session-token=x' }) }
    expect(await auth.session(source)).toEqual({ session: null, cookies: [] })
    expect(lines.join('\n')).toMatch(names)
    await expect(auth.signIn(source, 'credentials', {})).rejects.toMatchObject({ type })
    await expect(auth.signOut(source)).rejects.toMatchObject({ type })
    const guarded = createAuth(
      { providers: [passwords()], ...config, callbacks: { authorized: () => true } },
      { env },
    )
    const { decision } = await guarded.authorize(new Request(`${ORIGIN}/admin`))
    expect(decision.kind === 'respond' && decision.response.status).toBe(500)
  })
})

test('A configuration that fails is reported only to its own logger', async () => {
  const lines = captureConsole()
  const error = vi.fn<(error: Error) => void>()
  const auth = createAuth({ providers: [MAIL], logger: { error } }, { env: PRODUCTION })
  const response = await auth.handle(new Request(`${BASE}/session`))
  const { ref } = await readJsonAs<{ ref: string }>(response)
  await auth.session({ headers: new Headers() })
  expect(error.mock.calls).toMatchObject([
    [{ type: 'MissingAdapter', ref }],
    [{ type: 'MissingAdapter' }],
  ])
  expect(lines).toEqual([])
})

describe('Before the first request', () => {
  test('neither options nor providers nor the environment are read', async () => {
    const touched: string[] = []
    const config: AuthConfig = { providers: [passwords()] }
    const watched = new Proxy(config, {
      get(target, key, receiver): unknown {
        if (key !== 'raw') touched.push(String(key))
        return Reflect.get(target, key, receiver)
      },
    })
    const factory = vi.fn(() => passwords())
    const auth = createAuth(watched, { env: ENV })
    const lazy = createAuth({ providers: [factory] }, { env: {} })
    expect(touched).toEqual([])
    expect(factory).not.toHaveBeenCalled()
    expect((await auth.handle(new Request(`${BASE}/session`))).status).toBe(200)
    expect(touched).toContain('providers')
    expect(lazy).toBeDefined()
  })

  test('a build without secrets runs, and one object is resolved once', async () => {
    captureConsole()
    const factory = vi.fn(() => passwords())
    const auth = createAuth({ providers: [factory] }, { env: ENV })
    await Promise.all(
      Array.from({ length: 20 }, () => auth.handle(new Request(`${BASE}/providers`))),
    )
    const times = factory.mock.calls.length
    await auth.session({ headers: new Headers() })
    await auth.handle(new Request(`${BASE}/csrf`))
    // A factory is asked for its id, and then called with what the environment says.
    expect(times).toBeLessThanOrEqual(2)
    expect(factory).toHaveBeenCalledTimes(times)
  })
})

test('JWE-09 A weak secret is accepted where the application configures that', async () => {
  captureConsole()
  const config = { providers: [passwords()], weakSecret: acceptWeakSecret } as const
  const auth = createAuth(config, { env: { ...PRODUCTION, AUTH_SECRET: 'hunter2' } })
  expect(await readSession(await signInWithPassword(createBrowser(auth.handle)))).not.toBeNull()
})

test('JWE-09 A missing or weak secret causes one log line in development', async () => {
  for (const AUTH_SECRET of [undefined, 'hunter2']) {
    const lines = captureConsole()
    const env = { NODE_ENV: 'development', AUTH_URL: ORIGIN, AUTH_SECRET }
    const auth = createAuth({ providers: [passwords()] }, { env })
    const browser = await signInWithPassword(createBrowser(auth.handle))
    expect(await readSession(browser)).not.toBeNull()
    const reports = lines.filter((line) => !line.includes('[started]'))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatch(AUTH_SECRET === undefined ? /MissingSecret/ : /WeakSecret/)
    vi.restoreAllMocks()
  }
})

/** Freezes a value and everything in it. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const key of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, key))
  return value
}

test('A frozen configuration is accepted, and no configuration is modified', async () => {
  const make = (): AuthConfig => ({
    providers: [
      passwords(),
      {
        ...OAUTH,
        authorization: { url: 'https://harbour.example/authorize', params: { scope: 'a' } },
        token: 'https://harbour.example/token',
        userinfo: 'https://harbour.example/me',
        options: { authorization: { params: { prompt: 'login' } } },
      },
    ],
    secret: [SECRETS.newer, SECRETS.older],
    session: { maxAge: 100 },
    cookies: { sessionToken: { name: 'mine', options: { sameSite: 'strict' } } },
    pages: { signOut: '/bye' },
    theme: { brandColor: '#123456' },
    callbacks: { jwt: ({ token }) => token },
    events: { signIn: () => undefined },
    allowedHosts: ['app.example'],
  })
  const shape = (config: AuthConfig): string =>
    JSON.stringify(config, (_, value: unknown) =>
      typeof value === 'function' ? 'function' : value,
    )
  for (const config of [deepFreeze(make()), make()]) {
    const before = shape(config)
    const auth = createAuth(config, { env: deepFreeze({ ...PRODUCTION }) })
    const browser = await signInWithPassword(createBrowser(auth.handle))
    expect(browser.cookies.has('mine')).toBe(true)
    expect(await readSession(browser)).not.toBeNull()
    await browser.submit(`${BASE}/signin/harbour`, { csrfToken: await browser.csrf(BASE) })
    expect(shape(config)).toBe(before)
  }
})

test('A warning is logged once, also with a configuration for every request', async () => {
  const warnings: (readonly unknown[])[] = []
  const logger = { warn: (...args: readonly unknown[]) => warnings.push(args) }
  const old = { ...MAIL, deprecated: 'Use another one.' }
  const adapter = {
    createUser: vi.fn(),
    getUserByEmail: vi.fn(),
    updateUser: vi.fn(),
    createVerificationToken: vi.fn(),
    useVerificationToken: vi.fn(),
  }
  const session = { strategy: 'jwt' } as const
  const auth = createAuth(
    () => ({ providers: [old], adapter, session, logger, clientAddress: 'peer' as const }),
    {
      env: PRODUCTION,
    },
  )
  for (const _ of [1, 2, 3]) await auth.handle(new Request(`${BASE}/providers`))
  expect(warnings).toEqual([
    ['deprecated-provider', '"mail": Use another one.'],
    ['adapter-capability', expect.stringContaining('"atomicConsume"')],
  ])
})
