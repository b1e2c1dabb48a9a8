import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { type AuthError, isAuthError } from '@latchstring/core/errors'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { createCountingStore } from '@latchstring/test-kit/counting-store'
import { type ControlStore, createControlStore } from '@latchstring/test-kit/control-store'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { inPart } from '@latchstring/test-kit/in-part'
import { copyCookies } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { createSigningIssuer, LOGOUT_EVENT, type SigningIssuer } from './src/signing-issuer.ts'

const store = storeForEachTest()
let clock: TestClock
let control: ControlStore
let acme: SigningIssuer
let other: SigningIssuer

beforeEach(async () => {
  clock = startClock()
  control = createControlStore()
  const now = (): number => clock.now()
  acme = await createSigningIssuer('https://harbour.example', now)
  other = await createSigningIssuer('https://island.example', now)
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Users and accounts in a database, endings in memory. */
function adapter(): Adapter {
  const { capabilities, ...methods } = control.adapter
  return {
    ...store.adapter,
    ...methods,
    capabilities: { ...store.adapter.capabilities, ...capabilities },
  }
}

/** How a configuration is given. */
const FORMS = ['an object', 'a function', 'a function that makes all of it anew'] as const

/** The same store by methods of its own, as an adapter that is made for each request has them. */
function anew<T extends object>(made: T): T {
  const parts = Object.entries(made).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'function'
      ? (...given: unknown[]): unknown => Reflect.apply(part, made, given)
      : part,
  ])
  // It has the members of what it was made of.
  return Object.fromEntries(parts) as T
}

function start(config: Partial<AuthConfig> = {}, form: (typeof FORMS)[number] = 'an object'): App {
  const make = (): AuthConfig => ({
    providers: [acme.provider(), other.provider({ id: 'island' })],
    adapter: adapter(),
    session: { strategy: 'jwt', revocation: true },
    ...config,
  })
  const whole = make()
  if (form === 'an object') return createApp(whole, { env: ENV, clock: clock.now })
  const errors: AuthError[] = []
  const note = (error: Error): void => void (isAuthError(error) && errors.push(error))
  const logger = { error: note }
  const source = (): AuthConfig => {
    if (form === 'a function') return { logger, ...whole }
    const made = make()
    return {
      logger: { error: (error) => note(error) },
      ...made,
      ...(made.adapter && { adapter: anew(made.adapter) }),
    }
  }
  const auth = createAuth(source, { env: ENV, clock: clock.now })
  return { auth, errors, openBrowser: () => createBrowser(auth.handle) }
}

/** What a provider sends: no cookie, and no origin. */
async function send(
  { auth }: App,
  token: string | URLSearchParams | undefined,
  { id = 'harbour', type = 'application/x-www-form-urlencoded', method = 'POST' } = {},
): Promise<Response> {
  const form = typeof token === 'string' ? new URLSearchParams({ logout_token: token }) : token
  const body =
    method === 'GET'
      ? null
      : type.includes('json')
        ? JSON.stringify({ logout_token: token })
        : String(form ?? '')
  const headers = { host: 'app.example', 'content-type': type }
  const url = `${BASE}/backchannel-logout/${id}`
  const init: RequestInit = { method, headers, ...(body === null ? {} : { body }) }
  return auth.handle(new Request(url, init))
}

async function expectEnded(response: Response): Promise<void> {
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.getSetCookie()).toEqual([])
}

async function expectRefused(response: Response, app: App, reason: string): Promise<void> {
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: 'invalid_request' })
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(app.errors.at(-1)).toMatchObject({ type: 'InvalidLogoutToken', cause: { reason } })
  expect(app.errors.at(-1)?.message).toMatch(new RegExp(`^${reason}: `))
}

async function signIn(
  app: App,
  claims: Readonly<Record<string, unknown>>,
  issuer: SigningIssuer = acme,
): Promise<Browser> {
  const browser = app.openBrowser()
  await issuer.signIn(browser, claims, issuer === acme ? 'harbour' : 'island')
  expect(await readSession(browser)).not.toBeNull()
  return browser
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await readSession(browser)) !== null

const SESSIONS = {
  'sealed sessions': { strategy: 'jwt', revocation: true },
  'sealed sessions with a list of devices': { strategy: 'jwt', revocation: true, devices: true },
  'sessions in a database': { strategy: 'database', devices: true },
} as const

const PATHS = inPart(
  Object.entries(SESSIONS).flatMap(([kind, session]) =>
    FORMS.map((form) => ({ kind, session, form })),
  ),
  // Each kind of sessions, and each form of the configuration, once.
  (_, index) => index % (FORMS.length + 1) === 0,
)

describe.each(PATHS)('A logout token ($kind, configuration as $form)', ({ session, form }) => {
  test('with `sid` ends only that session, in every copy of its cookie (LGO-03 LGO-04)', async () => {
    const app = start({ session }, form)
    const one = await signIn(app, { sub: 'ada', sid: 'one' })
    const second = await signIn(app, { sub: 'ada', sid: 'two' })
    const grace = await signIn(app, { sub: 'grace', sid: 'three' })
    const copy = copyCookies(one, app.openBrowser())
    await expectEnded(await send(app, await acme.logoutToken({ sid: 'one' })))
    expect(await Promise.all([one, copy, second, grace].map(isSignedIn))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(app.errors).toEqual([])
  })

  test('with only `sub` ends all existing sessions of that user and no later one (LGO-04)', async () => {
    const app = start({ session }, form)
    const browsers = [
      await signIn(app, { sub: 'ada', sid: 'one' }),
      await signIn(app, { sub: 'ada' }),
      await signIn(app, { sub: 'grace', sid: 'three' }),
    ]
    await expectEnded(await send(app, await acme.logoutToken({ sub: 'ada' })))
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([false, false, true])
    expect(await isSignedIn(await signIn(app, { sub: 'ada', sid: 'four' }))).toBe(true)
  })

  test("with an unknown `sid` ends only the user's sessions whose ID token had no `sid` (LGO-11)", async () => {
    const app = start({ session }, form)
    const named = await signIn(app, { sub: 'ada', sid: 'one' })
    const unnamed = await signIn(app, { sub: 'ada' })
    await expectEnded(await send(app, await acme.logoutToken({ sid: 'nine' })))
    const next = await signIn(app, { sub: 'ada' })
    expect(await Promise.all([named, unnamed, next].map(isSignedIn))).toEqual([true, false, true])
  })

  test('from one issuer leaves the sessions of another issuer with the same `sub` and `sid` (LGO-12)', async () => {
    const app = start({ session }, form)
    const claims = { sub: 'ada', sid: 'one' }
    const here = await signIn(app, claims)
    const there = await signIn(app, claims, other)
    await expectEnded(await send(app, await acme.logoutToken({ sid: 'one' })))
    await expectEnded(await send(app, await acme.logoutToken({ sub: 'ada' })))
    expect(await Promise.all([here, there].map(isSignedIn))).toEqual([false, true])
    const token = await acme.logoutToken({ sub: 'ada' })
    await expectRefused(await send(app, token, { id: 'island' }), app, 'issuer')
    // One that says of itself that it is of the other issuer.
    const posing = await acme.logoutToken({ sub: 'ada', iss: other.issuer })
    await expectRefused(await send(app, posing, { id: 'island' }), app, 'signature')
    expect(await isSignedIn(there)).toBe(true)
  })

  test('for an unknown session gets the same response as any other (LGO-04)', async () => {
    const app = start({ session }, form)
    await expectEnded(await send(app, await acme.logoutToken({ sub: 'no-user' })))
    await expectEnded(await send(app, await acme.logoutToken({ sub: undefined, sid: 'none' })))
    expect(app.errors).toEqual([])
  })

  test('does not end a session that is opened afterwards with the same `sid` (LGO-04)', async () => {
    const app = start({ session }, form)
    const before = await signIn(app, { sub: 'ada', sid: 'one' })
    clock.advance(1)
    await expectEnded(await send(app, await acme.logoutToken({ sid: 'one' })))
    clock.advance(1)
    const after = await signIn(app, { sub: 'ada', sid: 'one' })
    expect(await Promise.all([before, after].map(isSignedIn))).toEqual([false, true])
    clock.advance(1)
    await expectEnded(await send(app, await acme.logoutToken({ sid: 'one' })))
    expect(await isSignedIn(after)).toBe(false)
  })

  test('with only `sid` ends that session, in every copy of its cookie, and no other (LGO-04)', async () => {
    const app = start({ session }, form)
    const one = await signIn(app, { sub: 'ada', sid: 'one' })
    const second = await signIn(app, { sub: 'ada', sid: 'two' })
    const unnamed = await signIn(app, { sub: 'ada' })
    const there = await signIn(app, { sub: 'ada', sid: 'one' }, other)
    const copy = copyCookies(one, app.openBrowser())
    await expectEnded(await send(app, await acme.logoutToken({ sub: undefined, sid: 'one' })))
    expect(await Promise.all([one, copy, second, unnamed, there].map(isSignedIn))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })

  test.each([1, 60, 7 * DAY])(
    'sent again after %i seconds ends nothing (LGO-10)',
    async (later) => {
      const app = start({ session }, form)
      const token = await acme.logoutToken({ sub: 'ada' })
      await expectEnded(await send(app, token))
      const browser = await signIn(app, { sub: 'ada', sid: 'one' })
      clock.advance(later)
      const response = await send(app, token)
      expect(response.status).toBe(400)
      expect(app.errors.at(-1)?.message).toMatch(later > 120 ? /^issued-at: / : /^replayed: /)
      expect(await isSignedIn(browser)).toBe(true)
    },
  )
})

test('Devices that a logout token with only `sub` ended are not listed by another process, whose accounts have other ids than `sub` (LGO-04)', async () => {
  const profile = ({ sub }: { readonly sub?: string | null }) => ({ id: `account of ${sub}` })
  const config = {
    providers: [acme.provider({ profile })],
    session: { strategy: 'jwt', revocation: true, devices: true },
  } as const
  const [here, there] = [start(config), start({ ...config, adapter: adapter() })]
  await signIn(here, { sub: 'ada', sid: 'one' })
  await signIn(there, { sub: 'ada' })
  const [device] = control.devices.values()
  const userId = device?.userId ?? ''
  const listed = async ({ auth }: App): Promise<number> =>
    (await auth.sessions().list(userId)).length
  expect([await listed(here), await listed(there)]).toEqual([2, 2])
  clock.advance(1)
  await expectEnded(await send(here, await acme.logoutToken({ sub: 'ada' })))
  // No row was deleted: by that `sub` there is no account.
  expect(control.devices.size).toBe(2)
  expect([await listed(here), await listed(there)]).toEqual([0, 0])
  clock.advance(1)
  await signIn(there, { sub: 'ada', sid: 'two' })
  expect([await listed(here), await listed(there)]).toEqual([1, 1])
})

test('A logout token can be sent again after the store failed', async () => {
  const app = start()
  const browser = await signIn(app, { sub: 'ada', sid: 'one' })
  const token = await acme.logoutToken({ sid: 'one' })
  control.isAway = true
  expect((await send(app, token)).status).toBe(400)
  control.isAway = false
  await expectEnded(await send(app, token))
  expect(await isSignedIn(browser)).toBe(false)
})

const WITHOUT_FEED = (['in memory', 'in the store'] as const).flatMap((counting) =>
  FORMS.map((form) => ({ counting, form })),
)

describe.each(WITHOUT_FEED)(
  'A logout token for sessions in a store without a feed, which is known $counting (configuration as $form)',
  ({ counting, form }) => {
    function open(): App {
      const { capabilities, ...methods } = adapter()
      const inStore = counting === 'in the store' && createCountingStore().adapter
      const made: Adapter = {
        ...methods,
        ...inStore,
        capabilities: { ...capabilities, revocationFeed: false, counters: inStore !== false },
        async deleteSession(token) {
          if (control.isAway) throw new Error('The store is away.')
          return store.adapter.deleteSession?.(token)
        },
      }
      return start({ session: { strategy: 'database', devices: true }, adapter: made }, form)
    }

    test('ends nothing when it is sent again (LGO-10)', async () => {
      const app = open()
      const token = await acme.logoutToken({ sub: 'ada' })
      await expectEnded(await send(app, token))
      const browser = await signIn(app, { sub: 'ada', sid: 'one' })
      await expectRefused(await send(app, token), app, 'replayed')
      expect(await isSignedIn(browser)).toBe(true)
    })

    test('ends the session when it is sent again after the store failed (LGO-10)', async () => {
      const app = open()
      const browser = await signIn(app, { sub: 'ada', sid: 'one' })
      const token = await acme.logoutToken({ sid: 'one' })
      control.isAway = true
      expect((await send(app, token)).status).toBe(400)
      control.isAway = false
      await expectEnded(await send(app, token))
      expect(await isSignedIn(browser)).toBe(false)
    })
  },
)

test('A logout token already used in one process is refused by another process (LGO-10)', async () => {
  const [here, there] = [start(), start({ adapter: { ...adapter() } })]
  const token = await acme.logoutToken({ sub: 'ada' })
  await expectEnded(await send(here, token))
  await expectRefused(await send(there, token), there, 'replayed')
})

test.each(
  Object.entries(SESSIONS).flatMap(([kind, session]) =>
    FORMS.flatMap((form) =>
      [undefined, '203.0.113.7'].map((address) => ({ kind, session, form, address })),
    ),
  ),
)(
  'A logout token used again is reported as a replay ($kind, configuration as $form, address $address) (LGO-10 LOG-03)',
  async ({ session, form, address }) => {
    const replays: unknown[] = []
    const events = { replayDetected: (message: unknown) => void replays.push(message) }
    const app = start({ session, events, clientAddress: () => address }, form)
    const token = await acme.logoutToken({ sub: 'ada' })
    await expectEnded(await send(app, token))
    await expectRefused(await send(app, 'a.b.c'), app, 'type')
    expect(replays).toEqual([])
    await expectRefused(await send(app, token), app, 'replayed')
    const what = { what: 'logout-token', provider: 'harbour' }
    expect(replays).toStrictEqual([address === undefined ? what : { ...what, address }])
  },
)

type Make = () => Promise<string | URLSearchParams>

/** A token whose signature is that of other claims. */
function withClaims(token: string, claims: string): string {
  const [header = '', , signature = ''] = token.split('.')
  return [header, claims, signature].join('.')
}

const BROKEN: Readonly<Record<string, readonly [reason: string, make: Make]>> = {
  'no token': ['form', async () => new URLSearchParams()],
  'two tokens': [
    'form',
    async () => {
      const token = await acme.logoutToken()
      return new URLSearchParams([
        ['logout_token', token],
        ['logout_token', token],
      ])
    },
  ],
  'an empty token': ['length', async () => new URLSearchParams({ logout_token: '' })],
  'a token of 20 kB': ['length', async () => acme.logoutToken({ more: 'x'.repeat(20_000) })],
  'something else': ['length', async () => 'not.a-token'],
  'claims that are not JSON': ['type', async () => withClaims(await acme.logoutToken(), 'QUJD')],
  'claims of another token': [
    'signature',
    async () => {
      const [, claims = ''] = (await acme.logoutToken({ sub: 'grace' })).split('.')
      return withClaims(await acme.logoutToken(), claims)
    },
  ],
  'no header': ['type', async () => 'AAAA.BBBB.CCCC'],
  'another type': ['type', async () => acme.logoutToken({}, { typ: 'at+jwt' })],
  'the algorithm none': [
    'algorithm',
    async () => new UnsecuredJWT({ sub: 'ada', events: { [LOGOUT_EVENT]: {} } }).encode(),
  ],
  'a symmetric algorithm': [
    'algorithm',
    async () =>
      new SignJWT({ sub: 'ada' })
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .sign(new TextEncoder().encode('the-secret-of-the-app-is-long-enough')),
  ],
  'a key of another issuer': [
    'signature',
    async () => {
      const { privateKey } = await generateKeyPair('RS256')
      const token = await acme.logoutToken()
      return new SignJWT(decodeJwt(token))
        .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'RS256' })
        .sign(privateKey)
    },
  ],
  'another issuer': ['issuer', async () => acme.logoutToken({ iss: 'https://other.example' })],
  'no issuer': ['issuer', async () => acme.logoutToken({ iss: undefined })],
  'another audience': ['audience', async () => acme.logoutToken({ aud: 'another' })],
  'a further audience': ['audience', async () => acme.logoutToken({ aud: ['app', 'another'] })],
  'no audience': ['audience', async () => acme.logoutToken({ aud: undefined })],
  'no time of issue': ['issued-at', async () => acme.logoutToken({ iat: undefined })],
  'a time of issue long ago': [
    'issued-at',
    async () => acme.logoutToken({ iat: clock.now() / 1000 - 3600 }),
  ],
  'a time of issue ahead': [
    'issued-at',
    async () => acme.logoutToken({ iat: clock.now() / 1000 + 3600 }),
  ],
  'no expiry': ['expiry', async () => acme.logoutToken({ exp: undefined })],
  'an expiry in the past': [
    'expiry',
    async () => acme.logoutToken({ exp: clock.now() / 1000 - 60 }),
  ],
  'no `jti`': ['id', async () => acme.logoutToken({ jti: undefined })],
  'no events': ['event', async () => acme.logoutToken({ events: undefined })],
  'another event': ['event', async () => acme.logoutToken({ events: { other: {} } })],
  'an event that is not an object': [
    'event',
    async () => acme.logoutToken({ events: { [LOGOUT_EVENT]: 'yes' } }),
  ],
  'neither session nor user': ['subject', async () => acme.logoutToken({ sub: undefined })],
  'a user that is not text': ['subject', async () => acme.logoutToken({ sub: 7 })],
  'a nonce': ['nonce', async () => acme.logoutToken({ nonce: 'n' })],
}

test.each(Object.entries(BROKEN))(
  'A logout token with %s is refused and ends nothing (LGO-03)',
  async (_, [reason, make]) => {
    const app = start()
    const browser = await signIn(app, { sub: 'ada' })
    await expectRefused(await send(app, await make()), app, reason)
    expect(await isSignedIn(browser)).toBe(true)
  },
)

test.each(['jwt', 'logout+jwt', 'application/logout+jwt', undefined])(
  'A logout token of the type %s is accepted (LGO-03)',
  async (typ) => {
    const app = start()
    const token = await acme.logoutToken({}, typ === undefined ? { typ: 'JWT' } : { typ })
    await expectEnded(await send(app, token))
  },
)

test('A logout token without `exp` is accepted for five minutes where the provider allows it', async () => {
  const provider = acme.provider({ logoutTokenWithoutExp: true })
  const app = start({ providers: [provider] })
  const token = await acme.logoutToken({ exp: undefined })
  await expectEnded(await send(app, token))
  await expectRefused(await send(app, token), app, 'replayed')
  clock.advance(400)
  await expectRefused(await send(app, token), app, 'issued-at')
})

test('An ID token is not accepted as a logout token (LGO-13)', async () => {
  const app = start()
  const browser = await signIn(app, { sub: 'ada', sid: 'one' })
  const response = await send(app, acme.idToken())
  expect(response.status).toBe(400)
  expect(app.errors.at(-1)?.message).toMatch(/^id: /)
  const named = await acme.sign({
    iss: acme.issuer,
    aud: 'app',
    sub: 'ada',
    jti: 'x',
    nonce: 'n',
    iat: clock.now() / 1000,
    exp: clock.now() / 1000 + 60,
  })
  await expectRefused(await send(app, named), app, 'event')
  expect(await isSignedIn(browser)).toBe(true)
})

test('A logout token sent as JSON or with another method is refused (LGO-03)', async () => {
  const app = start()
  const token = await acme.logoutToken()
  await expectRefused(await send(app, token, { type: 'application/json' }), app, 'form')
  const got = await send(app, token, { method: 'GET' })
  expect(got.status).toBe(405)
  expect(got.headers.get('allow')).toBe('POST')
})

describe('The back-channel logout URL', () => {
  test.each([
    ['sealed sessions that nothing revokes', { session: { strategy: 'jwt' as const } }],
    [
      'sessions in a database without a list of devices',
      { session: { strategy: 'database' as const } },
    ],
  ])('answers 404 with %s, and the log says what to set (LGO-04)', async (_, config) => {
    const app = start(config)
    expect((await send(app, await acme.logoutToken())).status).toBe(404)
    expect(app.errors.at(-1)?.message).toContain('Set `session.revocation`')
    expect(acme.requests).toEqual([])
  })

  test('answers 404 for an unknown provider', async () => {
    const app = start()
    const token = await acme.logoutToken()
    expect((await send(app, token, { id: 'no-provider' })).status).toBe(404)
  })
})

// That which keeps the least from one request to the next.
const FORM_OF_FLOODS = inPart(FORMS, (form) => form === 'a function that makes all of it anew')

describe.each(FORM_OF_FLOODS)('A flood of logout tokens, with the configuration as %s,', (form) => {
  const COUNT = 100

  /** An application that has the keys of the provider: what it asks, and what it verifies, counts from here on. */
  async function startWithKeys() {
    const app = start({}, form)
    await send(app, await acme.logoutToken())
    acme.requests.splice(0)
    return { app, verify: vi.spyOn(crypto.subtle, 'verify') }
  }

  test('without a valid signature causes no key request and no signature check (LGO-14)', async () => {
    const { app, verify } = await startWithKeys()
    const garbage = ['', 'x', 'AAAA.BBBB.CCCC', 'y'.repeat(30_000), `${'z'.repeat(9_000)}.a.b`]
    for (let count = 0; count < COUNT; count += 1) {
      const response = await send(app, garbage[count % garbage.length] ?? '')
      expect(response.status).toBe(400)
    }
    expect(verify).not.toHaveBeenCalled()
    expect(acme.requests).toEqual([])
  })

  test('with unknown keys causes one key request in ten seconds (LGO-14 OID-08)', async () => {
    const { app, verify } = await startWithKeys()
    for (let count = 0; count < COUNT; count += 1) {
      const token = await acme.logoutToken({}, { kid: `unknown-${count}` })
      expect((await send(app, token)).status).toBe(400)
    }
    expect(acme.requests).toEqual(['/jwks'])
    expect(verify).not.toHaveBeenCalled()
    clock.advance(11)
    await send(app, await acme.logoutToken({}, { kid: 'unknown' }))
    expect(acme.requests).toEqual(['/jwks', '/jwks'])
  })

  test('made of other text or other types of tokens asks nothing of a provider that was not asked before (LGO-14)', async () => {
    const app = start({}, form)
    const texts = ['', 'x', 'AAAA.BBBB.CCCC', await acme.logoutToken({}, { typ: 'at+jwt' })]
    for (const text of texts) expect((await send(app, text)).status).toBe(400)
    expect(acme.requests).toEqual([])
  })

  test('whose claims do not hold causes no key request and no signature check (LGO-14)', async () => {
    const { app, verify } = await startWithKeys()
    const wrong: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['issuer', { iss: 'https://other.example' }],
      ['audience', { aud: 'another' }],
      ['issued-at', { iat: clock.now() / 1000 - 3600 }],
      ['expiry', { exp: clock.now() / 1000 - 60 }],
      ['id', { jti: undefined }],
      ['event', { events: {} }],
      ['subject', { sub: undefined }],
      ['nonce', { nonce: 'n' }],
    ]
    for (const [reason, claims] of wrong) {
      await expectRefused(await send(app, await acme.logoutToken(claims)), app, reason)
      const elsewhere = await acme.logoutToken(claims, { kid: 'unknown' })
      await expectRefused(await send(app, elsewhere), app, reason)
    }
    expect(verify).not.toHaveBeenCalled()
    expect(acme.requests).toEqual([])
  })

  test('keeps no token of the provider from ending its session (LGO-14)', async () => {
    const app = start({}, form)
    const browser = await signIn(app, { sub: 'ada', sid: 'one' })
    const [good, similar] = [await acme.logoutToken({ sid: 'one' }), await acme.logoutToken()]
    const [, claims = ''] = similar.split('.')
    for (let count = 0; count < 3 * COUNT; count += 1) {
      await send(app, count % 2 === 0 ? withClaims(good, claims) : 'x')
    }
    await expectEnded(await send(app, good))
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('has 100 lines a minute in the log for each reason, and one that says that there are more (LGO-14)', async () => {
    const app = start({}, form)
    const flood = async (text: string, how?: { type: string }): Promise<void> => {
      for (let count = 0; count < 2 * COUNT; count += 1) await send(app, text, how)
    }
    const last = (): string => app.errors.at(-1)?.message ?? ''
    await flood('x')
    expect(app.errors).toHaveLength(COUNT + 1)
    expect(last()).toBe(
      'flood: More than 100 logout requests for "harbour" were refused for the reason "length" within a minute. Those that follow have no line of their own.',
    )
    // Another reason and another provider are counted by themselves; a body that cannot be read is a reason.
    await flood('AAAA.BBBB.CCCC')
    await flood('x', { type: 'text/plain' })
    expect(app.errors).toHaveLength(3 * (COUNT + 1))
    expect(app.errors.at(-2)?.cause?.err).toHaveProperty('type', 'UnsupportedMediaType')
    await send(app, 'x', { id: 'island' })
    expect(last()).toMatch(/^length: the logout token of "island" /)
    clock.advance(60)
    await flood('x')
    expect(app.errors).toHaveLength(4 * (COUNT + 1) + 1)
  })

  test('has the name of an error in the log where it has no reason, as when the store is down (LGO-14)', async () => {
    const down = { ...adapter(), appendRevocations: () => Promise.reject(new Error('It is down.')) }
    const app = start({ adapter: down }, form)
    for (let count = 0; count <= COUNT; count += 1) await send(app, await acme.logoutToken())
    expect(app.errors[0]?.type).toBe('AdapterError')
    expect(app.errors.at(-1)?.message).toContain('for the reason "AdapterError"')
  })

  test('that repeats one token causes a signature check each, but one write and one ending (LGO-10 LGO-14)', async () => {
    const app = start({}, form)
    const token = await acme.logoutToken()
    await expectEnded(await send(app, token))
    const browser = await signIn(app, { sub: 'ada' })
    const rows = control.feed.length
    const verify = vi.spyOn(crypto.subtle, 'verify')
    acme.requests.splice(0)
    for (let count = 0; count < COUNT; count += 1) {
      await expectRefused(await send(app, token), app, 'replayed')
    }
    expect(verify).toHaveBeenCalledTimes(COUNT)
    expect(acme.requests).toEqual([])
    expect(control.feed).toHaveLength(rows)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

test('A request in progress when a logout token arrives does not restore the session (LGO-15)', async () => {
  let arrive = (): void => undefined
  let goOn = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isHeld = false
  const app = start({
    callbacks: {
      async jwt({ token }) {
        if (isHeld) {
          arrive()
          await held
        }
        return { ...token, seen: clock.now() }
      },
    },
  })
  const browser = await signIn(app, { sub: 'ada', sid: 'one' })
  isHeld = true
  clock.advance(1)
  const read = readSession(browser)
  await arrived
  await expectEnded(await send(app, await acme.logoutToken({ sid: 'one' })))
  isHeld = false
  goOn()
  expect(await read).toBeNull()
  expect(await isSignedIn(browser)).toBe(false)
})
