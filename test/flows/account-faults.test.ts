import type { Adapter } from '@latchstring/core/adapters'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  type Fault,
  type FaultyAdapter,
  createFaultyAdapter,
  withoutTransactions,
} from '@latchstring/test-kit/faulty-adapter'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import {
  expectSignedIn,
  reachCallback,
  sessionCookies,
  readSession,
  signInWith,
} from '@latchstring/test-kit/story'

const idp = forAllTests(startIdp)
const store = storeForEachTest()

const STORES: readonly (readonly [string, (adapter: Adapter) => Adapter])[] = [
  ['with transactions', (adapter) => adapter],
  ['without transactions', withoutTransactions],
]

interface Setup {
  readonly app: App
  readonly faulty: FaultyAdapter
}

function openSetup(adapt: (adapter: Adapter) => Adapter): Setup {
  const faulty = createFaultyAdapter(adapt(store.adapter))
  const app = createApp({ providers: [oidcProvider(idp), plain(idp)], adapter: faulty.adapter })
  return { app, faulty }
}

/** Comes back from the provider while one call of the adapter fails. */
async function arriveDuring(
  { faulty }: Setup,
  browser: Browser,
  fault?: Fault,
): Promise<readonly [Response, readonly string[]]> {
  const arrival = await reachCallback(browser, 'harbour')
  faulty.arm(fault)
  const response = await browser.follow(arrival)
  return [response, faulty.disarm()]
}

/** Every way in which one call of a story can fail. */
async function everyFault(story: (fault?: Fault) => Promise<readonly string[]>): Promise<void> {
  const calls = await story()
  expect(calls.length).toBeGreaterThan(3)
  for (const [index] of calls.entries()) {
    for (const when of ['before', 'after'] as const) await story({ call: index + 1, when })
  }
}

/** A failed sign-in leaves no session, and its response says that it failed. */
async function expectWholeOrNothing(
  browser: Browser,
  response: Response,
  context: string,
): Promise<void> {
  const inside = response.headers.get('location')?.endsWith('/inside') ?? false
  expect([302, 503], context).toContain(response.status)
  expect(sessionCookies(browser).length > 0, context).toBe(inside)
  expect((await readSession(browser)) !== null, context).toBe(inside)
}

describe.each(STORES)('LNK-03 In a store %s', (_, adapt) => {
  test('a first sign-in that fails at any step succeeds the next time', async () => {
    await everyFault(async (fault) => {
      await store.clear()
      const setup = openSetup(adapt)
      const browser = setup.app.openBrowser()
      const [response, calls] = await arriveDuring(setup, browser, fault)
      const context = `${fault?.when} ${calls.join(' ')}`
      await expectWholeOrNothing(browser, response, context)
      const again = await signInWith(setup.app.openBrowser(), 'harbour')
      expect(again.headers.get('location'), context).toMatch(/\/inside$/)
      expect(await store.rows(), context).toMatchObject({ users: 1, accounts: 1 })
      return calls
    })
  })

  test('a failure before the account is linked leaves no row', async () => {
    const setup = openSetup(adapt)
    const [, calls] = await arriveDuring(setup, setup.app.openBrowser())
    await store.clear()
    const call = calls.indexOf('linkAccount') + 1
    await arriveDuring(setup, setup.app.openBrowser(), { call, when: 'before' })
    expect(await store.rows()).toEqual(EMPTY)
  })

  test('a returning person whose sign-in fails at any step succeeds the next time', async () => {
    const setup = openSetup(adapt)
    expectSignedIn(await signInWith(setup.app.openBrowser(), 'harbour'))
    for (const call of [1, 2]) {
      for (const when of ['before', 'after'] as const) {
        const browser = setup.app.openBrowser()
        const [response] = await arriveDuring(setup, browser, { call, when })
        await expectWholeOrNothing(browser, response, `${when} ${call}`)
        expectSignedIn(await signInWith(browser, 'harbour'))
      }
    }
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 1 })
  })

  test('a link that fails at any step succeeds the next time, with the session kept', async () => {
    await everyFault(async (fault) => {
      await store.clear()
      const setup = openSetup(adapt)
      const browser = setup.app.openBrowser()
      expectSignedIn(await signInWith(browser, 'plain', 'grace'))
      const [, calls] = await arriveDuring(setup, browser, fault)
      const context = `${fault?.when} ${calls.join(' ')}`
      expect((await readSession(browser))?.user?.email, context).toBe('grace@harbour.example')
      const again = await signInWith(browser, 'harbour')
      expect(again.headers.get('location'), context).toMatch(/\/inside$/)
      expect((await readSession(browser))?.user?.email, context).toBe('grace@harbour.example')
      expect(await store.rows(), context).toMatchObject({ users: 1, accounts: 2 })
      return calls
    })
  })
})

test('LNK-03 a user who cannot be created does not affect users whose id is a prefix of the suggested id', async () => {
  const { id } = await store.adapter.createUser({
    id: '3',
    email: 'three@example.com',
    emailVerified: null,
  })
  // A database with numbers for ids reads `3f0c…` as 3.
  const asNumber = (text: string): string => (/^\d/.test(text) ? id : text)
  const adapter: Adapter = {
    ...withoutTransactions(store.adapter),
    createUser: () => Promise.reject(new Error('Connection lost')),
    getUser: (wanted) => store.adapter.getUser(asNumber(wanted)),
    deleteUser: (wanted) => store.adapter.deleteUser(asNumber(wanted)),
  }
  const app = createApp({ providers: [oidcProvider(idp)], adapter })
  // A suggested id begins with a digit more often than not.
  for (let attempt = 0; attempt < 12; attempt += 1) {
    expect(sessionCookies(await attemptAs(app))).toEqual([])
  }
  expect(await store.adapter.getUser(id)).not.toBeNull()
})

async function attemptAs(app: App): Promise<Browser> {
  const browser = app.openBrowser()
  await signInWith(browser, 'harbour')
  return browser
}
