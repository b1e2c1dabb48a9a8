import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Provider } from '@latchstring/core/providers'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Credentials from '@latchstring/core/providers/credentials'
import Passkey from '@latchstring/core/providers/passkey'
import WebAuthn from '@latchstring/core/providers/webauthn'
import { describe, expect, test } from 'vitest'
import {
  authenticatorForEachTest,
  storeOfPeopleForEachTest,
} from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createAuthenticator, FLAGS } from '@latchstring/test-kit/fake-authenticator'
import {
  addKey,
  askOptions,
  creationOptions,
  requestOptions,
  sendAnswer,
  useKey,
} from './src/passkeys.ts'
import { including } from '@latchstring/test-kit/matchers'
import { signInWithPassword, passwords, type Person } from '@latchstring/test-kit/people'
import { type Store } from '@latchstring/test-kit/sqlite-store'
import {
  expectRefused,
  expectSignedIn,
  readLocation,
  sessionCookies,
  readSession,
} from '@latchstring/test-kit/story'

const store = storeOfPeopleForEachTest()
const fake = authenticatorForEachTest()

function open(config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers: [passwords(), Passkey()],
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
    ...config,
  })
}

/** Stands for a string of this form. */
function matching(form: RegExp): unknown {
  return expect.stringMatching(form)
}

/** A browser with a session from a password. */
function lookUp(app: App, who: Person = 'ada'): Promise<Browser> {
  return signInWithPassword(app.openBrowser(), who)
}

async function nameIn(browser: Browser): Promise<string | null | undefined> {
  return (await readSession(browser))?.user?.name
}

function typesOf(app: App): readonly string[] {
  return app.errors.map(({ type }) => type)
}

const authenticators = (): ReturnType<Store['query']> => store.query('SELECT * FROM authenticators')

describe.each(['database', 'jwt'] as const)('Passkeys with %s sessions', (strategy) => {
  test('are added while signed in, and sign in afterwards', async () => {
    const app = open({ session: { strategy } })
    const browser = await lookUp(app)
    expectSignedIn(await addKey(browser, fake))
    expect(await nameIn(browser)).toBe('Ada Lovelace')
    const other = app.openBrowser()
    expectSignedIn(await useKey(other, fake))
    expect(await nameIn(other)).toBe('Ada Lovelace')
    // The last used sign-in method: adding a passkey is none.
    const ways = [browser, other].map(({ cookies }) => cookies.get('__Host-latchstring.last-used'))
    expect(ways).toEqual(['credentials', 'passkey'])
    expect(app.errors).toEqual([])
  })

  test('end the previous session at sign-in and registration', async () => {
    const app = open({ session: { strategy } })
    const browser = await lookUp(app)
    const [name = ''] = sessionCookies(browser)
    const before = browser.cookies.get(name)
    await addKey(browser, fake)
    const between = browser.cookies.get(name)
    await useKey(browser, fake)
    expect(new Set([before, between, browser.cookies.get(name)]).size).toBe(3)
    if (strategy === 'database') expect((await store.rows()).sessions).toBe(1)
  })
})

test('Account and authenticator of a passkey have the established form', async () => {
  await addKey(await lookUp(open()), fake)
  const [id = ''] = fake.ids
  const base64 = Buffer.from(id, 'base64url').toString('base64')
  expect(await store.query('SELECT * FROM accounts')).toEqual([
    including({
      provider: 'passkey',
      type: 'webauthn',
      provider_account_id: base64,
      user_id: 'id-of-ada',
    }),
  ])
  expect(await authenticators()).toEqual([
    {
      credential_id: base64,
      provider_account_id: base64,
      user_id: 'id-of-ada',
      credential_public_key: matching(/^[A-Za-z0-9+/]+=*$/),
      counter: 0,
      credential_device_type: 'singleDevice',
      credential_backed_up: 0,
      transports: 'internal,hybrid',
    },
  ])
})

test('One user can have several authenticators, and none twice', async () => {
  const app = open()
  const browser = await lookUp(app)
  const second = createAuthenticator({ origin: ORIGIN, backup: FLAGS.BE | FLAGS.BS })
  await addKey(browser, fake)
  const options = await creationOptions(browser)
  expect(options.excludeCredentials?.map(({ id }) => id)).toEqual(fake.ids)
  expectSignedIn(await sendAnswer(browser, 'register', second.create(options)))
  for (const authenticator of [fake, second]) {
    const other = app.openBrowser()
    expectSignedIn(await useKey(other, authenticator))
    expect(await nameIn(other)).toBe('Ada Lovelace')
  }
})

describe('Options to register a passkey', () => {
  test('contain relying party, user and authenticator selection', async () => {
    const browser = await lookUp(open())
    const options = await creationOptions(browser)
    expect(options).toMatchObject({
      rp: { id: 'app.example', name: 'app.example' },
      user: { name: 'ada@example.com', displayName: 'Ada Lovelace' },
      attestation: 'none',
      timeout: 300_000,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    const handle = Buffer.from(options.user.id, 'base64url')
    expect(handle).toHaveLength(32)
    expect(handle.toString()).not.toContain('ada')
    expect((await creationOptions(browser)).user.id).toBe(options.user.id)
  })

  test.each([
    ['there is no session', {}],
    ['there is no session, with any address', { email: 'new@example.com' }],
    ['there is no session, with a known address', { email: 'ada@example.com' }],
  ])('WAN-08 are refused when %s', async (_, query) => {
    const app = open()
    const response = await askOptions(app.openBrowser(), { action: 'register', ...query })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual(including({ error: 'SessionRequired' }))
    expect(app.errors.at(-1)?.message).toContain('only while signed in')
    expect((await store.rows()).tokens).toBe(0)
  })

  test('are refused to a session whose user is not in the store', async () => {
    const app = open({ session: { strategy: 'jwt' } })
    const browser = await lookUp(app)
    await store.execute(`DELETE FROM users WHERE id = 'id-of-ada'`)
    expect((await askOptions(browser, { action: 'register' })).status).toBe(401)
  })

  test.each(['database', 'jwt'] as const)(
    'are refused once their user is not in the store, with %s sessions (WAN-08)',
    async (strategy) => {
      const app = open({ session: { strategy } })
      const browser = await lookUp(app)
      const options = await creationOptions(browser)
      await store.execute(`DELETE FROM users WHERE id = 'id-of-ada'`)
      expectRefused(
        await sendAnswer(browser, 'register', fake.create(options)),
        app,
        'SessionRequired',
      )
      expect(await authenticators()).toEqual([])
      expect((await store.rows()).accounts).toBe(0)
    },
  )

  test('W-01 are refused to a session that has expired', async () => {
    const browser = await lookUp(open())
    await store.execute(`UPDATE sessions SET expires = '2020-01-01T00:00:00.000Z'`)
    expect((await askOptions(browser, { action: 'register' })).status).toBe(401)
  })

  test('W-29 are available to users without an e-mail address', async () => {
    await store.execute(`UPDATE users SET email = '' WHERE id = 'id-of-ada'`)
    const { user } = await creationOptions(await lookUp(open()))
    expect(user.name).toBe('Ada Lovelace')
  })
})

describe('Passkeys beside sign-in by mail', () => {
  const providers = [
    passwords(),
    Passkey(),
    Nodemailer({ sendVerificationRequest: () => Promise.resolve() }),
  ]

  test('W-08 are added only after the address is proven', async () => {
    const app = open({ providers })
    const browser = await lookUp(app)
    const refused = await askOptions(browser, { action: 'register' })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual(including({ error: 'EmailNotVerified' }))
    await store.adapter.updateUser({ id: 'id-of-ada', emailVerified: new Date() })
    expectSignedIn(await addKey(browser, fake))
  })

  test.each<[string, Provider]>([
    ['that has lost its settings', Object.assign(Nodemailer({ server: '', from: '' }))],
    [
      'that cannot even be made',
      Object.assign((): never => {
        throw new Error('No server.')
      }),
    ],
  ])('are restricted also beside sign-in by mail %s (WAN-08)', async (_, mail) => {
    const app = open({ providers: [passwords(), Passkey(), mail] })
    const refused = await askOptions(await lookUp(app), { action: 'register' })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual(including({ error: 'EmailNotVerified' }))
  })

  test('can be added by users without an address', async () => {
    await store.execute(`UPDATE users SET email = '' WHERE id = 'id-of-ada'`)
    expectSignedIn(await addKey(await lookUp(open({ providers })), fake))
  })
})

describe('Options to sign in with a passkey', () => {
  test('contain no credentials and no user, also without `action`', async () => {
    const browser = open().openBrowser()
    const response = await askOptions(browser, {})
    expect(await response.json()).toEqual({
      action: 'authenticate',
      options: {
        rpId: 'app.example',
        challenge: matching(/^[\w-]{43}$/),
        timeout: 300_000,
        userVerification: 'required',
      },
    })
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  test('ENU-02 are the same for every address', async () => {
    const app = open()
    await addKey(await lookUp(app), fake)
    const shapes = await Promise.all(
      ['ada@example.com', 'grace@example.com', 'unknown@example.com'].map(async (email) => {
        const { challenge: _, ...rest } = await requestOptions(app.openBrowser(), { email })
        return JSON.stringify(rest)
      }),
    )
    expect(new Set(shapes).size).toBe(1)
  })

  test.each(['', 'steal', 'Register'])('are refused for the action "%s"', async (action) => {
    const app = open()
    const response = await askOptions(app.openBrowser(), { action })
    expect(response.status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain('`action`')
  })

  test('need an action with a session', async () => {
    expect((await askOptions(await lookUp(open()), {})).status).toBe(400)
  })

  test('are refused from other sites', async () => {
    const browser = open().openBrowser()
    const response = await browser.open(`${BASE}/webauthn-options/passkey`, {
      'sec-fetch-site': 'cross-site',
    })
    expect(response.status).toBe(403)
    expect((await store.rows()).tokens).toBe(0)
  })

  test('are refused for other providers', async () => {
    const app = open()
    for (const path of ['/credentials', '/nothing']) {
      const response = await app.openBrowser().open(`${BASE}/webauthn-options${path}`)
      expect(response.status).toBe(404)
    }
  })
})

describe('Passkeys looked up by e-mail address', () => {
  const providers = [passwords(), WebAuthn()]
  const ask = (browser: Browser, email: string): ReturnType<typeof requestOptions> =>
    requestOptions(browser, { email }, 'webauthn')

  test('sign in without a user handle', async () => {
    const app = open({ providers })
    await addKey(await lookUp(app), fake, {}, 'webauthn')
    const browser = app.openBrowser()
    const options = await ask(browser, ' ADA@example.com ')
    expect(options.allowCredentials).toEqual([
      { id: fake.ids[0], type: 'public-key', transports: ['hybrid', 'internal'] },
    ])
    const answer = fake.get(options, { userHandle: null })
    expectSignedIn(await sendAnswer(browser, 'authenticate', answer, 'webauthn'))
    expect(await nameIn(browser)).toBe('Ada Lovelace')
  })

  test('ENU-02 are made up and stable for addresses without any', async () => {
    const app = open({ providers })
    const seen = new Set<string>()
    for (const email of ['grace@example.com', 'unknown@example.com', 'none@example.com']) {
      const { allowCredentials: first } = await ask(app.openBrowser(), email)
      const { allowCredentials: again } = await ask(app.openBrowser(), email)
      expect(first).toEqual(again)
      expect(first).toEqual([including({ id: matching(/^[\w-]{22,86}$/), type: 'public-key' })])
      seen.add(String(first?.[0]?.id))
    }
    expect(seen.size).toBe(3)
  })

  test('WAN-09 sign in only the user they were listed for', async () => {
    const app = open({ providers })
    const graces = createAuthenticator({ origin: ORIGIN })
    await addKey(await lookUp(app, 'ada'), fake, {}, 'webauthn')
    await addKey(await lookUp(app, 'grace'), graces, {}, 'webauthn')
    for (const email of ['ada@example.com', 'unknown@example.com']) {
      const browser = app.openBrowser()
      const answer = graces.get(await ask(browser, email))
      await sendAnswer(browser, 'authenticate', answer, 'webauthn')
      expect(await readSession(browser)).toBeNull()
      expect(typesOf(app).at(-1)).toBe('WebAuthnVerificationError')
    }
  })

  test('need a valid address', async () => {
    const browser = open({ providers }).openBrowser()
    const response = await askOptions(browser, { email: 'ada@@example.com' }, 'webauthn')
    expect(response.status).toBe(400)
  })
})

describe('The signIn callback with passkeys', () => {
  test.each([
    ['refuses', false, '/auth/error'],
    ['leads elsewhere', '/wait', '/wait'],
  ] as const)('WAN-10 W-15 that %s decides before anything is written', async (_, verdict, to) => {
    const counting = createAuthenticator({ origin: ORIGIN, counter: 5 })
    const app = open()
    await addKey(await lookUp(app), counting)
    const gated = open({
      callbacks: { signIn: ({ account }) => (account?.type === 'webauthn' ? verdict : true) },
    })
    const visitor = gated.openBrowser()
    const before = await authenticators()
    expect(readLocation(await useKey(visitor, counting)).pathname).toBe(to)
    expect(await readSession(visitor)).toBeNull()
    const member = await lookUp(gated, 'grace')
    expect(readLocation(await addKey(member, fake)).pathname).toBe(to)
    expect(await authenticators()).toEqual(before)
  })

  test('gets user and account', async () => {
    const seen: unknown[] = []
    const app = open({
      callbacks: {
        signIn: (params) => {
          seen.push(params)
          return true
        },
      },
    })
    const browser = await lookUp(app)
    await addKey(browser, fake)
    const account = { provider: 'passkey', type: 'webauthn', userId: 'id-of-ada' }
    expect(seen.at(-1)).toEqual({
      user: including({ id: 'id-of-ada' }),
      account: including(account),
    })
  })
})

test('Events of passkeys are linkAccount once and signIn each time', async () => {
  const emitted: string[] = []
  const app = open({
    events: {
      linkAccount: ({ account, user }) => void emitted.push(`link ${account.type} ${user.id}`),
      signIn: ({ account, isNewUser }) => void emitted.push(`signIn ${account?.type} ${isNewUser}`),
    },
  })
  await addKey(await lookUp(app), fake)
  await useKey(app.openBrowser(), fake)
  expect(emitted).toEqual([
    'signIn credentials undefined',
    'link webauthn id-of-ada',
    'signIn webauthn false',
    'signIn webauthn false',
  ])
})

describe('Two providers of passkeys', () => {
  test('do not accept the credentials of each other', async () => {
    const app = open({
      providers: [passwords(), Passkey(), WebAuthn({ enableConditionalUI: false })],
    })
    await addKey(await lookUp(app), fake)
    const browser = app.openBrowser()
    await useKey(browser, fake, {}, 'webauthn')
    expect(await readSession(browser)).toBeNull()
    expect(typesOf(app).at(-1)).toBe('WebAuthnVerificationError')
  })

  test('are refused when both have conditional UI', async () => {
    const app = open({ providers: [Passkey(), WebAuthn()] })
    expect((await app.openBrowser().open(`${BASE}/csrf`)).status).toBe(500)
    expect(typesOf(app)).toEqual(['DuplicateConditionalUI'])
  })
})

describe('The sign-in page with passkeys', () => {
  const policyOf = async (app: App): Promise<string> => {
    const page = await app.openBrowser().open(`${BASE}/signin`)
    return page.headers.get('content-security-policy') ?? ''
  }

  test('WAN-14 W-31 allows one script by its hash, and requests to the same origin', async () => {
    const policy = await policyOf(open({ providers: [Passkey()] }))
    expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='; connect-src 'self';/)
    expect(policy).not.toContain('unsafe')
  })

  test('allows one more script by its hash for passwords, which alone makes no requests', async () => {
    const both = await policyOf(open())
    expect(both).toMatch(/script-src(?: 'sha256-[\w+/]{43}='){2}; connect-src 'self';/)
    const alone = await policyOf(open({ providers: [passwords()] }))
    expect(alone).toMatch(/script-src 'sha256-[\w+/]{43}=';/)
    expect(both + alone).not.toContain('unsafe')
    expect(alone).not.toContain('connect-src')
  })

  test('allows no script without passkeys and passwords', async () => {
    const guest = Credentials({ id: 'guest', credentials: {}, authorize: () => null })
    const policy = await policyOf(open({ providers: [guest] }))
    expect(policy).not.toMatch(/script-src|connect-src/)
    expect(policy).toContain("default-src 'none'")
  })
})

describe('The configuration of passkeys', () => {
  async function typeFor(config: Partial<AuthConfig>): Promise<string | undefined> {
    const app = open(config)
    expect((await app.openBrowser().open(`${BASE}/csrf`)).status).toBe(500)
    return typesOf(app).at(-1)
  }

  test('needs the flag for experimental features, with a warning', async () => {
    expect(await typeFor({ experimental: {} })).toBe('ExperimentalFeatureNotEnabled')
    const warnings: string[] = []
    const app = open({ logger: { warn: (code) => void warnings.push(code) } })
    await app.openBrowser().open(`${BASE}/csrf`)
    expect(warnings).toEqual(['experimental-webauthn'])
  })

  test('needs an adapter with authenticators and single-use tokens', async () => {
    for (const method of ['getAuthenticator', 'useVerificationToken']) {
      const entries = Object.entries(store.adapter).filter(([name]) => name !== method)
      const adapter = Object.fromEntries(entries)
      expect(await typeFor({ adapter })).toBe('MissingAdapterMethods')
    }
  })
})

test.each([
  ['synced', FLAGS.BE, FLAGS.BS, 0],
  ['synced, with a counter', FLAGS.BE, FLAGS.BS, 4],
] as const)(
  'WAN-05 a passkey that becomes %s is stored as backed up',
  async (_, BE, BS, counter) => {
    const device = createAuthenticator({ origin: ORIGIN, backup: BE, ...(counter && { counter }) })
    const app = open()
    expectSignedIn(await addKey(await lookUp(app), device))
    const stored = (): ReturnType<Store['query']> =>
      store.query('SELECT credential_backed_up FROM authenticators')
    expect(Object.values((await stored())[0] ?? {})).toEqual([0])
    const flags = FLAGS.UP | FLAGS.UV | BE | BS
    expectSignedIn(await useKey(app.openBrowser(), device, { flags }))
    expect(Object.values((await stored())[0] ?? {})).toEqual([1])
  },
)

describe('The relying party of a passkey sign-in', () => {
  test('can be a domain above the hosts of its listed origins', async () => {
    const relyingParty = {
      id: 'app.example',
      name: 'Example',
      origin: [ORIGIN, 'https://shop.app.example'],
    }
    const app = open({ providers: [passwords(), Passkey({ relyingParty })] })
    const browser = await lookUp(app)
    const options = await creationOptions(browser)
    expect(options.rp).toEqual({ id: 'app.example', name: 'Example' })
    const answer = fake.create(options, { origin: 'https://shop.app.example' })
    expectSignedIn(await sendAnswer(browser, 'register', answer))
    expectSignedIn(await useKey(app.openBrowser(), fake))
  })

  test('WAN-02 can have a related origin, which browsers look up at the RP ID', async () => {
    const origin = [ORIGIN, 'https://app.example.org']
    const relyingParty = { id: 'app.example', name: 'Example', origin }
    const app = open({ providers: [passwords(), Passkey({ relyingParty })] })
    const options = await creationOptions(await lookUp(app))
    expect(options.rp.id).toBe('app.example')
    const browser = await lookUp(app)
    const answer = fake.create(await creationOptions(browser), { origin: origin[1] ?? '' })
    expectSignedIn(await sendAnswer(browser, 'register', answer))
    expectSignedIn(await useKey(app.openBrowser(), fake, { origin: origin[1] ?? '' }))
    expectRefused(
      await useKey(app.openBrowser(), fake, { origin: 'https://app.example.net' }),
      app,
      'Signin',
    )
  })

  test.each([
    [{ id: '192.0.2.7' }, 'no addresses'],
    [{ id: '[::1]' }, 'no addresses'],
    [{ id: 'https://app.example' }, 'only host names'],
    [{ id: 'app.example:443' }, 'only host names'],
    [{ id: 'App.Example' }, 'only host names'],
    [{ id: 'other.example', origin: ORIGIN }, 'a domain it belongs to'],
    [{ id: 'app.example', origin: [ORIGIN, 'http://app.example.org'] }, 'http://app.example.org'],
    [{ id: 'app.example', origin: [ORIGIN, 'app.example'] }, 'relyingParty.origin'],
  ])(
    'WAN-02 is refused at the start where no browser takes it: %j',
    async (relyingParty, named) => {
      const app = open({ providers: [passwords(), Passkey({ relyingParty })] })
      // No request for passkeys.
      expect((await app.openBrowser().open(`${BASE}/csrf`)).status).toBe(500)
      expect(app.errors.at(-1)).toMatchObject({
        type: 'InvalidConfiguration',
        message: matching(/^The provider "passkey"|of "passkey"/),
      })
      expect(app.errors.at(-1)?.message).toContain(named)
    },
  )

  test.each([
    ['https://192.0.2.7', true],
    ['http://127.0.0.1:3000', true],
    ['http://localhost:3000', false],
    [ORIGIN, false],
  ])(
    'WAN-02 at AUTH_URL=%s is warned of at the start where it is an address: %s',
    async (url, warned) => {
      const warnings: string[] = []
      const env = { NODE_ENV: 'test', AUTH_URL: url, AUTH_SECRET: SECRETS.older }
      const auth = createAuth(
        {
          providers: [passwords(), Passkey()],
          adapter: store.adapter,
          experimental: { enableWebAuthn: true },
          logger: { warn: (code) => void warnings.push(code) },
        },
        { env },
      )
      // The other ways to sign in work.
      expect((await auth.handle(new Request(`${url}/auth/csrf`))).status).toBe(200)
      expect(warnings.includes('webauthn-host')).toBe(warned)
    },
  )

  test.each([
    [
      '127.0.0.1:3000',
      '/auth/signin?callbackUrl=%2Fapp',
      'http://localhost:3000/auth/signin?callbackUrl=%2Fapp',
    ],
    ['[::1]:3000', '/auth/signout', 'http://localhost:3000/auth/signout'],
    [
      '127.0.0.1:3000',
      '/auth/signin/credentials?link=true',
      'http://localhost:3000/auth/signin/credentials?link=true',
    ],
    ['127.0.0.1:3000', '/auth/csrf', undefined],
    ['localhost:3000', '/auth/signin', undefined],
    // A proxy on this machine sends its own address, and would do so again.
    ['127.0.0.1:4000', '/auth/signin', undefined],
    ['10.0.0.7:3000', '/auth/signin', undefined],
  ])('A page opened at %s%s is shown at %s', async (host, path, to) => {
    const env = { NODE_ENV: 'test', AUTH_URL: 'http://localhost:3000', AUTH_SECRET: SECRETS.older }
    const auth = createAuth({ providers: [passwords()] }, { env })
    const request = new Request(`http://${host}${path}`, { headers: { host } })
    const { status, headers } = await auth.handle(request)
    expect([status, headers.get('location') ?? undefined]).toEqual([to ? 302 : 200, to])
  })

  test.each([
    [{ id: 'other.example' }, 'relyingParty.id'],
    [{ id: 'pp.example' }, 'relyingParty.id'],
    [{ origin: `${ORIGIN}/` }, 'relyingParty.origin'],
    [{ origin: [] }, 'relyingParty.origin'],
  ])('WAN-02 is refused where browsers would refuse it: %j', async (relyingParty, named) => {
    const app = open({ providers: [Passkey({ relyingParty })] })
    expect((await askOptions(app.openBrowser(), {})).status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain(named)
  })
})

test('Credentials registered with other user handles are accepted only where that is allowed', async () => {
  const foreign = { userHandle: Buffer.from('made elsewhere').toString('base64url') }
  const strict = open()
  await addKey(await lookUp(strict), fake)
  await useKey(strict.openBrowser(), fake, foreign)
  expect(strict.errors.at(-1)?.message).toContain('checkUserHandle')
  const lenient = open({ providers: [Passkey({ checkUserHandle: false })] })
  expectSignedIn(await useKey(lenient.openBrowser(), fake, foreign))
})
