import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import WebAuthn from '@latchstring/core/providers/webauthn'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  authenticatorForEachTest,
  storeOfPeopleForEachTest,
} from '@latchstring/test-kit/for-each-test'
import { forEachTest } from '@latchstring/test-kit/for-all-tests'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  type CredentialJSON,
  type Bend,
  createAuthenticator,
  FLAGS,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import {
  addKey,
  addKeyAfterSignOut,
  creationOptions,
  requestOptions,
  sendAnswer,
  useKey,
} from './src/passkeys.ts'
import {
  copyCookies,
  signInWithPassword,
  passwords,
  type Person,
  PEOPLE,
} from '@latchstring/test-kit/people'
import { type Store } from '@latchstring/test-kit/sqlite-store'
import { expectRefused, expectSignedIn, readSession, signOut } from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'
import { withoutTransactions } from '@latchstring/test-kit/faulty-adapter'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'

const { UP, UV, BE, BS } = FLAGS

const store = storeOfPeopleForEachTest()
const clock = forEachTest(startClock)
const fake = authenticatorForEachTest()

function open(config: Partial<AuthConfig> = {}): App {
  return createApp(
    {
      providers: [passwords(), Passkey(), WebAuthn({ enableConditionalUI: false })],
      adapter: store.adapter,
      experimental: { enableWebAuthn: true },
      // Each run of a property asks for options of its own.
      limits: { webauthn: false },
      ...config,
    },
    { clock: clock.now },
  )
}

function lookUp(app: App, who: Person = 'ada'): Promise<Browser> {
  return signInWithPassword(app.openBrowser(), who)
}

/** An application in which Ada has the last credential of the authenticator. */
async function withKey(authenticator: FakeAuthenticator = fake): Promise<App> {
  const app = open()
  expectSignedIn(await addKey(await lookUp(app), authenticator))
  return app
}

const rowsOf = (table: string): ReturnType<Store['query']> => store.query(`SELECT * FROM ${table}`)

function typesOf(app: App): readonly string[] {
  return app.errors.map(({ type }) => type)
}

describe('A passkey challenge', () => {
  test('WAN-07 created in another browser is refused', async () => {
    const app = await withKey()
    const victim = app.openBrowser()
    const answer = fake.get(await requestOptions(victim))
    const thief = app.openBrowser()
    expectRefused(await sendAnswer(thief, 'authenticate', answer), app)
    expect(await readSession(thief)).toBeNull()
    // The other way round: a victim who is made to send the answer of the thief.
    expectSignedIn(await sendAnswer(victim, 'authenticate', answer))
  })

  test('WAN-07 is accepted once, also from copied cookies', async () => {
    const app = await withKey()
    const browser = app.openBrowser()
    const answer = fake.get(await requestOptions(browser))
    const copy = copyCookies(browser, app.openBrowser())
    expectSignedIn(await sendAnswer(browser, 'authenticate', answer))
    expectRefused(await sendAnswer(copy, 'authenticate', answer), app)
    expect(typesOf(app)).toEqual(['InvalidCheck'])
    expect(await readSession(copy)).toBeNull()
  })

  test('WAN-07 is accepted once for simultaneous responses', async () => {
    const app = await withKey()
    const first = app.openBrowser()
    const answer = fake.get(await requestOptions(first))
    const browsers = Array.from({ length: 16 }, () => copyCookies(first, app.openBrowser()))
    const tokens = await Promise.all(browsers.map((browser) => browser.csrf(BASE)))
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.submit(`${BASE}/callback/passkey`, {
          csrfToken: tokens[index] ?? '',
          callbackUrl: '/inside',
          action: 'authenticate',
          data: JSON.stringify(answer),
        }),
      ),
    )
    const arrived = answers.filter(({ headers }) => headers.get('location') === `${ORIGIN}/inside`)
    expect(arrived).toHaveLength(1)
    expect(typesOf(app)).toEqual(Array.from({ length: 15 }, () => 'InvalidCheck'))
  })

  test('WAN-07 is used up by a failed response', async () => {
    const app = await withKey()
    const browser = app.openBrowser()
    const options = await requestOptions(browser)
    const copy = copyCookies(browser, app.openBrowser())
    expectRefused(
      await sendAnswer(browser, 'authenticate', fake.get(options, { rpId: 'evil.example' })),
      app,
      'Signin',
    )
    expect([...browser.cookies.keys()].filter((name) => name.includes('challenge'))).toEqual([])
    for (const again of [browser, copy]) {
      expectRefused(await sendAnswer(again, 'authenticate', fake.get(options)), app)
    }
  })

  test('WAN-07 expires after five minutes', async () => {
    const app = await withKey()
    const browser = app.openBrowser()
    const answer = fake.get(await requestOptions(browser))
    clock.advance(300)
    expectRefused(await sendAnswer(browser, 'authenticate', answer), app)
  })

  test('WAN-07 for registration does not sign in, and one for sign-in does not register', async () => {
    const app = await withKey()
    const browser = await lookUp(app)
    const toRegister = await creationOptions(browser)
    expectRefused(
      await sendAnswer(browser, 'authenticate', fake.get({ challenge: toRegister.challenge })),
      app,
    )
    const { challenge } = await requestOptions(browser)
    const made = fake.create({ ...toRegister, challenge })
    expectRefused(await sendAnswer(browser, 'register', made), app)
    expect(await rowsOf('authenticators')).toHaveLength(1)
  })

  test('WAN-07 of another provider is refused', async () => {
    const app = await withKey()
    const browser = app.openBrowser()
    const options = await requestOptions(browser, {}, 'webauthn')
    expectRefused(await sendAnswer(browser, 'authenticate', fake.get(options)), app)
  })

  test('FLW-04 is one of at most five per browser, each of which is accepted', async () => {
    const app = await withKey()
    const browser = app.openBrowser()
    const challenges = []
    for (let count = 0; count < 6; count++) {
      challenges.push(await requestOptions(browser))
      clock.advance(1)
    }
    const [oldest, ...live] = challenges.map((options) => fake.get(options))
    expectRefused(await sendAnswer(browser, 'authenticate', oldest ?? ''), app)
    for (const answer of live) {
      await signOut(browser)
      expectSignedIn(await sendAnswer(browser, 'authenticate', answer))
    }
  })
})

const FOREIGN: readonly (readonly [string, Bend])[] = [
  ['WAN-01 another origin', { origin: 'https://evil.example' }],
  ['WAN-01 a subdomain', { origin: 'https://sub.app.example' }],
  ['WAN-01 another port', { origin: `${ORIGIN}:8443` }],
  ['WAN-01 another scheme', { origin: 'http://app.example' }],
  ['WAN-01 an origin with more behind it', { origin: `${ORIGIN}.evil.example` }],
  ['WAN-01 a frame of another site', { crossOrigin: true }],
  ['WAN-01 a frame that names the other site', { crossOrigin: true, topOrigin: ORIGIN }],
  ['WAN-01 another kind of ceremony', { type: 'payment.get' }],
  ['WAN-02 another relying party', { rpId: 'evil.example' }],
  ['WAN-02 a domain above', { rpId: 'example' }],
  ['WAN-03 no user present', { flags: UV }],
  ['WAN-03 no user verified', { flags: UP }],
  ['WAN-05 a backup of what cannot be backed up', { flags: UP | UV | BS }],
]

describe.each(FOREIGN)('A passkey response with %s', (_, bend) => {
  test('does not sign in', async () => {
    const app = await withKey()
    const browser = app.openBrowser()
    expectRefused(await useKey(browser, fake, bend), app, 'Signin')
    expect(await readSession(browser)).toBeNull()
  })

  test('does not register', async () => {
    const app = open()
    const browser = await lookUp(app)
    expectRefused(await addKey(browser, fake, bend), app, 'Signin')
    expect(typesOf(app)).toEqual(['WebAuthnVerificationError'])
    expect(await rowsOf('authenticators')).toEqual([])
    expect(await rowsOf('accounts')).toEqual([])
  })
})

test('WAN-01 A passkey prompt in a frame of another site is logged', async () => {
  const app = open()
  expectRefused(await addKey(await lookUp(app), fake, { crossOrigin: true }), app, 'Signin')
  expect(app.errors.at(-1)?.message).toBe('The authenticator was asked from within another site.')
})

test('WAN-03 A passkey without user verification is accepted only if the provider is configured to', async () => {
  const providers = [passwords(), Passkey({ userVerification: 'preferred' })]
  const app = open({ providers })
  const browser = await lookUp(app)
  expect((await creationOptions(browser)).authenticatorSelection?.userVerification).toBe(
    'preferred',
  )
  expectSignedIn(await addKey(browser, fake, { flags: UP }))
  expectSignedIn(await useKey(app.openBrowser(), fake, { flags: UP }))
})

describe('The signature counter of a passkey at sign-in', () => {
  test.each([
    ['falls', 3],
    ['stays', 7],
    ['was deleted', 0],
  ])('WAN-04 that %s refuses the sign-in', async (_, counter) => {
    const counting = createAuthenticator({ origin: ORIGIN, counter: 5 })
    const app = await withKey(counting)
    expectSignedIn(await useKey(app.openBrowser(), counting))
    expect(await rowsOf('authenticators')).toMatchObject([{ counter: 7 }])
    const clone = app.openBrowser()
    expectRefused(await useKey(clone, counting, { counter }), app, 'Signin')
    expect(await readSession(clone)).toBeNull()
    expect(await rowsOf('authenticators')).toMatchObject([{ counter: 7 }])
  })

  test('WAN-04 accepts one of two responses with the same count, also where neither writes before both have been verified', async () => {
    const counting = createAuthenticator({ origin: ORIGIN, counter: 5 })
    await withKey(counting)
    // Without transactions, which SQLite runs one after the other.
    const single = withoutTransactions(store.adapter)
    type Uses = NonNullable<Adapter['useAuthenticator']>
    const watched = watchCalls(single)
    let writing = 0
    watched.intercept('useAuthenticator', async (used) => {
      writing += 1
      await expect.poll(() => writing).toBe(2)
      // The one parameter of the method.
      return single.useAuthenticator?.(used as Parameters<Uses>[0])
    })
    const app = open({ adapter: watched.adapter })
    const browsers = [app.openBrowser(), app.openBrowser()]
    await Promise.all(browsers.map((browser) => useKey(browser, counting, { counter: 9 })))
    const sessions = await Promise.all(browsers.map((browser) => readSession(browser)))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
    expect(await rowsOf('authenticators')).toMatchObject([{ counter: 9 }])
  })

  test('WAN-04 accepts one of two simultaneous responses with the same count', async () => {
    const app = await withKey()
    const browsers = [app.openBrowser(), app.openBrowser()]
    const answers = await Promise.all(
      browsers.map(async (browser) => fake.get(await requestOptions(browser), { counter: 9 })),
    )
    await Promise.all(
      browsers.map((browser, index) => sendAnswer(browser, 'authenticate', answers[index] ?? '')),
    )
    const sessions = await Promise.all(browsers.map((browser) => readSession(browser)))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
    expect(await rowsOf('authenticators')).toMatchObject([{ counter: 9 }])
  })
})

test('WAN-05 A passkey registered as ineligible for backup is refused when it becomes eligible', async () => {
  const app = await withKey()
  expectRefused(await useKey(app.openBrowser(), fake, { flags: UP | UV | BE }), app, 'Signin')
})

describe('A passkey credential', () => {
  test('that is not registered, or with a wrong signature, does not sign in', async () => {
    const app = await withKey()
    const stranger = createAuthenticator({ origin: ORIGIN })
    const browser = app.openBrowser()
    const options = await requestOptions(browser)
    const made = stranger.create({
      ...options,
      rp: { name: '' },
      user: { id: 'c3RyYW5nZXI', name: '', displayName: '' },
      pubKeyCredParams: [],
    })
    expect(made.id).toBe(stranger.ids[0])
    expectRefused(await sendAnswer(browser, 'authenticate', stranger.get(options)), app, 'Signin')
    const second = await requestOptions(browser)
    const forged = { ...stranger.get(second), id: fake.ids[0] ?? '', rawId: fake.ids[0] ?? '' }
    expectRefused(await sendAnswer(browser, 'authenticate', forged), app, 'Signin')
    expect(new Set(typesOf(app))).toEqual(new Set(['WebAuthnVerificationError']))
    expect(await readSession(browser)).toBeNull()
  })

  test('WAN-09 with the user handle of another user does not sign in', async () => {
    const app = await withKey()
    const other = await creationOptions(await lookUp(app, 'grace'))
    for (const userHandle of [null, other.user.id]) {
      expectRefused(await useKey(app.openBrowser(), fake, { userHandle }), app, 'Signin')
    }
  })

  test('of another user does not change the user of the current session', async () => {
    const app = await withKey()
    const browser = await lookUp(app, 'grace')
    expectRefused(await useKey(browser, fake), app, 'OAuthAccountNotLinked')
    expect((await readSession(browser))?.user?.name).toBe('Grace Hopper')
  })

  test('WAN-06 is registered once, for one user', async () => {
    const app = await withKey()
    const newId = Buffer.from(fake.ids[0] ?? '', 'base64url')
    const before = await rowsOf('authenticators')
    for (const who of ['grace', 'ada'] as const) {
      const thief = createAuthenticator({ origin: ORIGIN })
      const response = await addKey(await lookUp(app, who), thief, { newId })
      expectRefused(response, app, 'OAuthAccountNotLinked')
    }
    expect(await rowsOf('authenticators')).toEqual(before)
    expect(await rowsOf('accounts')).toHaveLength(1)
  })

  test('WAN-06 is registered once by two simultaneous requests', async () => {
    const app = open()
    const newId = Buffer.alloc(32, 7)
    const both = await Promise.all([lookUp(app, 'ada'), lookUp(app, 'grace')])
    await Promise.all(
      both.map((browser) => addKey(browser, createAuthenticator({ origin: ORIGIN }), { newId })),
    )
    expect(await rowsOf('authenticators')).toHaveLength(1)
    expect(await rowsOf('accounts')).toHaveLength(1)
    expect(typesOf(app)).toEqual(['AccountNotLinked'])
  })

  test.each([
    ['an algorithm that was not requested', { algorithm: -35 }],
    ['an id of more than 1023 bytes', { newId: Buffer.alloc(1024, 1) }],
  ])('WAN-06 is not registered when it has %s', async (_, bend) => {
    const app = open()
    const response = await addKey(await lookUp(app), fake, bend)
    expect([302, 400]).toContain(response.status)
    expect(await rowsOf('authenticators')).toEqual([])
    expect(app.errors).toHaveLength(1)
  })
})

describe('The registration of a passkey', () => {
  test('WAN-08 cannot finish after the session that started it has ended', async () => {
    const app = open()
    const browser = await lookUp(app)
    expectRefused(await addKeyAfterSignOut(browser, fake), app, 'SessionRequired')
    expect(await rowsOf('authenticators')).toEqual([])
  })

  test('WAN-08 cannot finish for another user than the one who started it, which is logged', async () => {
    const app = open()
    const browser = await lookUp(app)
    const answer = fake.create(await creationOptions(browser))
    await store.adapter.deleteUser(PEOPLE.ada.id)
    expectRefused(await sendAnswer(browser, 'register', answer), app, 'SessionRequired')
    expect(app.errors.at(-1)?.message).toBe(
      'The user who asked for the registration no longer exists.',
    )
    expect(await rowsOf('authenticators')).toEqual([])
  })

  test('WAN-08 cannot be finished by another user or in another session of the same user', async () => {
    const app = open()
    for (const who of ['grace', 'ada'] as const) {
      const browser = await lookUp(app)
      const answer = fake.create(await creationOptions(browser))
      await signInWithPassword(browser, who)
      await sendAnswer(browser, 'register', answer)
      expect(await rowsOf('authenticators')).toEqual([])
      expect(await rowsOf('accounts')).toEqual([])
    }
    expect(typesOf(app)).toEqual(['SessionRequired', 'SessionRequired'])
  })

  test.each([
    ['linkAccount', true],
    ['createAuthenticator', true],
    ['linkAccount', false],
    ['createAuthenticator', false],
  ] as const)(
    'LNK-03 leaves no record when %s fails (transactions: %s)',
    async (method, transactions) => {
      const entries = Object.entries(store.adapter).filter(([name]) => name !== 'transaction')
      const capabilities = { ...store.adapter.capabilities, transactions: false }
      const without: Adapter = { ...Object.fromEntries(entries), capabilities }
      const inner: Adapter = transactions ? store.adapter : without
      const watched = watchCalls(inner)
      const app = open({ adapter: watched.adapter })
      const browser = await lookUp(app)
      watched.breakDown(method)
      expect((await addKey(browser, fake)).status).toBe(503)
      expect(await rowsOf('accounts')).toEqual([])
      expect(await rowsOf('authenticators')).toEqual([])
      watched.repair()
      expectSignedIn(await addKey(browser, fake))
      expectSignedIn(await useKey(app.openBrowser(), fake))
    },
  )
})

describe('The callback of a passkey', () => {
  async function ready(app: App): Promise<[Browser, CredentialJSON]> {
    const browser = app.openBrowser()
    return [browser, fake.get(await requestOptions(browser))]
  }

  test('W-09 WAN-11 requires the CSRF token', async () => {
    const app = await withKey()
    const [browser, answer] = await ready(app)
    const fields = { action: 'authenticate', data: JSON.stringify(answer) }
    expectRefused(await browser.submit(`${BASE}/callback/passkey`, fields), app, 'Signin')
    expect(typesOf(app)).toEqual(['MissingCSRF'])
    expect(await readSession(browser)).toBeNull()
  })

  test('WAN-11 refuses a request from another origin', async () => {
    const app = await withKey()
    const [browser, answer] = await ready(app)
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, action: 'authenticate', data: JSON.stringify(answer) }
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await browser.submit(`${BASE}/callback/passkey`, fields, headers)).status).toBe(403)
  })

  test('refuses GET', async () => {
    const response = await open().openBrowser().open(`${BASE}/callback/passkey?action=authenticate`)
    expect(response.status).toBe(404)
  })

  test('WAN-13 refuses a body of more than 64 kB', async () => {
    const response = await sendAnswer(open().openBrowser(), 'authenticate', 'x'.repeat(65_536))
    expect(response.status).toBe(413)
  })
})

/** Values in place of a member, none of which is right. */
const wrong = fc.oneof(
  fc.constantFrom(undefined, null, '', ' ', '=', 'A', '////', '__proto__', '\u{fffe}', 0, -1, true),
  fc.string(),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.json(),
  fc.jsonValue(),
)

function replaced(answer: CredentialJSON, path: readonly string[], value: unknown): string {
  // A copy of JSON, to be changed freely.
  const copy = structuredClone(answer) as unknown as Record<string, unknown>
  const [first = '', second] = path
  if (second === undefined) copy[first] = value
  // The one nested member of an answer is an object.
  else (copy[first] as Record<string, unknown>)[second] = value
  return JSON.stringify(copy)
}

/** Refused in place with 4xx, or on the sign-in page; never signed in, never a failure of ours. */
function expectHarmless(response: Response): void {
  if (response.status === 302) {
    const location = response.headers.get('location') ?? ''
    expect(location).toContain('/auth/signin?error=')
    return
  }
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
}

const REFUSALS = new Set([
  'InvalidRequest',
  'InvalidCheck',
  'WebAuthnVerificationError',
  // What was left out of an answer may also have been unnecessary.
  'AccountNotLinked',
])

/**
 * Where a changed bit makes an answer another one. The lengths around the two numbers of a signature are read leniently, and
 * mean nothing: a DER sequence (RFC 3279, section 2.2.3) of two integers.
 */
function placesThatCount(name: string, bytes: Buffer): readonly number[] {
  const all = [...bytes.keys()]
  if (name !== 'signature') return all
  const endOfFirst = 4 + (bytes[3] ?? 0)
  return all.filter((place) => (place >= 4 && place < endOfFirst) || place >= endOfFirst + 2)
}

describe('WAN-13 A malformed passkey response', () => {
  test.each(['', '{', 'null', '[]', '"x"', '0', '{}', '['.repeat(20_000), '{"id":{}}', '\u{fffd}'])(
    'answers 400: %.20s',
    async (data) => {
      const app = open()
      const browser = app.openBrowser()
      for (const action of ['authenticate', 'register', 'other']) {
        expect((await sendAnswer(browser, action, data)).status).toBe(400)
      }
      expect(new Set(typesOf(app))).toEqual(new Set(['InvalidRequest']))
    },
  )

  test.each(['attestationObject', 'clientDataJSON'])(
    'with a change in %s is answered with 4xx',
    async (name) => {
      const app = open()
      const browser = await lookUp(app)
      await fc.assert(
        fc.asyncProperty(wrong, async (value) => {
          const answer = fake.create(await creationOptions(browser))
          const data = replaced(answer, ['response', name], value)
          expect((await sendAnswer(browser, 'register', data)).status).toBe(400)
        }),
        { numRuns: 60 },
      )
      expect(await rowsOf('authenticators')).toEqual([])
      expect(new Set(typesOf(app))).toEqual(new Set(['InvalidRequest']))
    },
  )

  test.each(
    ['authenticatorData', 'signature', 'clientDataJSON', 'userHandle'].map((name) => [
      ['response', name],
    ]),
  )('with a change in %s has no effect', async (path) => {
    const app = await withKey()
    await fc.assert(
      fc.asyncProperty(wrong, async (value) => {
        const browser = app.openBrowser()
        const answer = fake.get(await requestOptions(browser))
        expectHarmless(await sendAnswer(browser, 'authenticate', replaced(answer, path, value)))
        expect(await readSession(browser)).toBeNull()
      }),
      { numRuns: 60 },
    )
    expect(typesOf(app).filter((type) => !REFUSALS.has(type))).toEqual([])
  })

  test('with changed bits in an attestation object has no effect', async () => {
    const app = open()
    const browser = await lookUp(app)
    await fc.assert(
      fc.asyncProperty(fc.nat(180), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const answer = fake.create(await creationOptions(browser))
        const bytes = Buffer.from(String(answer.response['attestationObject']), 'base64url')
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ mask
        const data = replaced(
          answer,
          ['response', 'attestationObject'],
          bytes.toString('base64url'),
        )
        const response = await sendAnswer(browser, 'register', data)
        // A changed counter, flag or coordinate may still make a credential; only its owner is affected.
        if (response.headers.get('location') !== `${ORIGIN}/inside`) expectHarmless(response)
      }),
      { numRuns: 200 },
    )
    expect(typesOf(app).filter((type) => !REFUSALS.has(type))).toEqual([])
  })

  test('with changed bits in authenticator data or signature does not sign in', async () => {
    const app = await withKey()
    const browser = app.openBrowser()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('authenticatorData', 'signature', 'clientDataJSON'),
        fc.nat(200),
        fc.integer({ min: 1, max: 255 }),
        async (name, at, mask) => {
          const answer = fake.get(await requestOptions(browser))
          const bytes = Buffer.from(String(answer.response[name]), 'base64url')
          const places = placesThatCount(name, bytes)
          const place = places[at % places.length] ?? 0
          bytes[place] = (bytes[place] ?? 0) ^ mask
          const data = replaced(answer, ['response', name], bytes.toString('base64url'))
          expectHarmless(await sendAnswer(browser, 'authenticate', data))
          expect(await readSession(browser)).toBeNull()
        },
      ),
      { numRuns: 150 },
    )
    expect(typesOf(app).filter((type) => !REFUSALS.has(type))).toEqual([])
  })
})
