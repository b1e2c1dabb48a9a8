import { createHmac, hkdfSync } from 'node:crypto'
import { openSqlAdapter, type OpenSqlAdapter } from '@latchstring/adapter-sql'
import { createAuth, type Auth, type AuthConfig } from '@latchstring/core'
import type { JWT, JWTOptions } from '@latchstring/core/jwt'
import { EncryptJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OLD_SECRET, PERSON, version4, version5 } from './src/peer-tokens.ts'
import { texts } from '@latchstring/test-kit/texts'

const HOST = 'app.example'
const DAY = 86_400
const YEAR = 365 * DAY

let adapter: OpenSqlAdapter

beforeAll(async () => {
  adapter = openSqlAdapter(':memory:')
  await adapter.migrate()
})

afterAll(() => adapter.close())

interface Options {
  readonly config?: Partial<AuthConfig>
  readonly migrate?: Partial<NonNullable<AuthConfig['migrate']>>
  readonly origin?: string
  /** How far the clock of the application is ahead, in seconds. */
  readonly ahead?: number
  readonly given?: Given
}

/** The ways in which an application gives its configuration, with functions that are new each time. */
const GIVEN = ['an object', 'a function', 'an async function'] as const

type Given = (typeof GIVEN)[number]

/** The same members, with new functions that do the same. */
function renew<T extends object>(options: T): T {
  const members = Object.entries(options).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function'
      ? (...parameters: readonly unknown[]): unknown => Reflect.apply(value, undefined, parameters)
      : value,
  ])
  // It is made of the same.
  return Object.fromEntries(members) as T
}

function application(options: Options = {}): Auth {
  const { config = {}, migrate = {}, origin = `http://${HOST}`, ahead = 0 } = options
  const make = (): AuthConfig => ({
    providers: [],
    migrate: {
      from: 'next-auth',
      until: '2120-01-01',
      secret: OLD_SECRET,
      ...renew(migrate),
    },
    ...config,
    ...(config.jwt && { jwt: renew(config.jwt) }),
  })
  const sources = {
    'an object': make(),
    'a function': make,
    'an async function': async () => make(),
  }
  return createAuth(sources[options.given ?? 'an object'], {
    env: { NODE_ENV: 'test', AUTH_URL: origin, AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA' },
    clock: () => Date.now() + ahead * 1000,
  })
}

interface Visit {
  readonly session: unknown
  readonly cookies: readonly string[]
}

async function visit(auth: Auth, cookie: string, origin = `http://${HOST}`): Promise<Visit> {
  const request = new Request(`${origin}/auth/session`, { headers: { cookie } })
  const response = await auth.handle(request)
  expect(response.status).toBe(200)
  const session: unknown = await response.json()
  return { session, cookies: response.headers.getSetCookie() }
}

/** `expect.any` has no type of its own. */
const ANY_TEXT = expect.any(String) as unknown
const SIGNED_IN = { user: { name: 'N', email: 'e@x.y', image: 'p' }, expires: ANY_TEXT }

/** The cookie that a visit left, as the browser sends it. */
function cookieOf({ cookies }: Visit, name = 'latchstring.session-token'): string {
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

async function expectNobody(auth: Auth, cookie: string, origin?: string): Promise<void> {
  const { session, cookies } = await visit(auth, cookie, origin)
  expect(session).toBeNull()
  expect(cookies.every((header) => header.includes('Max-Age=0'))).toBe(true)
  const headers = new Headers({ cookie })
  expect((await auth.session({ headers })).session).toBeNull()
}

/** The value in two cookies, as the peer spreads a long one. */
function inChunks(name: string, value: string): string {
  return `${name}.0=${value.slice(0, 90)}; ${name}.1=${value.slice(90)}`
}

/** What a version of the peer makes, and where it puts it. */
interface Version {
  readonly make: (token: object, maxAge?: number) => Promise<string>
  readonly name: string
  readonly origin: string
}

const secure = '__Secure-authjs.session-token'

const VERSIONS: Readonly<Record<string, Version>> = {
  'version 4': {
    name: 'next-auth.session-token',
    origin: `http://${HOST}`,
    make: (token, maxAge = DAY) => version4({ token, maxAge }),
  },
  'version 4 over https': {
    name: '__Secure-next-auth.session-token',
    origin: `https://${HOST}`,
    make: (token, maxAge = DAY) => version4({ token, maxAge }),
  },
  'version 5': {
    name: 'authjs.session-token',
    origin: `http://${HOST}`,
    make: (token, maxAge = DAY) => version5({ token, maxAge }),
  },
  'version 5 over https': {
    name: secure,
    origin: `https://${HOST}`,
    make: (token, maxAge = DAY) => version5({ token, maxAge, salt: secure }),
  },
}

describe.each(Object.entries(VERSIONS))('A token of %s', (_, { make, name, origin }) => {
  test.each(GIVEN)(
    'with a user is a session, sealed by an encoder of the application from then on: configured by %s (ALT-03)',
    async (given) => {
      let loses = false
      const encode: JWTOptions['encode'] = ({ token = {}, secret }) =>
        sign({ ...token, ...(loses && { auth_time: undefined }) }, [secret].flat()[0])
      const config = { jwt: { ...OWN, encode }, logger: { error: () => undefined } }
      const auth = application({ origin, given, config })
      const cookie = `${name}=${await make(PERSON)}`
      const taken = await visit(auth, cookie, origin)
      expect(taken.session).toEqual(SIGNED_IN)
      const headers = new Headers({ cookie })
      expect((await auth.session({ headers })).session).toMatchObject(SIGNED_IN)
      expect((await auth.update({ headers }, {})).session).toMatchObject(SIGNED_IN)
      loses = true
      expect(await auth.session({ headers })).toEqual({ session: null, cookies: [] })
      const response = await auth.handle(new Request(`${origin}/auth/session`, { headers }))
      expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
    },
  )

  test('with a user is a session, in one cookie and in several (ALT-03)', async () => {
    const value = await make(PERSON)
    const auth = application({ origin })
    expect((await visit(auth, `${name}=${value}`, origin)).session).toEqual(SIGNED_IN)
    expect((await visit(auth, inChunks(name, value), origin)).session).toEqual(SIGNED_IN)
    const byMail = await make({ email: 'e@x.y' })
    expect((await visit(auth, `${name}=${byMail}`, origin)).session).toMatchObject({
      user: { email: 'e@x.y' },
    })
  })

  test.each([
    ['of a state check', { state: 'x' }],
    ['of a check', { value: 'x', provider: 'github' }],
    ['of a PKCE check', { code_verifier: 'x' }],
    ['of a nonce check', { nonce: 'x' }],
    ['without claims', {}],
    ['with a name only', { name: 'N' }],
    ['with an empty subject', { sub: '', email: '' }],
    ['with an empty subject and an address', { sub: '', email: 'e@x.y' }],
    ['whose subject is not a string', { sub: { $ne: 1 }, email: 'e@x.y' }],
    ['whose address is not a string', { email: ['e@x.y'] }],
  ])('%s is not a session, in one cookie or in several (ALT-03)', async (_what, token) => {
    const value = await make(token)
    await expectNobody(application({ origin }), `${name}=${value}`, origin)
    await expectNobody(application({ origin }), inChunks(name, value), origin)
  })

  test('is not a session once it has expired, to the second (ALT-03)', async () => {
    const cookie = `${name}=${await make(PERSON, 600)}`
    expect(
      (await visit(application({ origin, ahead: 590 }), cookie, origin)).session,
    ).not.toBeNull()
    await expectNobody(application({ origin, ahead: 600 }), cookie, origin)
  })

  test('issued in the future is not a session (ALT-03)', async () => {
    const cookie = `${name}=${await make(PERSON)}`
    expect(
      (await visit(application({ origin, ahead: -50 }), cookie, origin)).session,
    ).not.toBeNull()
    await expectNobody(application({ origin, ahead: -70 }), cookie, origin)
    const later = await make({ ...PERSON, nbf: Math.floor(Date.now() / 1000) + 90 })
    await expectNobody(application({ origin }), `${name}=${later}`, origin)
    const never = await make({ ...PERSON, nbf: 'never' })
    await expectNobody(application({ origin }), `${name}=${never}`, origin)
  })

  test('is not a session past the absolute lifetime, counted from its issue (ALT-03, ALT-09)', async () => {
    const cookie = `${name}=${await make({ ...PERSON, auth_time: 9e9 }, 3 * YEAR)}`
    await expectNobody(application({ origin, ahead: YEAR }), cookie, origin)
    const config = { session: { absoluteMaxAge: 1000, maxAge: 600, updateAge: 0 } }
    await expectNobody(application({ config, origin, ahead: 1000 }), cookie, origin)
    const taken = await visit(application({ config, origin, ahead: 900 }), cookie, origin)
    expect(taken.session).toEqual(SIGNED_IN)
    const own = cookieOf(
      taken,
      origin.startsWith('https') ? '__Host-latchstring.session-token' : undefined,
    )
    const later = (ahead: number): Auth => application({ config, origin, ahead })
    expect((await visit(later(990), own, origin)).session).toEqual(SIGNED_IN)
    await expectNobody(later(1000), own, origin)
  })

  test('is a session until the configured date, to the millisecond (ALT-03)', async () => {
    const until = Date.now() + 60_000
    const env = {
      NODE_ENV: 'test',
      AUTH_URL: origin,
      AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA',
    }
    const migrate = {
      from: 'next-auth',
      until: new Date(until).toISOString(),
      secret: OLD_SECRET,
    } as const
    const cookie = `${name}=${await make(PERSON)}`
    const at = (now: number): Auth =>
      createAuth({ providers: [], migrate }, { env, clock: () => now })
    expect((await visit(at(until - 1), cookie, origin)).session).toEqual(SIGNED_IN)
    await expectNobody(at(until), cookie, origin)
  })

  test('is not a session with database sessions (ALT-03)', async () => {
    const cookie = `${name}=${await make(PERSON)}`
    await expectNobody(application({ origin, config: { adapter } }), cookie, origin)
  })

  test('is not a session in a cookie of the other protocol (CKI-03)', async () => {
    const other = name.startsWith('__Secure-') ? name.replace('__Secure-', '') : `__Secure-${name}`
    const cookie = `${other}=${await make(PERSON)}`
    expect((await visit(application({ origin }), cookie, origin)).session).toBeNull()
  })
})

test('A token of version 5 in its older encryption is a session', async () => {
  const name = 'authjs.session-token'
  const info = `Auth.js Generated Encryption Key (${name})`
  const key = new Uint8Array(hkdfSync('sha256', OLD_SECRET, name, info, 32))
  const token = await new EncryptJWT({ ...PERSON, jti: 'j' })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt()
    .setExpirationTime('1 day')
    .encrypt(key)
  expect((await visit(application(), `${name}=${token}`)).session).toEqual(SIGNED_IN)
})

test('A check cookie of version 4 from 4.24.5 on, and one of version 5, opens as no session (ALT-03)', async () => {
  for (const salt of ['next-auth.state', 'next-auth.session-token']) {
    const value = await version4({ token: PERSON, salt })
    await expectNobody(application(), `next-auth.session-token=${value}`)
  }
  for (const salt of ['authjs.state', 'authjs.pkce.code_verifier', 'encodedState']) {
    const value = await version5({ token: PERSON, salt })
    await expectNobody(application(), `authjs.session-token=${value}`)
  }
})

test('A stale cookie of one version does not hide the session of the other', async () => {
  const stale = await version5({ maxAge: -60 })
  const good = await version4()
  const cookie = `authjs.session-token=${stale}; next-auth.session-token=${good}`
  expect((await visit(application(), cookie)).session).toEqual(SIGNED_IN)
})

test('A stale cookie of this library does not hide the session of another library', async () => {
  const cookie = `latchstring.session-token=stale; authjs.session-token=${await version5()}`
  expect((await visit(application(), cookie)).session).toEqual(SIGNED_IN)
})

test('A session of another library keeps its subject and one session id', async () => {
  const seen: (JWT | undefined)[] = []
  const config: Partial<AuthConfig> = {
    callbacks: { session: ({ session, token }) => (seen.push(token), session) },
  }
  const auth = application({ config })
  const taken = await visit(auth, `next-auth.session-token=${await version4()}`)
  await visit(auth, cookieOf(taken))
  expect(seen.map((token) => token?.sub)).toEqual(['1', '1'])
  expect(seen[0]?.jti).toMatch(/./)
  expect(seen[1]?.jti).toBe(seen[0]?.jti)
})

describe('An application whose session cookie has a configured name', () => {
  const NAME = 'acme.session'

  test.each([
    ['version 4', () => version4()],
    ['version 5', () => version5({ salt: NAME })],
  ])('accepts sessions of %s under the former name', async (_, make) => {
    const cookie = `${NAME}=${await make()}`
    const auth = application({ migrate: { cookieName: NAME } })
    const taken = await visit(auth, cookie)
    expect(taken.session).toEqual(SIGNED_IN)
    expect(taken.cookies.some((header) => header.startsWith(`${NAME}=; Max-Age=0`))).toBe(true)
    expect((await visit(auth, cookieOf(taken))).session).toEqual(SIGNED_IN)
    expect((await visit(application(), cookie)).session).toBeNull()
  })

  test.each([
    ['version 4', () => version4()],
    ['version 5', () => version5({ salt: NAME })],
  ])('accepts sessions of %s under a name that stays the same', async (_, make) => {
    const config = { cookies: { sessionToken: { name: NAME } } }
    const auth = application({ config })
    const taken = await visit(auth, `${NAME}=${await make()}`)
    expect(taken.session).toEqual(SIGNED_IN)
    expect(taken.cookies.filter((header) => header.startsWith(`${NAME}=`))).toHaveLength(1)
    const own = cookieOf(taken, NAME)
    expect((await visit(auth, own)).session).toEqual(SIGNED_IN)
    // It is this library's now.
    const done = application({ config, migrate: { until: '2020-01-01' } })
    expect((await visit(done, own)).session).toEqual(SIGNED_IN)
  })

  test('accepts no check cookie under that name (ALT-03)', async () => {
    const value = await version4({ token: { value: 'x' } })
    await expectNobody(application({ migrate: { cookieName: NAME } }), `${NAME}=${value}`)
    const config = { cookies: { sessionToken: { name: NAME } } }
    await expectNobody(application({ config }), `${NAME}=${value}`)
  })

  test('deletes the cookie of a domain when it is replaced', async () => {
    const config = { cookies: { sessionToken: { name: NAME } } }
    const auth = application({ config, migrate: { domain: HOST } })
    const { cookies } = await visit(auth, `${NAME}=${await version4()}`)
    const written = cookies.filter((header) => header.startsWith(`${NAME}=`))
    expect(
      written.map((header) => [header.includes('Max-Age=0'), header.includes(`Domain=${HOST}`)]),
    ).toEqual([
      [false, false],
      [true, true],
    ])
  })

  test('accepts database sessions under that name', async () => {
    const user = { id: 'u1', email: 'e@x.y', emailVerified: null, name: 'N', image: 'p' }
    const { id: userId } = await adapter.createUser(user)
    const sessionToken = '0c5be06d-6a3b-4a62-9c0b-0f7f4b4f3f11'
    const expires = new Date(Date.now() + DAY * 1000)
    await adapter.createSession({ sessionToken, userId, expires })
    const auth = application({ config: { adapter }, migrate: { cookieName: NAME } })
    const taken = await visit(auth, `${NAME}=${sessionToken}`)
    expect(taken.session).toEqual(SIGNED_IN)
    expect((await visit(auth, cookieOf(taken))).session).toEqual(SIGNED_IN)
  })
})

function hmac(text: string, secret: unknown): string {
  // Written for version 4, which hands over one secret.
  if (typeof secret !== 'string') throw new TypeError('The secret is not a string.')
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** An encoding of the application, as it had one with version 4: signed, and without `jti` and `exp`. */
function sign(claims: object, secret: unknown = OLD_SECRET): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${text}.${hmac(text, secret)}`
}

const decode: NonNullable<JWTOptions['decode']> = ({ token = '', secret }) => {
  const [text = '', mac] = token.split('.')
  if (mac !== hmac(text, secret)) throw new Error('The signature is wrong.')
  // `sign` made it.
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as JWT
}

/** The same as the application's own for the tokens of this library, which hands over several secrets. */
const OWN: JWTOptions = {
  encode: ({ token = {}, secret }) => sign(token, [secret].flat()[0]),
  decode: (params) => decode({ ...params, secret: [params.secret].flat()[0] ?? '' }),
}

describe('An application with its own jwt.decode', () => {
  const now = (): number => Math.floor(Date.now() / 1000)
  const NAME = 'next-auth.session-token'

  const WAYS: Readonly<Record<string, Options>> = {
    'as `jwt.decode`': { config: { jwt: OWN } },
    'as `migrate.decode`': { migrate: { decode } },
    'as `migrate.decode`, with another for later': {
      config: { jwt: OWN },
      migrate: { decode },
    },
  }

  const EACH = Object.entries(WAYS).flatMap(([way, options]) =>
    GIVEN.map((given) => [`${way}, configured by ${given}`, { ...options, given }] as const),
  )

  describe.each(EACH)('%s', (_, options) => {
    test('accepts its sessions, and issues them again with the missing claims', async () => {
      const auth = application(options)
      const taken = await visit(auth, `${NAME}=${sign({ ...PERSON, iat: now() - 60 })}`)
      expect(taken.session).toEqual(SIGNED_IN)
      const done = application({ ...options, migrate: { ...options.migrate, until: '2020-01-01' } })
      expect((await visit(done, cookieOf(taken))).session).toEqual(SIGNED_IN)
    })

    test('accepts its sessions in code, and updates them', async () => {
      const auth = application(options)
      const headers = new Headers({ cookie: `${NAME}=${sign({ ...PERSON, iat: now() - 60 })}` })
      for (const read of [await auth.session({ headers }), await auth.update({ headers }, {})]) {
        expect(read.session).toMatchObject(SIGNED_IN)
        expect(read.cookies.map(({ name }) => name)).toEqual(['latchstring.session-token', NAME])
      }
    })

    test.each<readonly [string, object]>([
      ['a check cookie', { value: 'x', iat: now(), exp: now() + 600 }],
      ['a check cookie with an id', { value: 'x', jti: 'j', iat: now(), exp: now() + 600 }],
      ['a token without a time', { ...PERSON }],
      ['a token that has expired', { ...PERSON, iat: now() - 60, exp: now() - 1 }],
      ['a token as old as `maxAge` that names no end', { ...PERSON, iat: now() - 30 * DAY }],
      ['a token from the future', { ...PERSON, iat: now() + 90, exp: now() + 120 }],
      ['a token beyond its absolute lifetime', { ...PERSON, iat: now() - YEAR, exp: now() + 60 }],
    ])('does not accept %s as a session (ALT-03)', async (_what, claims) => {
      await expectNobody(application(options), `${NAME}=${sign(claims)}`)
    })

    test('does not accept a session that its decoder refuses', async () => {
      const cookie = `${NAME}=${sign({ ...PERSON, iat: now() }, 'another')}`
      await expectNobody(application(options), cookie)
    })
  })

  test('accepts sessions under an unchanged name, and none past the absolute lifetime (ALT-03, ALT-09)', async () => {
    const config = { jwt: OWN, cookies: { sessionToken: { name: NAME } } }
    const cookie = `${NAME}=${sign({ ...PERSON, iat: now() - 60 })}`
    const taken = await visit(application({ config }), cookie)
    expect(taken.session).toEqual(SIGNED_IN)
    const own = cookieOf(taken, NAME)
    const ahead = YEAR - 120
    expect((await visit(application({ config, ahead: 60 }), own)).session).toEqual(SIGNED_IN)
    const old = {
      ...PERSON,
      jti: 'j',
      auth_time: now() - 300,
      iat: now() + ahead,
      exp: now() + 2 * YEAR,
    }
    await expectNobody(
      application({ config, ahead }),
      `${NAME}=${sign(old, 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA')}`,
    )
  })

  test('accepts no check cookie as a session under an unchanged name and secret (ALT-03)', async () => {
    const auth = application({
      config: { jwt: OWN, secret: OLD_SECRET, cookies: { sessionToken: { name: NAME } } },
    })
    const times = { iat: now() - 60, exp: now() + 600 }
    expect((await visit(auth, `${NAME}=${sign({ ...PERSON, ...times })}`)).session).not.toBeNull()
    await expectNobody(auth, `${NAME}=${sign({ value: 'x', ...times })}`)
    await expectNobody(auth, `${NAME}=${sign({ value: 'x', jti: 'j', ...times })}`)
  })

  test('does not extend a session of this library under the cookie name of another (ALT-09)', async () => {
    const config = { jwt: OWN }
    const ahead = YEAR - 120
    const claims = { ...PERSON, jti: 'j', iat: now() + ahead, exp: now() + 2 * YEAR }
    const young = sign({ ...claims, auth_time: now() })
    expect((await visit(application({ config, ahead }), `${NAME}=${young}`)).session).not.toBeNull()
    const old = sign({ ...claims, auth_time: now() - 300 })
    await expectNobody(application({ config, ahead }), `${NAME}=${old}`)
  })

  test('accepts sessions of its encoding and of the built-in encoding', async () => {
    const auth = application({ config: { jwt: OWN } })
    const cookie = `authjs.session-token=${await version5()}`
    expect((await visit(auth, cookie)).session).toEqual(SIGNED_IN)
  })
})

test('An application with a secret of its own for tokens accepts sessions sealed with that secret', async () => {
  const auth = createAuth(
    {
      providers: [],
      jwt: { secret: OLD_SECRET },
      migrate: { from: 'next-auth', until: '2120-01-01' },
    },
    {
      env: {
        NODE_ENV: 'test',
        AUTH_URL: `http://${HOST}`,
        AUTH_SECRET: 'kV3nQ8zT1xJ6mB9cW4yR7pL2sD5fH0gA',
      },
    },
  )
  const { session } = await visit(auth, `next-auth.session-token=${await version4()}`)
  expect(session).toEqual(SIGNED_IN)
})

test.each(Object.entries(VERSIONS))(
  'The pages to sign in and out name the user of a migrated session of %s',
  async (_, { make, name, origin }) => {
    const auth = application({ origin })
    const headers = { cookie: `${name}=${await make(PERSON)}`, accept: 'text/html' }
    for (const page of ['signin', 'signout']) {
      const response = await auth.handle(new Request(`${origin}/auth/${page}`, { headers }))
      expect(await response.text()).toContain(
        texts.present.named.replace('{name}', '<strong><bdi>N</bdi></strong>'),
      )
    }
  },
)
