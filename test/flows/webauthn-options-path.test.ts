import type { AuthConfig } from '@latchstring/core'
import Passkey from '@latchstring/core/providers/passkey'
import WebAuthn from '@latchstring/core/providers/webauthn'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import type { Browser } from '@latchstring/test-kit/browser'
import { createAuthenticator, type RequestOptions } from '@latchstring/test-kit/fake-authenticator'
import { including } from '@latchstring/test-kit/matchers'
import { addKey, sendAnswer } from './src/passkeys.ts'
import { signInWithPassword, passwords, storePeople } from '@latchstring/test-kit/people'
import { expectSignedIn } from '@latchstring/test-kit/story'

const store = storeForEachTest()

beforeEach(async () => {
  await storePeople(store.adapter)
})

function open(providers: AuthConfig['providers']): App {
  return createApp({
    providers,
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
  })
}

const ask = (browser: Browser, query = ''): Promise<Response> =>
  browser.open(`${BASE}/webauthn-options${query}`)

interface Answer {
  readonly action: string
  readonly options: RequestOptions
}

/** The passkeys of a user, for the signal methods of browsers. */
interface Known {
  readonly rpId: string
  readonly userId: string
  readonly displayName: string
  readonly allAcceptedCredentialIds: readonly string[]
}

/** A provider with an option that there is not. */
const misspelt = (
  make: (options: object) => ReturnType<typeof Passkey>,
): ReturnType<typeof Passkey> => make(Object.fromEntries([['userverification', 'required']]))

describe('GET webauthn-options without a provider in its path', () => {
  test.each([
    ['alone', () => [passwords(), Passkey({ id: 'keys' })]],
    ['beside one left out', () => [passwords(), Passkey({ id: 'keys' }), misspelt(WebAuthn)]],
  ])('uses the only WebAuthn provider, %s, for sign-in and registration', async (_, providers) => {
    const app = open(providers())
    const fake = createAuthenticator({ origin: ORIGIN })
    const lookUp = await signInWithPassword(app.openBrowser())
    expectSignedIn(await addKey(lookUp, fake, {}, 'keys'))
    const adding = await ask(lookUp, '?action=register')
    expect(await adding.json()).toEqual(including({ action: 'register' }))
    const browser = app.openBrowser()
    const response = await ask(browser)
    expect(response.status).toBe(200)
    const { action, options } = await readJsonAs<Answer>(response)
    expect(action).toBe('authenticate')
    expectSignedIn(await sendAnswer(browser, 'authenticate', fake.get(options), 'keys'))
  })

  test('gets 400 with several, and the log says how to name one', async () => {
    const app = open([passwords(), Passkey(), WebAuthn({ enableConditionalUI: false })])
    const response = await ask(app.openBrowser())
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(including({ error: 'InvalidRequest' }))
    expect(response.headers.getSetCookie()).toEqual([])
    expect(app.errors.at(-1)?.message).toContain('webauthn-options/passkey')
  })

  test('gets 404 without one', async () => {
    const unusable = { id: 'harbour', name: 'Harbour', type: 'oauth' } as const
    for (const others of [[], [unusable]]) {
      const app = open([passwords(), ...others])
      const response = await ask(app.openBrowser())
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual(including({ error: 'InvalidProvider' }))
      expect(app.errors.at(-1)?.message).toBe('No WebAuthn provider is configured.')
    }
  })

  test('causes a configuration error where the only one lacks settings', async () => {
    const app = open([passwords(), misspelt(Passkey)])
    const response = await ask(app.openBrowser())
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual(including({ error: 'Configuration' }))
    expect(app.errors.at(-1)?.message).toContain('userverification')
  })

  test.each(['/', '/passkey/x', '/credentials'])('gets 404 at another path: %s', async (path) => {
    const app = open([passwords(), Passkey()])
    expect((await app.openBrowser().open(`${BASE}/webauthn-options${path}`)).status).toBe(404)
  })

  test('gets 404 for a provider of another kind, with a log entry', async () => {
    const app = open([passwords(), Passkey()])
    await ask(app.openBrowser(), '/credentials')
    expect(app.errors.at(-1)?.message).toBe('"credentials" is not a WebAuthn provider.')
  })

  test('is refused from other sites, as with a provider in its path (CSR-04)', async () => {
    const app = open([passwords(), Passkey()])
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const response = await app.openBrowser().open(`${BASE}/webauthn-options`, headers)
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('The passkeys that the devices of a user get', () => {
  test('are those of the user of the session alone, for `action=signal` and on the page of the account', async () => {
    const app = createApp({
      providers: [passwords(), Passkey(), Passkey({ id: 'work', enableConditionalUI: false })],
      adapter: store.adapter,
      account: { page: true },
      experimental: { enableWebAuthn: true },
    })
    const [ada, grace] = [
      await signInWithPassword(app.openBrowser()),
      await signInWithPassword(app.openBrowser(), 'grace'),
    ]
    const keys = [1, 2, 3].map(() => createAuthenticator({ origin: ORIGIN }))
    const owners = [
      { browser: ada, provider: 'passkey' },
      { browser: ada, provider: 'work' },
      { browser: grace, provider: 'passkey' },
    ]
    const ids: string[] = []
    for (const [index, { browser, provider }] of owners.entries()) {
      const key = keys[index]
      if (key) expectSignedIn(await addKey(browser, key, {}, provider))
    }
    const askKnown = async (browser: Browser): Promise<readonly Known[]> =>
      (
        await readJsonAs<{ readonly passkeys: readonly Known[] }>(
          await browser.open(`${BASE}/webauthn-options/passkey?action=signal`),
        )
      ).passkeys
    const [of] = await askKnown(ada)
    const [ofGrace] = await askKnown(grace)
    ids.push(...(of?.allAcceptedCredentialIds ?? []), ...(ofGrace?.allAcceptedCredentialIds ?? []))
    expect(of).toMatchObject({ rpId: new URL(ORIGIN).hostname, displayName: 'Ada Lovelace' })
    expect([of?.allAcceptedCredentialIds.length, ofGrace?.allAcceptedCredentialIds.length]).toEqual(
      [2, 1],
    )
    expect(new Set(ids).size).toBe(3)
    expect(of?.userId).not.toBe(ofGrace?.userId)
    const page = await readJsonAs<{ readonly passkeys: readonly Known[] }>(
      await ada.open(`${BASE}/account`, { accept: 'application/json' }),
    )
    expect(page.passkeys).toEqual([of])
    const shown = await (await ada.open(`${BASE}/account`)).text()
    expect(ids.map((id) => shown.includes(id))).toEqual([true, true, false])
    const stranger = await app.openBrowser().open(`${BASE}/webauthn-options/passkey?action=signal`)
    expect(stranger.status).toBe(401)
    expect(await stranger.text()).not.toContain('passkeys"')
  })
})
