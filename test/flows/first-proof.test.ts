import type { Adapter } from '@latchstring/core/adapters'
import { type AuthConfig, createAuth } from '@latchstring/core'
import { SignOutError } from '@latchstring/core/errors'
import { getToken, type JWT } from '@latchstring/core/jwt'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, createApp, ENV, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { guild } from '@latchstring/test-kit/guild'
import {
  askForMail,
  byButton,
  byCode,
  byLink,
  CONTESTED,
  isSignedIn,
  openBrowserAt,
  openMailbox,
  openPlace,
  OTHERS,
  type Place,
  type PlaceOptions,
  prove,
  reachGuildCallback,
  signInWithGuild,
} from '@latchstring/test-kit/ownership'
import {
  copyCookies,
  signInWithPassword,
  passwords,
  PEOPLE,
  submitPassword,
  updateSession,
} from '@latchstring/test-kit/people'
import {
  expectRefused,
  expectSignedIn,
  sessionCookies,
  readSession,
  signOut as leave,
} from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'

const store = storeForEachTest()
let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

const ANYTHING: unknown = expect.anything()

function open(config: PlaceOptions = {}, adapter: Adapter = store.adapter): Place {
  return openPlace(adapter, clock, config)
}

/** A person who cannot read the mail has a user created with the address. */
async function squat({ app }: Place): Promise<Browser> {
  const browser = app.openBrowser()
  expectSignedIn(await signInWithGuild(browser, 'guild'))
  expect(await isSignedIn(browser)).toBe(true)
  return browser
}

async function userRow(): Promise<Readonly<Record<string, unknown>>> {
  const users = await store.query('SELECT id, email, email_verified, name, image FROM users')
  expect(users).toHaveLength(1)
  return users[0] ?? {}
}

/** Nothing that was there before the proof opens anything, now or later. */
async function expectShutOut({ app }: Place, ...browsers: readonly Browser[]): Promise<void> {
  for (const later of [0, 120, DAY]) {
    clock.advance(later)
    for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false)
  }
  const again = app.openBrowser()
  expectRefused(await signInWithGuild(again, 'guild'), app, 'OAuthAccountNotLinked')
  expect(await store.rows()).toMatchObject({ users: 1, accounts: 0 })
}

describe.each(STRATEGIES)('The first proof of an address, with sessions by %s,', (strategy) => {
  const session = { strategy }

  test.each([
    ['its link', byLink],
    ['its code', byCode],
    ['its link in another browser', byButton],
  ] as const)(
    'by %s ends session and account of the person who had the user created (ALT-05)',
    async (_, how) => {
      const place = open({ session })
      const squatter = await squat(place)
      const copy = copyCookies(squatter, place.app.openBrowser())
      const before = await userRow()
      const owner = await prove(place, how)
      expect(await userRow()).toEqual({
        ...before,
        email_verified: ANYTHING,
        name: null,
        image: null,
      })
      expect(await readSession(squatter)).toBeNull()
      expect(await isSignedIn(owner)).toBe(true)
      await expectShutOut(place, squatter, copy)
      expect(await isSignedIn(owner)).toBe(true)
    },
  )

  test('by the signed-in user keeps session and accounts (ALT-05)', async () => {
    const firstProof = vi.fn()
    const place = open({ session, events: { firstProof } })
    const person = await squat(place)
    const elsewhere = place.app.openBrowser()
    expectSignedIn(await signInWithGuild(elsewhere, 'guild'))
    await prove(place, byLink, person)
    expect(await userRow()).toMatchObject({ name: 'Squatter' })
    expect(firstProof).not.toHaveBeenCalled()
    for (const later of [0, 120, DAY]) {
      clock.advance(later)
      for (const browser of [person, elsewhere]) expect(await isSignedIn(browser)).toBe(true)
    }
    expectSignedIn(await signInWithGuild(place.app.openBrowser(), 'guild'))
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 1 })
  })

  test('by a person signed in as another user ends sessions and accounts from before (ALT-05)', async () => {
    const place = open({ session })
    const squatter = await squat(place)
    const owner = place.app.openBrowser()
    expectSignedIn(await signInWithGuild(owner, 'lodge', 'owner'))
    await prove(place, byLink, owner)
    expect(await isSignedIn(squatter)).toBe(false)
    expect(await isSignedIn(owner)).toBe(true)
    expect(await store.query("SELECT provider FROM accounts WHERE provider = 'guild'")).toEqual([])
  })

  test('prevents links and registrations started before it (ALT-05 CSR-09)', async () => {
    const place = open({ session })
    const squatter = await squat(place)
    const link = await reachGuildCallback(squatter, 'lodge')
    const again = await reachGuildCallback(squatter, 'guild')
    const owner = await prove(place)
    await squatter.follow({ url: link })
    expect(await isSignedIn(squatter)).toBe(false)
    await squatter.follow({ url: again })
    expect(await isSignedIn(squatter)).toBe(false)
    await updateSession(squatter, { user: { email: CONTESTED } })
    expect(await isSignedIn(squatter)).toBe(false)
    const linked = await store.query(
      `SELECT a.provider FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = '${CONTESTED}'`,
    )
    expect(linked).toEqual([])
    expect(await isSignedIn(owner)).toBe(true)
  })

  test('emits an event, so that the application resets its own credentials (ALT-05)', async () => {
    let password: string | undefined = 'of the first person'
    const firstProof = vi.fn(({ user }: { user: { id: string } }) => {
      expect(user.id).toBe(PEOPLE.ada.id)
      password = undefined
    })
    const authorize = (): typeof PEOPLE.ada | null => (password === undefined ? null : PEOPLE.ada)
    const others = [passwords({ authorize })]
    const place = open({ session, others })
    await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
    const squatter = await signInWithPassword(place.app.openBrowser())
    expect(await isSignedIn(squatter)).toBe(true)
    await prove(place)
    expect(firstProof).not.toHaveBeenCalled()
    await store.execute('UPDATE users SET email_verified = NULL')
    const listening = open({ session, others, events: { firstProof } })
    await prove(listening)
    expect(firstProof).toHaveBeenCalledTimes(1)
    expect(await isSignedIn(squatter)).toBe(false)
    expect(
      (await submitPassword(listening.app.openBrowser(), 'ada')).headers.get('location'),
    ).toContain('CredentialsSignin')
    await prove(listening)
    expect(firstProof).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['its link', byLink],
    ['its code', byCode],
    ['its link in another browser', byButton],
  ] as const)(
    'by %s emits an event with the accounts, name and image that it removed, and no token (ALT-05 LOG-03)',
    async (_, how) => {
      const firstProof = vi.fn()
      const place = open({ session, events: { firstProof } })
      await squat(place)
      const [account] = await store.query('SELECT provider_account_id AS id FROM accounts')
      await prove(place, how)
      expect(firstProof.mock.calls).toStrictEqual([
        [
          {
            // A matcher has the type of what it is compared with.
            user: expect.objectContaining({ email: CONTESTED, name: null, image: null }) as unknown,
            removed: {
              accounts: [{ provider: 'guild', providerAccountId: account?.['id'], type: 'oauth' }],
              name: 'Squatter',
              image: 'https://squatter.example/face.png',
            },
          },
        ],
      ])
    },
  )

  test('ends the session opened with a password (ALT-05)', async () => {
    await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
    const place = open({ session })
    const squatter = await signInWithPassword(place.app.openBrowser())
    const owner = await prove(place)
    for (const later of [0, 120, DAY]) {
      clock.advance(later)
      expect(await isSignedIn(squatter)).toBe(false)
      expect(await isSignedIn(owner)).toBe(true)
    }
  })

  test('is not changed by another mail, and keeps its time (ALT-05)', async () => {
    const place = open({ session })
    await squat(place)
    const owner = await prove(place)
    const { email_verified: first } = await userRow()
    expectSignedIn(await signInWithGuild(owner, 'lodge', 'owner'))
    clock.advance(DAY)
    await prove(place)
    expect((await userRow())['email_verified']).toEqual(first)
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 1 })
    expect(await isSignedIn(owner)).toBe(true)
  })

  test('applies to a user created between look-up and proof (ALT-05)', async () => {
    const other = open({ session })
    const squatter = other.app.openBrowser()
    const url = await reachGuildCallback(squatter, 'guild')
    const adapter = {
      ...store.adapter,
      async createUser(user: Parameters<typeof store.adapter.createUser>[0]) {
        if (user.emailVerified) expectSignedIn(await squatter.follow({ url }))
        return store.adapter.createUser(user)
      },
    }
    const place = open({ session }, adapter)
    const owner = await prove(place)
    expect(await isSignedIn(owner)).toBe(true)
    expect((await userRow())['email_verified']).not.toBeNull()
    await expectShutOut(other, squatter)
  })

  test('configured by a function for each request ends session and account (ALT-05)', async () => {
    const mailbox = openMailbox()
    const logger = { error: () => undefined, warn: () => undefined }
    const auth = createAuth(
      () => ({ providers: [...OTHERS, mailbox.provider], adapter: store.adapter, session, logger }),
      { env: ENV, clock: clock.now },
    )
    const squatter = createBrowser(auth.handle)
    expectSignedIn(await signInWithGuild(squatter, 'guild'))
    const owner = createBrowser(auth.handle)
    await askForMail(owner)
    expectSignedIn(await owner.open(mailbox.letter().link))
    expect(await isSignedIn(squatter)).toBe(false)
    expect(await isSignedIn(owner)).toBe(true)
  })

  test('in a store that cannot list accounts keeps them, with a warning and the event', async () => {
    const published = withoutCapabilities(store.adapter)
    const warnings: string[] = []
    const firstProof = vi.fn()
    const logger = {
      warn: (code: string, detail: string) => void warnings.push(`${code} ${detail}`),
    }
    const place = open({ session, logger, events: { firstProof } }, published)
    const squatter = await squat(place)
    const owner = await prove(place)
    expect(firstProof).toHaveBeenCalledTimes(1)
    expect(warnings.filter((warning) => warning.includes('first proof'))).toHaveLength(
      strategy === 'database' ? 2 : 1,
    )
    expect(await userRow()).toMatchObject({
      name: 'Squatter',
      email_verified: ANYTHING,
    })
    for (const browser of [owner, squatter]) expect(await isSignedIn(browser)).toBe(true)
  })
})

/** A store as the established interface has it. */
function withoutCapabilities(adapter: Adapter): Adapter {
  const own = new Set([
    'listAccountsByUserId',
    'updateAccount',
    'listSessionsByUserId',
    'deleteSessionsByUserId',
    'compareAndSetSession',
    'transaction',
    'capabilities',
  ])
  return Object.fromEntries(Object.entries(adapter).filter(([name]) => !own.has(name)))
}

describe('A sealed session of a user whose address is unproven', () => {
  const session = { strategy: 'jwt' } as const
  const COOKIE = '__Host-latchstring.session-token'

  function without(token: JWT): JWT {
    return Object.fromEntries(Object.entries(token).filter(([name]) => name !== 'opened_by'))
  }

  /** The claims of the cookie, opened with the secret. */
  async function claimsOf(browser: Browser): Promise<JWT | null> {
    vi.useFakeTimers({ now: clock.now(), toFake: ['Date'] })
    const cookie = `${COOKIE}=${browser.cookies.get(COOKIE) ?? ''}`
    const token = await getToken({
      req: { headers: { cookie } },
      secret: SECRETS.older,
      secureCookie: true,
    })
    vi.useRealTimers()
    return token
  }

  test('checks the store once for each use, and not from a minute after the proof on (ALT-05)', async () => {
    const watched = watchCalls(store.adapter)
    const place = open({ session }, watched.adapter)
    const person = await squat(place)
    const elsewhere = place.app.openBrowser()
    expectSignedIn(await signInWithGuild(elsewhere, 'guild'))
    watched.calls.splice(0)
    await readSession(elsewhere)
    expect(watched.calls.filter((name) => name === 'getUserByAccount')).toHaveLength(1)
    await prove(place, byLink, person)
    await readSession(elsewhere)
    expect((await claimsOf(elsewhere))?.['opened_by']).toBeDefined()
    clock.advance(61)
    expect(await isSignedIn(elsewhere)).toBe(true)
    expect((await claimsOf(elsewhere))?.['opened_by']).toBeUndefined()
    watched.calls.splice(0)
    expect(await isSignedIn(elsewhere)).toBe(true)
    expect(watched.calls).toEqual([])
  })

  test('with a proven address makes no look-up (ALT-05)', async () => {
    const watched = watchCalls(store.adapter)
    const verified = guild({
      profile: ({ member }) => ({ id: member, name: 'Ada', email: CONTESTED, emailVerified: true }),
    })
    const place = open({ session, others: [verified] }, watched.adapter)
    const browser = place.app.openBrowser()
    expectSignedIn(await signInWithGuild(browser, 'guild'))
    expect((await claimsOf(browser))?.['opened_by']).toBeUndefined()
    watched.calls.splice(0)
    expect(await isSignedIn(browser)).toBe(true)
    await updateSession(browser, {})
    expect(watched.calls).toEqual([])
  })

  test('causes an error and no sign-out where it is read while the store is down (REL-03 REL-05)', async () => {
    const watched = watchCalls(store.adapter)
    const place = open({ session }, watched.adapter)
    const browser = await squat(place)
    const cookie = browser.cookies.get(COOKIE)
    watched.breakDown()
    expect((await browser.open(`${BASE}/session`)).status).toBe(503)
    expect((await browser.open(`${BASE}/csrf`)).status).toBe(200)
    const headers = new Headers({ cookie: `${COOKIE}=${cookie ?? ''}` })
    expect(await place.app.auth.session({ headers })).toEqual({ session: null, cookies: [] })
    watched.repair()
    expect(browser.cookies.get(COOKIE)).toBe(cookie)
    expect(await isSignedIn(browser)).toBe(true)
  })

  // Whatever the application makes of the claims: here it keeps them itself.
  const kept = new Map<string, JWT>()
  const encode = ({ token = {} }: { token?: JWT }): string => {
    kept.set(`session-${kept.size}`, token)
    return `session-${kept.size - 1}`
  }
  const decode = ({ token = '' }: { token?: string }): JWT | null => kept.get(token) ?? null

  const SCRIPT = { 'x-auth-return-redirect': '1' }

  test.each<[string, Partial<AuthConfig>, (browser: Browser) => Promise<Response>]>([
    ['by a form', {}, (browser) => leave(browser)],
    [
      'by a script',
      {},
      async (browser) =>
        browser.submit(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE) }, SCRIPT),
    ],
    [
      'by a script, in JSON',
      {},
      async (browser) =>
        browser.submitJson(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE) }, SCRIPT),
    ],
    ['encoded by the application', { jwt: { encode, decode } }, (browser) => leave(browser)],
    [
      'in several cookies',
      { callbacks: { jwt: ({ token }) => ({ ...token, long: 'x'.repeat(5000) }) } },
      (browser) => leave(browser),
    ],
  ])(
    'ends in the browser that signs out %s while the store is down, with an error (REL-03 REL-05)',
    async (_, config, way) => {
      const watched = watchCalls(store.adapter)
      const onSignOut = vi.fn()
      const place = open({ session, events: { signOut: onSignOut }, ...config }, watched.adapter)
      const browser = await squat(place)
      await browser.csrf(BASE)
      watched.breakDown()
      const response = await way(browser)
      expect([response.status, response.headers.get('location')]).toEqual([503, null])
      expect(await response.text()).not.toContain('not been signed out')
      expect(place.app.errors.at(-1)).toMatchObject({
        type: 'SignOutError',
        cause: { err: { type: 'AdapterError' } },
      })
      // It is unknown whether the proof had ended it.
      expect(onSignOut).not.toHaveBeenCalled()
      expect(sessionCookies(browser)).toEqual([])
      watched.repair()
      expect(await readSession(browser)).toBeNull()
      expect((await leave(browser)).status).toBe(302)
    },
  )

  test('ends in the browser that signs out where the adapter lacks a method, which the log names (REL-03)', async () => {
    const before = open({ session })
    const { browser, turnTo } = openBrowserAt(before.app)
    expectSignedIn(await signInWithGuild(browser, 'guild'))
    const rest = Object.entries(store.adapter).filter(([name]) => name !== 'getUserByAccount')
    const { app } = open({ session, others: [] }, Object.fromEntries(rest))
    turnTo(app)
    const response = await leave(browser)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe(
      'Configuration',
    )
    expect(app.errors.at(-1)).toMatchObject({ type: 'MissingAdapterMethods' })
    expect(app.errors.at(-1)?.message).toContain('getUserByAccount')
    expect(sessionCookies(browser)).toEqual([])
  })

  test('ends in the browser also at a sign-out by the server of the application (REL-03)', async () => {
    const watched = watchCalls(store.adapter)
    const place = open({ session }, watched.adapter)
    const browser = await squat(place)
    const headers = new Headers({ cookie: `${COOKIE}=${browser.cookies.get(COOKIE) ?? ''}` })
    watched.breakDown()
    const error = await place.app.auth.signOut({ headers }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SignOutError)
    expect(error).toMatchObject({ cookies: [{ name: COOKIE, value: '', options: { maxAge: 0 } }] })
    expect(place.app.errors.at(-1)?.type).toBe('SignOutError')
  })

  test('emits no signOut event after the proof has ended it (ALT-05)', async () => {
    const signOut = vi.fn()
    const place = open({ session, events: { signOut } })
    const squatter = await squat(place)
    const csrfToken = await squatter.csrf(BASE)
    await prove(place)
    await squatter.submit(`${BASE}/signout`, { csrfToken })
    expect(signOut).not.toHaveBeenCalled()
    expect(sessionCookies(squatter)).toEqual([])
  })

  test.each([
    ['returns an object of its own', () => ({ sub: 'x', email: CONTESTED })],
    ['leaves the claim out', ({ token }: { token: JWT }) => without(token)],
    [
      'says another account',
      ({ token }: { token: JWT }) => ({ ...token, opened_by: { user: 'x' } }),
    ],
    [
      'sets the claim to nothing',
      ({ token }: { token: JWT }) => ({ ...token, opened_by: undefined }),
    ],
    [
      'trusts the browser',
      ({ token, session: data }: { token: JWT; session?: object }): JWT => ({
        ...token,
        ...data,
      }),
    ],
  ] as const)('ends with the proof where the jwt callback %s (ALT-05)', async (_, jwt) => {
    const place = open({ session, callbacks: { jwt } })
    const squatter = await squat(place)
    await updateSession(squatter, { opened_by: { user: 'another' }, email: CONTESTED })
    expect(await isSignedIn(squatter)).toBe(true)
    await prove(place)
    expect(await isSignedIn(squatter)).toBe(false)
  })

  test('cannot be turned into one without the check by a callback or the browser (ALT-05)', async () => {
    const watched = watchCalls(store.adapter)
    const verified = guild({
      profile: ({ member }) => ({ id: member, name: 'Ada', email: CONTESTED, emailVerified: true }),
    })
    const jwt = ({ token }: { token: JWT }): JWT => ({ ...token, opened_by: { user: 'unknown' } })
    const place = open({ session, others: [verified], callbacks: { jwt } }, watched.adapter)
    const browser = place.app.openBrowser()
    expectSignedIn(await signInWithGuild(browser, 'guild'))
    watched.calls.splice(0)
    await updateSession(browser, { opened_by: {} })
    expect(await isSignedIn(browser)).toBe(true)
    expect(watched.calls).toEqual([])
  })

  test('that the application encodes ends with the proof (ALT-05)', async () => {
    const place = open({ session, jwt: { encode, decode } })
    const squatter = await squat(place)
    await prove(place)
    expect(await isSignedIn(squatter)).toBe(false)
  })

  test('that the application encodes without the claim is not issued, with an error (ALT-05)', async () => {
    const losing = ({ token = {} }: { token?: JWT }): string => encode({ token: without(token) })
    const place = open({ session, jwt: { encode: losing, decode } })
    const squatter = place.app.openBrowser()
    await signInWithGuild(squatter, 'guild')
    expect(sessionCookies(squatter)).toEqual([])
    expect(place.app.errors.map(({ type }) => type)).toEqual(['JWTSessionError'])
    expect(place.app.errors[0]?.message).toContain('"opened_by"')
    expect(await isSignedIn(await prove(place))).toBe(true)
  })

  test('from before sign-in by mail was configured ends with the proof, and makes no look-up until then (ALT-05)', async () => {
    const watched = watchCalls(store.adapter)
    const before = { providers: [...OTHERS], adapter: watched.adapter, session }
    const { browser, turnTo } = openBrowserAt(createApp(before, { clock: clock.now }))
    expectSignedIn(await signInWithGuild(browser, 'guild'))
    watched.calls.splice(0)
    expect(await isSignedIn(browser)).toBe(true)
    expect(watched.calls).toEqual([])
    const place = open({ session }, watched.adapter)
    await prove(place)
    turnTo(place.app)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('opened with a password before sign-in by mail was configured ends only with the proof (ALT-05)', async () => {
    const before = { providers: [passwords()], adapter: store.adapter, session }
    const app = createApp(before, { clock: clock.now })
    await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
    const { browser: squatter, turnTo } = openBrowserAt(app)
    await signInWithPassword(squatter)
    // Of a user who is not stored, and of one who had proven the address before.
    const stranger = openBrowserAt(app)
    await signInWithPassword(stranger.browser, 'grace')
    const place = open({ session })
    for (const turn of [turnTo, stranger.turnTo]) turn(place.app)
    expect(await isSignedIn(squatter)).toBe(true)
    clock.advance(1)
    await prove(place)
    expect(await isSignedIn(squatter)).toBe(false)
    // Clocks may differ by two seconds.
    clock.advance(2)
    const later = openBrowserAt(app)
    await signInWithPassword(later.browser)
    later.turnTo(place.app)
    for (const browser of [later.browser, stranger.browser]) {
      expect(await readSession(browser)).not.toBeNull()
      expect((await claimsOf(browser))?.['opened_by']).toBeUndefined()
    }
  })

  test('is refused when the account is read before the proof and the user after it (ALT-05)', async () => {
    let torn = false
    const members = Object.entries(store.adapter).filter(([name]) => name !== 'getAccount')
    const adapter: Adapter = {
      ...Object.fromEntries(members),
      // As stores read that keep account and user apart: the account was there, the user is proven.
      getUserByAccount: async (key) =>
        torn ? store.adapter.getUserByEmail(CONTESTED) : store.adapter.getUserByAccount(key),
    }
    const place = open({ session }, adapter)
    const squatter = await squat(place)
    await prove(place)
    torn = true
    await readSession(squatter)
    torn = false
    clock.advance(120)
    expect(await isSignedIn(squatter)).toBe(false)
  })

  test('of a deleted user is refused (ALT-05)', async () => {
    await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
    const place = open({ session })
    const browser = await signInWithPassword(place.app.openBrowser())
    await store.adapter.deleteUser(PEOPLE.ada.id)
    expect(await readSession(browser)).toBeNull()
  })
})
