import type { Adapter } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, forEachTest } from '@latchstring/test-kit/for-all-tests'
import { type App, createApp, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { authenticatorForEachTest } from '@latchstring/test-kit/for-each-test'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  CONTESTED,
  isSignedIn,
  openBrowserAt,
  openPlace,
  type Place,
  prove,
} from '@latchstring/test-kit/ownership'
import { addKey, creationOptions, requestOptions, sendAnswer, useKey } from './src/passkeys.ts'
import { signInWithPassword, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { interleave, stepped } from './src/stepped-adapter.ts'
import { openInMemory } from '@latchstring/test-kit/sqlite-store'
import { expectSignedIn, readLocation, sessionCookies } from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'

const store = forAllTests(openInMemory)
const clock = forEachTest(startClock)
const fake = authenticatorForEachTest()

beforeEach(() => startOver())

/** The user was created with the unproven address, and opened with a password. */
async function startOver(): Promise<void> {
  const user = await store.getUserByEmail(CONTESTED)
  if (user) await store.deleteUser(user.id)
  await store.createUser({ ...PEOPLE.ada, emailVerified: null })
}

const KEYS = { others: [passwords(), Passkey()], experimental: { enableWebAuthn: true } }

function open(strategy: Strategy, adapter: Adapter = store): Place {
  return openPlace(adapter, clock, { ...KEYS, session: { strategy } })
}

/** The application before it had sign-in by mail. */
function before(strategy: Strategy): App {
  const { others: providers, experimental } = KEYS
  const config = { providers, experimental, adapter: store, session: { strategy } }
  return createApp(config, { clock: clock.now })
}

/** The user is the owner's alone, and the key opens nothing. */
async function expectOwned(
  place: Place,
  owner: Browser,
  other: Browser,
  context: string,
): Promise<void> {
  expect(await store.listAccountsByUserId(PEOPLE.ada.id), context).toEqual([])
  clock.advance(120)
  expect(await isSignedIn(other), context).toBe(false)
  expect(await isSignedIn(owner), context).toBe(true)
  if (fake.ids.length === 0) return
  const again = place.app.openBrowser()
  await useKey(again, fake)
  expect(sessionCookies(again), context).toEqual([])
}

describe.each(STRATEGIES)('The first proof of an address, with sessions by %s,', (strategy) => {
  test('ends a passkey added before sign-in by mail was configured, and its sessions (ALT-05)', async () => {
    const app = before(strategy)
    const { browser, turnTo } = openBrowserAt(app)
    expectSignedIn(await addKey(await signInWithPassword(app.openBrowser()), fake))
    expectSignedIn(await useKey(browser, fake))
    const place = open(strategy)
    turnTo(place.app)
    expect(await isSignedIn(browser)).toBe(true)
    const owner = await prove(place)
    await expectOwned(place, owner, browser, 'afterwards')
  })

  test('is required for a passkey whose registration started before sign-in by mail was configured (ALT-05 WAN-08)', async () => {
    const app = before(strategy)
    const { browser, turnTo } = openBrowserAt(app)
    await signInWithPassword(browser)
    const options = await creationOptions(browser)
    const place = open(strategy)
    turnTo(place.app)
    const response = await sendAnswer(browser, 'register', fake.create(options))
    expect(readLocation(response).pathname).not.toBe('/inside')
    expect(place.app.errors.map(({ type }) => type)).toEqual(['EmailNotVerified'])
    expect(await store.listAccountsByUserId(PEOPLE.ada.id)).toEqual([])
    expect(await store.listAuthenticatorsByUserId(PEOPLE.ada.id)).toEqual([])
  })

  /** A request with a passkey that is stopped before one of its calls, while the address is proven. */
  async function duringProof(
    prepare: (browser: Browser) => Promise<() => Promise<Response>>,
    stop: number,
  ): Promise<number> {
    await startOver()
    const first = stepped(store)
    const { browser, turnTo } = openBrowserAt(before(strategy))
    const request = await prepare(browser)
    clock.advance(1)
    turnTo(open(strategy, first.adapter).app)
    const place = open(strategy)
    const stops = [stop, Number.POSITIVE_INFINITY] as const
    const [, owner] = await interleave({ first, second: stepped(store), stops }, request, () =>
      prove(place),
    )
    await expectOwned(place, owner, browser, `${stop} of ${first.calls.join(' ')}`)
    return first.calls.length
  }

  test.each([
    [
      'the registration of a passkey',
      async (browser: Browser) => {
        await signInWithPassword(browser)
        const answer = fake.create(await creationOptions(browser))
        return () => sendAnswer(browser, 'register', answer)
      },
    ],
    [
      'a sign-in with a passkey',
      async (browser: Browser) => {
        expectSignedIn(await addKey(await signInWithPassword(before(strategy).openBrowser()), fake))
        const answer = fake.get(await requestOptions(browser))
        return () => sendAnswer(browser, 'authenticate', answer)
      },
    ],
  ] as const)('prevents %s in progress from signing in (ALT-05)', async (_, prepare) => {
    const calls = await duringProof(prepare, 0)
    for (let stop = 1; stop <= Math.max(calls, 10); stop += 1) await duringProof(prepare, stop)
  })
})
