import type { AuthConfig } from '@latchstring/core'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Passkey from '@latchstring/core/providers/passkey'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  createAuthenticator,
  type CreationOptions,
  type FakeAuthenticator,
  FLAGS,
} from '@latchstring/test-kit/fake-authenticator'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { expectRefused, expectSignedIn } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import { addKey, askOptions, sendAnswer, useKey } from './src/passkeys.ts'

/** What an authenticator says of a user who was not asked. */
const UNASKED = { flags: FLAGS.BE | FLAGS.BS }

let store: GateStore
let clock: TestClock
let key: FakeAuthenticator

beforeEach(async () => {
  store = await openGateStore()
  clock = startClock()
  key = createAuthenticator({ origin: ORIGIN, backup: FLAGS.BE | FLAGS.BS })
})

/** The options of an offer, or `null`. */
async function askOffer(browser: Browser): Promise<CreationOptions | null> {
  const { action, options } = await readJson(await askOptions(browser, { action: 'offer' }))
  expect(action).toBe('register')
  // Of the action that was asked.
  return options as CreationOptions | null
}

async function requireOffer(browser: Browser): Promise<CreationOptions> {
  const options = await askOffer(browser)
  if (!options) throw new Error('Nothing was offered.')
  return options
}

describe.each(STRATEGIES.flatMap((one) => [[one, 'once'] as const, [one, 'each time'] as const]))(
  'A passkey that a browser makes after a password, with the strategy %s and a configuration that is made %s,',
  (strategy, made) => {
    const start = (config: Partial<AuthConfig> = {}): App =>
      createApp(
        {
          providers: [passwords(), Passkey()],
          adapter: store.adapter,
          session: { strategy, absoluteMaxAge: 36_000 },
          account: { page: true },
          experimental: { enableWebAuthn: true },
          ...config,
        },
        { env: ENV, clock: clock.now },
        made,
      )

    test('is added though the user was neither present nor verified, and signs in one who is', async () => {
      const app = start()
      const browser = await signInWithPassword(app.openBrowser(), 'ada')
      const options = await requireOffer(browser)
      expect(options.authenticatorSelection).toMatchObject({
        residentKey: 'required',
        userVerification: 'preferred',
      })
      expectSignedIn(await sendAnswer(browser, 'register', key.create(options, UNASKED)))
      expectRefused(await useKey(app.openBrowser(), key, UNASKED), app, 'Signin')
      const present = { flags: UNASKED.flags | FLAGS.UP }
      expectRefused(await useKey(app.openBrowser(), key, present), app, 'Signin')
      expectSignedIn(await useKey(app.openBrowser(), key))
    })

    test('is no way in on which another one is given up before it has signed in', async () => {
      const browser = await signInWithPassword(start().openBrowser(), 'ada')
      const options = await requireOffer(browser)
      await sendAnswer(browser, 'register', key.create(options, UNASKED))
      const json = { accept: 'application/json' }
      const { ways } = await readJson(await browser.open(`${BASE}/account`, json))
      expect(ways).toMatchObject([{ type: 'passkey', unused: true, removable: false }])
    })

    test('needs an offer: one that the user adds needs the user', async () => {
      const app = start()
      const browser = await signInWithPassword(app.openBrowser(), 'ada')
      expectRefused(await addKey(browser, key, UNASKED), app, 'Signin')
    })

    test('is offered for five minutes after the password', async () => {
      const browser = await signInWithPassword(start().openBrowser(), 'ada')
      clock.advance(299)
      expect(await askOffer(browser)).not.toBeNull()
      clock.advance(2)
      expect(await askOffer(browser)).toBeNull()
    })

    test('is not offered without a session, nor after another way in', async () => {
      const app = start()
      expect(await askOffer(app.openBrowser())).toBeNull()
      const browser = await signInWithPassword(app.openBrowser(), 'ada')
      expectSignedIn(await addKey(browser, key))
      expect(await askOffer(browser)).not.toBeNull()
      const other = app.openBrowser()
      expectSignedIn(await useKey(other, key))
      expect(await askOffer(other)).toBeNull()
    })

    test('is not offered to a user whose address is unproven where mails prove addresses', async () => {
      const mail = Nodemailer({ server: 'smtp://localhost:1', from: 'app@example.com' })
      const app = start({ providers: [passwords(), Passkey(), mail] })
      const browser = await signInWithPassword(app.openBrowser(), 'ada')
      expect(await askOffer(browser)).not.toBeNull()
      await store.adapter.updateUser?.({ id: ADA.id, emailVerified: null })
      expect(await askOffer(browser)).toBeNull()
    })
  },
)
