import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import type { SessionContext } from '../request/context.ts'
import { sha256 } from '../crypto/hash.ts'
import { AccessDenied } from '../errors/classes.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { Adapter, AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import { selectStrategy } from './select.ts'
import type { SessionStrategy } from './strategy.ts'

const NAME = '__Host-latchstring.session-token'
const START = 1_700_000_000_000
const DAY = 86_400_000
const ADA: AdapterUser = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const TOKEN = 'the-token-of-ada'

let now: number
let rows: AdapterSession[]
let calls: string[]
const errors: string[] = []

/** Whether a call fails. */
let fails: (name: string, count: number) => boolean

beforeEach(() => {
  now = START
  rows = []
  calls = []
  errors.length = 0
  fails = () => false
})

afterEach(() => vi.restoreAllMocks())

const METHODS = {
  createUser: () => ADA,
  getUser: () => ADA,
  getUserByEmail: () => ADA,
  createSession(session: AdapterSession) {
    rows.push(session)
    return session
  },
  getSessionAndUser(sessionToken: string) {
    const session = rows.find((row) => row.sessionToken === sessionToken)
    return session ? { session, user: ADA } : null
  },
  updateSession(changes: Partial<AdapterSession>) {
    rows = rows.map((row) =>
      row.sessionToken === changes.sessionToken ? { ...row, ...changes } : row,
    )
    return null
  },
  deleteSession(sessionToken: string) {
    rows = rows.filter((row) => row.sessionToken !== sessionToken)
  },
  listSessionsByUserId: () => rows,
  deleteSessionsByUserId(userId: string) {
    rows = rows.filter((row) => row.userId !== userId)
  },
} as const

function watched(): Adapter {
  const methods = Object.entries(METHODS).map(([name, method]) => [
    name,
    async (...parameters: unknown[]): Promise<unknown> => {
      calls.push(name)
      if (fails(name, calls.filter((one) => one === name).length)) throw new Error('ECONNREFUSED')
      return Reflect.apply(method, undefined, parameters)
    },
  ])
  // The methods are those of the interface.
  return { ...(Object.fromEntries(methods) as Adapter), capabilities: { revocation: true } }
}

function contextWith(cookie: string, config: Partial<AuthConfig> = {}): SessionContext {
  const resolved = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      adapter: watched(),
      logger: { error: (error: Error) => void errors.push(error.message), warn: () => undefined },
      ...config,
    },
    { env: {}, clock: () => now, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example.com', secure: true }
  return { config: resolved, origin, profile: resolved.secure, jar: new CookieJar(cookie) }
}

/** The strategy over the store of a context. */
const strategy: SessionStrategy = {
  read: (context, ...rest) => selectStrategy(context).read(context, ...rest),
  issue: (context, identity) => selectStrategy(context).issue(context, identity),
  revoke: (context) => selectStrategy(context).revoke(context),
  current: (context) => selectStrategy(context).current(context),
  binding: (context) => selectStrategy(context).binding(context),
}

const COOKIE = `${NAME}=${TOKEN}`

/** A stored session. */
async function store(expires = START + 30 * DAY, token = TOKEN): Promise<string> {
  const sessionToken = `sha256:${await sha256(token)}`
  rows.push({ sessionToken, userId: ADA.id, expires: new Date(expires) })
  return sessionToken
}

const IDENTITY = { user: ADA, account: null, isNewUser: false } as const

describe('Reading a database session', () => {
  test('sets no cookie and writes nothing before the next extension', async () => {
    await store()
    const { session, jar } = await strategy.read(contextWith(COOKIE), 'client')
    expect(session).toMatchObject({ user: { name: 'Ada' } })
    expect(jar.toHeaders()).toEqual([])
    expect(calls).toEqual(['getSessionAndUser'])
  })

  test('emits the event with the session the application sees', async () => {
    await store()
    const reported = vi.fn()
    const context = contextWith(COOKIE, { events: { session: reported } })
    const { session } = await strategy.read(context, 'client')
    expect(reported.mock.calls).toEqual([[{ session }]])
  })

  test('without a cookie queries nothing', async () => {
    const { session, jar } = await strategy.read(contextWith(''), 'client')
    expect(session).toBeNull()
    expect(jar.toHeaders()).toEqual([])
    expect(calls).toEqual([])
  })

  test('that has expired is none to the millisecond, and is deleted ten minutes later (SES-09, DEL-01)', async () => {
    await store(START + 1)
    for (const [later, headers, left] of [
      [1, 0, 1],
      [600_001, 0, 1],
      [600_002, 1, 0],
    ] as const) {
      now = START + later
      const { session, jar } = await strategy.read(contextWith(COOKIE), 'client')
      expect([later, session, rows.length]).toEqual([later, null, left])
      expect(jar.toHeaders().filter((header) => header.includes('Max-Age=0'))).toHaveLength(headers)
    }
  })

  test('that has reached its absolute end does not extend it (SES-04)', async () => {
    const token = `${TOKEN}.${START.toString(36)}`
    const session = { absoluteMaxAge: (30 * DAY) / 1000 }
    await store(START + 30 * DAY, token)
    now = START + 29 * DAY
    const context = contextWith(`${NAME}=${token}`, { session })
    expect((await strategy.read(context, 'client')).session).not.toBeNull()
    expect(calls).toEqual(['getSessionAndUser'])
  })

  test.each<readonly [string, Error, object]>([
    [
      'throws is an error with the reason',
      new RangeError('No page 7.'),
      {
        type: 'SessionTokenError',
        message: 'The `session` callback threw.',
        cause: { err: { name: 'RangeError' } },
      },
    ],
    [
      'throws an error of the library is that error',
      new AccessDenied('No.'),
      { type: 'AccessDenied' },
    ],
  ])('with a callback that %s (REL-06)', async (_, error, expected) => {
    await store()
    const session = (): never => {
      throw error
    }
    const context = contextWith(COOKIE, { callbacks: { session } })
    await expect(strategy.read(context, 'client')).rejects.toMatchObject(expected)
  })

  test('with a token beyond ASCII is looked up by its hash only, also during a migration (SES-02)', async () => {
    const migrate = { from: 'next-auth', until: new Date(START + DAY).toISOString() } as const
    const context = contextWith(`${NAME}=abc%C3%A9`, { migrate })
    expect((await strategy.read(context, 'client')).session).toBeNull()
    expect(calls).toEqual(['getSessionAndUser'])
  })

  test('of another library sets a cookie of this library before the next extension (SES-02)', async () => {
    rows.push({ sessionToken: 'raw', userId: ADA.id, expires: new Date(START + 30 * DAY) })
    const migrate = { from: 'next-auth', until: new Date(START + DAY).toISOString() } as const
    const context = contextWith('__Secure-authjs.session-token=raw', { migrate })
    const { session, jar } = await strategy.read(context, 'client')
    expect(session).toMatchObject({ user: { name: 'Ada' } })
    expect(jar.toHeaders()[0]).toContain(`${NAME}=raw;`)
    expect(calls).toEqual(['getSessionAndUser', 'getSessionAndUser'])
  })
})

describe('The identity of a database session', () => {
  test('has a session id that does not reveal the token', async () => {
    const sessionId = await store()
    expect(await strategy.current(contextWith(COOKIE))).toEqual({ sessionId, userId: '1' })
    expect(await strategy.current(contextWith(`${NAME}=other`))).toBeNull()
    expect(await strategy.current(contextWith(''))).toBeNull()
  })

  test('binds CSRF tokens without a look-up in the store (CSR-02)', async () => {
    const binding = await strategy.binding(contextWith(COOKIE))
    expect(binding).toBe(`sha256:${await sha256(TOKEN)}`)
    expect(await strategy.binding(contextWith(''))).toBe('')
    expect(calls).toEqual([])
  })
})

describe('Signing in with a database session', () => {
  test('replaces the previous session by a new one (SES-05)', async () => {
    const before = await store()
    const { jar, issued } = await strategy.issue(contextWith(COOKIE), IDENTITY)
    expect(issued).toBe(true)
    expect(rows).toMatchObject([{ userId: '1', expires: new Date(START + 30 * DAY) }])
    expect(rows[0]?.sessionToken).not.toBe(before)
    expect(jar.toHeaders()[0]).toMatch(/session-token=[0-9a-f]{64}\.[\da-z]{8};/)
  })

  test('retries once where the previous session cannot be deleted at first (SES-05)', async () => {
    const before = await store()
    fails = (name, count) => name === 'deleteSession' && count === 1
    await strategy.issue(contextWith(COOKIE), IDENTITY)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sessionToken).not.toBe(before)
  })

  test('fails where the previous session cannot be deleted, and leaves no new one (SES-05)', async () => {
    const before = await store()
    fails = (name, count) => name === 'deleteSession' && count <= 2
    await expect(strategy.issue(contextWith(COOKIE), IDENTITY)).rejects.toMatchObject({
      type: 'AdapterError',
      message: 'The session from before the sign-in could not be ended, so no new one was made.',
      cause: { err: { message: 'The adapter failed in deleteSession().' } },
    })
    expect(rows.map(({ sessionToken }) => sessionToken)).toEqual([before])
  })

  test('as a user whose address another person has proven leaves no session (ALT-05)', async () => {
    const confirm = (): Promise<never> => Promise.reject(new AccessDenied('Proven by another.'))
    const identity = { ...IDENTITY, confirm }
    await expect(strategy.issue(contextWith(''), identity)).rejects.toThrow('by another')
    expect(rows).toEqual([])
    expect(errors).toEqual([])
  })

  test('as a user whose address another person has proven logs a row that could not be deleted (ALT-05)', async () => {
    const confirm = (): Promise<never> => Promise.reject(new AccessDenied('Proven by another.'))
    fails = (name) => name === 'deleteSession'
    const identity = { ...IDENTITY, confirm }
    await expect(strategy.issue(contextWith(''), identity)).rejects.toThrow('by another')
    expect(errors).toEqual(['The adapter failed in deleteSession().'])
  })
})

describe('Signing out of a database session', () => {
  const signOut = vi.fn()

  beforeEach(() => signOut.mockClear())

  test.each([
    [false, 1],
    [true, 0],
  ])(
    'ends all sessions of the user: %s, where that is configured',
    async (endAllOnSignOut, left) => {
      await store(START + DAY, 'of another browser')
      const [other] = rows
      await store()
      const config = { session: { endAllOnSignOut }, events: { signOut } }
      const jar = await strategy.revoke(contextWith(COOKIE, config))
      expect(rows).toEqual(left === 1 ? [other] : [])
      expect(jar.toHeaders().join()).toContain(`${NAME}=; Max-Age=0`)
      expect(signOut.mock.calls).toMatchObject([[{ session: { userId: '1' } }]])
    },
  )

  test('of a session that does not exist ends no others, and emits the event', async () => {
    await store(START + DAY, 'of another browser')
    const config = { session: { endAllOnSignOut: true }, events: { signOut } }
    await strategy.revoke(contextWith(COOKIE, config))
    expect(rows).toHaveLength(1)
    expect(signOut.mock.calls).toEqual([[{ session: null }]])
  })

  test('without a cookie emits no event and queries nothing', async () => {
    await strategy.revoke(contextWith('', { events: { signOut } }))
    expect(signOut).not.toHaveBeenCalled()
    expect(calls).toEqual([])
  })
})
