import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { beforeAll, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { passwords } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { readSession } from '@latchstring/test-kit/story'
import { createSigningIssuer, type SigningIssuer } from './src/signing-issuer.ts'

// Which logout requests reach the code that ends sessions. What that code does is tested beside `backchannel-logout` and
// `frontchannel-logout`, whose tests take minutes.

const store = forAllTests(openStore)
let acme: SigningIssuer

beforeAll(async () => {
  acme = await createSigningIssuer('https://harbour.example')
})

/** Users and accounts in a database, endings in memory. */
function adapter(): Adapter {
  const { capabilities, ...methods } = createControlStore().adapter
  const all = { ...store.adapter.capabilities, ...capabilities }
  return { ...store.adapter, ...methods, capabilities: all }
}

const MADE = ['once', 'each time'] as const

function start(config: Partial<AuthConfig>, made: (typeof MADE)[number] = 'once'): App {
  const providers = [acme.provider({ frontChannelLogout: true })]
  return createApp({ providers, adapter: adapter(), ...config }, {}, made)
}

const REVOCABLE = { strategy: 'jwt', revocation: true } as const

/** Of these a session can be ended without its browser. */
const ENDED_FROM_OUTSIDE: readonly NonNullable<AuthConfig['session']>[] = [
  REVOCABLE,
  { strategy: 'jwt', revocation: true, devices: true },
  { strategy: 'database', devices: true },
]

/** And of these none can. */
const NOT_ENDABLE: readonly NonNullable<AuthConfig['session']>[] = [
  { strategy: 'jwt' },
  { strategy: 'database' },
]

const paths = (sessions: readonly NonNullable<AuthConfig['session']>[]) =>
  sessions.flatMap((session) => MADE.map((made) => ({ session, made })))

const FORM = 'application/x-www-form-urlencoded'

/** How a logout request is sent. */
interface Sent {
  readonly id?: string
  readonly type?: string
  readonly query?: string
  readonly cookie?: string
  /** More characters than the token. */
  readonly padding?: number
}

function post(
  { auth }: App,
  body: string,
  { id = 'harbour', type = FORM, query = '', cookie }: Sent = {},
): Promise<Response> {
  const headers = { host: 'app.example', 'content-type': type, ...(cookie && { cookie }) }
  const url = `${BASE}/backchannel-logout/${id}${query}`
  return auth.handle(new Request(url, { method: 'POST', headers, body }))
}

const formOf = (...tokens: readonly string[]): string =>
  String(new URLSearchParams(tokens.map((token) => ['logout_token', token])))

/** What a frame on a page of the provider asks for. */
function frame(browser: Browser, id = 'harbour'): Promise<Response> {
  const query = new URLSearchParams({ iss: acme.issuer, sid: 'one' })
  const headers = { 'sec-fetch-dest': 'iframe' }
  return browser.open(`${BASE}/frontchannel-logout/${id}?${query}`, headers)
}

async function signIn(app: App): Promise<Browser> {
  const browser = app.openBrowser()
  await acme.signIn(browser, { sub: 'ada', sid: 'one' })
  return browser
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await readSession(browser)) !== null

/** Providers without ID tokens, which sign nothing. */
const NO_ISSUERS = [{ ...UNREACHED_PROVIDER, id: 'island' }, passwords()] as const

describe('POST backchannel-logout', () => {
  test.each(paths(ENDED_FROM_OUTSIDE))(
    'with one logout token in a form ends the session it names, sets no cookie, and logs nothing ($session, configuration made $made; LGO-03)',
    async ({ session, made }) => {
      const app = start({ session }, made)
      const browser = await signIn(app)
      const response = await post(app, formOf(await acme.logoutToken({ sid: 'one' })))
      expect([response.status, await response.json()]).toEqual([200, {}])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await isSignedIn(browser)).toBe(false)
      expect(app.errors).toEqual([])
    },
  )

  test.each([
    ['without a logout token', () => '', FORM],
    ['with two logout tokens', (token: string) => formOf(token, token), FORM],
    [
      'with a logout token as JSON',
      (token: string) => `{"logout_token":"${token}"}`,
      'application/json',
    ],
  ] as const)(
    '%s is refused before anything is asked of the provider, and the log says why (LGO-03)',
    async (_, makeBody, type) => {
      const app = start({ session: REVOCABLE })
      const browser = await signIn(app)
      const before = acme.requests.length
      const response = await post(app, makeBody(await acme.logoutToken({ sid: 'one' })), { type })
      expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_request' }])
      expect(app.errors).toMatchObject([
        {
          type: 'InvalidLogoutToken',
          message: 'form: the request is not a form with one `logout_token`.',
        },
      ])
      expect(acme.requests).toHaveLength(before)
      expect(await isSignedIn(browser)).toBe(true)
    },
  )

  test.each([
    ['a query that is not one', { query: '?a=%zz' }, 'InvalidRequest'],
    ['a query of 9,000 characters', { query: `?a=${'a'.repeat(9_000)}` }, 'PayloadTooLarge'],
    ['cookies of 17,000 characters', { cookie: `a=${'a'.repeat(17_000)}` }, 'PayloadTooLarge'],
    ['a body of 70,000 characters', { padding: 70_000 }, 'PayloadTooLarge'],
    ['a body of another type', { type: 'text/plain' }, 'UnsupportedMediaType'],
  ] as const)(
    'with %s is refused like any other, has lines of its reason in the log, and ends nothing (LGO-03, LGO-14)',
    async (_, { padding = 0, ...how }: Sent, type) => {
      const app = start({ session: REVOCABLE })
      const browser = await signIn(app)
      const body = `${formOf(await acme.logoutToken({ sid: 'one' }))}&a=${'a'.repeat(padding)}`
      for (let count = 0; count < 110; count += 1) {
        const response = await post(app, body, how)
        expect([response.status, await response.json()]).toEqual([
          400,
          { error: 'invalid_request' },
        ])
      }
      const cause = { reason: 'form', err: { type } }
      expect(app.errors).toHaveLength(101)
      expect(app.errors.at(0)).toMatchObject({ type: 'InvalidLogoutToken', cause })
      expect(app.errors.at(-1)?.message).toMatch(/^flood: /)
      expect(await isSignedIn(browser)).toBe(true)
    },
  )

  test.each([undefined, '203.0.113.7'])(
    'with a used token is reported as a replay, from the address %s, and with another token is not (LOG-03)',
    async (address) => {
      const replays: unknown[] = []
      const events = { replayDetected: (message: unknown) => void replays.push(message) }
      const app = start({ session: REVOCABLE, events, clientAddress: () => address })
      const token = await acme.logoutToken({ sub: 'ada' })
      expect((await post(app, formOf(token))).status).toBe(200)
      expect((await post(app, formOf('a.b.c'))).status).toBe(400)
      expect(replays).toEqual([])
      expect((await post(app, formOf(token))).status).toBe(400)
      const expected = { what: 'logout-token', provider: 'harbour' }
      expect(replays).toStrictEqual([address === undefined ? expected : { ...expected, address }])
    },
  )

  test('with an invalid token gets a response without the reason, which is in the log (LGO-03)', async () => {
    const app = start({ session: REVOCABLE })
    const response = await post(app, formOf(await acme.logoutToken({ aud: 'another' })))
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(app.errors).toMatchObject([{ type: 'InvalidLogoutToken' }])
    expect(app.errors[0]?.message).toMatch(/^audience: /)
  })

  test.each(NO_ISSUERS)(
    'gets 404 for a provider of the type $type, which signs nothing, with a log entry (LGO-03)',
    async (provider) => {
      const { id } = provider
      const app = start({ providers: [acme.provider(), provider], session: REVOCABLE })
      const response = await post(app, formOf(await acme.logoutToken()), { id })
      expect(response.status).toBe(404)
      expect(app.errors).toMatchObject([
        { type: 'InvalidProvider', message: `"${id}" is not an OpenID Connect provider.` },
      ])
    },
  )

  test.each(paths(NOT_ENDABLE))(
    'gets 404 where no session can be ended from outside, and the log says what to set ($session, configuration made $made; LGO-04)',
    async ({ session, made }) => {
      const app = start({ session }, made)
      expect((await post(app, formOf(await acme.logoutToken()))).status).toBe(404)
      expect(app.errors).toMatchObject([{ type: 'UnknownAction' }])
      expect(app.errors[0]?.message).toMatch(
        /cannot end sessions.*`session\.revocation`.*`session\.devices`/,
      )
    },
  )
})

describe('GET frontchannel-logout', () => {
  test.each(paths(ENDED_FROM_OUTSIDE))(
    'of a provider with the option ends the session of the browser and its cookie ($session, configuration made $made; LGO-05)',
    async ({ session, made }) => {
      const app = start({ session }, made)
      const browser = await signIn(app)
      const response = await frame(browser)
      expect([response.status, await response.json()]).toEqual([200, {}])
      expect(response.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/i)
      expect(await isSignedIn(browser)).toBe(false)
      expect(app.errors).toEqual([])
    },
  )

  test.each([
    ['without the option', {}],
    ['whose option is false', { frontChannelLogout: false }],
  ])('of a provider %s gets 404 and ends nothing (LGO-05)', async (_, option) => {
    for (const made of MADE) {
      const app = start({ providers: [acme.provider(option)], session: REVOCABLE }, made)
      const browser = await signIn(app)
      expect((await frame(browser)).status).toBe(404)
      expect(app.errors).toMatchObject([{ type: 'UnknownAction' }])
      expect(app.errors[0]?.message).toMatch(
        /^"harbour" ends no sessions by a frame.*`frontChannelLogout`/,
      )
      expect(await isSignedIn(browser)).toBe(true)
    }
  })

  test.each(NO_ISSUERS)(
    'of a provider of the type $type gets 404, also where the option is set (LGO-05)',
    async (provider) => {
      const { id } = provider
      // No type of theirs has the option, but JavaScript checks no types.
      const given = Object.assign({ ...provider }, { frontChannelLogout: true })
      const app = start({ providers: [acme.provider(), given], session: REVOCABLE })
      expect((await frame(app.openBrowser(), id)).status).toBe(404)
      expect(app.errors).toMatchObject([{ type: 'UnknownAction' }])
      expect(app.errors[0]?.message).toContain(`"${id}" ends no sessions by a frame.`)
    },
  )

  test.each(paths(NOT_ENDABLE))(
    'gets 404 where no session can be ended from outside, and the log says what to set ($session, configuration made $made; LGO-05)',
    async ({ session, made }) => {
      const app = start({ session }, made)
      const browser = await signIn(app)
      expect((await frame(browser)).status).toBe(404)
      expect(app.errors.at(-1)?.message).toContain('Set `session.revocation`')
      expect(await isSignedIn(browser)).toBe(true)
    },
  )
})
