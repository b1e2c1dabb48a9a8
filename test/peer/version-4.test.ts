import { openSqlAdapter, type OpenSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth, type Auth, type AuthConfig } from '@latchstring/core'
import type { AdapterUser } from '@latchstring/core/adapters'
import Credentials from '@latchstring/core/providers/credentials'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadVersion4 } from './src/peer-tokens.ts'

// Here version 4 itself signs people in, and its own client talks to this library.

const OLD_SECRET = 'an-old-secret-of-the-application!'
const ADDRESS = 'ada@example.com'
const DAY = 86_400

let adapter: OpenSqlAdapter

beforeEach(async () => {
  adapter = openSqlAdapter(':memory:', { names: 'next-auth' })
  await adapter.migrate()
})

afterEach(() => adapter.close())

interface Answer {
  readonly body?: unknown
  readonly redirect?: string
  readonly cookies?: readonly { readonly name: string; readonly value: string }[]
}

type Handler = (params: { readonly req: object; readonly options: object }) => Promise<Answer>

interface Ask {
  readonly method?: string
  readonly action: string
  readonly providerId?: string
  readonly query?: object
  readonly body?: object
}

/** An application of version 4 with a browser at it. */
function openVersion4(
  origin: string,
  options: object,
): {
  readonly cookies: Map<string, string>
  readonly ask: (request: Ask) => Promise<Answer>
} {
  // The package is documented to export this function; the tests would fail if it did not.
  const handle = loadVersion4('core')['AuthHandler'] as Handler
  const cookies = new Map<string, string>()
  return {
    cookies,
    async ask(request) {
      // Where it is, version 4 reads there alone.
      vi.stubEnv('NEXTAUTH_URL', `${origin}/api/auth`)
      const req = { method: 'GET', ...request, cookies: Object.fromEntries(cookies) }
      const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }
      const answer = await handle({ req, options: { secret: OLD_SECRET, logger, ...options } })
      for (const { name, value } of answer.cookies ?? []) cookies.set(name, value)
      return answer
    },
  }
}

async function csrfOf(ask: (request: Ask) => Promise<Answer>): Promise<unknown> {
  const { body } = await ask({ action: 'csrf' })
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'csrfToken') : undefined
}

/** Signs in by mail at version 4, which stores user and session, and gives its cookies. */
async function signInByMail(origin: string): Promise<ReadonlyMap<string, string>> {
  let link = ''
  const mail = {
    id: 'email',
    type: 'email',
    name: 'Mail',
    maxAge: DAY,
    options: {},
    sendVerificationRequest: ({ url }: { url: string }) => void (link = url),
  }
  // Adapters for version 4 make the ids.
  const createUser = (user: Omit<AdapterUser, 'id'>): Promise<AdapterUser> =>
    adapter.createUser({ ...user, id: crypto.randomUUID() })
  const options = { adapter: { ...adapter, createUser }, providers: [mail] }
  const { ask, cookies } = openVersion4(origin, options)
  const csrfToken = await csrfOf(ask)
  const body = { csrfToken, email: ADDRESS, callbackUrl: `${origin}/` }
  await ask({ action: 'signin', providerId: 'email', method: 'POST', body })
  const query = Object.fromEntries(new URL(link).searchParams)
  await ask({ action: 'callback', providerId: 'email', query })
  return cookies
}

const PEOPLE = {
  credentials: { password: { type: 'password' } },
  authorize: ({ password }: Readonly<Record<string, unknown>> = {}) =>
    password === 'right' ? { id: '7', name: 'Grace', email: 'grace@example.com' } : null,
} as const

/** Signs in with a password at version 4, which seals the session, and gives its cookies. */
async function signInByPassword(origin: string): Promise<ReadonlyMap<string, string>> {
  const provider = {
    id: 'credentials',
    type: 'credentials',
    name: 'Password',
    options: {},
    ...PEOPLE,
  }
  const { ask, cookies } = openVersion4(origin, { providers: [provider] })
  const body = { csrfToken: await csrfOf(ask), password: 'right', callbackUrl: `${origin}/` }
  await ask({ action: 'callback', providerId: 'credentials', method: 'POST', body })
  return cookies
}

function open(origin: string, config: Partial<AuthConfig> = {}, ahead = 0): Auth {
  return createAuth(
    {
      providers: [Credentials(PEOPLE)],
      migrate: { from: 'next-auth', until: '2120-01-01', secret: OLD_SECRET },
      logger: { error: () => undefined, warn: () => undefined },
      ...config,
    },
    {
      env: { NODE_ENV: 'test', AUTH_URL: origin, AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA' },
      basePath: '/api/auth',
      clock: () => Date.now() + ahead * 1000,
    },
  )
}

function pairs(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
}

function keep(cookies: Map<string, string>, response: Response): void {
  for (const header of response.headers.getSetCookie()) {
    const [pair = ''] = header.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (header.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, decodeURIComponent(value))
  }
}

async function read(auth: Auth, origin: string, cookies: Map<string, string>): Promise<unknown> {
  const request = new Request(`${origin}/api/auth/session`, { headers: { cookie: pairs(cookies) } })
  const response = await auth.handle(request)
  keep(cookies, response)
  expect(response.status).toBe(200)
  return response.json()
}

const sessionNames = (cookies: ReadonlyMap<string, string>): readonly string[] =>
  [...cookies.keys()].filter((name) => name.includes('session-token'))

describe.each(['http://app.example', 'https://app.example'])('At %s', (origin) => {
  const [theirs, ours] = origin.startsWith('https')
    ? ['__Secure-next-auth.session-token', '__Host-latchstring.session-token']
    : ['next-auth.session-token', 'latchstring.session-token']

  test('a database session of version 4 is accepted, under a cookie of this library', async () => {
    const cookies = new Map(await signInByMail(origin))
    expect(cookies.get(theirs)).toMatch(/^[0-9a-f-]{36}$/)
    const auth = open(origin, { adapter })
    expect(await read(auth, origin, cookies)).toMatchObject({ user: { email: ADDRESS } })
    expect(sessionNames(cookies)).toEqual([ours])
    expect(await read(auth, origin, cookies)).toMatchObject({ user: { email: ADDRESS } })
  })

  test('a database session of version 4 ends at the sign-out, also in the database', async () => {
    const cookies = await signInByMail(origin)
    const auth = open(origin, { adapter })
    const headers = new Headers({ cookie: pairs(cookies) })
    const done = await auth.signOut({ headers })
    expect(done.cookies.map(({ name, value }) => [name, value])).toContainEqual([theirs, ''])
    expect((await auth.session({ headers })).session).toBeNull()
    expect(await adapter.getSessionAndUser(cookies.get(theirs) ?? '')).toBeNull()
  })

  test('a database session of version 4 is refused once expired or after the configured date (ALT-03)', async () => {
    const cookies = await signInByMail(origin)
    const later = open(origin, { adapter }, 31 * DAY)
    expect(await read(later, origin, new Map(cookies))).toBeNull()
    const again = await signInByMail(origin)
    const over = { adapter, migrate: { from: 'next-auth', until: '2020-01-01' } } as const
    expect(await read(open(origin, over), origin, new Map(again))).toBeNull()
  })

  test('the other cookies of version 4 are not a session over a database (ALT-03)', async () => {
    const cookies = await signInByMail(origin)
    const auth = open(origin, { adapter })
    for (const [name, value] of cookies) {
      if (name === theirs) continue
      expect(await read(auth, origin, new Map([[theirs, value]])), name).toBeNull()
    }
  })

  test('a sealed session of version 4 is accepted, under a cookie of this library', async () => {
    const cookies = new Map(await signInByPassword(origin))
    const auth = open(origin)
    expect(await read(auth, origin, cookies)).toMatchObject({ user: { name: 'Grace' } })
    expect(sessionNames(cookies)).toEqual([ours])
    expect(await read(auth, origin, cookies)).toMatchObject({ user: { name: 'Grace' } })
  })
})

interface Client {
  readonly signIn: (
    provider: string,
    options: object,
  ) => Promise<{ ok: boolean; status: number; error: string | null; url: string | null }>
  readonly signOut: (options: object) => Promise<{ url: string }>
  readonly getSession: () => Promise<unknown>
}

describe('A page loaded before the migration, with the client of version 4,', () => {
  const ORIGIN = 'http://app.example'
  let cookies: Map<string, string>
  let calls: (readonly [string, number, string | null])[]

  function load(auth: Auth): Client {
    cookies = new Map()
    calls = []
    vi.stubGlobal('window', { location: { href: `${ORIGIN}/page` } })
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      const url = new URL(path, ORIGIN)
      const headers = new Headers(init.headers)
      headers.set('cookie', pairs(cookies))
      headers.set('origin', ORIGIN)
      headers.set('sec-fetch-site', 'same-origin')
      const response = await auth.handle(new Request(url, { ...init, headers }))
      calls.push([url.pathname, response.status, response.headers.get('location')])
      keep(cookies, response)
      return response
    })
    // The package is documented to export these functions; the tests would fail if it did not.
    return loadVersion4('react') as unknown as Client
  }

  test('signs in and out', async () => {
    const client = load(open(ORIGIN))
    const done = await client.signIn('credentials', { password: 'right', redirect: false })
    expect(done).toEqual({ ok: true, status: 200, error: null, url: `${ORIGIN}/page` })
    expect(await client.getSession()).toMatchObject({ user: { name: 'Grace' } })
    const out = await client.signOut({ redirect: false, callbackUrl: `${ORIGIN}/bye` })
    expect(out).toEqual({ url: `${ORIGIN}/bye` })
    expect(sessionNames(cookies)).toEqual([])
  })

  test('reports wrong credentials', async () => {
    const client = load(open(ORIGIN))
    const done = await client.signIn('credentials', { password: 'wrong', redirect: false })
    expect(done).toEqual({ ok: false, status: 401, error: 'CredentialsSignin', url: null })
    expect(sessionNames(cookies)).toEqual([])
  })

  test('signs in and out with database sessions', async () => {
    await adapter.createUser({
      id: '7',
      name: 'Grace',
      email: 'grace@example.com',
      emailVerified: null,
    })
    const stored = await adapter.getUserByEmail('grace@example.com')
    const provider = Credentials({ ...PEOPLE, authorize: () => stored })
    const client = load(open(ORIGIN, { adapter, providers: [provider] }))
    const done = await client.signIn('credentials', { password: 'right', redirect: false })
    expect(done).toMatchObject({ ok: true, error: null })
    expect(await client.signOut({ redirect: false })).toEqual({ url: `${ORIGIN}/page` })
    expect(sessionNames(cookies)).toEqual([])
  })

  test.each([
    ['without the option', {}],
    ['after its day', { migrate: { from: 'next-auth', until: '2020-01-01' } }],
  ] satisfies readonly (readonly [string, Partial<AuthConfig>])[])(
    'gets a redirect %s',
    async (_, config) => {
      const env = {
        NODE_ENV: 'test',
        AUTH_URL: ORIGIN,
        AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA',
      }
      const auth = createAuth({ providers: [], ...config }, { env, basePath: '/api/auth' })
      await load(auth)
        .signOut({ redirect: false })
        .catch(() => undefined)
      expect(calls.at(-1)).toEqual(['/api/auth/signout', 302, `${ORIGIN}/page`])
    },
  )

  test('gets JSON for a JSON body, as no other caller does', async () => {
    const auth = open(ORIGIN)
    load(auth)
    const csrf = await fetch('/api/auth/csrf')
    // The shape of this answer is the contract.
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const send = (body: object): Promise<Response> =>
      fetch('/api/auth/signout', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ csrfToken, ...body }),
      })
    const answer = await send({ json: true })
    expect([answer.status, await answer.json()]).toEqual([200, { url: ORIGIN }])
    for (const body of [{}, { json: false }, { json: 'false' }, { json: 1 }]) {
      expect((await send(body)).status).toBe(302)
    }
  })
})
