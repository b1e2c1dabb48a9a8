import type { AuthConfig } from '@latchstring/core'
import type { Provider } from '@latchstring/core/providers'
import Passkey, {
  type GetUserInfo,
  type WebAuthnHookRequest,
} from '@latchstring/core/providers/passkey'
import WebAuthn, {
  DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
  DEFAULT_WEBAUTHN_TIMEOUT,
} from '@latchstring/core/providers/webauthn'
import * as server from '@simplewebauthn/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import {
  createAuthenticator,
  FLAGS,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { including } from '@latchstring/test-kit/matchers'
import * as passkeys from './src/passkeys.ts'
import { ADA, passwords, signInWithPassword, storePeople } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'

const store = storeForEachTest()
let fake: FakeAuthenticator

beforeEach(async () => {
  await storePeople(store.adapter)
  fake = createAuthenticator({ origin: ORIGIN })
})

function open(provider: Provider, config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers: [passwords(), provider],
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
    ...config,
  })
}

describe('The relying party of passkeys', () => {
  test('may be written as in the contract, and is the first of several', async () => {
    const origin = [ORIGIN, 'https://www.app.example']
    const app = open(
      Passkey({ relayingParty: { id: ['app.example', 'b'], name: ['App'], origin } }),
    )
    const browser = await signInWithPassword(app.openBrowser())
    const { rp } = await passkeys.creationOptions(browser)
    expect(rp).toEqual({ id: 'app.example', name: 'App' })
    expectSignedIn(await passkeys.addKey(browser, fake, { origin: 'https://www.app.example' }))
  })

  test('can depend on the request, and is determined when options are created', async () => {
    const asked: (readonly [string, string, boolean])[] = []
    const provider = Passkey({
      getRelayingParty: ({ url, provider: { id }, adapter }, { method }) => {
        asked.push([method, `${id} ${url.origin}${url.pathname}`, 'getUser' in adapter])
        return { id: 'app.example', name: 'For this request', origin: ORIGIN }
      },
    })
    const app = open(provider)
    const browser = await signInWithPassword(app.openBrowser())
    expect((await passkeys.creationOptions(browser)).rp.name).toBe('For this request')
    expectSignedIn(await passkeys.addKey(browser, fake))
    expectSignedIn(await passkeys.useKey(app.openBrowser(), fake))
    const options = ['GET', `passkey ${BASE}/webauthn-options/passkey`, true]
    expect(asked).toEqual([options, options, options])
  })

  test.each(['relyingParty', 'relayingParty'] as const)(
    'is the result of a function for %s where both are given (WAN-02)',
    async (spelling) => {
      const provider = Passkey({
        [spelling]: { id: 'elsewhere.example', name: 'App', origin: 'https://elsewhere.example' },
        getRelayingParty: (options) => ({
          id: 'app.example',
          name: `${String(options.provider[spelling]?.name)} for this request`,
          origin: ORIGIN,
        }),
      })
      const app = open(provider)
      const browser = await signInWithPassword(app.openBrowser())
      expect((await passkeys.creationOptions(browser)).rp).toEqual({
        id: 'app.example',
        name: 'App for this request',
      })
      expectSignedIn(await passkeys.addKey(browser, fake))
      expectSignedIn(await passkeys.useKey(app.openBrowser(), fake))
    },
  )

  test('WAN-02 is that of the challenge for any host of the response', async () => {
    const parties = {
      a: { id: 'app.example', name: 'A', origin: ORIGIN },
      b: { id: 'b.example', name: 'B', origin: 'https://b.example' },
    }
    const app = open(
      Passkey({ getRelayingParty: (_, { query }) => parties[query['of'] === 'b' ? 'b' : 'a'] }),
    )
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake)
    const browser = app.openBrowser()
    const options = await passkeys.requestOptions(browser)
    const answer = fake.get(options, { origin: 'https://b.example', rpId: 'b.example' })
    await browser.submit(`${BASE}/callback/passkey?of=b`, {
      csrfToken: await browser.csrf(BASE),
      callbackUrl: '/inside',
      action: 'authenticate',
      data: JSON.stringify(answer),
    })
    expect(app.errors.at(-1)?.type).toBe('WebAuthnVerificationError')
    expect(await readSession(browser)).toBeNull()
  })

  test.each([
    undefined,
    null,
    'app.example',
    {},
    { id: 'app.example', origin: ORIGIN },
    { id: 7, name: 'App', origin: ORIGIN },
    { id: '', name: 'App', origin: ORIGIN },
    { id: 'app.example', name: 'App', origin: [ORIGIN, 7] },
  ])('causes an error as %j', async (party) => {
    // As JavaScript may have it.
    const options: object = { getRelayingParty: () => party }
    const app = open(Passkey(options))
    expect((await passkeys.askOptions(app.openBrowser(), {})).status).toBe(500)
    expect(app.errors.at(-1)).toMatchObject({ type: 'InvalidConfiguration' })
    expect(app.errors.at(-1)?.message).toContain('`getRelayingParty` of "passkey"')
  })

  test('may not have more origins than fit into a cookie', async () => {
    const origins = Array.from({ length: 76 }, (_, index) => `https://h${index + 10}.app.example`)
    const most = [ORIGIN, ...origins]
    const full = open(Passkey({ relyingParty: { origin: most } }))
    const browser = await signInWithPassword(full.openBrowser())
    const { headers } = await passkeys.askOptions(browser, { action: 'register' })
    const [cookie = ''] = headers.getSetCookie().filter((one) => one.includes('challenge'))
    // What browsers keep of one cookie.
    expect(cookie.length).toBeLessThan(4096)
    expectSignedIn(await passkeys.addKey(browser, fake))
    const app = open(Passkey({ relyingParty: { origin: [...most, 'https://www.app.example'] } }))
    expect((await passkeys.askOptions(app.openBrowser(), {})).status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain('longer than')
  })

  test('is refused where browsers would refuse it', async () => {
    const elsewhere = { id: 'elsewhere.example', name: 'Elsewhere', origin: ORIGIN }
    const app = open(Passkey({ getRelayingParty: () => elsewhere }))
    expect((await passkeys.askOptions(app.openBrowser(), {})).status).toBe(500)
    expect(app.errors.at(-1)?.type).toBe('InvalidConfiguration')
  })
})

describe('The options of passkey ceremonies', () => {
  test('are those of the configuration, with defaults', async () => {
    const provider = Passkey({
      userVerification: 'preferred',
      authenticationOptions: { timeout: 60_000, extensions: { largeBlob: { read: true } } },
      registrationOptions: {
        timeout: 90_000,
        attestationType: 'direct',
        authenticatorSelection: { authenticatorAttachment: 'platform', residentKey: 'discouraged' },
        supportedAlgorithmIDs: [-7],
      },
    })
    const app = open(provider)
    const created = await passkeys.creationOptions(await signInWithPassword(app.openBrowser()))
    expect(created).toMatchObject({
      timeout: 90_000,
      attestation: 'direct',
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        residentKey: 'discouraged',
        userVerification: 'preferred',
      },
    })
    expect(created.pubKeyCredParams).toEqual([{ alg: -7, type: 'public-key' }])
    expect(await passkeys.requestOptions(app.openBrowser())).toMatchObject({
      timeout: 60_000,
      userVerification: 'preferred',
      extensions: { largeBlob: { read: true } },
    })
  })

  test('cannot make a ceremony last longer than its challenge', async () => {
    const app = open(Passkey({ authenticationOptions: { timeout: 3_600_000 } }))
    const { timeout } = await passkeys.requestOptions(app.openBrowser())
    expect(timeout).toBe(DEFAULT_WEBAUTHN_TIMEOUT)
  })

  test('refuse an algorithm that was not offered', async () => {
    const app = open(Passkey({ registrationOptions: { supportedAlgorithmIDs: [-257] } }))
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake)
    expect(app.errors.at(-1)?.type).toBe('WebAuthnVerificationError')
    expect(await store.query('SELECT * FROM authenticators')).toEqual([])
  })

  test('accept an unverified person only where that is configured', async () => {
    const lax = { requireUserVerification: false }
    const unverified = { flags: FLAGS.UP }
    const strict = open(Passkey())
    await passkeys.addKey(await signInWithPassword(strict.openBrowser()), fake)
    await passkeys.useKey(strict.openBrowser(), fake, unverified)
    expect(strict.errors.at(-1)?.type).toBe('WebAuthnVerificationError')
    const app = open(Passkey({ verifyAuthenticationOptions: lax }))
    expectSignedIn(await passkeys.useKey(app.openBrowser(), fake, unverified))
    const weak = createAuthenticator({ origin: ORIGIN })
    const attested = { flags: FLAGS.UP | FLAGS.AT }
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), weak, attested)
    expect(app.errors.at(-1)?.type).toBe('WebAuthnVerificationError')
    const both = open(Passkey({ verifyRegistrationOptions: lax }))
    expectSignedIn(
      await passkeys.addKey(await signInWithPassword(both.openBrowser()), weak, attested),
    )
  })

  test.each([
    ['nothing in it', {}],
    ['a member that is undefined', { userVerification: undefined }],
    ['the same demand', { userVerification: 'required' }],
  ])('WAN-03 are not weakened by the advanced option with %s', async (_, advancedFIDOConfig) => {
    // As JavaScript may have it.
    const verifyAuthenticationOptions = { advancedFIDOConfig } as object
    const app = open(Passkey({ verifyAuthenticationOptions }))
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake)
    for (const flags of [0, FLAGS.UP, FLAGS.UV]) {
      const browser = app.openBrowser()
      await passkeys.useKey(browser, fake, { flags })
      expect(app.errors.at(-1)?.type).toBe('WebAuthnVerificationError')
      expect(await readSession(browser)).toBeNull()
    }
    expectSignedIn(await passkeys.useKey(app.openBrowser(), fake))
  })

  test('WAN-03 may give up user verification by the advanced option, and never user presence', async () => {
    const verifyAuthenticationOptions = {
      advancedFIDOConfig: { userVerification: 'preferred' },
    } as const
    const app = open(Passkey({ verifyAuthenticationOptions }))
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake)
    expectSignedIn(await passkeys.useKey(app.openBrowser(), fake, { flags: FLAGS.UP }))
    for (const flags of [0, FLAGS.UV]) {
      await passkeys.useKey(app.openBrowser(), fake, { flags })
      expect(app.errors.at(-1)?.type).toBe('WebAuthnVerificationError')
    }
    expect(app.errors).toHaveLength(2)
  })

  test('are not weakened by a member that is undefined', async () => {
    // As JavaScript may have it.
    const undefinedMember = { userVerification: undefined } as object
    const app = open(Passkey({ authenticationOptions: undefinedMember }))
    expect((await passkeys.requestOptions(app.openBrowser())).userVerification).toBe('required')
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake)
    await passkeys.useKey(app.openBrowser(), fake, { flags: FLAGS.UP })
    expect(app.errors.at(-1)?.type).toBe('WebAuthnVerificationError')
  })
})

describe('Users of passkeys that the application looks up', () => {
  const seen: WebAuthnHookRequest[] = []
  const getUserInfo: GetUserInfo = async ({ adapter }, request) => {
    seen.push(request)
    const { username = '' } = request.query
    const user = await adapter.getUserByEmail?.(`${username}@example.com`)
    return user ? { user, exists: true } : { user: { name: username }, exists: false }
  }
  const formFields = {
    username: { label: 'User name', autocomplete: 'username webauthn', required: true },
    plant: { label: 'Plant', type: 'hidden', value: 'north' },
  }
  const provider = Passkey({ getUserInfo, formFields, residentKey: 'discouraged' })

  test('sign in by the fields they enter', async () => {
    const app = open(provider)
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake)
    const browser = app.openBrowser()
    const options = await passkeys.requestOptions(browser, { username: ' Ada ', plant: 'north' })
    expect(options.allowCredentials).toEqual([including({ id: fake.ids[0] })])
    expect(seen.at(-1)).toMatchObject({
      method: 'GET',
      query: { username: 'ada', plant: 'north' },
      body: {},
    })
    const answer = fake.get(options, { userHandle: null })
    expectSignedIn(await passkeys.sendAnswer(browser, 'authenticate', answer))
    expect((await readSession(browser))?.user?.name).toBe('Ada Lovelace')
  })

  test('ENU-02 have the same response as unknown users', async () => {
    const app = open(provider)
    const ask = async (username: string): Promise<unknown> =>
      (await passkeys.requestOptions(app.openBrowser(), { username })).allowCredentials
    const options = await ask('unknown')
    expect(options).toEqual([including({ type: 'public-key' })])
    expect(await ask(' UNKNOWN ')).toEqual(options)
    expect(await ask('another')).not.toEqual(options)
    expect(await ask('grace')).toEqual([including({ type: 'public-key' })])
    expect(await ask('')).toBeUndefined()
  })

  test.each<readonly [unknown, string]>([
    [{ exists: true }, 'is missing'],
    [{ user: null, exists: true }, 'is missing'],
    [{ user: { id: 7 }, exists: true }, 'is a number, not text'],
    [{ user: { id: {} }, exists: true }, 'is a value of the type object'],
    [{ user: { id: '' }, exists: true }, 'is empty'],
    [{ user: { id: ' ' }, exists: true }, 'is empty'],
    ...['undefined', 'null', '[object Object]'].map((id): readonly [unknown, string] => [
      { user: { id }, exists: true },
      `is the text "${id}"`,
    ]),
  ])('must be returned with an id: %j is named as the cause (OID-16)', async (answer, problem) => {
    // What an application without types may answer.
    const wrong = (() => answer) as unknown as GetUserInfo
    const app = open(Passkey({ getUserInfo: wrong, formFields }))
    const response = await passkeys.askOptions(app.openBrowser(), { username: 'ada' })
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)?.type).toBe('InvalidConfiguration')
    expect(app.errors.at(-1)?.message).toContain('getUserInfo')
    expect(app.errors.at(-1)?.message).toContain(problem)
  })

  const asked = async (answer: () => unknown): Promise<[Response, App]> => {
    // What an application without types may answer.
    const app = open(Passkey({ getUserInfo: answer as GetUserInfo, formFields }))
    return [await passkeys.askOptions(app.openBrowser(), { username: 'ada' }), app]
  }

  test.each<readonly [string, unknown]>([
    ['a number', 7],
    ['a string', 'ada'],
    ['a list', Object.assign([], { exists: false })],
    ['an object', {}],
    ['an object', { user: { id: '1' }, exists: 'yes' }],
  ])('must be returned with `exists`: the log says where it was %s, %j', async (kind, answer) => {
    const [response, app] = await asked(() => answer)
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)).toMatchObject({
      type: 'InvalidConfiguration',
      message: `The \`getUserInfo\` function of "passkey" returned ${kind} without \`exists\`. Return \`{ user: { id }, exists: true }\`, or \`null\` for no user.`,
    })
  })

  test.each([null, undefined])(
    'ENU-02 get a made-up credential where `getUserInfo` returned %j',
    async (answer) => {
      const [response, app] = await asked(() => answer)
      expect(await response.json()).toMatchObject({
        action: 'authenticate',
        options: { allowCredentials: [including({ type: 'public-key' })] },
      })
      expect(app.errors).toEqual([])
    },
  )

  test('are not looked up where `getUserInfo` throws, which the log says', async () => {
    const cause = new TypeError('no such member')
    const [response, app] = await asked(() => Promise.reject(cause))
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)).toMatchObject({
      type: 'CallbackRouteError',
      message: 'The `getUserInfo` function of "passkey" threw.',
      cause: { err: { message: 'no such member' } },
    })
  })

  test('cannot register a passkey without a session', async () => {
    const app = open(provider)
    const query = { action: 'register', username: 'ada' }
    expect((await passkeys.askOptions(app.openBrowser(), query)).status).toBe(401)
  })

  test('have the fields on the built-in page', async () => {
    const page = await (await open(provider).openBrowser().open(`${BASE}/signin`)).text()
    expect(page).toMatch(/<input[^>]* name="username"[^>]* autocomplete="username webauthn"/)
    expect(page).toMatch(/<input name="plant" type="hidden"\s+value="north"/)
    expect(page).not.toMatch(/<input[^>]* name="email"/)
  })

  test('are not looked up by an empty address', async () => {
    await store.execute(`UPDATE users SET email = '' WHERE id = 'id-of-ada'`)
    const app = open(WebAuthn({ formFields: { ...formFields, email: {} } }))
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake, {}, 'webauthn')
    for (const query of [{ username: 'x' }, { email: ' ' }]) {
      const { allowCredentials } = await passkeys.requestOptions(
        app.openBrowser(),
        query,
        'webauthn',
      )
      expect(allowCredentials).toBeUndefined()
    }
  })
})

describe('Custom functions for passkeys', () => {
  test('are called for every ceremony', async () => {
    const called: string[] = []
    const counted =
      <Options, Result>(name: string, work: (options: Options) => Promise<Result>) =>
      (options: Options): Promise<Result> => {
        called.push(name)
        return work(options)
      }
    const simpleWebAuthn = {
      generateAuthenticationOptions: counted('ask', server.generateAuthenticationOptions),
      verifyAuthenticationResponse: counted('verify', server.verifyAuthenticationResponse),
      generateRegistrationOptions: counted('create', server.generateRegistrationOptions),
      verifyRegistrationResponse: counted('register', server.verifyRegistrationResponse),
    }
    const app = open(Passkey({ simpleWebAuthn }))
    expectSignedIn(await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake))
    expectSignedIn(await passkeys.useKey(app.openBrowser(), fake))
    expect(called).toEqual(['create', 'register', 'ask', 'verify'])
  })

  test('of an older version are named as the cause, and refuse the sign-in', async () => {
    const verifyRegistrationResponse = (): Promise<unknown> =>
      Promise.resolve({ verified: true, registrationInfo: { credentialID: new Uint8Array(16) } })
    const app = open(Passkey({ simpleWebAuthn: { ...server, verifyRegistrationResponse } }))
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake)
    expect(app.errors.at(-1)?.type).toBe('InvalidConfiguration')
    expect(app.errors.at(-1)?.message).toContain('version before 11')
    expect(await store.query('SELECT * FROM authenticators')).toEqual([])
  })

  test('WAN-03 that do not check the flags refuse the sign-in', async () => {
    const lax = { requireUserVerification: false, requireUserPresence: false }
    const simpleWebAuthn = {
      ...server,
      verifyRegistrationResponse: (
        options: Parameters<typeof server.verifyRegistrationResponse>[0],
      ): Promise<unknown> => server.verifyRegistrationResponse({ ...options, ...lax }),
      verifyAuthenticationResponse: (
        options: Parameters<typeof server.verifyAuthenticationResponse>[0],
      ): Promise<unknown> =>
        server.verifyAuthenticationResponse({ ...options, advancedFIDOConfig: {} }),
    }
    const app = open(Passkey({ simpleWebAuthn }))
    const browser = await signInWithPassword(app.openBrowser())
    for (const flags of [0, FLAGS.UP, FLAGS.UV]) await passkeys.addKey(browser, fake, { flags })
    expect(await store.query('SELECT * FROM authenticators')).toEqual([])
    expectSignedIn(await passkeys.addKey(browser, fake))
    for (const flags of [0, FLAGS.UP, FLAGS.UV])
      await passkeys.useKey(app.openBrowser(), fake, { flags })
    expect(app.errors.map(({ type }) => type)).toEqual(
      Array.from({ length: 6 }, () => 'WebAuthnVerificationError'),
    )
  })

  test('that do not verify refuse the sign-in', async () => {
    const verifyRegistrationResponse: typeof server.verifyRegistrationResponse = async (
      options,
    ) => ({
      ...(await server.verifyRegistrationResponse(options)),
      // A library that says no and gives what it read.
      ...({ verified: false } as object),
    })
    const app = open(Passkey({ simpleWebAuthn: { ...server, verifyRegistrationResponse } }))
    await passkeys.addKey(await signInWithPassword(app.openBrowser()), fake)
    expect(app.errors.at(-1)?.type).toBe('WebAuthnVerificationError')
  })
})

test('A version of the browser package is accepted and not loaded', async () => {
  const version = DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION
  for (const simpleWebAuthnBrowserVersion of [version, false] as const) {
    const app = open(Passkey({ simpleWebAuthnBrowserVersion }))
    const response = await app.openBrowser().open(`${BASE}/signin`)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toMatch(/src="/)
  }
})

describe('The passkeys that a new one must not be on', () => {
  const excluded = async (app: App): Promise<readonly string[]> => {
    const browser = await signInWithPassword(app.openBrowser())
    const { excludeCredentials = [] } = await passkeys.creationOptions(browser)
    return excludeCredentials.map(({ id }) => id)
  }

  /** Two passkeys of one person: the id of the account of the first, and how a browser names the second. */
  async function addTwo(app: App): Promise<{ readonly removed: string; readonly kept: string }> {
    const browser = await signInWithPassword(app.openBrowser())
    await passkeys.addKey(browser, fake)
    const [kept = '', ...others] = await excluded(app)
    const [first] = await store.query('SELECT provider_account_id AS id FROM accounts')
    expect(others).toEqual([])
    await passkeys.addKey(browser, createAuthenticator({ origin: ORIGIN }))
    const both = await excluded(app)
    return { removed: String(first?.['id']), kept: both.find((id) => id !== kept) ?? '' }
  }

  test('are those whose account is linked, and not one that was removed', async () => {
    const app = open(Passkey)
    const { removed, kept } = await addTwo(app)
    const account = { providerAccountId: removed, type: 'oauth', userId: ADA.id } as const
    await store.adapter.unlinkAccount({ provider: 'passkey', providerAccountId: removed })
    expect(await excluded(app)).toEqual([kept])
    // The same id at another provider is another account.
    await store.adapter.linkAccount({ ...account, provider: 'quay' })
    expect(await excluded(app)).toEqual([kept])
  })

  test('are all that the store has where it cannot list accounts', async () => {
    const app = open(Passkey)
    const { removed } = await addTwo(app)
    await store.adapter.unlinkAccount({ provider: 'passkey', providerAccountId: removed })
    const { listAccountsByUserId: _, ...methods } = store.adapter
    const capabilities = { ...store.adapter.capabilities, accountUpdates: false }
    const less = open(Passkey, { adapter: { ...methods, capabilities } })
    expect(await excluded(less)).toHaveLength(2)
  })
})
