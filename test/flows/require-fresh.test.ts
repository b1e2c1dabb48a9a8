import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { AuthConfig } from '@latchstring/core'
import type { JWT } from '@latchstring/core/jwt'
import Passkey from '@latchstring/core/providers/passkey'
import { describe, expect, test } from 'vitest'
import { forAllTests, forEachTest } from '@latchstring/test-kit/for-all-tests'
import {
  authenticatorForEachTest,
  storeOfPeopleForEachTest,
} from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { createAuthenticator } from '@latchstring/test-kit/fake-authenticator'
import { readJson } from '@latchstring/test-kit/json'
import { plain, startIdp } from '@latchstring/test-kit/idp'
import {
  copyCookies,
  passwords,
  signInWithPassword,
  storePeople,
  submitPassword,
} from '@latchstring/test-kit/people'
import {
  expectRefused,
  expectSignedIn,
  reachCallback,
  readLocation,
  readSession,
  signInWith,
} from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'
import {
  addKey,
  addKeyAfterSignOut,
  askOptions,
  creationOptions,
  sendAnswer,
  useKey,
} from './src/passkeys.ts'

const FRESH = 600

const idp = forAllTests(startIdp)
const store = storeOfPeopleForEachTest()
const clock = forEachTest(startClock)
const fake = authenticatorForEachTest()

const nameIn = async (browser: Browser) => (await readSession(browser))?.user?.name

const accounts = async (): Promise<number> => (await store.rows()).accounts

describe.each(STRATEGIES)('account.requireFresh with the strategy %s', (strategy) => {
  function open(config: Partial<AuthConfig> = {}): App {
    return createApp(
      {
        providers: [passwords(), plain(idp), plain(idp, { id: 'island' }), Passkey()],
        adapter: store.adapter,
        experimental: { enableWebAuthn: true },
        // With it, sessions in a store have the time of the sign-in.
        session: { strategy, absoluteMaxAge: 86_400 },
        account: { requireFresh: FRESH },
        ...config,
      },
      { env: ENV, clock: clock.now },
    )
  }

  /** A browser in which Ada signed in by password some seconds ago. */
  async function signedIn(app: App, seconds: number): Promise<Browser> {
    const browser = await signInWithPassword(app.openBrowser())
    clock.advance(seconds)
    return browser
  }

  function expectStepUp(response: Response, app: App): void {
    expectRefused(response, app, 'SessionRequired')
    expect(app.errors.at(-1)?.type).toBe('StepUpRequired')
  }

  test('refuses to link an account after an older sign-in, and keeps the session', async () => {
    const app = open()
    const browser = await signedIn(app, FRESH + 1)
    expectStepUp(await signInWith(browser, 'plain', 'grace'), app)
    expect(await nameIn(browser)).toBe('Ada Lovelace')
    expect(await accounts()).toBe(0)
  })

  test('refuses to add a passkey after an older sign-in, and keeps the session', async () => {
    const app = open()
    const browser = await signedIn(app, FRESH)
    const options = await creationOptions(browser)
    clock.advance(1)
    expectStepUp(await sendAnswer(browser, 'register', fake.create(options)), app)
    const asked = await askOptions(browser, { action: 'register' })
    expect([asked.status, (await readJson(asked))['error']]).toEqual([403, 'StepUpRequired'])
    expect(await nameIn(browser)).toBe('Ada Lovelace')
    expect(await accounts()).toBe(0)
  })

  test('links an account at exactly that age, which does not make the sign-in newer', async () => {
    const app = open()
    const browser = await signedIn(app, FRESH)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expect(await accounts()).toBe(1)
    clock.advance(1)
    expectStepUp(await signInWith(browser, 'island', 'grace'), app)
    await signInWithPassword(browser)
    expectSignedIn(await signInWith(browser, 'island', 'grace'))
    expect(await accounts()).toBe(2)
  })

  test('adds a passkey at exactly that age, which does not make the sign-in newer', async () => {
    const app = open()
    const browser = await signedIn(app, FRESH)
    expectSignedIn(await addKey(browser, fake))
    clock.advance(1)
    expectStepUp(await signInWith(browser, 'plain', 'grace'), app)
    expect(await accounts()).toBe(1)
  })

  test('does not refuse a sign-in with a known account or passkey in an older session, which makes the sign-in newer', async () => {
    const app = open()
    const browser = await signedIn(app, 0)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expectSignedIn(await addKey(browser, fake))
    clock.advance(FRESH + 1)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    clock.advance(FRESH)
    expectSignedIn(await signInWith(browser, 'island', 'grace'))
    clock.advance(1)
    expectSignedIn(await useKey(browser, fake))
    clock.advance(FRESH)
    expectSignedIn(await addKey(browser, createAuthenticator({ origin: ORIGIN })))
    expect(await nameIn(browser)).toBe('Ada Lovelace')
  })

  test('does not refuse a first sign-in without a session', async () => {
    const browser = open().openBrowser()
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expect(await accounts()).toBe(1)
  })

  test('does not hide that the session of a new passkey has ended', async () => {
    const app = open()
    const browser = await signedIn(app, 0)
    expectRefused(await addKeyAfterSignOut(browser, fake), app, 'SessionRequired')
    expect(app.errors.at(-1)?.type).toBe('SessionRequired')
  })

  test('refuses nothing where it is false, and the sign-in keeps its time', async () => {
    const app = open({
      account: { requireFresh: false },
      session: { strategy, absoluteMaxAge: 12_000 },
    })
    const browser = await signedIn(app, 11_500)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expectSignedIn(await addKey(browser, fake))
    expect(await nameIn(browser)).toBe('Ada Lovelace')
    clock.advance(600)
    expect(await readSession(browser)).toBeNull()
  })
})

const THREE_HOURS = 10_800
const DAY = 86_400
const JSON_ONLY = { accept: 'application/json' }
const HTML = { accept: 'text/html' }

describe.each(STRATEGIES)('A session with default options and the strategy %s', (strategy) => {
  let linked: unknown[] = []

  function open(config: Partial<AuthConfig> = {}): App {
    linked = []
    return createApp(
      {
        providers: [passwords(), plain(idp), plain(idp, { id: 'island' }), Passkey()],
        adapter: store.adapter,
        experimental: { enableWebAuthn: true },
        session: { strategy },
        account: { page: true },
        events: {
          linkAccount: ({ isNewUser, account }) => void linked.push([account.provider, isNewUser]),
        },
        ...config,
      },
      { env: ENV, clock: clock.now },
    )
  }

  const withDevices = (): App => {
    const control = createControlStore().adapter
    const capabilities = { ...store.adapter.capabilities, ...control.capabilities }
    const revocation = strategy === 'jwt' ? { revocation: true } : {}
    return open({
      adapter: { ...store.adapter, ...control, capabilities },
      session: { strategy, devices: true, ...revocation },
    })
  }

  async function signedIn(app: App, seconds: number): Promise<Browser> {
    const browser = await signInWithPassword(app.openBrowser())
    clock.advance(seconds)
    return browser
  }

  const listed = async (browser: Browser): Promise<readonly Record<string, unknown>[]> => {
    const { ways } = await readJson(await browser.open(`${BASE}/account`, JSON_ONLY))
    // Whole objects are compared below.
    return ways as readonly Record<string, unknown>[]
  }

  async function remove(browser: Browser, provider: string, headers = {}): Promise<Response> {
    const way = (await listed(browser)).find((one) => one['provider'] === provider)
    const fields = { csrfToken: await browser.csrf(BASE), remove: String(way?.['id']) }
    return browser.submit(`${BASE}/account`, fields, headers)
  }

  const endOthers = async (browser: Browser): Promise<Response> =>
    browser.submit(
      `${BASE}/devices`,
      { csrfToken: await browser.csrf(BASE), end: 'others' },
      JSON_ONLY,
    )

  test('FRE-01 FRE-02 that is three hours old adds and removes no way to sign in, as the table in SECURITY.md lists', async () => {
    const app = withDevices()
    const owner = await signedIn(app, 0)
    expectSignedIn(await signInWith(owner, 'plain', 'grace'))
    expectSignedIn(await signInWith(owner, 'island', 'grace'))
    clock.advance(THREE_HOURS)
    const thief = copyCookies(owner, app.openBrowser())
    expectRefused(await signInWith(thief, 'plain', 'ada'), app, 'SessionRequired')
    expect(app.errors.at(-1)?.type).toBe('StepUpRequired')
    const answers = [
      await askOptions(thief, { action: 'register' }),
      await remove(thief, 'island', JSON_ONLY),
      await endOthers(thief),
    ]
    for (const answer of answers) {
      expect([answer.status, (await readJson(answer))['error']]).toEqual([403, 'StepUpRequired'])
    }
    const page = await remove(thief, 'island', HTML)
    expect(readLocation(page).searchParams.get('error')).toBe('SessionRequired')
    expect(await accounts()).toBe(2)
    expect(await readSession(owner)).not.toBeNull()
    // Ending everything ends the session of the thief as well.
    const csrfToken = await thief.csrf(BASE)
    await thief.submit(`${BASE}/signout`, { csrfToken, everywhere: 'true' })
    expect([await readSession(thief), await readSession(owner)]).toEqual([null, null])
  })

  test('FRE-01 that is too old to link an account leads to the sign-in page and back to the button that links', async () => {
    const app = open()
    const browser = await signedIn(app, THREE_HOURS)
    const refused = await signInWith(browser, 'plain', 'grace')
    expectRefused(refused, app, 'SessionRequired')
    const target = readLocation(refused).searchParams.get('callbackUrl') ?? ''
    const back = await submitPassword(browser, 'ada', { callbackUrl: target })
    expect(readLocation(back).href).toBe(target)
    const page = await (await browser.open(target, HTML)).text()
    expect(page).toContain(`action="${BASE}/signin/plain"`)
    expect(page).not.toContain(`action="${BASE}/signin/island"`)
    const inside = new URL(target).searchParams.get('callbackUrl') ?? ''
    expectSignedIn(await browser.follow(await reachCallback(browser, 'plain', 'grace')))
    expect([inside, await accounts()]).toEqual([`${ORIGIN}/inside`, 1])
  })

  test('FRE-01 that has just begun links an account and a passkey, and linkAccount says that the user was there', async () => {
    const app = open()
    const browser = await signedIn(app, 3600)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expectSignedIn(await addKey(browser, fake))
    expectSignedIn(await signInWith(app.openBrowser(), 'island', 'ada2'))
    expect(linked).toEqual([
      ['plain', false],
      ['passkey', false],
      ['island', true],
    ])
  })

  test('FRE-01 that was opened with an account of less than a day removes nothing older and ends no other session', async () => {
    const app = withDevices()
    const owner = await signedIn(app, 0)
    expectSignedIn(await signInWith(owner, 'island', 'grace'))
    clock.advance(DAY)
    await signInWithPassword(owner)
    const thief = copyCookies(owner, app.openBrowser())
    expectSignedIn(await signInWith(thief, 'plain', 'ada'))
    expectSignedIn(await addKey(thief, fake))
    const again = app.openBrowser()
    for (const signIn of [() => signInWith(again, 'plain', 'ada'), () => useKey(again, fake)]) {
      expectSignedIn(await signIn())
      for (const answer of [await remove(again, 'island', JSON_ONLY), await endOthers(again)]) {
        expect([answer.status, (await readJson(answer))['error']]).toEqual([403, 'StepUpRequired'])
      }
      const shown = readLocation(await remove(again, 'island', HTML)).searchParams
      expect(shown.get('error')).toBe('OAuthAccountNotLinked')
    }
    clock.advance(DAY)
    expectSignedIn(await signInWith(again, 'plain', 'ada'))
    expect((await remove(again, 'island')).status).toBe(303)
    expect((await listed(again)).map((way) => way['provider'])).not.toContain('island')
  })

  test('FRE-01 that was opened with an account of less than a day removes what was added in that day, and one opened otherwise removes it', async () => {
    const app = open()
    const browser = await signedIn(app, 0)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expectSignedIn(await signInWith(browser, 'island', 'grace'))
    const other = app.openBrowser()
    expectSignedIn(await signInWith(other, 'plain', 'grace'))
    expectSignedIn(await addKey(other, fake))
    // One that has never signed in would not be the last way in.
    expectSignedIn(await useKey(app.openBrowser(), fake))
    expect(readLocation(await remove(other, 'island', HTML)).pathname).toBe('/auth/account')
    expect(readLocation(await remove(browser, 'plain', HTML)).pathname).toBe('/auth/account')
    expect((await listed(browser)).map((way) => way['provider'])).toEqual(['passkey'])
  })
})

test('CFG-05 account.requireFresh needs the time of the sign-in, which tokens of the application do not have', async () => {
  const app = createApp({
    providers: [passwords(), plain(idp)],
    adapter: store.adapter,
    account: { requireFresh: FRESH },
    session: { generateSessionToken: () => crypto.randomUUID() },
  })
  expect((await app.openBrowser().open(`${BASE}/session`)).status).toBe(500)
  expect(app.errors.at(-1)?.type).toBe('InvalidConfiguration')
  expect(app.errors.at(-1)?.message).toContain('`session.devices` or `session.absoluteMaxAge`')
})

test('account.requireFresh refuses a session that was opened before its time was noted', async () => {
  const adapter = openSqlAdapter(':memory:', { sessionControl: true })
  await adapter.migrate()
  await storePeople(adapter)
  const config = { providers: [passwords(), plain(idp)], adapter }
  const session = { generateSessionToken: () => crypto.randomUUID() }
  const before = await signInWithPassword(createApp({ ...config, session }).openBrowser())
  const app = createApp(config)
  const browser = copyCookies(before, app.openBrowser())
  expectRefused(await signInWith(browser, 'plain', 'grace'), app, 'SessionRequired')
  const error = app.errors.at(-1)
  expect(error?.type).toBe('StepUpRequired')
  expect(error?.message).toMatch(/this session was opened/)
})

test('FRE-01 no session is made by a `jwt.encode` that loses which account it was opened with', async () => {
  const app = createApp({
    providers: [plain(idp)],
    adapter: store.adapter,
    session: { strategy: 'jwt' },
    jwt: {
      encode: ({ token }) =>
        encodeURIComponent(JSON.stringify({ ...token, latchstring_by: undefined })),
      // What `encode` has made is the JSON of a token.
      decode: ({ token = '' }) => JSON.parse(decodeURIComponent(token)) as JWT,
    },
  })
  const response = await signInWith(app.openBrowser(), 'plain', 'ada')
  expect(readLocation(response).pathname).toBe('/auth/error')
  expect(app.errors.at(-1)?.message).toContain('lose the claim "latchstring_by"')
})
