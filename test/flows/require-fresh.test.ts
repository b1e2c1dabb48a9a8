import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { AuthConfig } from '@latchstring/core'
import Passkey from '@latchstring/core/providers/passkey'
import { describe, expect, test } from 'vitest'
import { forAllTests, forEachTest } from '@latchstring/test-kit/for-all-tests'
import {
  authenticatorForEachTest,
  storeOfPeopleForEachTest,
} from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createAuthenticator } from '@latchstring/test-kit/fake-authenticator'
import { plain, startIdp } from '@latchstring/test-kit/idp'
import {
  copyCookies,
  passwords,
  signInWithPassword,
  storePeople,
} from '@latchstring/test-kit/people'
import { expectRefused, expectSignedIn, readSession, signInWith } from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'
import { addKey, addKeyAfterSignOut, useKey } from './src/passkeys.ts'

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
    const browser = await signedIn(app, FRESH + 1)
    expectStepUp(await addKey(browser, fake), app)
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

  test('refuses nothing without the option, and the sign-in keeps its time', async () => {
    const app = open({ account: {}, session: { strategy, absoluteMaxAge: 2000 } })
    const browser = await signedIn(app, 1500)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expectSignedIn(await addKey(browser, fake))
    expect(await nameIn(browser)).toBe('Ada Lovelace')
    clock.advance(600)
    expect(await readSession(browser)).toBeNull()
  })
})

test.each<readonly [string, Partial<AuthConfig>]>([
  ['by default with an adapter', {}],
  ['by name', { session: { strategy: 'database', devices: false } }],
])(
  'CFG-05 account.requireFresh needs the time of the sign-in, with the strategy database %s',
  async (_, config) => {
    const app = createApp({
      providers: [passwords(), plain(idp)],
      adapter: store.adapter,
      account: { requireFresh: FRESH },
      ...config,
    })
    expect((await app.openBrowser().open(`${BASE}/session`)).status).toBe(500)
    expect(app.errors.at(-1)?.type).toBe('InvalidConfiguration')
    expect(app.errors.at(-1)?.message).toContain('`session.devices` or `session.absoluteMaxAge`')
  },
)

test('account.requireFresh refuses a session that was opened before its time was noted', async () => {
  const adapter = openSqlAdapter(':memory:', { sessionControl: true })
  await adapter.migrate()
  await storePeople(adapter)
  const config = { providers: [passwords(), plain(idp)], adapter }
  const before = await signInWithPassword(createApp(config).openBrowser())
  const account = { requireFresh: FRESH }
  const app = createApp({ ...config, account, session: { devices: true } })
  const browser = copyCookies(before, app.openBrowser())
  expectRefused(await signInWith(browser, 'plain', 'grace'), app, 'SessionRequired')
  const error = app.errors.at(-1)
  expect(error?.type).toBe('StepUpRequired')
  expect(error?.message).toMatch(/this session was opened/)
})
