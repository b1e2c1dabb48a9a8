import type { IncomingMessage, ServerResponse } from 'node:http'
import { NextRequest } from 'next/server.js'
import { beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring, { defineConfig, type FrameworkAuthConfig, type Session } from './index.ts'
import { encode, type JWT, type JWTOptions } from './jwt.ts'
import Credentials from './providers/credentials.ts'

// The core is the real one here. Functions of Next.js that work only inside a request are doubles.

const next = vi.hoisted(() => ({ headers: new Headers(), set: new Array<{ name: string }>() }))

vi.mock('next/headers.js', () => ({
  headers: async () => next.headers,
  cookies: async () => ({ set: (cookie: { name: string }) => next.set.push(cookie) }),
}))

const ORIGIN = 'http://app.test:3000'
const ROUTE = { params: Promise.resolve({}) }

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe')
})

const people = Credentials({
  credentials: { username: {}, password: { type: 'password' } },
  authorize: ({ username, password }) =>
    password === 'right' ? { id: '1', name: String(username) } : null,
})

interface Init {
  readonly method?: string
  readonly cookies?: ReadonlyMap<string, string>
  readonly form?: Record<string, string>
  readonly headers?: Record<string, string>
}

/** A request as Next.js passes it on: its URL is that of localhost, independent of the `Host` header. */
function ask(path: string, { method = 'GET', cookies, form, headers }: Init = {}): NextRequest {
  const pairs = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`)
  return new NextRequest(`http://localhost:3000${path}`, {
    method,
    headers: {
      host: 'app.test:3000',
      origin: ORIGIN,
      cookie: pairs.join('; '),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form && { body: new URLSearchParams(form).toString() }),
  })
}

function keep(cookies: Map<string, string>, response: Response): void {
  for (const header of response.headers.getSetCookie()) {
    const [pair = ''] = header.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}

type Handle = (request: NextRequest) => Promise<Response>

async function signInAs(name: string, GET: Handle, POST: Handle): Promise<Map<string, string>> {
  const cookies = new Map<string, string>()
  const csrf = await GET(ask('/api/auth/csrf'))
  keep(cookies, csrf)
  // The members of this response are part of the contract.
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const form = { username: name, password: 'right', csrfToken, callbackUrl: '/' }
  keep(
    cookies,
    await POST(ask('/api/auth/callback/credentials', { method: 'POST', cookies, form })),
  )
  return cookies
}

test('the configuration is not read before the first use', () => {
  vi.stubEnv('AUTH_SECRET', '')
  const configure = vi.fn(() => ({ providers: [] }))
  Latchstring(configure)
  expect(configure).not.toHaveBeenCalled()
})

test('the actions are under /api/auth, on the requested host', async () => {
  const { handlers } = Latchstring({ providers: [people], logger: { error: () => undefined } })
  const response = await handlers.GET(ask('/api/auth/providers'))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    credentials: { signinUrl: `${ORIGIN}/api/auth/signin/credentials` },
  })
  expect((await handlers.GET(ask('/api/auth/nonsense'))).status).toBe(404)
})

test('a session created by the handlers reaches a wrapped handler', async () => {
  const { handlers, auth } = Latchstring({ providers: [people] })
  const cookies = await signInAs('Ada', handlers.GET, handlers.POST)
  const GET = auth((request) => Response.json({ name: request.auth?.user?.name ?? null }))
  expect(await (await GET(ask('/api/me', { cookies }), ROUTE)).json()).toEqual({ name: 'Ada' })
  expect(await (await GET(ask('/api/me'), ROUTE)).json()).toEqual({ name: null })
})

test('a request that `authorized` refuses does not reach the handler', async () => {
  const { handlers, auth } = Latchstring({
    providers: [people],
    callbacks: {
      authorized: (params) => params.request.nextUrl.pathname !== '/inside' || params.auth !== null,
    },
  })
  let runs = 0
  const GET = auth(() => {
    runs++
    return new Response('inside')
  })
  const page = await GET(ask('/inside', { headers: { accept: 'text/html' } }), ROUTE)
  expect(page.headers.get('location')).toMatch(/^http:\/\/app\.test:3000\/api\/auth\/signin\?/)
  const script = await GET(ask('/inside', { headers: { accept: 'application/json' } }), ROUTE)
  expect(script.status).toBe(401)
  expect(runs).toBe(0)
  const cookies = await signInAs('Ada', handlers.GET, handlers.POST)
  expect(await (await GET(ask('/inside', { cookies }), ROUTE)).text()).toBe('inside')
  expect(await (await GET(ask('/outside'), ROUTE)).text()).toBe('inside')
  expect(runs).toBe(2)
})

test('defineConfig returns its argument', () => {
  const config = { providers: [people] }
  expect(defineConfig(config)).toBe(config)
})

test('a configuration function gets the request of Next.js', async () => {
  const seen: (string | undefined)[] = []
  const { handlers } = Latchstring(async (request) => {
    seen.push(request?.nextUrl.pathname)
    return { providers: [] }
  })
  await handlers.GET(ask('/api/auth/providers'))
  expect(seen).toEqual(['/api/auth/providers'])
})

test('sessions have the type that the session callback returns', () => {
  const eager = Latchstring({
    providers: [people],
    callbacks: {
      jwt: ({ token }) => ({ ...token, role: 'admin' as const }),
      session: ({ session, token }) => ({ ...session, role: token.role }),
      authorized: (params) => params.auth?.role === 'admin',
    },
  })
  const lazy = Latchstring(async () => ({
    providers: [],
    callbacks: { session: async ({ session }) => ({ ...session, tenant: 7 }) },
  }))
  type Eager = NonNullable<Awaited<ReturnType<typeof eager.unstable_update>>>
  type Lazy = NonNullable<Awaited<ReturnType<typeof lazy.unstable_update>>>
  expectTypeOf<Eager['role']>().toEqualTypeOf<'admin'>()
  expectTypeOf<Lazy['tenant']>().toEqualTypeOf<7>()
  eager.auth((request) => {
    expectTypeOf(request.auth?.role).toEqualTypeOf<'admin' | undefined>()
  })
  const plain = Latchstring({ providers: [] })
  expectTypeOf<Awaited<ReturnType<typeof plain.unstable_update>>>().toEqualTypeOf<Session | null>()
  // @ts-expect-error -- `raw` is for the core only
  expectTypeOf<FrameworkAuthConfig['raw']>().toBeNever()
})

test('every form of auth gives id, name, e-mail address and image, and no other claim (ALT-06)', async () => {
  const { handlers, auth } = Latchstring({
    providers: [people],
    callbacks: { jwt: ({ token }) => ({ ...token, accessToken: 'claim-canary' }) },
  })
  const cookies = await signInAs('Ada', handlers.GET, handlers.POST)
  const seen: unknown[] = []
  const GET = auth((request) => {
    seen.push(request.auth)
    return new Response()
  })
  await GET(ask('/api/me', { cookies }), ROUTE)
  const proxied = { 'x-forwarded-proto': 'http' }
  const headers = Object.fromEntries(ask('/api/me', { cookies, headers: proxied }).headers)
  // The package reads only the headers of a request of an API route. The session is not renewed, so no cookie is set.
  const req = { headers, rawHeaders: [] as readonly string[] } as IncomingMessage
  // The same holds for this response.
  const res = {} as ServerResponse
  seen.push(await auth(req, res), await auth({ req, res }))
  const user = { id: '1', name: 'Ada', email: null, image: null }
  // `expect.any` has no type of its own.
  const session = { user, expires: expect.any(String) as unknown }
  expect(seen).toEqual([session, session, session])
})

/** The ways to pass a configuration, with new functions each time. */
const GIVEN = {
  'an object': (make: () => FrameworkAuthConfig) => Latchstring(make()),
  'a function': (make: () => FrameworkAuthConfig) => Latchstring(() => make()),
  'an async function': (make: () => FrameworkAuthConfig) => Latchstring(async () => make()),
} as const

const COOKIE = 'latchstring.session-token'

const toText = (token: JWT = {}): string => Buffer.from(JSON.stringify(token)).toString('base64url')

const fromText = (text = ''): JWT =>
  // The value is a result of `toText`.
  JSON.parse(Buffer.from(text, 'base64url').toString()) as JWT

/** Sets the request of `ask` as the one that functions of the server find. */
const send = (cookies: ReadonlyMap<string, string>): void =>
  next.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))

describe.each(Object.entries(GIVEN))('An encoder of an application configured by %s', (_, open) => {
  const errors: string[] = []
  /** The calls of `encode` and `decode`. */
  let encodes: (token: JWT) => JWT
  let decodes: (token: JWT) => JWT | null

  beforeEach(() => {
    errors.length = 0
    next.set.length = 0
    next.headers = new Headers({ host: 'app.test:3000', 'x-forwarded-proto': 'http' })
    encodes = (token) => token
    decodes = (token) => token
  })

  const make = (jwt: JWTOptions): ReturnType<typeof open> =>
    open(() => ({
      providers: [people],
      logger: { error: ({ message }: Error) => void errors.push(message), warn: () => undefined },
      session: { updateAge: 0 },
      jwt: { ...jwt },
    }))

  const start = (): ReturnType<typeof open> =>
    make({
      encode: ({ token = {} }) => toText(encodes(token)),
      decode: ({ token }) => decodes(fromText(token)),
    })

  const fields = { username: 'Ada', password: 'right', redirect: false }

  test.each(['auth_time', 'latchstring_aud', 'jti'])(
    'is refused where it loses `%s`, by handlers and by functions of the server (ALT-09, ALT-10, SES-03)',
    async (name) => {
      const { handlers, auth, signIn, unstable_update: update } = start()
      const cookies = await signInAs('Ada', handlers.GET, handlers.POST)
      send(cookies)
      expect(await auth()).toMatchObject({ user: { name: 'Ada' } })
      expect(await update({})).toMatchObject({ user: { name: 'Ada' } })
      expect(next.set.map((cookie) => cookie.name)).toEqual([COOKIE])
      next.set.length = 0
      const lost = `lose the claim "${name}"`
      encodes = (token) => ({ ...token, [name]: name === 'jti' ? 'another' : undefined })
      expect(await update({})).toBeNull()
      await expect(signIn('credentials', fields)).rejects.toThrow(lost)
      expect((await handlers.GET(ask('/api/auth/session', { cookies }))).status).toBe(500)
      expect((await signInAs('Ada', handlers.GET, handlers.POST)).has(COOKIE)).toBe(false)
      expect(errors.every((message) => message.includes(lost))).toBe(true)
      expect(errors).toHaveLength(4)
      expect(next.set).toEqual([])
    },
  )

  test('needs no decoder where it seals with the one of the package (SES-03)', async () => {
    const {
      handlers,
      auth,
      signIn,
      unstable_update: update,
    } = make({
      encode: (params) => encode(params),
    })
    send(await signInAs('Ada', handlers.GET, handlers.POST))
    expect(await auth()).toMatchObject({ user: { name: 'Ada' } })
    expect(await update({})).toMatchObject({ user: { name: 'Ada' } })
    await signIn('credentials', fields)
    expect(next.set.map((cookie) => cookie.name)).toContain(COOKIE)
    expect(errors).toEqual([])
  })

  test('makes no session that its decoder throws at, which is none when it is read (SES-03, SES-07)', async () => {
    const { handlers, auth, signIn, unstable_update: update } = start()
    const cookies = await signInAs('Ada', handlers.GET, handlers.POST)
    send(cookies)
    decodes = () => {
      throw new RangeError('The key is away.')
    }
    expect(await auth()).toBeNull()
    expect(await update({})).toBeNull()
    const read = await handlers.GET(ask('/api/auth/session', { cookies }))
    expect([read.status, await read.json()]).toEqual([200, null])
    expect(errors).toEqual([])
    const threw = 'The `jwt.decode` function threw at the token that a session was just sealed in.'
    await expect(signIn('credentials', fields)).rejects.toThrow(threw)
    expect((await signInAs('Ada', handlers.GET, handlers.POST)).has(COOKIE)).toBe(false)
    expect(errors.map((message) => message.includes(threw))).toEqual([true, true])
  })
})

test('handlers exported as one route handler say how to export them', () => {
  const { handlers } = Latchstring({ providers: [people] })
  // Next.js calls the exported function like this.
  const call = (): unknown => Reflect.apply(handlers as unknown as () => unknown, undefined, [])
  expect(call).toThrow('export const { GET, POST } = handlers')
})

test('two configurations have handlers of their own', () => {
  const [one, other] = [Latchstring({ providers: [people] }), Latchstring({ providers: [] })]
  expect(one.handlers.GET).not.toBe(other.handlers.GET)
  expect(one.handlers.POST).not.toBe(other.handlers.POST)
})
