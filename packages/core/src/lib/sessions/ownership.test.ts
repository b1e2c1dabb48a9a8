import { beforeEach, describe, expect, test } from 'vitest'
import { beingProven } from '../config/first-proof.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { SessionContext } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { Account } from '../types/account.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import { findForeignOpening, findOwnership, withOpening, withUnknownOpening } from './ownership.ts'
import type { Identity } from './strategy.ts'

const START = 1_700_000_000_000
const HOUR = 3_600_000
const ADA: AdapterUser = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const provenAt = (time: number): AdapterUser => ({ ...ADA, emailVerified: new Date(time) })
const PROVING: AdapterUser = { ...ADA, emailVerified: beingProven() }

/** Who the store finds. */
let stored: AdapterUser | null
let calls: unknown[][]

beforeEach(() => {
  stored = ADA
  calls = []
})

const find =
  (name: string) =>
  (...parameters: unknown[]): AdapterUser | null => {
    calls.push([name, ...parameters])
    return stored
  }

const ADAPTER: Adapter = {
  createUser: (user) => user,
  getUser: find('getUser'),
  getUserByEmail: find('getUserByEmail'),
  getUserByAccount: find('getUserByAccount'),
  getAccount: (providerAccountId, provider) =>
    stored && { provider, providerAccountId, type: 'oauth', userId: stored.id },
  updateUser: () => ADA,
  createVerificationToken: () => undefined,
  useVerificationToken: () => null,
}

const mail = {
  id: 'mail',
  name: 'Mail',
  type: 'email' as const,
  sendVerificationRequest: () => undefined,
}

function contextOf(config: Partial<AuthConfig> = {}): SessionContext {
  const resolved = resolveConfig(
    {
      providers: [mail],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session: { strategy: 'jwt' },
      logger: { warn: () => undefined },
      adapter: ADAPTER,
      ...config,
    },
    { env: {}, clock: () => START, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example.com', secure: true }
  return { config: resolved, origin, profile: resolved.secure, jar: new CookieJar('') }
}

/** Where no addresses are proven by mail. */
const UNPROVING: Partial<AuthConfig> = { providers: [] }

describe('A session opened with an account (ALT-05)', () => {
  const opening = { user: '1', provider: 'guild', account: 'eve' }

  test.each<readonly [string, AdapterUser | null, string]>([
    ['no user', null, 'lost'],
    ['another user', { ...ADA, id: '2' }, 'lost'],
    ['the user, unproven', ADA, 'provisional'],
    ['the user, being proven', PROVING, 'provisional'],
    ['the user, proven a moment ago', provenAt(START - 59_999), 'provisional'],
    ['the user, proven a minute ago', provenAt(START - 60_000), 'confirmed'],
  ])('is checked against an account that belongs to %s', async (_, user, ownership) => {
    stored = user
    expect(await findOwnership(contextOf(), opening)).toBe(ownership)
    expect(calls[0]).toEqual(['getUserByAccount', { provider: 'guild', providerAccountId: 'eve' }])
  })
})

describe('A session opened without an account (ALT-05)', () => {
  test.each<readonly [string, AdapterUser | null, string]>([
    ['was deleted', null, 'lost'],
    ['is unproven', ADA, 'provisional'],
    ['is being proven', PROVING, 'lost'],
    ['is proven', provenAt(START - HOUR), 'lost'],
  ])('is checked against a user who %s', async (_, user, ownership) => {
    stored = user
    for (const more of [{}, { provider: 'guild' }, { account: 'eve' }]) {
      expect(await findOwnership(contextOf(), { user: '1', ...more })).toBe(ownership)
    }
    expect(new Set(calls.map(([name]) => name))).toEqual(new Set(['getUser']))
  })

  test.each<readonly [string, AdapterUser | null, string]>([
    ['is not stored', null, 'confirmed'],
    ['is unproven', ADA, 'provisional'],
    ['is being proven', PROVING, 'lost'],
    ['was proven long before that', provenAt(START - 2000), 'confirmed'],
    ['was proven about then, as far as clocks tell', provenAt(START - 1999), 'lost'],
    ['was proven after that', provenAt(START + 1), 'lost'],
  ])('after the signIn callback, of a user who %s', async (_, user, ownership) => {
    stored = user
    expect(await findOwnership(contextOf(), { user: '1', askedAt: START })).toBe(ownership)
    expect(calls).toEqual([['getUser', '1']])
  })
})

describe('A session with an invalid claim about its opening (ALT-05)', () => {
  test.each([[null], ['1'], [{}], [{ user: 1 }], [[]]])('is refused: %j', async (opening) => {
    expect(await findOwnership(contextOf(), opening)).toBe('lost')
    expect(calls).toEqual([])
  })

  test.each<readonly [keyof Adapter, object]>([
    ['getUser', { user: '1' }],
    ['getUser', { user: '1', askedAt: START }],
    ['getUserByAccount', { user: '1', provider: 'guild', account: 'eve' }],
  ])('is an error where the adapter lacks %s', async (method, opening) => {
    const entries = Object.entries(ADAPTER).filter(([name]) => name !== method)
    const context = contextOf({ adapter: Object.fromEntries(entries) })
    await expect(findOwnership(context, opening)).rejects.toThrow(`need ${method}`)
    if (method !== 'getUser') return
    await expect(findForeignOpening(context, { sub: '1', iat: 0 })).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
      message:
        'Sessions beside sign-in by email need getUser, getUserByEmail, which the adapter lacks. Use an adapter that has everything, such as @latchstring/adapter-sql.',
    })
  })

  test('is not checked if no addresses are proven', async () => {
    expect(await findOwnership(contextOf(UNPROVING), null)).toBe('provisional')
  })
})

describe('A session of another library (ALT-03, ALT-05)', () => {
  const token = { sub: '1', iat: START / 1000 - 60 }

  test.each<readonly [string, AdapterUser | null, unknown]>([
    ['of a user who is not stored is not checked again', null, undefined],
    [
      'of a user without an address is checked against the user',
      { ...ADA, email: '' },
      { user: '1' },
    ],
    ['of an unproven user is checked against the user', ADA, { user: '1' }],
    ['of a user who is being proven is refused', PROVING, null],
    ['from before the proof is refused', provenAt(START - 59_999), null],
    ['from the time of the proof is not checked again', provenAt(START - 60_000), undefined],
  ])('%s', async (_, user, opening) => {
    stored = user
    expect(await findForeignOpening(contextOf(), token)).toEqual(opening)
    expect(calls).toEqual([['getUser', '1']])
  })

  test('is looked up by address without a subject, and not without both', async () => {
    expect(await findForeignOpening(contextOf(), { email: 'ada@example.com' })).toEqual({
      user: '1',
    })
    expect(calls).toEqual([['getUserByEmail', 'ada@example.com']])
    calls.length = 0
    expect(await findForeignOpening(contextOf(), { email: '' })).toBeUndefined()
    expect(await findForeignOpening(contextOf(UNPROVING), token)).toBeUndefined()
    expect(calls).toEqual([])
  })

  test('without a time of issue counts as older than any proof', async () => {
    stored = provenAt(START)
    expect(await findForeignOpening(contextOf(), { sub: '1' })).toBeNull()
  })
})

describe('A new session', () => {
  const identity: Identity = { user: ADA, account: null, isNewUser: false }
  const account = (type: Account['type']): Account => ({
    provider: 'guild',
    providerAccountId: 'eve',
    type,
    userId: '1',
  })

  test.each<readonly [Account | null, object]>([
    [null, { user: '1' }],
    [account('credentials'), { user: '1' }],
    [account('email'), { user: '1' }],
    [account('oauth'), { user: '1', provider: 'guild', account: 'eve' }],
    [account('oidc'), { user: '1', provider: 'guild', account: 'eve' }],
    [account('webauthn'), { user: '1', provider: 'guild', account: 'eve' }],
  ])('of a user with an unproven address records how it was opened: %j (ALT-05)', (by, opening) => {
    const opened = withOpening(contextOf(), { ...identity, account: by }, ADA)
    expect(opened).toMatchObject({ ...identity, account: by })
    expect(opened.opening).toEqual(opening)
  })

  test.each<readonly [string, Partial<AuthConfig>, Identity, AdapterUser | null, boolean]>([
    ['an unproven user, where no provider proves addresses', UNPROVING, identity, ADA, true],
    ['a user proven a moment ago', {}, identity, provenAt(START), true],
    ['a new user who is unproven', {}, { ...identity, isNewUser: true }, ADA, true],
    ['a new user who is proven', {}, { ...identity, isNewUser: true }, provenAt(START), false],
    ['a user proven long ago', {}, identity, provenAt(START - HOUR), false],
    [
      'a user proven a moment ago, where no provider proves addresses',
      UNPROVING,
      identity,
      provenAt(START),
      false,
    ],
    ['a user who is not stored', {}, identity, null, false],
    ['a user without an address', {}, identity, { ...ADA, email: '' }, true],
  ])(
    'of %s records how it was opened only where a proof may follow (ALT-05)',
    (...[, config, who, user, says]) => {
      const opened = withOpening(contextOf(config), who, user)
      expect(opened === who).toBe(!says)
      expect(opened.opening !== undefined).toBe(says)
    },
  )

  test('without a store records no opening', () => {
    const context = contextOf({ adapter: undefined as never, providers: [] }) // as plain JavaScript may
    expect(withOpening(context, identity, ADA)).toBe(identity)
    expect(withUnknownOpening(context, identity, START)).toBe(identity)
  })

  test('checks the store again, and is refused once another person has proven the address (ALT-05)', async () => {
    const { confirm } = withOpening(contextOf(), identity, ADA)
    await expect(confirm?.()).resolves.toBeUndefined()
    stored = provenAt(START)
    await expect(confirm?.()).rejects.toMatchObject({
      type: 'SignInError',
      message: 'The address of the user was proven by another person during this sign-in.',
    })
  })

  test('checks that the account is still linked, and for a new user only the user (ALT-05)', async () => {
    const by = account('oauth')
    // What declares its capabilities is not asked how it compares.
    const context = contextOf({ adapter: { ...ADAPTER, capabilities: {} } })
    await withOpening(context, { ...identity, account: by }, ADA).confirm?.()
    expect(calls).toEqual([['getUserByAccount', { provider: 'guild', providerAccountId: 'eve' }]])
    calls = []
    const opened = withOpening(contextOf(), { ...identity, account: by, isNewUser: true }, ADA)
    await opened.confirm?.()
    expect(calls).toEqual([['getUser', '1']])
    expect(opened.opening).toEqual({ user: '1', provider: 'guild', account: 'eve' })
    stored = provenAt(START)
    await expect(opened.confirm?.()).rejects.toThrow('proven by another person')
  })

  test('of a user from the application records when authorize was called (ALT-05)', () => {
    const opened = withUnknownOpening(contextOf(UNPROVING), identity, START)
    expect(opened).toEqual({ ...identity, opening: { user: '1', askedAt: START } })
    const unnamed = { ...identity, user: {} }
    expect(withUnknownOpening(contextOf(UNPROVING), unnamed, START)).toBe(unnamed)
  })
})
