import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import type { JWT } from '@latchstring/core/jwt'
import type { JWTParams, SignInParams, User } from '@latchstring/core/types'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { guild } from '@latchstring/test-kit/guild'
import {
  askForMail,
  byLink,
  CONTESTED,
  signInWithGuild,
  openPlace,
  type Place,
} from '@latchstring/test-kit/ownership'
import { passwords, submitPassword } from '@latchstring/test-kit/people'
import {
  expectRefused,
  expectSignedIn,
  sessionCookies,
  readSession,
} from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { type Watched, watchCalls } from '@latchstring/test-kit/watched-adapter'

// The steps between the proof of an identity and the session, for each sign-in method.

const store = storeForEachTest()
let clock: TestClock
let watched: Watched

beforeEach(() => {
  clock = startClock()
  watched = watchCalls(store.adapter)
})

/** A guild that says this address of its members. */
const guildWith = (email: string | null): ReturnType<typeof guild> =>
  guild({ profile: ({ member }) => ({ id: member, name: 'Ada', email }) })

/** A password that opens the account of this user. */
const passwordOf = (user: User): ReturnType<typeof passwords> =>
  passwords({ authorize: () => user })

const lookUps = (name: keyof Adapter): number =>
  watched.calls.filter((call) => call === name).length

describe('A sign-in without a store', () => {
  test.each([
    ['a provider', guildWith(null), (browser: Browser) => signInWithGuild(browser, 'guild')],
    ['a password', passwords(), (browser: Browser) => submitPassword(browser, 'ada')],
  ])('has no new user, with %s', async (_, provider, enter) => {
    const app = createApp({ providers: [provider], pages: { newUser: '/welcome' } })
    expectSignedIn(await enter(app.openBrowser()))
  })

  test('passes user, account and profile to the signIn callback', async () => {
    const seen: SignInParams[] = []
    const signIn = (params: SignInParams): boolean => seen.push(params) > 0
    const app = createApp({ providers: [guildWith(CONTESTED)], callbacks: { signIn } })
    expectSignedIn(await signInWithGuild(app.openBrowser(), 'guild', 'ada'))
    expect(seen).toMatchObject([
      {
        user: { name: 'Ada', email: CONTESTED },
        account: { provider: 'guild', providerAccountId: 'ada' },
        profile: { member: 'ada' },
      },
    ])
  })
})

describe('A first sign-in with a provider', () => {
  test.each([
    ['an address looks for it once', CONTESTED, 1],
    ['no address looks for none', null, 0],
  ])('that says %s', async (_, email, times) => {
    const app = createApp({ providers: [guildWith(email)], adapter: watched.adapter })
    expectSignedIn(await signInWithGuild(app.openBrowser(), 'guild'))
    expect(lookUps('getUserByEmail')).toBe(times)
  })

  test('is not linked where the session that started it has no user', async () => {
    const jwt = ({ token }: JWTParams): JWT => {
      const { sub: _, ...rest } = token
      return rest
    }
    const app = createApp({
      providers: [passwords(), guildWith(null)],
      adapter: watched.adapter,
      session: { strategy: 'jwt' },
      callbacks: { jwt },
    })
    const browser = app.openBrowser()
    expectSignedIn(await submitPassword(browser, 'ada'))
    watched.calls.splice(0)
    expectSignedIn(await signInWithGuild(browser, 'guild'))
    const before = watched.calls.slice(0, watched.calls.indexOf('createUser'))
    expect(before).not.toContain('getUser')
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 1 })
  })
})

describe.each(['database', 'jwt'] as const)('With %s sessions, a new user', (strategy) => {
  /** What the store does while the account is being linked. */
  const meanwhile = (work: () => Promise<unknown>, more: Partial<Adapter> = {}): App =>
    createApp({
      providers: [guildWith(CONTESTED)],
      adapter: { ...store.adapter, ...more },
      session: { strategy },
      events: { linkAccount: async () => void (await work()) },
    })

  /** A store that does not keep accounts apart, in which the last of two sign-ins has the account. */
  async function takeAccount(): Promise<void> {
    await store.adapter.createUser({ id: 'other', email: 'other@example.com', emailVerified: null })
    await store.execute("UPDATE accounts SET user_id = 'other'")
  }

  test('whose account a simultaneous sign-in has stored is removed (LNK-04)', async () => {
    const app = meanwhile(takeAccount)
    const browser = app.openBrowser()
    expectRefused(await signInWithGuild(browser, 'guild'), app, 'Signin')
    const reason = 'A simultaneous first sign-in of the same person has linked the account.'
    expect(app.errors.at(-1)?.message).toContain(reason)
    expect(sessionCookies(browser)).toEqual([])
    expect(await store.query('SELECT id FROM users')).toEqual([{ id: 'other' }])
    expectSignedIn(await signInWithGuild(browser, 'guild'))
  })

  test('gets a session where the store does not find the account or fails (LNK-04)', async () => {
    for (const [member, answer] of [
      ['lagging', async () => null],
      ['failing', async () => Promise.reject(new Error('connect ECONNREFUSED'))],
    ] as const) {
      await store.clear()
      let linked = false
      const app = meanwhile(async () => (linked = true), {
        getUserByAccount: async (account) =>
          linked ? answer() : ((await store.adapter.getUserByAccount?.(account)) ?? null),
      })
      const browser = app.openBrowser()
      expectSignedIn(await signInWithGuild(browser, 'guild', member))
      expect(sessionCookies(browser)).toHaveLength(1)
      expect(await store.rows()).toMatchObject({ users: 1, accounts: 1 })
    }
  })
})

test.each<[string, User]>([
  ['with an id', { id: '7', name: 'Ada', email: CONTESTED }],
  ['without one', { name: 'Ada', email: CONTESTED }],
])(
  'A sign-in with a password of a user %s makes no look-up where no mail proves addresses',
  async (_, user) => {
    const app = createApp({
      providers: [passwordOf(user)],
      adapter: watched.adapter,
      session: { strategy: 'jwt' },
    })
    expectSignedIn(await submitPassword(app.openBrowser(), 'ada'))
    expect([lookUps('getUser'), lookUps('getUserByEmail')]).toEqual([0, 0])
  },
)

describe('A sign-in with a password beside sign-in by mail', () => {
  const open = (user: User, more: Partial<AuthConfig> = {}): Place =>
    openPlace(watched.adapter, clock, {
      session: { strategy: 'jwt' },
      others: [passwordOf(user)],
      ...more,
    })

  test('of a user without an id ends with the first proof of the address (ALT-05)', async () => {
    await store.adapter.createUser({ id: 'own', email: CONTESTED, emailVerified: null })
    const place = open({ name: 'Squatter', email: CONTESTED })
    const squatter = place.app.openBrowser()
    expectSignedIn(await submitPassword(squatter, 'ada'))
    expect(await readSession(squatter)).not.toBeNull()
    const owner = place.app.openBrowser()
    await askForMail(owner)
    expectSignedIn(await byLink(owner, place.mailbox.letter()))
    clock.advance(120)
    expect(await readSession(squatter)).toBeNull()
    expect(await readSession(owner)).not.toBeNull()
  })

  test('of a user whose id is not stored does not depend on the address', async () => {
    await store.adapter.createUser({ id: 'own', email: CONTESTED, emailVerified: new Date(0) })
    const browser = open({ id: 'elsewhere', email: CONTESTED }).app.openBrowser()
    expectSignedIn(await submitPassword(browser, 'ada'))
    expect([lookUps('getUser'), lookUps('getUserByEmail')]).toEqual([1, 0])
    expect(await readSession(browser)).not.toBeNull()
  })

  test('of a user without an id makes no look-up by id', async () => {
    const browser = open({ name: 'Ada', email: CONTESTED }).app.openBrowser()
    expectSignedIn(await submitPassword(browser, 'ada'))
    expect([lookUps('getUser'), lookUps('getUserByEmail')]).toEqual([0, 1])
  })

  test.each([
    ['getUser', { id: '7' }],
    ['getUserByEmail', { email: CONTESTED }],
  ] as const)(
    'is refused over an adapter without %s, which the log names (ALT-05)',
    async (method, user) => {
      const entries = Object.entries(store.adapter).filter(([name]) => name !== method)
      const app = createApp({
        providers: [passwordOf(user), Nodemailer({ server: '', from: '' })],
        adapter: Object.fromEntries(entries),
        session: { strategy: 'jwt' },
      })
      const browser = app.openBrowser()
      const page = await browser.open(`${BASE}/signin`)
      expect(page.status).toBe(500)
      expect(app.errors.at(-1)).toMatchObject({ type: 'MissingAdapterMethods' })
      expect(app.errors.at(-1)?.message).toContain(
        `Credentials beside sign-in by email needs ${method}; the adapter lacks them.`,
      )
      expect(sessionCookies(browser)).toEqual([])
    },
  )
})

describe('The signIn callback and event', () => {
  test.each<[string, User, object]>([
    ['with an id', { id: '7', name: 'Ada' }, { providerAccountId: '7', userId: '7' }],
    ['without one', { name: 'Ada', email: CONTESTED }, { providerAccountId: CONTESTED }],
  ])('get the user of a sign-in with a password %s', async (_, user, account) => {
    const received: SignInParams[] = []
    const happened: object[] = []
    const app = createApp({
      providers: [passwordOf(user)],
      callbacks: { signIn: (params) => received.push(params) > 0 },
      events: { signIn: (message) => void happened.push(message) },
    })
    expectSignedIn(await submitPassword(app.openBrowser(), 'ada'))
    const expected = { provider: 'credentials', type: 'credentials', ...account }
    expect(received.map((params) => params.account)).toStrictEqual([expected])
    expect(happened).toStrictEqual([{ user, account: expected }])
  })

  test('are separate: no event without a session', async () => {
    const happened: object[] = []
    const app = createApp({
      providers: [guildWith(null)],
      adapter: store.adapter,
      session: { strategy: 'jwt' },
      pages: { newUser: '/welcome' },
      callbacks: { jwt: () => null },
      events: { signIn: (message) => void happened.push(message) },
    })
    const browser = app.openBrowser()
    expectSignedIn(await signInWithGuild(browser, 'guild'))
    expect(happened).toEqual([])
    expect(sessionCookies(browser)).toEqual([])
  })
})

test('A session that cannot be created fails the sign-in, with the reason in the log', async () => {
  const jwt = (): never => {
    throw new Error('the key service is down')
  }
  const app = createApp({ providers: [passwords()], callbacks: { jwt } })
  const browser = app.openBrowser()
  expectRefused(await submitPassword(browser, 'ada'), app, 'Callback')
  expect(app.errors.at(-1)).toMatchObject({
    type: 'CallbackRouteError',
    message: 'The `jwt` callback threw.',
    cause: { err: { message: 'the key service is down' } },
  })
  expect(sessionCookies(browser)).toEqual([])
})
