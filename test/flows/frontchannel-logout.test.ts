import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { type AuthError, isAuthError } from '@latchstring/core/errors'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { type ControlStore, createControlStore } from '@latchstring/test-kit/control-store'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { copyCookies } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { createSigningIssuer, type SigningIssuer } from './src/signing-issuer.ts'
import { texts } from '@latchstring/test-kit/texts'

const store = storeForEachTest()
let control: ControlStore
let acme: SigningIssuer
let other: SigningIssuer

beforeEach(async () => {
  control = createControlStore()
  acme = await createSigningIssuer('https://harbour.example')
  other = await createSigningIssuer('https://island.example')
})

/** Users and accounts in a database, endings in memory. */
function adapter(): Adapter {
  const { capabilities, ...methods } = control.adapter
  const all = { ...store.adapter.capabilities, ...capabilities }
  return { ...store.adapter, ...methods, capabilities: all }
}

const FORMS = ['an object', 'a function'] as const

function start(config: Partial<AuthConfig>, form: (typeof FORMS)[number] = 'an object'): App {
  const errors: AuthError[] = []
  const whole: AuthConfig = {
    providers: [
      acme.provider({ frontChannelLogout: true }),
      other.provider({ id: 'island', frontChannelLogout: true }),
    ],
    adapter: adapter(),
    ...config,
  }
  if (form === 'an object') return createApp(whole, { env: ENV })
  const logger = { error: (error: Error) => void (isAuthError(error) && errors.push(error)) }
  const auth = createAuth(() => ({ logger, ...whole }), { env: ENV })
  return { auth, errors, openBrowser: () => createBrowser(auth.handle) }
}

interface Asked {
  readonly id?: string
  readonly query?: string
  readonly iss?: string
  readonly sid?: string
  readonly dest?: string | null
}

/** What a frame asks for, with the cookies that the browser lets it have. */
function frame(browser: Browser, asked: Asked = {}): Promise<Response> {
  const { id = 'harbour', iss = acme.issuer, sid = 'one', dest = 'iframe' } = asked
  const { query = String(new URLSearchParams({ iss, sid })) } = asked
  const headers: Readonly<Record<string, string>> = dest === null ? {} : { 'sec-fetch-dest': dest }
  return browser.open(`${BASE}/frontchannel-logout/${id}?${query}`, headers)
}

async function signIn(
  app: App,
  claims: Readonly<Record<string, unknown>> = { sub: 'ada', sid: 'one' },
): Promise<Browser> {
  const browser = app.openBrowser()
  await acme.signIn(browser, claims)
  return browser
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await readSession(browser)) !== null

const WHY = texts.ended['back-channel']

/** Whether the sign-in page says of the end of a session that it was asked for at the provider. */
const isTold = async (browser: Browser): Promise<boolean> =>
  (await (await browser.open(`${BASE}/signin`)).text()).includes(WHY)

/** The response is the same whatever came of it. */
async function expectResponse(response: Response): Promise<void> {
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({})
  expect(response.headers.get('cache-control')).toContain('no-store')
  // The frame may be shown, as no page may.
  expect(response.headers.get('x-frame-options')).toBeNull()
  expect(response.headers.get('content-security-policy')).toBeNull()
}

const SESSIONS = {
  'sealed sessions': { strategy: 'jwt', revocation: true },
  'sealed sessions with a list of devices': { strategy: 'jwt', revocation: true, devices: true },
  'sessions in a database': { strategy: 'database', devices: true },
  'sessions in a database that end all at once': {
    strategy: 'database',
    devices: true,
    endAllOnSignOut: true,
  },
} as const

const PATHS = [
  ...Object.entries(SESSIONS).map(([kind, session]) => ({ kind, session, form: FORMS[0] })),
  ...(['sealed sessions', 'sessions in a database'] as const).map((kind) => ({
    kind,
    session: SESSIONS[kind],
    form: FORMS[1],
  })),
]

describe.each(PATHS)(
  'A front-channel logout ($kind, configuration as $form)',
  ({ session, form }) => {
    test('ends the session of the browser, in every copy of its cookie, and no other (LGO-05)', async () => {
      const app = start({ session }, form)
      const browser = await signIn(app)
      const copy = copyCookies(browser, app.openBrowser())
      const elsewhere = await signIn(app, { sub: 'ada', sid: 'two' })
      const page = await browser.open(`${BASE}/signout`)
      expect(page.headers.get('x-frame-options')).toBe('DENY')
      const response = await frame(browser)
      await expectResponse(response)
      expect(response.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/i)
      expect(await Promise.all([browser, copy, elsewhere].map(isSignedIn))).toEqual([
        false,
        false,
        true,
      ])
      expect(app.errors).toEqual([])
    })

    test('has the sign-in page say why once, also to a copy of the cookie (LGO-05 REV-14)', async () => {
      const app = start({ session }, form)
      const browser = await signIn(app)
      const copy = copyCookies(browser, app.openBrowser())
      await expectResponse(await frame(browser, { sid: 'two' }))
      expect(await isTold(browser)).toBe(false)
      await expectResponse(await frame(browser))
      for (const one of [browser, copy]) {
        expect(await isTold(one)).toBe(true)
        expect(await isTold(one)).toBe(false)
      }
    })

    test.each<readonly [string, Asked]>([
      ['with another `sid`', { sid: 'two' }],
      ['with another `iss`', { iss: 'https://island.example' }],
      ['with the `iss` of another spelling', { iss: 'https://HARBOUR.example' }],
      ['with `iss` and `sid` exchanged', { iss: 'one', sid: 'https://harbour.example' }],
      ['at the address of another provider', { id: 'island' }],
      ['opened as a page', { dest: 'document' }],
      ['as an image', { dest: 'image' }],
      ['fetched by a script, or by a service worker for a page', { dest: 'empty' }],
    ])('ends nothing %s (LGO-05 LGO-06)', async (_, asked) => {
      const app = start({ session }, form)
      const browser = await signIn(app)
      const response = await frame(browser, asked)
      await expectResponse(response)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await isSignedIn(browser)).toBe(true)
      await expectResponse(await frame(browser))
      expect(await isSignedIn(browser)).toBe(false)
    })

    test('ends nothing without the cookie of the session (LGO-05)', async () => {
      const app = start({ session }, form)
      const browser = await signIn(app)
      await expectResponse(await frame(app.openBrowser()))
      expect(await isSignedIn(browser)).toBe(true)
    })

    test('ends no session whose ID token had no `sid` (LGO-05)', async () => {
      const app = start({ session }, form)
      const browser = await signIn(app, { sub: 'ada' })
      for (const sid of ['one', 'ada']) await expectResponse(await frame(browser, { sid }))
      // What such a session is known by has a character that no request may have.
      expect((await frame(browser, { sid: '\0ada' })).status).toBe(400)
      expect(await isSignedIn(browser)).toBe(true)
    })
  },
)

test.each([
  ['no `sid`', 'iss=https%3A%2F%2Fharbour.example'],
  ['no `iss`', 'sid=one'],
  ['neither', ''],
  ['an empty `sid`', 'iss=https%3A%2F%2Fharbour.example&sid='],
  ['two of `sid`', 'iss=https%3A%2F%2Fharbour.example&sid=two&sid=one'],
  ['two of `iss`', 'iss=https%3A%2F%2Fharbour.example&iss=x&sid=one'],
])('A front-channel logout with %s is refused and ends nothing (LGO-05)', async (_, query) => {
  const app = start({ session: { strategy: 'jwt', revocation: true } })
  const browser = await signIn(app)
  expect((await frame(browser, { query })).status).toBe(400)
  expect(await isSignedIn(browser)).toBe(true)
})

test.each([
  ['a frame of a frameset', 'frame'],
  ['a browser that does not say what a request is for', null],
])('A front-channel logout of %s ends the session (LGO-05)', async (_, dest) => {
  const app = start({ session: { strategy: 'jwt', revocation: true } })
  const browser = await signIn(app)
  await expectResponse(await frame(browser, { dest }))
  expect(await isSignedIn(browser)).toBe(false)
})

test('A front-channel logout by POST or HEAD is refused and ends nothing (LGO-05)', async () => {
  const app = start({ session: { strategy: 'jwt', revocation: true } })
  const browser = await signIn(app)
  const url = `${BASE}/frontchannel-logout/harbour?iss=https%3A%2F%2Fharbour.example&sid=one`
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const method of ['POST', 'HEAD']) {
    const headers = { host: 'app.example', cookie }
    const response = await app.auth.handle(new Request(url, { method, headers }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
  }
  expect(await isSignedIn(browser)).toBe(true)
})

describe('A front-channel logout that finds the store away', () => {
  test('fails, and ends a sealed session in this browser (LGO-05)', async () => {
    const app = start({ session: { strategy: 'jwt', revocation: true } })
    const browser = await signIn(app)
    control.isAway = true
    expect((await frame(browser)).status).toBeGreaterThanOrEqual(500)
    control.isAway = false
    expect([...browser.cookies.keys()].join()).not.toContain('session-token')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('fails, and leaves a session in a database with its cookie (LGO-05)', async () => {
    const app = start({ session: { strategy: 'database', devices: true } })
    const browser = await signIn(app)
    control.isAway = true
    expect((await frame(browser)).status).toBeGreaterThanOrEqual(500)
    control.isAway = false
    expect(await isSignedIn(browser)).toBe(true)
    await expectResponse(await frame(browser))
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('The front-channel logout URL', () => {
  test('answers 404 for a provider without the option, and the log says what to set (LGO-05)', async () => {
    const app = start({
      providers: [acme.provider()],
      session: { strategy: 'jwt', revocation: true },
    })
    const browser = await signIn(app)
    expect((await frame(browser)).status).toBe(404)
    expect(app.errors.at(-1)?.message).toContain('Set its option `frontChannelLogout`')
    expect(await isSignedIn(browser)).toBe(true)
  })

  test.each([
    ['sealed sessions that nothing revokes', { strategy: 'jwt' as const }],
    ['sessions in a database without a list of devices', { strategy: 'database' as const }],
  ])('answers 404 with %s, and the log says what to set (LGO-05)', async (_, session) => {
    const app = start({ session })
    const browser = await signIn(app)
    expect((await frame(browser)).status).toBe(404)
    expect(app.errors.at(-1)?.message).toContain('Set `session.revocation`')
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('answers 404 for an unknown provider', async () => {
    const app = start({ session: { strategy: 'jwt', revocation: true } })
    expect((await frame(app.openBrowser(), { id: 'unknown' })).status).toBe(404)
  })
})
