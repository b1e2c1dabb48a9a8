import type { AuthConfig } from '@latchstring/core'
import type { Provider } from '@latchstring/core/providers'
import Passkey, {
  type GetUserInfo,
  type WebAuthnHookRequest,
} from '@latchstring/core/providers/passkey'
import WebAuthn from '@latchstring/core/providers/webauthn'
import * as server from '@simplewebauthn/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import {
  createAuthenticator,
  type FakeAuthenticator,
  type RequestOptions,
} from '@latchstring/test-kit/fake-authenticator'
import { including } from '@latchstring/test-kit/matchers'
import { addKey, askOptions, creationOptions, requestOptions, sendAnswer } from './src/passkeys.ts'
import { signInWithPassword, passwords } from '@latchstring/test-kit/people'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'
import { expectRefused, expectSignedIn } from '@latchstring/test-kit/story'

// With an id as the library makes them: its length counts.
const ADA = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: null,
}

const store = storeForEachTest()
let fake: FakeAuthenticator

beforeEach(async () => {
  await store.adapter.createUser({ ...ADA, emailVerified: null })
  fake = createAuthenticator({ origin: ORIGIN })
})

function open(provider: Provider, config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers: [passwords({ authorize: () => ADA }), provider],
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
    ...config,
  })
}

/** An application in which Ada has a credential. */
async function withKey(provider: Provider, id: string): Promise<App> {
  const app = open(provider)
  expectSignedIn(await addKey(await signInWithPassword(app.openBrowser()), fake, {}, id))
  return app
}

/** With these, a stranger makes a credential whose id is known and whose key is not. */
const CREATING = {
  challenge: '',
  rp: { name: 'App' },
  user: { id: '', name: '', displayName: '' },
  pubKeyCredParams: [],
}

/** Where an answer leads, without the reference for the log. */
const outcomeOf = ({ headers }: Response): string | undefined =>
  headers.get('location')?.replace(/&ref=\w+/, '')

type Allowed = RequestOptions['allowCredentials']

async function ask(
  app: App,
  query: Readonly<Record<string, string>>,
  provider = 'passkey',
): Promise<Allowed> {
  return (await requestOptions(app.openBrowser(), query, provider)).allowCredentials
}

describe('The look-up of passkeys by address reveals no user:', () => {
  test('ENU-02 the challenge cookie has the same length for every address', async () => {
    const app = await withKey(WebAuthn(), 'webauthn')
    const lengths = new Set<number>()
    for (const name of ['ada', 'bob', 'eve']) {
      const query = { action: 'authenticate', email: `${name}@example.com` }
      const { headers } = await askOptions(app.openBrowser(), query, 'webauthn')
      const cookies = headers.getSetCookie().filter((cookie) => cookie.includes('challenge'))
      expect(cookies).toHaveLength(1)
      lengths.add(String(cookies[0]).length)
    }
    expect(lengths.size).toBe(1)
  })

  test('ENU-02 transports are listed in the order that browsers use', async () => {
    const app = open(WebAuthn())
    const browser = await signInWithPassword(app.openBrowser())
    const made = fake.create(await creationOptions(browser, 'webauthn'))
    const response = { ...made.response, transports: ['usb', 'ble', 'nfc'] }
    expectSignedIn(await sendAnswer(browser, 'register', { ...made, response }, 'webauthn'))
    expect(await ask(app, { email: ADA.email }, 'webauthn')).toEqual([
      including({ transports: ['ble', 'nfc', 'usb'] }),
    ])
    const transports = new Set<string | undefined>()
    for (let index = 0; index < 60; index++) {
      for (const one of (await ask(app, { email: `user${index}@example.com` }, 'webauthn')) ?? []) {
        transports.add(one.transports?.join())
      }
    }
    const known = ['hybrid,internal', 'internal', 'nfc,usb', 'usb', undefined]
    expect(transports).toEqual(new Set(known))
  })

  test('ENU-02 fields that are not looked up have no effect', async () => {
    const formFields = { email: { autocomplete: 'email webauthn' }, plant: {} }
    const app = await withKey(WebAuthn({ formFields }), 'webauthn')
    for (const name of ['ada', 'bob']) {
      const answers = await Promise.all(
        [{}, { plant: 'x' }, { other: 'y' }].map((more) =>
          ask(app, { email: `${name}@example.com`, ...more }, 'webauthn'),
        ),
      )
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    }
    expect(await ask(app, { plant: 'x' }, 'webauthn')).toBeUndefined()
  })

  test('WAN-09 a response for made-up credentials is refused', async () => {
    const app = await withKey(WebAuthn(), 'webauthn')
    const browser = app.openBrowser()
    const options = await requestOptions(browser, { email: 'bob@example.com' }, 'webauthn')
    const response = await sendAnswer(browser, 'authenticate', fake.get(options), 'webauthn')
    expectRefused(response, app, 'Signin')
  })
})

describe('An id of a listed passkey reveals no user:', () => {
  const ROLLED = [
    ['as it is', SECRETS.older],
    ['after the secret was rolled', [SECRETS.newer, SECRETS.older]],
  ] as const

  test.each(ROLLED)(
    'ENU-02 registering it is refused as for a taken one, %s',
    async (_, secret) => {
      const app = await withKey(WebAuthn(), 'webauthn')
      const [real] = (await ask(app, { email: ADA.email }, 'webauthn')) ?? []
      const outcomes = []
      for (const name of ['bob', 'eve', 'mallory', 'trent']) {
        const [decoy] = (await ask(app, { email: `${name}@example.com` }, 'webauthn')) ?? []
        const later = open(WebAuthn(), { secret: [secret].flat() })
        for (const id of [decoy?.id ?? '', real?.id ?? '']) {
          const newId = Buffer.from(id, 'base64url')
          const browser = await signInWithPassword(later.openBrowser())
          const other = createAuthenticator({ origin: ORIGIN })
          const response = await addKey(browser, other, { newId }, 'webauthn')
          outcomes.push([response.status, outcomeOf(response)])
        }
      }
      expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(outcomes[0]?.[1]).toContain('OAuthAccountNotLinked')
    },
  )

  test('ENU-02 a sign-in that asks for no user says of it only what it says of a known one', async () => {
    const app = await withKey(WebAuthn(), 'webauthn')
    const outcomes = []
    for (const email of [ADA.email, 'bob@example.com', 'eve@example.com']) {
      const browser = app.openBrowser()
      const [listed] = (await ask(app, { email }, 'webauthn')) ?? []
      const stranger = createAuthenticator({ origin: ORIGIN })
      const newId = Buffer.from(listed?.id ?? '', 'base64url')
      stranger.create(CREATING, { newId })
      const answer = stranger.get(await requestOptions(browser, {}, 'webauthn'))
      outcomes.push(outcomeOf(await sendAnswer(browser, 'authenticate', answer, 'webauthn')))
    }
    expect(new Set(outcomes).size).toBe(1)
    expect(outcomes[0]).not.toContain('reason=')
    const browser = app.openBrowser()
    const removed = createAuthenticator({ origin: ORIGIN })
    removed.create(CREATING)
    const answer = removed.get(await requestOptions(browser, {}, 'webauthn'))
    const said = outcomeOf(await sendAnswer(browser, 'authenticate', answer, 'webauthn'))
    expect(said).toContain('error=Signin&reason=removed')
  })

  test('ENU-01 a wrong answer with it costs the same calls of the store and one verification', async () => {
    let verifications = 0
    const counted: typeof server.verifyAuthenticationResponse = async (options) => {
      verifications += 1
      return server.verifyAuthenticationResponse(options)
    }
    const simpleWebAuthn = { ...server, verifyAuthenticationResponse: counted }
    const provider = WebAuthn({ simpleWebAuthn })
    await withKey(provider, 'webauthn')
    const watched = watchCalls(store.adapter)
    const app = open(provider, { adapter: watched.adapter })
    const seen = []
    for (const email of [ADA.email, 'bob@example.com', 'eve@example.com']) {
      const browser = app.openBrowser()
      const options = await requestOptions(browser, { email }, 'webauthn')
      const listed = options.allowCredentials?.[0]?.id ?? ''
      const stranger = createAuthenticator({ origin: ORIGIN })
      stranger.create(CREATING, { newId: Buffer.from(listed, 'base64url') })
      watched.calls.length = 0
      verifications = 0
      const answer = stranger.get(options, { id: listed })
      const response = await sendAnswer(browser, 'authenticate', answer, 'webauthn')
      const [calls, checks] = [[...watched.calls], verifications]
      seen.push([response.status, outcomeOf(response), calls, checks])
    }
    expect(seen[0]?.[3]).toBe(1)
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })
})

describe('The look-up of passkeys by fields reveals no user:', () => {
  const seen: WebAuthnHookRequest[] = []
  const getUserInfo: GetUserInfo = async ({ adapter, url }, request) => {
    expect(url).toEqual(request.url)
    seen.push(request)
    const user = await adapter.getUserByEmail?.(`${request.query['username']}@example.com`)
    return user ? { user, exists: true } : null
  }
  const formFields = {
    username: { autocomplete: 'username webauthn' },
    plant: { type: 'hidden', value: 'North' },
  }
  const provider = Passkey({ getUserInfo, formFields })

  test('ENU-02 the look-up gets only the fields that made-up credentials depend on', async () => {
    const app = await withKey(provider, 'passkey')
    for (const name of ['ada', 'bob']) {
      const plain = await ask(app, { username: name })
      const wide = String.fromCodePoint((name.codePointAt(0) ?? 0) + 0xfee0) + name.slice(1)
      for (const username of [` ${name} `, name.toUpperCase(), wide]) {
        expect(await ask(app, { username, other: 'x' })).toEqual(plain)
        expect(seen.at(-1)).toMatchObject({ method: 'GET', body: {} })
        expect(seen.at(-1)?.query).toEqual({ username: name })
        expect(seen.at(-1)?.url.search).toBe(`?username=${name}`)
      }
    }
  })

  test('ENU-02 a constant field has no effect', async () => {
    const app = await withKey(provider, 'passkey')
    for (const username of ['ada', 'bob']) {
      const plain = await ask(app, { username })
      expect(await ask(app, { username, plant: 'North' })).toEqual(plain)
      expect(seen.at(-1)?.query).toEqual({ username, plant: 'north' })
    }
    // It names no user either.
    expect(await ask(app, { plant: 'North' })).toBeUndefined()
  })

  test('uses the address when there are no fields', async () => {
    const app = open(Passkey({ getUserInfo }))
    expect(await ask(app, { username: 'ada' })).toBeUndefined()
    const [decoy] = (await ask(app, { email: 'Ada' })) ?? []
    expect(decoy).toEqual(including({ type: 'public-key' }))
    expect(seen.at(-1)?.query).toEqual({ email: 'ada' })
  })
})
