import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import type { Events } from '@latchstring/core/types'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  type CredentialJSON,
  createAuthenticator,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { createFaultyAdapter } from '@latchstring/test-kit/faulty-adapter'
import { addKey, creationOptions, requestOptions, sendAnswer } from './src/passkeys.ts'
import {
  copyCookies,
  signInWithPassword,
  passwords,
  storePeople,
} from '@latchstring/test-kit/people'
import { expectRefused, expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const store = storeForEachTest()
let fake: FakeAuthenticator
let clock: TestClock

beforeEach(async () => {
  await storePeople(store.adapter)
  fake = createAuthenticator({ origin: ORIGIN })
  clock = startClock()
})

/** The same store, as one that does not say that it refuses a second token with the same key. */
function silent(adapter: Adapter): Adapter {
  return { ...adapter, capabilities: { ...adapter.capabilities, uniqueTokens: false } }
}

function open(adapter: Adapter, config: Partial<AuthConfig> = {}): App {
  const own = { providers: [passwords(), Passkey()], experimental: { enableWebAuthn: true } }
  return createApp({ ...own, adapter, ...config }, { clock: clock.now })
}

/** Rows of challenges: a passkey has rows of its own until it has signed in and is a day old. */
const tokens = async (): Promise<number> =>
  (await store.query(`SELECT 1 FROM verification_tokens WHERE identifier LIKE 'webauthn:%'`)).length

const KINDS = [
  ['that keeps what was answered', (adapter: Adapter) => adapter],
  ['that keeps what is to be answered', silent],
] as const

const WAYS = KINDS.flatMap(([what, of]) => STRATEGIES.map((strategy) => ({ what, of, strategy })))

type Answering = (browser: Browser) => Promise<(to: Browser) => Promise<Response>>

/** Asks for options, and gives what sends the answer. */
const answering =
  (ceremony: 'register' | 'authenticate'): Answering =>
  async (browser) => {
    const answer: CredentialJSON =
      ceremony === 'register'
        ? fake.create(await creationOptions(browser))
        : fake.get(await requestOptions(browser))
    return (to) => sendAnswer(to, ceremony, answer)
  }

const CEREMONIES = ['register', 'authenticate'] as const

describe.each(WAYS)(
  'A passkey challenge over a store $what, with $strategy sessions,',
  ({ of, strategy }) => {
    const start = async (): Promise<{ readonly app: App; readonly browser: Browser }> => {
      const app = open(of(store.adapter), { session: { strategy } })
      const browser = await signInWithPassword(app.openBrowser())
      expectSignedIn(await addKey(browser, fake))
      return { app, browser }
    }

    test.each(CEREMONIES)(
      'is accepted once, for %s, also from a copied cookie (WAN-07)',
      async (ceremony) => {
        const { app, browser } = await start()
        const send = await answering(ceremony)(browser)
        const copies = [1, 2].map(() => copyCookies(browser, app.openBrowser()))
        expectSignedIn(await send(browser))
        for (const copy of copies) expectRefused(await send(copy), app)
        expect(app.errors.map(({ type }) => type)).toEqual(['InvalidCheck', 'InvalidCheck'])
      },
    )

    test.each(CEREMONIES)(
      'is reported as a replay when it is answered again, for %s (LOG-03)',
      async (ceremony) => {
        const replayDetected = vi.fn<NonNullable<Events['replayDetected']>>()
        const app = open(of(store.adapter), { session: { strategy }, events: { replayDetected } })
        const browser = await signInWithPassword(app.openBrowser())
        expectSignedIn(await addKey(browser, fake))
        const send = await answering(ceremony)(browser)
        const copy = copyCookies(browser, app.openBrowser())
        expectSignedIn(await send(browser))
        expect(replayDetected).not.toHaveBeenCalled()
        await send(copy)
        expect(replayDetected.mock.calls).toMatchObject([
          [{ what: 'challenge', provider: 'passkey' }],
        ])
      },
    )

    test.each(CEREMONIES)(
      'is accepted once by 16 simultaneous responses, for %s (WAN-07)',
      async (ceremony) => {
        const { app, browser } = await start()
        const send = await answering(ceremony)(browser)
        const copies = Array.from({ length: 16 }, () => copyCookies(browser, app.openBrowser()))
        const answers = await Promise.all(copies.map(send))
        const inside = answers.filter(
          ({ headers }) => headers.get('location') === `${ORIGIN}/inside`,
        )
        expect(inside).toHaveLength(1)
        expect(app.errors.map(({ type }) => type)).toEqual(
          Array.from({ length: 15 }, () => 'InvalidCheck'),
        )
      },
    )

    test('is used up by a failed response, also for a copied cookie (WAN-07)', async () => {
      const { app } = await start()
      const browser = app.openBrowser()
      const options = await requestOptions(browser)
      const copy = copyCookies(browser, app.openBrowser())
      const wrong = fake.get(options, { rpId: 'evil.example' })
      expectRefused(await sendAnswer(browser, 'authenticate', wrong), app, 'Signin')
      for (const again of [browser, copy]) {
        expectRefused(await sendAnswer(again, 'authenticate', fake.get(options)), app)
      }
    })

    test('expires after five minutes (WAN-07)', async () => {
      const { app } = await start()
      const browser = app.openBrowser()
      const send = await answering('authenticate')(browser)
      const copy = copyCookies(browser, app.openBrowser())
      clock.advance(299)
      expectSignedIn(await send(browser))
      for (const seconds of [0, 1, 1, 58, 60, 600]) {
        clock.advance(seconds)
        expectRefused(await send(copy), app)
      }
    })

    test('is refused while the store is down (REL-02, WAN-07)', async () => {
      await start()
      const faulty = createFaultyAdapter(of(store.adapter))
      const app = open({ ...faulty.adapter, ...DOWN }, { session: { strategy: 'jwt' } })
      const sound = open(of(store.adapter), { session: { strategy: 'jwt' } })
      const browser = sound.openBrowser()
      const send = await answering('authenticate')(browser)
      const copy = copyCookies(browser, app.openBrowser())
      const response = await send(copy)
      expect(response.status).toBe(503)
      expect(await readSession(copy)).toBeNull()
      expect(app.errors.at(-1)?.type).toBe('AdapterError')
    })
  },
)

const fail = (): never => {
  throw new Error('The store is down.')
}

/** The store cannot be reached where tokens are. */
const DOWN = { createVerificationToken: fail, useVerificationToken: fail }

test('Passkey options do not call a store with unique tokens (WAN-07)', async () => {
  const watched = createFaultyAdapter(store.adapter)
  const app = open(watched.adapter)
  watched.arm()
  for (const _ of [1, 2, 3]) {
    const response = await app.openBrowser().open(`${BASE}/webauthn-options/passkey`)
    expect(response.status).toBe(200)
  }
  expect(watched.disarm()).toEqual([])
  expect(await tokens()).toBe(0)
  const browser = await signInWithPassword(app.openBrowser())
  await creationOptions(browser)
  expect(await tokens()).toBe(0)
  expectSignedIn(await addKey(browser, fake))
  // Answered challenges, until they expire.
  expect(await tokens()).toBe(1)
})

test('Passkey options are sent while a store with unique tokens is down (WAN-07)', async () => {
  const app = open({ ...store.adapter, ...DOWN })
  const response = await app.openBrowser().open(`${BASE}/webauthn-options/passkey`)
  expect(response.status).toBe(200)
  expect(app.errors).toEqual([])
})

test('Passkey options store a row in a store without unique tokens, which the response deletes (WAN-07)', async () => {
  const app = open(silent(store.adapter))
  const browser = await signInWithPassword(app.openBrowser())
  const options = await creationOptions(browser)
  expect(await tokens()).toBe(1)
  expectSignedIn(await sendAnswer(browser, 'register', fake.create(options)))
  expect(await tokens()).toBe(0)
})

test('The record of a used passkey challenge outlives the challenge (WAN-07)', async () => {
  const kept: { readonly identifier: string; readonly expires: Date }[] = []
  const app = open({
    ...store.adapter,
    createVerificationToken(token) {
      kept.push(token)
      return store.adapter.createVerificationToken(token)
    },
  })
  expectSignedIn(await addKey(await signInWithPassword(app.openBrowser()), fake))
  expect(kept[0]).toMatchObject({ identifier: 'webauthn:passkey' })
  expect(kept[0]?.expires.getTime()).toBeGreaterThan(clock.now() + 300_000)
})

test('A passkey challenge created with another store is refused over a store without unique tokens (WAN-07)', async () => {
  await addKey(await signInWithPassword(open(store.adapter).openBrowser()), fake)
  const browser = open(store.adapter).openBrowser()
  const send = await answering('authenticate')(browser)
  const app = open(silent(store.adapter))
  expectRefused(await send(copyCookies(browser, app.openBrowser())), app)
  expect(app.errors.at(-1)?.type).toBe('InvalidCheck')
})

test('A passkey challenge created before the store had unique tokens is accepted once afterwards (WAN-07)', async () => {
  await addKey(await signInWithPassword(open(store.adapter).openBrowser()), fake)
  const before = open(silent(store.adapter)).openBrowser()
  const send = await answering('authenticate')(before)
  const app = open(store.adapter)
  const [first, second] = [1, 2].map(() => copyCookies(before, app.openBrowser()))
  if (!first || !second) throw new Error('There are two browsers.')
  expectSignedIn(await send(first))
  expectRefused(await send(second), app)
})
