import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { encode } from '@auth/core/jwt'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth, type Auth } from '@latchstring/core'
import { encode as encodeOwn, getToken } from '@latchstring/core/jwt'
import { describe, expect, test } from 'vitest'
import { OLD_SECRET, version4, version5 } from './src/peer-tokens.ts'

const ORIGIN = 'http://localhost:3000'
const SESSION = `${ORIGIN}/auth/session`
const OURS = 'latchstring.session-token'

interface Options {
  readonly until?: string
  readonly off?: boolean
  readonly secret?: string
}

function application({
  until = '2120-01-01',
  off = false,
  secret = OLD_SECRET,
}: Options = {}): Auth {
  return createAuth(
    {
      providers: [],
      ...(off ? {} : { migrate: { from: 'next-auth', until, secret } }),
    },
    {
      env: {
        NODE_ENV: 'test',
        AUTH_URL: ORIGIN,
        AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA',
      },
    },
  )
}

async function visit(
  auth: Auth,
  cookie: string,
): Promise<{ body: unknown; cookies: readonly string[] }> {
  const response = await auth.handle(new Request(SESSION, { headers: { cookie } }))
  expect(response.status).toBe(200)
  return { body: await response.json(), cookies: response.headers.getSetCookie() }
}

/** `expect.any` has no type of its own. */
const anyText = expect.any(String) as unknown

const SIGNED_IN = { user: { name: 'N', email: 'e@x.y', image: 'p' }, expires: anyText }

describe('An application that migrates from Auth.js', () => {
  test('accepts a session of version 5, issues it under its own cookie, and deletes the old cookie', async () => {
    const auth = application()
    const name = 'authjs.session-token'
    const first = await visit(auth, `${name}=${await version5()}`)
    expect(first.body).toEqual(SIGNED_IN)
    const own = first.cookies.find((cookie) => cookie.startsWith(`${OURS}=`))
    expect(
      first.cookies.some(
        (cookie) => cookie.startsWith(`${name}=;`) && cookie.includes('Max-Age=0'),
      ),
    ).toBe(true)
    const second = await visit(application({ off: true }), own?.split(';')[0] ?? '')
    expect(second.body).toEqual(SIGNED_IN)
  })

  test('accepts a session of version 4', async () => {
    const { body, cookies } = await visit(
      application(),
      `next-auth.session-token=${await version4()}`,
    )
    expect(body).toEqual(SIGNED_IN)
    expect(cookies.some((cookie) => cookie.startsWith(`${OURS}=`))).toBe(true)
  })

  test('accepts a session in several cookies', async () => {
    const token = await version5()
    const [head, tail] = [token.slice(0, 100), token.slice(100)]
    const { body } = await visit(
      application(),
      `authjs.session-token.0=${head}; authjs.session-token.1=${tail}`,
    )
    expect(body).toEqual(SIGNED_IN)
  })

  test('accepts no session after `migrateFrom.until`', async () => {
    const cookie = `authjs.session-token=${await version5()}`
    expect((await visit(application({ until: '2020-01-01' }), cookie)).body).toBeNull()
  })

  test('accepts no session without `migrateFrom`', async () => {
    const cookie = `authjs.session-token=${await version5()}`
    expect((await visit(application({ off: true }), cookie)).body).toBeNull()
  })

  test('accepts no session sealed with another secret', async () => {
    const cookie = `authjs.session-token=${await version5()}`
    const auth = application({ secret: 'another-secret-of-another-app-123' })
    expect((await visit(auth, cookie)).body).toBeNull()
  })

  test('accepts no token of another purpose as a session', async () => {
    const cookie = `authjs.session-token=${await version5({ salt: 'authjs.state' })}`
    expect((await visit(application(), cookie)).body).toBeNull()
  })

  test.each([
    ['version 5', 'authjs.session-token', () => version5()],
    ['version 4', 'next-auth.session-token', () => version4()],
  ])('accepts no session of %s with any character changed', async (_, name, make) => {
    const auth = application()
    const token = await make()
    for (let index = 0; index < token.length; index += 7) {
      const other = token.charAt(index) === 'A' ? 'g' : 'A'
      const changed = token.slice(0, index) + other + token.slice(index + 1)
      if (token.charAt(index) === '.') continue
      expect((await visit(auth, `${name}=${changed}`)).body, `character ${index}`).toBeNull()
    }
  })

  test('deletes the cookie of the other library at the sign-out', async () => {
    const auth = application()
    const headers = new Headers({ cookie: `authjs.session-token=${await version5()}` })
    const { cookies } = await auth.signOut({ headers })
    expect(cookies.map(({ name, value }) => [name, value])).toContainEqual([
      'authjs.session-token',
      '',
    ])
  })

  test('accepts database sessions, keeps their rows, and replaces their cookie', async () => {
    const adapter = openSqlAdapter(':memory:')
    await adapter.migrate()
    const user = await adapter.createUser({
      id: 'u1',
      email: 'e@x.y',
      emailVerified: null,
      name: 'N',
      image: 'p',
    })
    const sessionToken = '0c5be06d-6a3b-4a62-9c0b-0f7f4b4f3f11'
    await adapter.createSession({
      sessionToken,
      userId: user.id,
      expires: new Date(Date.now() + 86_400_000),
    })
    const auth = createAuth(
      { providers: [], adapter, migrate: { from: 'next-auth', until: '2120-01-01' } },
      {
        env: {
          NODE_ENV: 'test',
          AUTH_URL: ORIGIN,
          AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA',
        },
      },
    )
    const { body, cookies } = await visit(auth, `authjs.session-token=${sessionToken}`)
    expect(body).toEqual(SIGNED_IN)
    const own = cookies.find((cookie) => cookie.startsWith(`${OURS}=`)) ?? ''
    expect((await visit(auth, own.split(';')[0] ?? '')).body).toEqual(SIGNED_IN)
    await adapter.close()
  })

  test.each([
    ['an empty one', ''],
    ['one of several', ['good-enough-secret-of-the-app-12345', '']],
    ['none', []],
  ])('refuses a secret that is not set: %s', async (_, secret) => {
    const auth = createAuth(
      { providers: [], migrate: { from: 'next-auth', until: '2120-01-01', secret } },
      {
        env: {
          NODE_ENV: 'production',
          AUTH_URL: ORIGIN,
          AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA',
        },
      },
    )
    const forged = await encode({
      token: { sub: '1' },
      secret: '',
      salt: 'authjs.session-token',
    }).catch(() => 'x')
    const cookie = `authjs.session-token=${forged}`
    const response = await auth.handle(new Request(SESSION, { headers: { cookie } }))
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: 'Configuration' })
  })

  test('deletes a cookie set for a domain at the sign-out', async () => {
    const auth = createAuth(
      {
        providers: [],
        migrate: {
          from: 'next-auth',
          until: '2120-01-01',
          secret: OLD_SECRET,
          domain: 'example.com',
        },
      },
      {
        env: {
          NODE_ENV: 'test',
          AUTH_URL: ORIGIN,
          AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA',
        },
      },
    )
    const headers = new Headers({ cookie: `authjs.session-token=${await version5()}` })
    const { cookies } = await auth.signOut({ headers })
    const deleted = cookies.filter(({ name }) => name === 'authjs.session-token')
    expect(deleted.map(({ value, options }) => [value, options.domain])).toEqual([
      ['', undefined],
      ['', 'example.com'],
    ])
  })
})

describe('getToken while sessions of next-auth are taken over', () => {
  const secret = OLD_SECRET
  const migrate = { from: 'next-auth', until: '2120-01-01' } as const
  const claims = { sub: '7', name: 'Ada', role: 'admin' }
  const sealed5 = (salt: string): Promise<string> => version5({ token: claims, secret, salt })
  const sealed4 = (): Promise<string> => version4({ token: claims, secret })

  test.each([
    ['version 5, over https', '__Secure-authjs.session-token', sealed5],
    ['version 5, over http', 'authjs.session-token', sealed5],
    ['version 4, over https', '__Secure-next-auth.session-token', sealed4],
    ['version 4, over http', 'next-auth.session-token', sealed4],
  ])('returns the token of %s, from every kind of request', async (_name, name, seal) => {
    const token = await seal(name)
    const cookie = `other=1; ${name}=${token}`
    const headers = { cookie, 'set-cookie': ['a=b', 'c=d'], host: undefined }
    const requests = [
      new Request('https://app.example', { headers: { cookie } }),
      { headers: new Headers({ cookie }) },
      { headers },
      { headers: { get: (header: string) => (header === 'cookie' ? cookie : null) } },
      Object.assign(new IncomingMessage(new Socket()), { headers: { cookie } }),
    ]
    for (const req of requests) {
      expect(await getToken({ req, secret, migrate })).toMatchObject(claims)
      expect(await getToken({ req, secret })).toBeNull()
      const over = { ...migrate, until: '2020-01-01' }
      expect(await getToken({ req, secret, migrate: over })).toBeNull()
    }
  })

  test('returns the own token where both are there, and one that has kept its own name', async () => {
    const own = await encodeOwn({ token: { sub: 'new' }, secret, salt: OURS })
    const old = await sealed5('authjs.session-token')
    const both = { headers: { cookie: `authjs.session-token=${old}; ${OURS}=${own}` } }
    expect(await getToken({ req: both, secret, migrate })).toMatchObject({ sub: 'new' })
    const named = await sealed5('acme')
    const req = { headers: { cookie: `acme=${named}` } }
    expect(await getToken({ req, secret, cookieName: 'acme', migrate })).toMatchObject(claims)
  })
})
