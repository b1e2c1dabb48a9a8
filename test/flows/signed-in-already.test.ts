import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import {
  expectRefused,
  expectSignedIn,
  reachCallback,
  readSession,
  signInWith,
  signOut,
} from '@latchstring/test-kit/story'

const idp = forAllTests(startIdp)
const store = storeForEachTest()

function open(strategy: Strategy): App {
  return createApp({
    providers: [oidcProvider(idp), plain(idp)],
    adapter: store.adapter,
    session: { strategy },
  })
}

async function emailOf(browser: Browser): Promise<string | null | undefined> {
  return (await readSession(browser))?.user?.email
}

/** Whose account is whose, by email address. */
function owners(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return store.query(
    'SELECT u.email, a.provider FROM accounts a JOIN users u ON u.id = a.user_id ORDER BY 1, 2',
  )
}

describe.each(STRATEGIES)('A sign-in while signed in, with sessions by %s,', (strategy) => {
  test('LNK-01 links a new account to the signed-in user', async () => {
    const browser = open(strategy).openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expect(await emailOf(browser)).toBe('ada@harbour.example')
    expect(await owners()).toEqual([
      { email: 'ada@harbour.example', provider: 'harbour' },
      { email: 'ada@harbour.example', provider: 'plain' },
    ])
    await signOut(browser)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expect(await emailOf(browser)).toBe('ada@harbour.example')
  })

  test('refuses the account of another user, and keeps the session', async () => {
    const app = open(strategy)
    expectSignedIn(await signInWith(app.openBrowser(), 'plain', 'grace'))
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const [rows, before] = [await store.rows(), await owners()]
    expectRefused(await signInWith(browser, 'plain', 'grace'), app, 'OAuthAccountNotLinked')
    expect(await store.rows()).toEqual(rows)
    expect(await owners()).toEqual(before)
    expect(await emailOf(browser)).toBe('ada@harbour.example')
  })

  test('with an account of the user replaces the session', async () => {
    const browser = open(strategy).openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const before = [...browser.cookies].find(([name]) => name.includes('session-token'))?.[1]
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const after = [...browser.cookies].find(([name]) => name.includes('session-token'))?.[1]
    expect(after).not.toBe(before)
    const sessions = strategy === 'database' ? 1 : 0
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions })
  })

  test('CSR-09 started by one session is not linked in the next one', async () => {
    const app = open(strategy)
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'alan'))
    const started = await reachCallback(browser, 'plain', 'grace')
    await signOut(browser)
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    // It signs in as the person the provider named, whose account is not linked so far.
    expectSignedIn(await browser.follow(started))
    expect(await emailOf(browser)).toBe('grace@harbour.example')
    expect(await owners()).toEqual([
      { email: 'ada@harbour.example', provider: 'harbour' },
      { email: 'alan@harbour.example', provider: 'harbour' },
      { email: 'grace@harbour.example', provider: 'plain' },
    ])
  })

  test('CSR-09 started before the sign-in is not linked after it', async () => {
    const app = open(strategy)
    const browser = app.openBrowser()
    const started = await reachCallback(browser, 'plain', 'grace')
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    expectSignedIn(await browser.follow(started))
    expect(await emailOf(browser)).toBe('grace@harbour.example')
    expect((await store.rows()).users).toBe(2)
  })

  test('CSR-09 started while signed in is not linked after the sign-out', async () => {
    const app = open(strategy)
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const started = await reachCallback(browser, 'plain', 'grace')
    await signOut(browser)
    expectSignedIn(await browser.follow(started))
    expect(await emailOf(browser)).toBe('grace@harbour.example')
    expect((await store.rows()).users).toBe(2)
  })
})

test('FLW-08 without a store, a sign-in as another user replaces the session', async () => {
  const browser = createApp({ providers: [oidcProvider(idp)] }).openBrowser()
  expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
  expectSignedIn(await signInWith(browser, 'harbour', 'grace'))
  expect(await emailOf(browser)).toBe('grace@harbour.example')
})
