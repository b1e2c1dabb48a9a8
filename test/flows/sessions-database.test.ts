import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { toVerdictResponse } from '@latchstring/core/framework'
import { describe, expect, test, vi } from 'vitest'
import { forEachTest } from '@latchstring/test-kit/for-all-tests'
import { storeOfPeopleForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  copyCookies,
  signInWithPassword,
  passwords,
  PEOPLE,
  plantCookie,
  updateSession,
} from '@latchstring/test-kit/people'
import {
  expectEnded,
  keepUsing,
  readSession,
  sessionCookies,
  signOut,
} from '@latchstring/test-kit/story'
import { DAY, startClock } from '@latchstring/test-kit/test-clock'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'
import { ANY_TEXT } from '@latchstring/test-kit/matchers'

const COOKIE = '__Host-latchstring.session-token'
const MAX_AGE = 30 * DAY

/** Sessions of another library are taken over. */
const MIGRATE = { from: 'next-auth', until: '2100-01-01' } as const

const store = storeOfPeopleForEachTest()
const clock = forEachTest(startClock)
const watched = forEachTest(() => watchCalls(store.adapter))

function open(config: Partial<AuthConfig> = {}): App {
  const adapter = config.adapter ?? watched.adapter
  return createApp(
    { providers: [passwords()], session: { strategy: 'database' }, ...config, adapter },
    { clock: clock.now },
  )
}

/** A signed-in browser, from where calls of the store are counted. */
async function signedIn(app: App = open()): Promise<Browser> {
  const browser = await signInWithPassword(app.openBrowser())
  watched.calls.splice(0)
  return browser
}

function endingIn(seconds: number): string {
  return new Date(clock.now() + seconds * 1000).toISOString()
}

describe('A database session', () => {
  test('is read with one query, and not written before updateAge has passed', async () => {
    const browser = await signedIn()
    const end = endingIn(MAX_AGE)
    clock.advance(DAY - 1)
    for (let count = 0; count < 3; count += 1) {
      expect((await readSession(browser))?.expires).toBe(end)
    }
    expect(watched.calls).toEqual(Array.from({ length: 3 }, () => 'getSessionAndUser'))
  })

  test('SES-08 is extended once updateAge has passed, in the store and in the browser', async () => {
    const browser = await signedIn()
    clock.advance(DAY)
    const response = await browser.open(`${BASE}/session`)
    expect(await response.json()).toMatchObject({ expires: endingIn(MAX_AGE) })
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(watched.calls).toEqual(['getSessionAndUser', 'compareAndSetSession'])
    expect((await readSession(browser))?.expires).toBe(endingIn(MAX_AGE))
    expect(watched.calls.splice(0).slice(2)).toEqual(['getSessionAndUser'])
  })

  test('SES-08 is extended by every read where updateAge is 0', async () => {
    const browser = await signedIn(open({ session: { strategy: 'database', updateAge: 0 } }))
    for (const seconds of [1, 5, 60]) {
      clock.advance(seconds)
      expect((await readSession(browser))?.expires).toBe(endingIn(MAX_AGE))
    }
    expect(watched.calls.filter((name) => name === 'compareAndSetSession')).toHaveLength(3)
  })

  test('SES-08 is written once by 32 simultaneous requests after updateAge', async () => {
    const app = open()
    const browser = await signedIn(app)
    const before = await store.query('SELECT expires FROM sessions')
    clock.advance(DAY)
    const moved: boolean[] = []
    const { compareAndSetSession } = store.adapter
    watched.intercept('compareAndSetSession', async (params) => {
      // What the library called the method with.
      const known = params as Parameters<typeof compareAndSetSession>[0]
      const result = await compareAndSetSession(known)
      moved.push(result)
      return result
    })
    const sessions = await Promise.all(Array.from({ length: 32 }, () => readSession(browser)))
    expect(new Set(sessions.map((session) => session?.expires))).toEqual(
      new Set([endingIn(MAX_AGE)]),
    )
    expect(moved).toEqual([true])
    expect(await store.query('SELECT expires FROM sessions')).not.toEqual(before)
  })

  test('SES-08 is written once by 32 simultaneous requests for an adapter without compareAndSet', async () => {
    const methods = Object.entries(watched.adapter)
    const capabilities = { ...watched.adapter.capabilities, compareAndSet: false }
    const adapter: Adapter = {
      ...Object.fromEntries(methods.filter(([name]) => name !== 'compareAndSetSession')),
      capabilities,
    }
    const app = open({ adapter })
    const browser = await signedIn(app)
    clock.advance(DAY)
    const sessions = await Promise.all(Array.from({ length: 32 }, () => readSession(browser)))
    expect(new Set(sessions.map((session) => session?.expires))).toEqual(
      new Set([endingIn(MAX_AGE)]),
    )
    expect(watched.calls.filter((name) => name === 'updateSession')).toHaveLength(1)
    clock.advance(DAY)
    expect((await readSession(browser))?.expires).toBe(endingIn(MAX_AGE))
    expect(watched.calls.filter((name) => name === 'updateSession')).toHaveLength(2)
  })

  test('REV-02 SES-08 that was ended while a read was about to extend it is not there for that read, nor afterwards', async () => {
    const browser = await signedIn()
    const reader = copyCookies(browser, open().openBrowser())
    clock.advance(DAY)
    const { compareAndSetSession } = store.adapter
    watched.intercept('compareAndSetSession', async (params) => {
      await signOut(browser)
      // What the library called the method with.
      return compareAndSetSession(params as Parameters<typeof compareAndSetSession>[0])
    })
    await expectEnded(reader)
    expect(watched.calls).toContain('compareAndSetSession')
    expect(await store.query('SELECT expires FROM sessions')).toEqual([])
  })

  test('AWY-01 SES-07 SES-08 is served as it was when its new expiry could not be written, and extended by the next request', async () => {
    const browser = await signedIn(open())
    clock.advance(DAY)
    watched.breakDown('compareAndSetSession')
    const failed = await browser.open(`${BASE}/session`)
    expect(await failed.json()).toMatchObject({ expires: endingIn(MAX_AGE - DAY) })
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([200, []])
    watched.repair()
    watched.calls.splice(0)
    expect((await readSession(browser))?.expires).toBe(endingIn(MAX_AGE))
    expect(watched.calls).toEqual(['getSessionAndUser', 'compareAndSetSession'])
  })

  test('ends maxAge after its last extension, to the millisecond, and leaves no row', async () => {
    const browser = await signedIn(open({ session: { strategy: 'database', maxAge: 600 } }))
    clock.advance(599.999)
    expect(await readSession(browser)).not.toBeNull()
    const late = await signedIn(open({ session: { strategy: 'database', maxAge: 600 } }))
    clock.advance(600)
    await expectEnded(late)
    clock.advance(601)
    await expectEnded(late)
    expect((await store.rows()).sessions).toBeLessThanOrEqual(1)
  })

  test('SES-04 ends absoluteMaxAge after the sign-in although it is used', async () => {
    const session = {
      strategy: 'database' as const,
      maxAge: 600,
      updateAge: 0,
      absoluteMaxAge: 1500,
    }
    const browser = await signedIn(open({ session }))
    const end = endingIn(1500)
    await keepUsing(browser, clock, [500, 500, 499])
    expect((await readSession(browser))?.expires).toBe(end)
    clock.advance(1)
    await expectEnded(browser)
    expect(sessionCookies(browser)).toEqual([COOKIE])
    clock.advance(601)
    await expectEnded(browser)
    expect([sessionCookies(browser), (await store.rows()).sessions]).toEqual([[], 0])
  })

  test('SES-04 ends at a limit that was set or lowered after the sign-in', async () => {
    const limited = (absoluteMaxAge: number): App =>
      open({ session: { strategy: 'database', absoluteMaxAge } })
    const unlimited = await signedIn()
    expect(await readSession(copyCookies(unlimited, limited(5000).openBrowser()))).not.toBeNull()
    const browser = await signedIn(limited(5000))
    clock.advance(999)
    const lowered = copyCookies(browser, limited(1000).openBrowser())
    expect(await readSession(lowered)).not.toBeNull()
    clock.advance(1)
    await expectEnded(lowered)
    clock.advance(4000)
    await expectEnded(copyCookies(unlimited, limited(5000).openBrowser()))
  })

  test('SES-07 LGO-07 DEL-01 that is not in the store is null, and keeps its cookie: a replica may not have the row yet', async () => {
    const browser = await signedIn()
    let isBehind = true
    const { getSessionAndUser } = store.adapter
    watched.intercept('getSessionAndUser', async (token) =>
      isBehind ? null : getSessionAndUser(String(token)),
    )
    await expectEnded(browser)
    isBehind = false
    expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
    // A sign-out that does not see the row ends it all the same.
    isBehind = true
    await signOut(browser)
    expect([sessionCookies(browser), (await store.rows()).sessions]).toEqual([[], 0])
  })

  test('SES-11 ends when its user is deleted', async () => {
    const browser = await signedIn()
    await store.adapter.deleteUser(PEOPLE.ada.id)
    await expectEnded(browser)
  })

  test('LGO-07 is refused after the sign-out, also for a copied cookie', async () => {
    const app = open()
    const browser = await signedIn(app)
    const thief = copyCookies(browser, app.openBrowser())
    await signOut(browser)
    expect(sessionCookies(browser)).toEqual([])
    expect((await store.rows()).sessions).toBe(0)
    const headers = new Headers({ cookie: `${COOKIE}=${thief.cookies.get(COOKIE)}` })
    expect((await app.auth.session({ headers })).session).toBeNull()
    expect((await app.auth.update({ headers }, {})).session).toBeNull()
    await expectEnded(thief)
  })

  test('SES-10 exposes name, e-mail address and image to the browser, and also the id to the server', async () => {
    const app = open()
    const browser = await signedIn(app)
    const { id, ...rest } = PEOPLE.ada
    expect(await readSession(browser)).toEqual({ user: rest, expires: endingIn(MAX_AGE) })
    const token = browser.cookies.get(COOKIE) ?? ''
    const headers = new Headers({ cookie: `${COOKIE}=${token}` })
    const { session } = await app.auth.session({ headers })
    expect(session).toEqual({ user: { id, ...rest }, expires: endingIn(MAX_AGE) })
    expect(JSON.stringify(session)).not.toContain(token)
  })
})

describe('The token of a database session', () => {
  test('SES-01 has 32 random bytes, and another value for every sign-in', async () => {
    const tokens = new Set<string>()
    for (let count = 0; count < 5; count += 1) {
      const browser = await signedIn()
      tokens.add(browser.cookies.get(COOKIE) ?? '')
    }
    expect(tokens.size).toBe(5)
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}\.~pwd\.[\da-z]{8}$/)
  })

  test.each([
    ['by default', {}],
    ['during a migration of sessions', { migrate: MIGRATE }],
  ])('SES-02 is stored as a hash that does not sign in, %s', async (_, config) => {
    const app = open(config)
    const browser = await signedIn(app)
    const [row] = await store.query('SELECT session_token FROM sessions')
    const stored = String(row?.['session_token'])
    expect(stored).not.toContain(browser.cookies.get(COOKIE))
    const hash = stored.replace(/^sha256:/, '')
    for (const value of [stored, encodeURIComponent(stored), hash, `SHA256:${hash}`]) {
      const thief = app.openBrowser()
      plantCookie(thief, COOKIE, value)
      await expectEnded(thief)
    }
    expect(await readSession(browser)).not.toBeNull()
  })

  test('SES-02 is looked up once when unknown, and unhashed only during a migration', async () => {
    const lookUps = async (value: string, config: Partial<AuthConfig> = {}): Promise<number> => {
      const browser = open(config).openBrowser()
      plantCookie(browser, COOKIE, value)
      watched.calls.splice(0)
      await expectEnded(browser)
      expect(new Set(watched.calls)).toEqual(new Set(['getSessionAndUser']))
      return watched.calls.length
    }
    const [ours, hash] = ['f'.repeat(64), `sha256:${'A'.repeat(43)}`]
    expect(await lookUps(ours)).toBe(1)
    expect(await lookUps(hash)).toBe(1)
    expect(await lookUps(ours, { migrate: MIGRATE })).toBe(2)
    // A hash is no token that was stored unhashed, also in letters that a store may treat as equal to those of the mark.
    for (const value of [hash, hash.toUpperCase(), hash.replace('s', '%C5%BF'), `${hash}%20`]) {
      expect(await lookUps(value, { migrate: MIGRATE })).toBe(1)
    }
    expect(await lookUps(ours, { migrate: { ...MIGRATE, until: '2020-01-01' } })).toBe(1)
  })

  test('SES-02 that a migrated application stored unhashed is valid until its next rotation', async () => {
    const raw = 'b6e1f4f0-5a8b-4f0c-9f63-0a3d1f1f8c11'
    const expires = new Date(clock.now() + 1000 * MAX_AGE)
    await store.adapter.createSession({ sessionToken: raw, userId: PEOPLE.ada.id, expires })
    const stranger = open().openBrowser()
    plantCookie(stranger, COOKIE, raw)
    await expectEnded(stranger)
    const browser = open({ migrate: MIGRATE }).openBrowser()
    plantCookie(browser, COOKIE, raw)
    expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
    await signInWithPassword(browser)
    const rows = await store.query('SELECT session_token FROM sessions')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['session_token']).not.toBe(raw)
    plantCookie(browser, COOKIE, raw)
    await expectEnded(browser)
  })

  test('is the result of generateSessionToken, and is stored as a hash', async () => {
    const generateSessionToken = vi.fn(() => 'made-by-the-application-0123456789')
    const browser = await signedIn(
      open({ session: { strategy: 'database', generateSessionToken } }),
    )
    expect(generateSessionToken).toHaveBeenCalledOnce()
    expect(browser.cookies.get(COOKIE)).toBe('made-by-the-application-0123456789')
    const [row] = await store.query('SELECT session_token FROM sessions')
    expect(row?.['session_token']).not.toContain('made-by')
    expect(await readSession(browser)).not.toBeNull()
  })

  test('SES-06 never has a value from before the sign-in', async () => {
    const browser = open().openBrowser()
    plantCookie(browser, COOKIE, 'f'.repeat(64))
    await signInWithPassword(browser)
    expect(browser.cookies.get(COOKIE)).not.toBe('f'.repeat(64))
  })

  test.each(['ada', 'grace'] as const)(
    'SES-05 of the previous session ends when %s signs in',
    async (person) => {
      const app = open()
      const browser = await signedIn(app)
      const old = copyCookies(browser, app.openBrowser())
      await signInWithPassword(browser, person)
      expect((await readSession(browser))?.user?.name).toBe(PEOPLE[person].name)
      expect((await store.rows()).sessions).toBe(1)
      await expectEnded(old)
    },
  )
})

/** Breaks the store, runs a step, and expects that no session ends by it. */
async function expectUnharmed(
  work: (browser: Browser) => Promise<Response>,
  type = 'AdapterError',
): Promise<void> {
  const app = open()
  const browser = await signedIn(app)
  const cookie = browser.cookies.get(COOKIE)
  watched.breakDown()
  const response = await work(browser)
  expect(response.headers.getSetCookie().filter((one) => one.includes('session-token'))).toEqual([])
  expect(app.errors.at(-1)).toMatchObject({ type })
  expect(app.errors.at(-1)?.message).not.toContain(cookie)
  watched.repair()
  expect(browser.cookies.get(COOKIE)).toBe(cookie)
  expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
}

describe('A failure of the store for database sessions', () => {
  test('REL-03 REL-05 makes GET session answer 503 and keep the cookie, until the store recovers', () =>
    expectUnharmed(async (browser) => {
      const response = await browser.open(`${BASE}/session`)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        error: 'AdapterError',
        ref: ANY_TEXT,
      })
      return response
    }))

  test('REL-03 REL-05 makes POST session answer 503 and keep the cookie', () =>
    expectUnharmed(async (browser) => {
      const response = await updateSession(browser, { user: { name: 'x' } })
      expect(response.status).toBe(503)
      return response
    }))

  test('REL-03 keeps the cookie when a sign-out could not delete the session', () =>
    expectUnharmed(async (browser) => {
      const response = await signOut(browser)
      expect([response.status, response.headers.get('location')]).toEqual([503, null])
      expect(await response.text()).toContain('You haven’t been signed out')
      return response
    }, 'SignOutError'))

  test("REL-03 REL-05 answers a script's sign-out with an error, and logs the reason", async () => {
    const app = open()
    const browser = await signedIn(app)
    const csrfToken = await browser.csrf(BASE)
    watched.breakDown()
    const script = { 'x-auth-return-redirect': '1' }
    const response = await browser.submit(`${BASE}/signout`, { csrfToken }, script)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: 'SignOutError', ref: ANY_TEXT })
    expect(app.errors.at(-1)).toMatchObject({
      type: 'SignOutError',
      message: 'The store failed while the session was being ended.',
      cause: { err: { type: 'AdapterError' } },
    })
  })

  test('REL-02 makes session() of the server return null', async () => {
    const app = open()
    const browser = await signedIn(app)
    watched.breakDown()
    const headers = new Headers({ cookie: `${COOKIE}=${browser.cookies.get(COOKIE)}` })
    expect(await app.auth.session({ headers })).toEqual({ session: null, cookies: [] })
  })
})

test('Credentials of a user who is not stored cause an error that names the cause, and no session', async () => {
  const stranger = { id: 'unknown', name: 'Unknown', email: 'unknown@example.com' }
  const app = open({ providers: [passwords({ authorize: () => stranger })] })
  const browser = app.openBrowser()
  await expect(signInWithPassword(browser)).rejects.toThrow('error=Callback')
  expect(app.errors.at(-1)?.message).toContain('not in the store')
  expect((await store.rows()).sessions).toBe(0)
  expect(sessionCookies(browser)).toEqual([])
})

test('An adapter without compareAndSetSession extends sessions with updateSession', async () => {
  const members = Object.entries(watched.adapter).filter(
    ([name]) => name !== 'compareAndSetSession',
  )
  const capabilities = { ...watched.adapter.capabilities, compareAndSet: false }
  const adapter: Adapter = { ...Object.fromEntries(members), capabilities }
  const browser = await signedIn(open({ adapter }))
  clock.advance(DAY)
  expect((await readSession(browser))?.expires).toBe(endingIn(MAX_AGE))
  expect(watched.calls).toEqual(['getSessionAndUser', 'updateSession'])
})

describe('A guard while the store is away', () => {
  const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const SCRIPT = { accept: 'application/json', 'sec-fetch-mode': 'cors' }
  const ask = async (app: App, browser: Browser, headers: HeadersInit): Promise<Response[]> => {
    const all = new Headers(headers)
    all.set('cookie', `${COOKIE}=${browser.cookies.get(COOKIE)}`)
    const request = new Request('https://app.example/members', { headers: all })
    const source = { headers: all, url: request.url, request }
    const verdict = await app.auth.scope(source).requireSession()
    const { decision } = await app.auth.authorize(request)
    const refused = [
      toVerdictResponse(verdict, request),
      decision.kind === 'respond' ? decision.response : undefined,
    ]
    return refused.map((response) => response ?? new Response('allowed', { status: 200 }))
  }
  const callbacks: AuthConfig['callbacks'] = { authorized: ({ auth }) => auth !== null }

  test.each([
    ['a page', NAVIGATION, /^text\/html/],
    ['a script', SCRIPT, /^application\/json/],
  ])(
    'AWY-01 answers %s with 503 and Retry-After, and as before when it is back',
    async (_, headers, type) => {
      const app = open({ callbacks })
      const browser = await signedIn(app)
      watched.breakDown('getSessionAndUser')
      for (const response of await ask(app, browser, headers)) {
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
        expect(response.headers.get('content-type')).toMatch(type)
        expect(response.headers.get('cache-control')).toContain('no-store')
        expect(response.headers.getSetCookie()).toEqual([])
        const refs = app.errors.map(({ ref }) => ref ?? 'none')
        const body = await response.text()
        expect(refs.some((ref) => body.includes(ref))).toBe(true)
      }
      expect(app.errors.map(({ type: code }) => code)).toEqual(['AdapterError', 'AdapterError'])
      watched.repair()
      expect((await ask(app, browser, headers)).map(({ status }) => status)).toEqual([200, 200])
    },
  )

  test('AWY-01 lets through what the callback allows without a session', async () => {
    const app = open({ callbacks: { authorized: () => true } })
    const browser = await signedIn(app)
    watched.breakDown('getSessionAndUser')
    const [required, asked] = await ask(app, browser, NAVIGATION)
    expect([required?.status, asked?.status]).toEqual([503, 200])
  })

  test('AWY-01 waits for the deadline of the store once, and the log has one line when it goes and one when it is back', async () => {
    const lines: string[] = []
    const stacks: string[] = []
    const logger = {
      error: (error: Error) => void stacks.push(`${error.stack} ${String(Boolean(error.cause))}`),
      warn: (code: string, detail = '') => void lines.push(`${code}: ${detail}`),
    }
    const browser = await signedIn()
    const app = open({ logger })
    const reader = copyCookies(browser, app.openBrowser())
    const { getSessionAndUser } = store.adapter
    let isAway = true
    watched.intercept('getSessionAndUser', async (token) => {
      if (!isAway) return getSessionAndUser(String(token))
      clock.advance(10)
      throw new Error('timeout exceeded when trying to connect')
    })
    const statusOf = async (): Promise<number> => (await reader.open(`${BASE}/session`)).status
    expect(await statusOf()).toBe(503)
    for (let time = 0; time < 3; time++) expect(await statusOf()).toBe(503)
    expect(watched.calls).toEqual(['getSessionAndUser'])
    expect(lines).toEqual([expect.stringMatching(/^store-away: .* since 2031-/)])
    // One call in two seconds tries.
    clock.advance(2)
    expect([await statusOf(), await statusOf(), watched.calls.length]).toEqual([503, 503, 2])
    isAway = false
    clock.advance(2)
    expect([await statusOf(), await statusOf()]).toEqual([200, 200])
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^store-back: It was away for 14 s/)])
    expect(stacks.filter((stack) => /\n\s+at /.test(stack) || stack.endsWith('true'))).toHaveLength(
      1,
    )
  })
})
