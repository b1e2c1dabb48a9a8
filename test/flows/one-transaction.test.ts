import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { idpForEachTest, storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ENV, STRATEGIES } from '@latchstring/test-kit/app'
import { type Arrival, type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { guild, guildAnswer } from '@latchstring/test-kit/guild'
import { asked, oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectRefused,
  expectSignedIn,
  readLocation,
  startSignIn,
  reachCallback,
  sessionCookies,
  readSession,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'

const idp = idpForEachTest()
const other = forAllTests(startIdp)
const store = storeForEachTest()
let clock: TestClock

beforeEach(() => {
  other.requests.splice(0)
  clock = startClock(Date.now())
})

const FORM_POST = { authorization: { params: { response_mode: 'form_post' } } }

const PROVIDERS = () => [
  oidcProvider(idp),
  plain(idp),
  oidcProvider(idp, { id: 'island', ...FORM_POST }),
  guild(),
]

function open(config: Partial<AuthConfig> = {}): App {
  const all = { providers: PROVIDERS(), adapter: store.adapter, ...config }
  return createApp(all, { clock: clock.now })
}

/** A browser with copies of all cookies. */
function copyOf(app: App, browser: Browser): Browser {
  const copy = app.openBrowser()
  for (const { name, value, sameSite } of browser.stored()) {
    copy.receive(BASE, `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=${sameSite}`)
  }
  return copy
}

/** One of the answers to one authorization request, with a code of its own. */
async function answerTo(request: URL, id: string): Promise<Arrival> {
  return id === 'guild' ? { url: guildAnswer(request).href } : signInAt(request)
}

/** Holds calls that use up a row until so many have arrived. */
function useTogether(adapter: Adapter, count: number): Adapter {
  let waiting = 0
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  return {
    ...adapter,
    async useVerificationToken(params) {
      waiting += 1
      if (waiting === count) release()
      await gate
      return (await adapter.useVerificationToken?.(params)) ?? null
    },
  }
}

/** An adapter that promises nothing about verification tokens and has no methods for them, such as one without their table. */
function withoutTokens(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).filter(([name]) => !name.endsWith('VerificationToken'))
  const capabilities = { ...adapter.capabilities, atomicConsume: false, tokenReads: false }
  return { ...Object.fromEntries(methods), capabilities }
}

function inside(browsers: readonly Browser[]): readonly Browser[] {
  return browsers.filter((browser) => sessionCookies(browser).length > 0)
}

const FORMS = [
  ['an object', (config: AuthConfig): AuthConfig => config],
  [
    'a function',
    (config: AuthConfig): (() => AuthConfig) =>
      () => ({ ...config }),
  ],
] as const

describe.each(STRATEGIES)('One sign-in, with sessions by %s,', (strategy) => {
  const rows = { ...EMPTY, users: 1, accounts: 1, sessions: strategy === 'database' ? 1 : 0 }

  test.each(['harbour', 'plain', 'island', 'guild'])(
    'that eight copies of its cookies finish at once with eight responses of %s creates one session (FLW-05)',
    async (id) => {
      const app = open({ adapter: useTogether(store.adapter, 8), session: { strategy } })
      const browser = app.openBrowser()
      const request = await requestAuthorization(browser, id)
      const arrivals: Arrival[] = []
      for (let copy = 0; copy < 8; copy += 1) arrivals.push(await answerTo(request, id))
      const copies = arrivals.map((arrival) => ({ arrival, copy: copyOf(app, browser) }))
      const answers = await Promise.all(copies.map(({ arrival, copy }) => copy.follow(arrival)))
      expect(inside(copies.map(({ copy }) => copy))).toHaveLength(1)
      const refused = answers.filter((answer) => readLocation(answer).pathname !== '/inside')
      expect(refused).toHaveLength(7)
      expect(app.errors.map(({ type }) => type)).toEqual(Array(7).fill('InvalidCheck'))
      expect(app.errors[0]?.message).toContain('has been finished already')
      expect(await store.rows()).toEqual(rows)
    },
  )

  test('that has been finished is refused with copied cookies and a new code, without a request to the provider (FLW-05)', async () => {
    const app = open({ session: { strategy } })
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    const thief = copyOf(app, browser)
    expectSignedIn(await browser.follow(await signInAt(request)))
    const later = await signInAt(request)
    asked(idp)
    expectRefused(await thief.follow(later), app)
    expect(asked(idp)).toEqual([])
    expect(sessionCookies(thief)).toEqual([])
    expect(await store.rows()).toEqual(rows)
  })

  test('that failed has ended, and leaves no row (FLW-05)', async () => {
    const app = open({ session: { strategy } })
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    const copy = copyOf(app, browser)
    expectRefused(await browser.follow(await signInAt(request, { login: 'ada', deny: true })), app)
    expect(await store.rows()).toEqual(EMPTY)
    expectRefused(await copy.follow(await signInAt(request)), app)
    expect(sessionCookies(copy)).toEqual([])
  })

  test('whose response is repeated while its browser is signed in changes no session (FLW-06)', async () => {
    const app = open({ session: { strategy } })
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'harbour', { callbackUrl: '/second' })
    const kept = [...browser.cookies].filter(([name]) => !name.includes('session-token'))
    expectSignedIn(await browser.follow(await signInAt(request)), '/second')
    const session = sessionCookies(browser).map((name) => browser.cookies.get(name))
    // Its cookies are there again, as a restored browser has them.
    for (const [name, value] of kept) browser.setCookie(name, value)
    asked(idp)
    expectSignedIn(await browser.follow(await signInAt(request)), '/second')
    expect(asked(idp)).toEqual([])
    expect(sessionCookies(browser).map((name) => browser.cookies.get(name))).toEqual(session)
    expect(await store.rows()).toEqual(rows)
  })

  test.each(FORMS)('configured by %s is used up in the store (FLW-05)', async (_, form) => {
    const config = { providers: PROVIDERS(), adapter: store.adapter, session: { strategy } }
    const auth = createAuth(form(config), { env: ENV, clock: clock.now })
    const browser = createBrowser(auth.handle)
    const arrival = await reachCallback(browser, 'harbour')
    expect((await store.rows()).tokens).toBe(1)
    expectSignedIn(await browser.follow(arrival))
    expect((await store.rows()).tokens).toBe(0)
  })
})

describe('The row of a sign-in in progress', () => {
  test('does not contain its state, and is deleted when expired (FLW-05)', async () => {
    const browser = open().openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    const [row] = await store.query('SELECT * FROM verification_tokens')
    expect(row).toMatchObject({ identifier: 'oauth:harbour' })
    const state = request.searchParams.get('state') ?? ''
    expect(JSON.stringify(row)).not.toContain(state.slice(0, 17))
    await store.adapter.deleteExpired(new Date(clock.now() + 899_000))
    expect((await store.rows()).tokens).toBe(1)
    await store.adapter.deleteExpired(new Date(clock.now() + 901_000))
    expect(await store.rows()).toEqual(EMPTY)
  })

  test('is not written while the store is down, so that the sign-in does not start, and starts again afterwards (REL-02)', async () => {
    const watched = watchCalls(store.adapter)
    const app = open({ adapter: watched.adapter })
    const browser = app.openBrowser()
    watched.breakDown()
    expect((await startSignIn(browser, 'harbour')).status).toBe(503)
    watched.repair()
    expectSignedIn(await signInWith(browser, 'harbour'))
  })

  test.each(STRATEGIES)(
    'is not deleted while the store is down, so that no session is created with %s and no code is sent (REL-02)',
    async (strategy) => {
      const watched = watchCalls(store.adapter)
      const app = open({ adapter: watched.adapter, session: { strategy } })
      const browser = app.openBrowser()
      const arrival = await reachCallback(browser, 'harbour')
      asked(idp)
      watched.breakDown('useVerificationToken')
      expect((await browser.follow(arrival)).status).toBe(503)
      expect(asked(idp)).toEqual([])
      expect(await readSession(browser)).toBeNull()
    },
  )

  test('is required where it was written, so that a configuration without its adapter refuses the response', async () => {
    const browser = open().openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    const bare = createApp({ providers: PROVIDERS() }, { clock: clock.now })
    const copy = copyOf(bare, browser)
    const response = await copy.follow(arrival)
    expect(readLocation(response).pathname).toBe('/auth/error')
    expect(bare.errors.map(({ type }) => type)).toEqual(['MissingAdapter'])
    expect(sessionCookies(copy)).toEqual([])
  })
})

describe('With an adapter without atomicConsume', () => {
  test.each(STRATEGIES)(
    'sign-ins succeed with sessions by %s, with a warning',
    async (strategy) => {
      const warnings: (readonly unknown[])[] = []
      const logger = { warn: (...words: readonly unknown[]) => void warnings.push(words) }
      const app = open({ adapter: withoutTokens(store.adapter), session: { strategy }, logger })
      const browser = app.openBrowser()
      expectSignedIn(await signInWith(browser, 'harbour'))
      expect(await readSession(browser)).not.toBeNull()
      expect(warnings).toEqual([
        ['adapter-capability', expect.stringMatching(/"atomicConsume".*finished more than once/)],
      ])
    },
  )

  test('a sign-in started there is finished after a deployment with atomicConsume (FLW-07)', async () => {
    const browser = open({ adapter: withoutTokens(store.adapter) }).openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    const app = open()
    const copy = copyOf(app, browser)
    expectSignedIn(await copy.follow(arrival))
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: 1 })
  })
})

describe('The issuer at which a sign-in was started', () => {
  /** The same application after a deployment that changed its providers. */
  async function finishAt(browser: Browser, config: AuthConfig, arrival: Arrival): Promise<App> {
    const app = createApp(config, { clock: clock.now })
    const copy = copyOf(app, browser)
    asked(other)
    asked(idp)
    expectRefused(await copy.follow(arrival), app, 'OAuthCallbackError')
    expect(app.errors.map(({ type }) => type)).toEqual(['InvalidCheck'])
    for (const each of [idp, other]) {
      expect(asked(each).filter((endpoint) => endpoint.toLowerCase().includes('token'))).toEqual([])
    }
    return app
  }

  test.each([
    ['discovered', () => [oidcProvider(idp)], () => [oidcProvider(other)], 'harbour'],
    ['the origin of its endpoints', () => [plain(idp)], () => [plain(other)], 'plain'],
    [
      'none, and now there is one',
      () => [guild()],
      () => [oidcProvider(idp, { id: 'guild' })],
      'guild',
    ],
    [
      'one, and now there is none',
      () => [oidcProvider(idp)],
      () => [guild({ id: 'harbour' })],
      'harbour',
    ],
  ] as const)(
    'is %s: after a change of it no code is sent (FLW-03 OAU-08)',
    async (_, before, after, id) => {
      const browser = createApp({ providers: [...before()] }, { clock: clock.now }).openBrowser()
      const request = await requestAuthorization(browser, id)
      const arrival = await answerTo(request, id)
      const app = await finishAt(browser, { providers: [...after()] }, arrival)
      expect(app.errors[0]?.message).toMatch(
        /was started at .* the configuration (?:now|no longer) names .*\. Start the sign-in again\.$/,
      )
    },
  )

  test('is compared with a configuration for every request (FLW-03 OAU-08)', async () => {
    let current = idp
    const errors: string[] = []
    const auth = createAuth(
      () => ({
        providers: [oidcProvider(current)],
        logger: { error: ({ name }) => void errors.push(name), warn: () => undefined },
      }),
      { env: ENV, clock: clock.now },
    )
    const browser = createBrowser(auth.handle)
    const arrival = await reachCallback(browser, 'harbour')
    current = other
    const response = await browser.follow(arrival)
    expect(readLocation(response).href).toContain(`${BASE}/signin?error=OAuthCallbackError`)
    expect(errors).toEqual(['InvalidCheck'])
    expect(asked(other).filter((endpoint) => endpoint === 'token')).toEqual([])
  })
})

describe('The session from before a sign-in', () => {
  test('that could not be deleted at once is deleted at the second attempt (SES-05)', async () => {
    const watched = watchCalls(store.adapter)
    const app = open({ adapter: watched.adapter })
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const old = copyOf(app, browser)
    let calls = 0
    watched.intercept('deleteSession', async (token) => {
      calls += 1
      if (calls === 1) throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
      return store.adapter.deleteSession(String(token))
    })
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    expect(calls).toBe(2)
    expect(await readSession(old)).toBeNull()
    expect(await readSession(browser)).not.toBeNull()
    expect((await store.rows()).sessions).toBe(1)
  })

  test('that cannot be deleted prevents a new one, with an error (SES-05 REL-02)', async () => {
    const watched = watchCalls(store.adapter)
    const app = open({ adapter: watched.adapter })
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const arrival = await reachCallback(browser, 'harbour', 'ada')
    const cookie = sessionCookies(browser).map((name) => browser.cookies.get(name))
    const sessions = await store.query('SELECT session_token FROM sessions')
    const before = sessions[0]?.['session_token']
    // What is new can be taken back; only the old one cannot be deleted.
    watched.intercept('deleteSession', async (token) => {
      if (token === before) throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
      return store.adapter.deleteSession(String(token))
    })
    expect((await browser.follow(arrival)).status).toBe(503)
    expect(app.errors.map(({ type }) => type)).toEqual(['AdapterError'])
    expect(app.errors[0]?.message).toContain('from before the sign-in could not be ended')
    expect(sessionCookies(browser).map((name) => browser.cookies.get(name))).toEqual(cookie)
    expect(await store.query('SELECT session_token FROM sessions')).toEqual(sessions)
    expect(await readSession(browser)).not.toBeNull()
  })
})
