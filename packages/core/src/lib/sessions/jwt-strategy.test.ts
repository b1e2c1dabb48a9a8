import { beforeEach, describe, expect, test, vi } from 'vitest'
import { earlierSignIn } from '../sign-in/pending-sign-in.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { SessionContext } from '../request/context.ts'
import { AccessDenied } from '../errors/classes.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { AdapterRevocation } from '../types/adapter-revocation.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { JWTParams } from '../types/callbacks.ts'
import type { AuthConfig } from '../types/config.ts'
import type { JWT } from '../types/jwt.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { Identity } from './strategy.ts'

const START = 1_700_000_000_000
const DAY = 86_400_000
const ADA = { id: '1', name: 'Ada', email: 'ada@example.com', image: '/ada.png' }
const IDENTITY: Identity = { user: ADA, account: null, isNewUser: false }

let now: number
const errors: string[] = []

beforeEach(() => {
  now = START
  errors.length = 0
})

function contextWith(
  cookie: string,
  config: Partial<AuthConfig> = {},
  clock = (): number => now,
): SessionContext {
  const resolved = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      logger: { error: (error: Error) => void errors.push(error.message), warn: () => undefined },
      ...config,
    },
    { env: {}, clock, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example.com', secure: true }
  return { config: resolved, origin, profile: resolved.secure, jar: new CookieJar(cookie) }
}

/** The cookie that a jar sets, as a browser sends it. */
const cookieOf = (jar: CookieJar): string => jar.toHeaders()[0]?.split(';')[0] ?? ''

async function enter(config: Partial<AuthConfig> = {}, identity = IDENTITY): Promise<string> {
  const { jar, issued } = await jwtStrategy.issue(contextWith('', config), identity)
  expect(issued).toBe(true)
  return cookieOf(jar)
}

/** Encodes as text, and keeps every claim. */
const PLAIN: AuthConfig['jwt'] = {
  encode: ({ token = {} }) => Buffer.from(JSON.stringify(token)).toString('base64url'),
  decode: ({ token = '' }) => JSON.parse(Buffer.from(token, 'base64url').toString()) as JWT, // `encode` made it
}

describe('The jwt callback', () => {
  /** What the callback is given at a sign-in. */
  async function given(identity: Identity): Promise<JWTParams> {
    const seen: JWTParams[] = []
    const jwt = (params: JWTParams): JWT => {
      seen.push(params)
      return params.token
    }
    await enter({ callbacks: { jwt } }, identity)
    expect(seen).toHaveLength(1)
    const [params] = seen
    if (!params) throw new Error('It has not been called.')
    return params
  }

  test('gets the user as claims of OpenID Connect, with the picture under both names', async () => {
    expect(await given(IDENTITY)).toStrictEqual({
      token: {
        sub: '1',
        name: 'Ada',
        email: 'ada@example.com',
        picture: '/ada.png',
        image: '/ada.png',
      },
      user: ADA,
      account: null,
      isNewUser: false,
      trigger: 'signIn',
    })
  })

  test('gets null claims for a user without name, address and id, and the profile', async () => {
    const profile = { sub: 'x' }
    expect(await given({ ...IDENTITY, user: {}, profile, isNewUser: true })).toStrictEqual({
      token: { name: null, email: null, picture: null, image: null },
      user: {},
      account: null,
      profile,
      isNewUser: true,
      trigger: 'signUp',
    })
  })

  test('gets the derived subject for a user without a stored id', async () => {
    const { token } = await given({ ...IDENTITY, subject: 'derived' })
    expect(token.sub).toBe('derived')
  })

  test('that returns null at a sign-in prevents the session, and the previous session ends (SES-05)', async () => {
    const before = await enter()
    const context = contextWith(before, { callbacks: { jwt: () => null } })
    const { jar, issued } = await jwtStrategy.issue(context, IDENTITY)
    expect(issued).toBe(false)
    expect(jar.toHeaders().join()).toMatch(/session-token=; Max-Age=0/)
  })

  test('that returns null at a sign-in says so in the log, in development as a warning', async () => {
    const lines: unknown[] = []
    const logger = {
      warn: (code: string, detail = '') => lines.push([code, detail]),
      debug: (message: string) => message.includes('`jwt`') && lines.push(['debug', message]),
    }
    const { config, ...context } = contextWith('', { logger, callbacks: { jwt: () => null } })
    const development = { variables: [] }
    await jwtStrategy.issue({ ...context, config: { ...config, development } }, IDENTITY)
    await jwtStrategy.issue({ ...context, config }, IDENTITY)
    const said: unknown = expect.stringContaining('The `jwt` callback returned null at a sign-in')
    expect(lines).toEqual([
      ['development', said],
      ['debug', said],
    ])
  })

  test.each([undefined, false, 'admin', 7, []])(
    'that returns %j, which is neither a token nor null, is an error with the fix, at a sign-in and at a read (REL-06)',
    async (returned) => {
      const cookie = await enter()
      // As a program without types, or with a cast, may have it.
      const jwt = (): JWT => returned as unknown as JWT
      const context = contextWith(cookie, { callbacks: { jwt } })
      const expected = {
        type: 'JWTSessionError',
        message:
          'The `jwt` callback returned neither a token nor `null`. Return the token, or `null` to end the session.',
      }
      await expect(jwtStrategy.issue(context, IDENTITY)).rejects.toMatchObject(expected)
      const read = async () => jwtStrategy.read(context, 'client')
      await expect(read()).rejects.toMatchObject(expected)
    },
  )

  test.each<readonly [string, string, () => JWT]>([
    ['a BigInt', '`token.count` is a BigInt', () => ({ count: 1n })],
    [
      'itself',
      'refers to an object that it is part of',
      () => {
        const token: JWT = {}
        return Object.assign(token, { token })
      },
    ],
  ])(
    'that returns a token with %s, which is not JSON, is an error with the fix, at a sign-in and at a read (REL-06)',
    async (_, what, jwt) => {
      const cookie = await enter()
      const context = contextWith(cookie, { callbacks: { jwt } })
      // What is matched has a type of its own.
      const containing = (text: string): unknown => expect.stringContaining(text)
      const expected = {
        type: 'JWTSessionError',
        message: containing(`${what}. Return text in its place, or leave it out.`),
        cause: { err: { name: 'TypeError' } },
      }
      await expect(jwtStrategy.issue(context, IDENTITY)).rejects.toMatchObject(expected)
      const read = async () => jwtStrategy.read(context, 'client')
      await expect(read()).rejects.toMatchObject(expected)
    },
  )

  test.each<readonly [string, Error, object]>([
    [
      'throws is an error with the reason',
      new RangeError('No page 7.'),
      {
        type: 'JWTSessionError',
        message: 'The `jwt` callback threw.',
        cause: { err: { name: 'RangeError' } },
      },
    ],
    [
      'throws an error of the library is that error',
      new AccessDenied('No.'),
      { type: 'AccessDenied' },
    ],
  ])('that %s (REL-06)', async (_, error, expected) => {
    const cookie = await enter()
    const jwt = (): never => {
      throw error
    }
    const context = contextWith(cookie, { callbacks: { jwt } })
    const read = async () => jwtStrategy.read(context, 'client')
    await expect(read()).rejects.toMatchObject(expected)
    const update = async () => jwtStrategy.read(context, 'client', { data: {} })
    await expect(update()).rejects.toMatchObject(expected)
    for (const isNewUser of [false, true]) {
      const issue = async () => jwtStrategy.issue(context, { ...IDENTITY, isNewUser })
      const type = error instanceof AccessDenied ? 'AccessDenied' : 'CallbackRouteError'
      await expect(issue()).rejects.toMatchObject({ ...expected, type })
    }
  })
})

test('A provider linked to a session keeps the time of its sign-in, and cannot be linked when that is too old (REV-12)', async () => {
  const account = { requireFresh: 60 }
  const first = await enter()
  now += 60_000
  const fresh = contextWith(first, { account })
  const earlier = await earlierSignIn(fresh)
  expect(earlier).toEqual({ signedInAt: START / 1000, way: undefined })
  const { jar } = await jwtStrategy.issue(fresh, { ...IDENTITY, earlier })
  const current = await jwtStrategy.current(contextWith(cookieOf(jar)))
  expect(current?.signedInAt).toBe(START / 1000)
  now += 1000
  const old = earlierSignIn(contextWith(cookieOf(jar), { account }))
  await expect(old).rejects.toMatchObject({ type: 'StepUpRequired' })
  expect((await earlierSignIn(contextWith(cookieOf(jar)))).signedInAt).toBe(START / 1000)
})

describe.each<readonly [string, Partial<AuthConfig>]>([
  ['sealed by the library', {}],
  ['encoded by the application', { jwt: PLAIN }],
])('A session %s', (_, config) => {
  test('is read without setting a cookie until it is extended', async () => {
    const cookie = await enter(config)
    const read = await jwtStrategy.read(contextWith(cookie, config), 'client')
    expect(read.session).toMatchObject({ user: { name: 'Ada', image: '/ada.png' } })
    expect(read.jar.toHeaders()).toEqual([])
    now += DAY
    const later = await jwtStrategy.read(contextWith(cookie, config), 'client')
    expect(later.jar.toHeaders()).toHaveLength(1)
    const readOnly = { ...contextWith(cookie, config), readOnly: true }
    expect((await jwtStrategy.read(readOnly, 'client')).jar.toHeaders()).toEqual([])
  })

  test('keeps the id that CSRF tokens are bound to when it is extended (CSR-02)', async () => {
    const cookie = await enter(config)
    const current = await jwtStrategy.current(contextWith(cookie, config))
    expect(current).toEqual({
      // It has no type of its own.
      sessionId: expect.stringMatching(/^[\w-]{22}$/) as unknown,
      signedInAt: START / 1000,
      userId: '1',
    })
    now += DAY
    const { jar } = await jwtStrategy.read(contextWith(cookie, config), 'client')
    const context = contextWith(cookieOf(jar), config)
    expect(await jwtStrategy.current(context)).toEqual(current)
    expect(await jwtStrategy.binding(context)).toBe(current?.sessionId)
  })

  test.each([
    ['no cookie', ''],
    ['a cookie that the library did not create', '__Host-latchstring.session-token=x.y.z'],
  ])('is null with %s, without an error', async (_what, cookie) => {
    const signOut = vi.fn()
    const context = contextWith(cookie, { ...config, events: { signOut } })
    expect((await jwtStrategy.read(context, 'client')).session).toBeNull()
    expect(await jwtStrategy.current(context)).toBeNull()
    expect(await jwtStrategy.binding(context)).toBe('')
    await jwtStrategy.revoke(context)
    expect(signOut).not.toHaveBeenCalled()
    expect(errors).toEqual([])
  })

  test('emits its token and deletes its cookie when it ends', async () => {
    const cookie = await enter(config)
    const signOut = vi.fn()
    const context = contextWith(cookie, { ...config, events: { signOut } })
    const jar = await jwtStrategy.revoke(context)
    expect(signOut.mock.calls).toMatchObject([[{ token: { sub: '1', name: 'Ada' } }]])
    expect(jar.toHeaders().join()).toMatch(/session-token=; Max-Age=0/)
  })
})

describe('a token without a claim that the library needs', () => {
  const decode = (): JWT => ({ sub: '1', iat: START / 1000, exp: START / 1000 + 60 })
  const config = { jwt: { ...PLAIN, decode } }

  test('causes an error that names the claim when the session is read (SES-03)', async () => {
    const context = contextWith(await enter(config), config)
    await expect(jwtStrategy.read(context, 'client')).rejects.toThrow('has no `jti`')
  })

  test('is logged and ignored at sign-in and sign-out (SES-03)', async () => {
    const context = contextWith(await enter(config), config)
    expect(await jwtStrategy.current(context)).toBeNull()
    expect(await jwtStrategy.binding(context)).toBe('')
    await jwtStrategy.revoke(context)
    expect(errors).toHaveLength(3)
    expect(new Set(errors).size).toBe(1)
  })
})

const nothing = (): null => null

/** Who the store finds, by the id and by an account. */
let stored: AdapterUser

/** Where addresses are proven by mail. */
const PROVING: Partial<AuthConfig> = {
  providers: [
    { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined },
  ],
  session: { strategy: 'jwt' },
  adapter: {
    createUser: (user) => user,
    getUser: (id) => (id === stored.id ? stored : null),
    getUserByEmail: nothing,
    getUserByAccount: () => stored,
    getAccount: (providerAccountId, provider) => ({
      providerAccountId,
      provider,
      type: 'oauth',
      userId: stored.id,
    }),
    updateUser: (user) => ({ email: '', emailVerified: null, ...user }),
    createVerificationToken: () => undefined,
    useVerificationToken: nothing,
  },
}

test('A session that the library seals and opens by itself is not opened again when it is issued', async () => {
  const context = contextWith('')
  const open = vi.spyOn(context.profile.sessionBox, 'open')
  expect((await jwtStrategy.issue(context, IDENTITY)).issued).toBe(true)
  expect(open).not.toHaveBeenCalled()
})

describe('the claims passed to a custom encoder', () => {
  test('do not include how the session was opened where no store can check it (ALT-05)', async () => {
    const given: JWT[] = []
    const encode = ({ token = {} }: { readonly token?: JWT }): string => `x${given.push(token)}`
    await enter({ ...PROVING, jwt: { encode, decode: () => given[0] ?? null } })
    expect(given).toHaveLength(1)
    expect(Object.keys(given[0] ?? {})).not.toContain('opened_by')
  })

  test('are not issued if the decoder drops how the session was opened (ALT-05)', async () => {
    const config = { ...PROVING, jwt: { encode: () => 'x', decode: () => ({ sub: '1' }) } }
    const identity = { ...IDENTITY, opening: { user: '1' } }
    await expect(jwtStrategy.issue(contextWith('', config), identity)).rejects.toThrow(
      'lose the claim "opened_by"',
    )
  })

  test('are issued without how the session was opened where no address is proven by mail', async () => {
    const given: JWT[] = []
    const encode = ({ token = {} }: { readonly token?: JWT }): string => `x${given.push(token)}`
    const config = { jwt: { encode, decode: () => ({ ...given[0], opened_by: undefined }) } }
    const identity = { ...IDENTITY, opening: { user: '1' } }
    expect((await jwtStrategy.issue(contextWith('', config), identity)).issued).toBe(true)
    expect(Object.keys(given[0] ?? {})).toContain('opened_by')
  })
})

describe.each<readonly [string, Partial<AuthConfig>]>([
  ['sealed by the library', PROVING],
  ['encoded by the application', { ...PROVING, jwt: PLAIN }],
])('a session %s, of a user whose address is unproven (ALT-05)', (_, proving) => {
  // The application may have another id for them.
  const subject = { ...IDENTITY, subject: 'acme-1' }
  const BY_USER: Identity = { ...subject, opening: { user: '1' } }
  const BY_ACCOUNT: Identity = {
    ...subject,
    opening: { user: '1', provider: 'guild', account: 'member' },
  }
  const signOut = vi.fn()
  const config = { ...proving, events: { signOut } }
  const proven = (): void => {
    stored = { ...stored, emailVerified: new Date(now) }
  }

  beforeEach(() => {
    stored = { ...ADA, emailVerified: null }
    signOut.mockClear()
  })

  test('is valid until another person proves the address, and is not sealed again for the check', async () => {
    const cookie = await enter(config, BY_USER)
    const { session, jar } = await jwtStrategy.read(contextWith(cookie, config), 'client')
    expect(session).toMatchObject({ user: { name: 'Ada' } })
    expect(jar.toHeaders()).toEqual([])
    expect(await jwtStrategy.current(contextWith(cookie, config))).toMatchObject({
      userId: 'acme-1',
    })
    await jwtStrategy.revoke(contextWith(cookie, config))
    expect(signOut).toHaveBeenCalledOnce()
  })

  test('is invalid once another person has proven the address, for reading, sign-in and sign-out', async () => {
    const cookie = await enter(config, BY_USER)
    proven()
    const { session, jar } = await jwtStrategy.read(contextWith(cookie, config), 'client')
    expect(session).toBeNull()
    // The store may be a replica: the session does not count, and its cookie stays.
    expect(jar.toHeaders()).toEqual([])
    expect(await jwtStrategy.current(contextWith(cookie, config))).toBeNull()
    await jwtStrategy.revoke(contextWith(cookie, config))
    expect(signOut).not.toHaveBeenCalled()
  })

  test('is kept with a linked account, without further checks', async () => {
    const cookie = await enter(config, BY_ACCOUNT)
    proven()
    now += 60_000
    const { session, jar } = await jwtStrategy.read(contextWith(cookie, config), 'client')
    expect(session).toMatchObject({ user: { name: 'Ada' } })
    expect(jar.toHeaders()).toHaveLength(1)
    const later = { ...config, adapter: { ...PROVING.adapter, getUserByAccount: nothing } }
    const again = await jwtStrategy.read(contextWith(cookieOf(jar), later), 'client')
    expect(again.session).toEqual(session)
  })
})

test.each<
  readonly [string, (see: (params: { readonly token: JWT }) => void) => Partial<AuthConfig>]
>([
  [
    'callback',
    (see) => ({
      callbacks: {
        session: ({ session, token }) => {
          see({ token })
          return session
        },
      },
    }),
  ],
  ['event', (see) => ({ events: { session: ({ token = {} }) => see({ token }) } })],
])('Only the session %s gets a token with the picture under both names', async (_, listen) => {
  const see = vi.fn()
  const cookie = await enter()
  await jwtStrategy.read(contextWith(cookie, listen(see)), 'client')
  expect(see.mock.calls).toMatchObject([[{ token: { picture: '/ada.png', image: '/ada.png' } }]])
})

test('A jwt callback cannot change how a session was opened (ALT-05)', async () => {
  stored = { ...ADA, emailVerified: null }
  const jwt = ({ token }: JWTParams): JWT => {
    Object.assign(Object(token['opened_by']), { user: 'unknown' })
    return { ...token, seen: now }
  }
  const config = { ...PROVING, callbacks: { jwt } }
  let cookie = await enter(PROVING, { ...IDENTITY, opening: { user: '1' } })
  for (let reads = 0; reads < 3; reads += 1) {
    now += 1000
    const { session, jar } = await jwtStrategy.read(contextWith(cookie, config), 'client')
    expect(session).toMatchObject({ user: { name: 'Ada' } })
    expect(jar.toHeaders()).toHaveLength(1)
    cookie = cookieOf(jar)
  }
})

test('A session of another library with the time of its sign-in is none of this one, where the application decodes both (ALT-03 ALT-05)', async () => {
  stored = { ...ADA, emailVerified: new Date(START - 60_000) }
  const migrate = { from: 'next-auth', until: '2120-01-01' } as const
  const config = { ...PROVING, jwt: PLAIN, migrate }
  const signedIn = START / 1000 - 3600
  const claims = { sub: '1', jti: 'j', iat: signedIn, exp: signedIn + 7200, auth_time: signedIn }
  const value = Buffer.from(JSON.stringify(claims)).toString('base64url')
  for (const name of ['__Host-latchstring.session-token', '__Secure-authjs.session-token']) {
    const { session } = await jwtStrategy.read(contextWith(`${name}=${value}`, config), 'client')
    expect(session).toBeNull()
  }
  const own = await enter(config)
  expect((await jwtStrategy.read(contextWith(own, config), 'client')).session).not.toBeNull()
})

test.each<readonly [string, JWT, boolean]>([
  ['both the time of the sign-in and the audience', {}, true],
  ['the audience and no time of the sign-in', { auth_time: undefined }, false],
  ['the audience and text for the time of the sign-in', { auth_time: 'yesterday' }, false],
  ['the time of the sign-in and no audience', { latchstring_aud: undefined }, false],
])(
  'A token with %s, from before the proof of the address, counts as one of this library: %j, %s (ALT-03 ALT-05)',
  async (_, changed, isOwn) => {
    stored = { ...ADA, emailVerified: new Date(START - 60_000) }
    const migrate = { from: 'next-auth', until: '2120-01-01' } as const
    const config = { ...PROVING, jwt: PLAIN, migrate }
    const [name = '', value = ''] = (await enter(config)).split('=')
    const signedIn = START / 1000 - 3600
    const claims = {
      ...(JSON.parse(Buffer.from(value, 'base64url').toString()) as JWT), // `encode` made it
      iat: signedIn,
      auth_time: signedIn,
      ...changed,
    }
    const token = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const { session } = await jwtStrategy.read(contextWith(`${name}=${token}`, config), 'client')
    expect(session !== null).toBe(isOwn)
  },
)

test('An update seals a session again even without a change and before the next extension', async () => {
  const context = contextWith(await enter())
  expect((await jwtStrategy.read(context, 'client')).jar.toHeaders()).toEqual([])
  const { jar } = await jwtStrategy.read(context, 'client', { data: {} })
  expect(jar.toHeaders()).toHaveLength(1)
})

test('A decoded token with the picture only as `image` is not sealed again for that reason', async () => {
  const decode = ({ token = '' }): JWT => {
    const { picture: _, ...claims } = JSON.parse(Buffer.from(token, 'base64url').toString()) as JWT // `encode` made it
    return { ...claims, image: '/ada.png' }
  }
  const config = { jwt: { ...PLAIN, decode } }
  const context = contextWith(await enter(config), config)
  const { session, jar } = await jwtStrategy.read(context, 'client')
  expect(session).toMatchObject({ user: { image: '/ada.png' } })
  expect(jar.toHeaders()).toEqual([])
})

describe('A read of a session that can be ended', () => {
  let feed: AdapterRevocation[]
  let config: Partial<AuthConfig>

  beforeEach(() => {
    feed = []
    const adapter: Adapter = {
      capabilities: { revocationFeed: true },
      appendRevocations: async (entries) => void feed.push(...entries),
      listRevocations: async ({ after = '0', limit }) =>
        feed
          .map((entry, index) => ({ ...entry, cursor: String(index + 1) }))
          .slice(Number(after), Number(after) + limit),
      getRevocation: async () => null,
    }
    config = { adapter, session: { strategy: 'jwt', revocation: true } }
  })

  test.each([
    ['was set back by the hour in which the process was idle', 3_600_000, 0],
    ['was set back by more than that hour', 3_600_000, -7_200_000],
    ['went on for an hour in which the steady one stood still', 0, 3_600_000],
  ])('REV-05 finds the ending where the clock of the machine %s', async (_, steady, wall) => {
    let passed = 0
    const open = (cookie: string): SessionContext => {
      const context = contextWith(cookie, config)
      return { ...context, config: { ...context.config, steady: () => passed } }
    }
    const { jar } = await jwtStrategy.issue(open(''), IDENTITY)
    const cookie = cookieOf(jar)
    expect((await jwtStrategy.read(open(cookie), 'client')).session).not.toBeNull()
    const { sessionId: key = '' } = (await jwtStrategy.current(open(cookie))) ?? {}
    const at = new Date(now)
    const entry = { kind: 'session', key, generation: 0, reason: 'sign-out', at } as const
    // By another process.
    feed.push({ ...entry, expires: new Date(8.64e15) })
    passed = steady
    now += wall
    // One that was issued in the future does not count either.
    expect(wall < 0 ? null : (await jwtStrategy.read(open(cookie), 'client')).session).toBeNull()
    expect(await jwtStrategy.current(open(cookie))).toBeNull()
  })

  test.each([
    ['the one of the machine once, and the steady one once', { revocation: true }, [1, 1]],
    ['the one of the machine once, and not at the steady one', {}, [1, 0]],
  ])('REV-10 looks at clocks as few times as it can: at %s with %j', async (_, options, looks) => {
    const session = { strategy: 'jwt', ...options } as const
    const clock = vi.fn(() => now)
    const steady = vi.fn(() => 0)
    const open = (cookie: string): SessionContext => {
      const context = contextWith(cookie, { ...config, session }, clock)
      return { ...context, config: { ...context.config, steady } }
    }
    const cookie = cookieOf((await jwtStrategy.issue(open(''), IDENTITY)).jar)
    await jwtStrategy.read(open(cookie), 'client')
    const context = open(cookie)
    clock.mockClear()
    steady.mockClear()
    expect((await jwtStrategy.read(context, 'client')).session).not.toBeNull()
    expect([clock.mock.calls.length, steady.mock.calls.length]).toEqual(looks)
  })
})
