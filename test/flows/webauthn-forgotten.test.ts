import Passkey from '@latchstring/core/providers/passkey'
import WebAuthn from '@latchstring/core/providers/webauthn'
import { type App, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  type Bend,
  createAuthenticator,
  type FakeAuthenticator,
  FLAGS,
} from '@latchstring/test-kit/fake-authenticator'
import { passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'
import { addKey, requestOptions, sendAnswer, useKey } from './src/passkeys.ts'

let store: GateStore
let key: FakeAuthenticator

beforeEach(async () => {
  store = await openGateStore()
  key = createAuthenticator({ origin: ORIGIN })
})

/** Signs in, which has to fail, and returns the reason that has a device forget the passkey. */
async function failWith(browser: Browser, bend: Bend = {}, provider = 'passkey'): Promise<unknown> {
  const location = readLocation(await useKey(browser, key, bend, provider))
  expect(location.searchParams.get('error')).toBe('Signin')
  return location.searchParams.get('reason')
}

// A device deletes for good what it is asked to forget.
describe.each(STRATEGIES)(
  'PAS-01 A device is asked to forget a passkey, with sessions by %s,',
  (strategy) => {
    const start = (): App =>
      createApp(
        {
          providers: [passwords(), Passkey(), WebAuthn({ enableConditionalUI: false })],
          adapter: store.adapter,
          session: { strategy, absoluteMaxAge: 3600 },
          experimental: { enableWebAuthn: true },
        },
        { env: ENV },
      )

    async function withKey(app: App, provider = 'passkey'): Promise<Browser> {
      const browser = await signInWithPassword(app.openBrowser(), 'ada')
      expectSignedIn(await addKey(browser, key, {}, provider))
      return browser
    }

    async function unlink(): Promise<void> {
      const [id = ''] = key.ids
      const providerAccountId = Buffer.from(id, 'base64url').toString('base64')
      await store.adapter.unlinkAccount?.({ provider: 'passkey', providerAccountId })
    }

    test('that no user has any more', async () => {
      const app = start()
      await withKey(app)
      await unlink()
      expect(await failWith(app.openBrowser())).toBe('removed')
    })

    test.each<readonly [string, Bend]>([
      ['is not verified', { flags: FLAGS.UP }],
      ['is on a page of another origin', { origin: 'https://other.example.com' }],
      ['is another one', { userHandle: 'AAAA' }],
    ])('but not one that is known, where the user %s', async (_, bend) => {
      const app = start()
      await withKey(app)
      expect(await failWith(app.openBrowser(), bend)).toBeNull()
      expectSignedIn(await useKey(app.openBrowser(), key))
    })

    test('but not one of another provider, which a device cannot tell from this one', async () => {
      const app = start()
      await withKey(app, 'webauthn')
      expect(await failWith(app.openBrowser())).toBeNull()
      expectSignedIn(await useKey(app.openBrowser(), key, {}, 'webauthn'))
    })

    test('but not in a browser with a session, which is given the whole list', async () => {
      const app = start()
      const browser = await withKey(app)
      const options = await requestOptions(browser)
      await unlink()
      const answer = await sendAnswer(browser, 'authenticate', key.get(options))
      expect(readLocation(answer).searchParams.get('error')).toBe('Signin')
      expect(readLocation(answer).searchParams.get('reason')).toBeNull()
    })
  },
)
