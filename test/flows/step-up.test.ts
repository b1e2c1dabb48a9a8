import type { AuthConfig } from '@latchstring/core'
import { refusalOf } from '@latchstring/core'
import type { RequiredRead, RequireOptions } from '@latchstring/core/framework'
import Passkey from '@latchstring/core/providers/passkey'
import { describe, expect, test } from 'vitest'
import { forAllTests, forEachTest } from '@latchstring/test-kit/for-all-tests'
import {
  authenticatorForEachTest,
  storeOfPeopleForEachTest,
} from '@latchstring/test-kit/for-each-test'
import { type App, createApp, ENV, ORIGIN, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { FLAGS } from '@latchstring/test-kit/fake-authenticator'
import { plain, startIdp } from '@latchstring/test-kit/idp'
import {
  ADA,
  copyCookies,
  passwords,
  plantCookie,
  signInWithPassword,
  submitPassword,
  updateSession,
} from '@latchstring/test-kit/people'
import { expectSignedIn, readSession, signInWith } from '@latchstring/test-kit/story'
import { DAY, startClock } from '@latchstring/test-kit/test-clock'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'
import { addKey, useKey } from './src/passkeys.ts'
import { version5 } from '../peer/src/peer-tokens.ts'

const idp = forAllTests(startIdp)
const store = storeOfPeopleForEachTest()
const clock = forEachTest(startClock)
const fake = authenticatorForEachTest()
const watched = forEachTest(() => watchCalls(store.adapter))

/** What a page and what a script sends. */
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
const SCRIPT = { accept: 'application/json' }

interface Asking {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly path?: string
}

function requestOf(browser: Browser, { headers = SCRIPT, method, path }: Asking): Request {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Request(`${ORIGIN}${path ?? '/pay?to=bob'}`, {
    method: method ?? 'GET',
    headers: { ...headers, cookie },
  })
}

function ask(
  { auth }: App,
  browser: Browser,
  options: RequireOptions = {},
  asking: Asking = {},
): Promise<RequiredRead<object>> {
  const request = requestOf(browser, asking)
  return auth.require({ headers: request.headers, url: request.url, request }, options)
}

/** The facts that a request without conditions is given. */
const factsOf = async (app: App, browser: Browser) => (await ask(app, browser)).facts

/** The response that a request is refused with, and the code of the error. */
async function refused(
  ...given: Parameters<typeof ask>
): Promise<{ readonly type: unknown; readonly response: Response }> {
  const error: unknown = await ask(...given).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const response = refusalOf(error)
  if (!response) throw new Error('The request was not refused.', { cause: error })
  return { type: Reflect.get(Object(error), 'type'), response }
}

function config(strategy: 'database' | 'jwt', rest: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [passwords(), plain(idp), Passkey({ userVerification: 'preferred' })],
    adapter: watched.adapter,
    experimental: { enableWebAuthn: true },
    session: { strategy, absoluteMaxAge: 365 * DAY },
    ...rest,
  }
}

describe.each(
  STRATEGIES.flatMap((strategy) => [[strategy, 'once'] as const, [strategy, 'each time'] as const]),
)('The facts of a session with the strategy %s, configured %s', (strategy, made) => {
  const open = (rest: Partial<AuthConfig> = {}): App =>
    createApp(config(strategy, rest), { env: ENV, clock: clock.now }, made)

  const now = (): number => Math.floor(clock.now() / 1000)

  test('are those of the sign-in: password, service, passkey with and without verification', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    expect(await factsOf(app, browser)).toEqual({ auth_time: now(), amr: ['pwd'], aal: 1 })
    expectSignedIn(await addKey(browser, fake))
    clock.advance(5)
    expectSignedIn(await useKey(browser, fake))
    expect(await factsOf(app, browser)).toEqual({
      auth_time: now(),
      amr: ['hwk', 'user', 'mfa'],
      aal: 2,
    })
    clock.advance(5)
    expectSignedIn(await useKey(browser, fake, { flags: FLAGS.UP }))
    expect(await factsOf(app, browser)).toEqual({ auth_time: now(), amr: ['hwk', 'user'], aal: 1 })
    const other = app.openBrowser()
    expectSignedIn(await signInWith(other, 'plain', 'grace'))
    expect(await factsOf(app, other)).toEqual({ auth_time: now(), amr: [], aal: 1 })
  })

  test('stay through renewal and updates, which cannot change them, and are not shown to browsers', async () => {
    const app = open({
      callbacks: {
        jwt: ({ token, trigger }) =>
          trigger === 'update'
            ? { ...token, auth_time: 1, amr: ['mfa'], latchstring_by: { m: 'mfa' } }
            : token,
      },
    })
    const browser = await signInWithPassword(app.openBrowser())
    const facts = await factsOf(app, browser)
    for (let day = 1; day <= 3; day += 1) {
      clock.advance(2 * DAY)
      expect((await updateSession(browser, { aal: 2, amr: ['mfa'] })).status).toBe(200)
      expect(Object.keys((await readSession(browser)) ?? {})).toEqual(['user', 'expires'])
    }
    expect(await factsOf(app, browser)).toEqual(facts)
    const { type } = await refused(app, browser, { maxAge: 6 * DAY - 1 })
    expect(type).toBe('StepUpRequired')
    expect((await ask(app, browser, { maxAge: 6 * DAY })).facts).toEqual(facts)
  })

  test('are those of the earlier sign-in after an account or a passkey was added', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const facts = await factsOf(app, browser)
    clock.advance(60)
    expectSignedIn(await addKey(browser, fake))
    clock.advance(60)
    expectSignedIn(await signInWith(browser, 'plain', 'grace'))
    expect(await factsOf(app, browser)).toEqual(facts)
    expect((await refused(app, browser, { aal: 2 })).type).toBe('StepUpRequired')
  })

  test('stay when the secret becomes another one, and are read by a second instance', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const facts = await factsOf(app, browser)
    const secret = [SECRETS.newer, SECRETS.older]
    const rolled = createApp(config(strategy, { secret }), { env: ENV, clock: clock.now })
    const there = copyCookies(browser, rolled.openBrowser())
    expect(await factsOf(rolled, there)).toEqual(facts)
    clock.advance(2 * DAY)
    await readSession(there)
    const alone = createApp(config(strategy), {
      env: { ...ENV, AUTH_SECRET: SECRETS.newer },
      clock: clock.now,
    })
    expect(await factsOf(alone, copyCookies(there, alone.openBrowser()))).toEqual(facts)
  })

  test('cost the store nothing more than the session', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    watched.calls.splice(0)
    await ask(app, browser)
    const plainly = watched.calls.splice(0)
    await ask(app, browser, { maxAge: 60 })
    expect(watched.calls).toEqual(plainly)
  })
})

describe.each(STRATEGIES)('require with the strategy %s', (strategy) => {
  const open = (rest: Partial<AuthConfig> = {}): App =>
    createApp(config(strategy, rest), { env: ENV, clock: clock.now })

  test('sends a page without a session to the sign-in page, and answers a script with 401', async () => {
    const app = open()
    for (const method of ['GET', 'HEAD']) {
      const { type, response } = await refused(
        app,
        app.openBrowser(),
        {},
        { headers: PAGE, method },
      )
      expect([type, response.status]).toEqual(['SessionRequired', 307])
      const to = new URL(response.headers.get('location') ?? '')
      expect(to.origin + to.pathname).toBe(`${ORIGIN}/auth/signin`)
      expect([...to.searchParams]).toEqual([['callbackUrl', `${ORIGIN}/pay?to=bob`]])
    }
    const { response } = await refused(app, app.openBrowser())
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: 'SessionRequired',
      message: 'Sign in to continue.',
    })
  })

  test('sends a page to sign in again and back, for a session that is fresh then', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    clock.advance(301)
    for (const method of ['GET', 'HEAD', 'POST']) {
      const asking = { headers: PAGE, method }
      const { type, response } = await refused(app, browser, { maxAge: 300 }, asking)
      expect([type, response.status]).toEqual(['StepUpRequired', method === 'POST' ? 303 : 307])
      const to = new URL(response.headers.get('location') ?? '')
      expect(Object.fromEntries(to.searchParams)).toEqual({
        callbackUrl: `${ORIGIN}/pay?to=bob`,
        error: 'SessionRequired',
        reason: 'step-up',
        max_age: '300',
      })
      const page = await browser.open(to.href, { accept: 'text/html' })
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining('/pay?to=bob'),
      ])
    }
    const before = browser.cookies.get('__Host-latchstring.session-token')
    const answer = await submitPassword(browser, 'ada', { callbackUrl: '/pay?to=bob' })
    expectSignedIn(answer, '/pay?to=bob')
    expect(browser.cookies.get('__Host-latchstring.session-token')).not.toBe(before)
    expect((await ask(app, browser, { maxAge: 300 })).session).toMatchObject({
      user: { email: ADA.email },
    })
  })

  test('answers a script with the challenge of RFC 9470', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    clock.advance(301)
    const { response } = await refused(app, browser, { maxAge: 300, aal: 2 })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", error_description="Sign in again to continue.", acr_values="aal2", max_age="300"',
    )
    expect(await response.json()).toEqual({
      error: 'StepUpRequired',
      message: 'Sign in again to continue.',
      aal: 2,
      maxAge: 300,
    })
    expect((await readSession(browser))?.user?.email).toBe(ADA.email)
  })

  test('leads back only to the application', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    clock.advance(61)
    for (const [redirectTo, to] of [
      ['/settings', `${ORIGIN}/settings`],
      ['https://elsewhere.example/', ORIGIN],
      ['//elsewhere.example', ORIGIN],
    ] as const) {
      const asking = { headers: PAGE, path: '//elsewhere.example/x' }
      const { response } = await refused(app, browser, { maxAge: 60, redirectTo }, asking)
      const { searchParams } = new URL(response.headers.get('location') ?? '')
      expect(searchParams.get('callbackUrl')).toBe(to)
    }
  })

  test('judges by the clock of the instance that is asked', async () => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const at = (seconds: number): App =>
      createApp(config(strategy), { env: ENV, clock: () => clock.now() + seconds * 1000 })
    expect((await ask(at(60), browser, { maxAge: 60 })).facts.aal).toBe(1)
    expect((await ask(at(-30), browser, { maxAge: 60 })).facts.aal).toBe(1)
    expect((await refused(at(61), browser, { maxAge: 60 })).type).toBe('StepUpRequired')
  })

  test('takes no session of a store that is away for a sign-out', async () => {
    const app = open({
      callbacks: {
        session() {
          throw new Error('The database of the application is away.')
        },
      },
    })
    const browser = await signInWithPassword(app.openBrowser())
    const { type, response } = await refused(app, browser, { maxAge: 60 })
    expect(type).toBe('SessionTokenError')
    expect(response.status).toBeGreaterThanOrEqual(500)
  })

  test.each([
    [{ maxAge: 0 }, 'whole number of seconds'],
    [{ maxAge: Number.NaN }, 'whole number of seconds'],
    // As a program without types may pass it.
    [{ aal: 3 as 2 }, 'neither 1 nor 2'],
  ])('refuses every request for an option that means nothing: %j', async (options, text) => {
    const app = open()
    const browser = await signInWithPassword(app.openBrowser())
    const { response } = await refused(app, browser, options)
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain(text)
  })

  test('says so where no provider can give what is asked', async () => {
    const app = open({ providers: [passwords()], experimental: {} })
    const browser = await signInWithPassword(app.openBrowser())
    const { response } = await refused(app, browser, { aal: 2 }, { headers: PAGE })
    expect(response.status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain('neither a provider nor a feature has')
  })
})

test('The time of a sign-in stays unknown where an account is added to a session with a token of the application', async () => {
  const own = { strategy: 'database', generateSessionToken: () => crypto.randomUUID() } as const
  const rest = { account: { requireFresh: false } } as const
  const open = (session: NonNullable<AuthConfig['session']>): App =>
    createApp(config('database', { ...rest, session }), { env: ENV, clock: clock.now })
  const before = await signInWithPassword(open(own).openBrowser())
  // The session is older than the list of devices.
  const app = open({ ...own, devices: true })
  const browser = copyCookies(before, app.openBrowser())
  expect(await factsOf(app, browser)).toMatchObject({ auth_time: null })
  clock.advance(60)
  expectSignedIn(await signInWith(browser, 'plain', 'grace'))
  expect(await factsOf(app, browser)).toMatchObject({ auth_time: null, amr: [] })
  clock.advance(60)
  expect(await refused(app, browser, { maxAge: 300 })).toMatchObject({ type: 'StepUpRequired' })
})

test('require says so where tokens of the application have no time of the sign-in', async () => {
  const session = { generateSessionToken: () => crypto.randomUUID() }
  const app = createApp(config('database', { session }), { env: ENV, clock: clock.now })
  const browser = await signInWithPassword(app.openBrowser())
  expect(await factsOf(app, browser)).toEqual({ auth_time: null, amr: [], aal: 1 })
  for (const options of [{ maxAge: 60 }, { aal: 2 }] as const) {
    expect((await refused(app, browser, options)).response.status).toBe(500)
    expect(app.errors.at(-1)?.message).toContain('`session.generateSessionToken`')
  }
})

test('a session of another library has no time of its sign-in, also once it is sealed again', async () => {
  const secret = 'the-secret-of-before-was-long-enough-too'
  const name = '__Secure-authjs.session-token'
  const token = { sub: ADA.id, name: ADA.name, email: ADA.email, picture: null }
  const sealed = await version5({ token, secret, salt: name })
  const app = createApp(
    config('jwt', { migrate: { from: 'next-auth', until: '2100-01-01', secret } }),
    { env: ENV },
  )
  const browser = app.openBrowser()
  plantCookie(browser, name, sealed)
  for (const round of ['foreign', 'own']) {
    const { facts } = await ask(app, browser)
    expect([round, facts]).toEqual([round, { auth_time: null, amr: [], aal: 1 }])
    expect((await refused(app, browser, { maxAge: 3600 })).type).toBe('StepUpRequired')
    await readSession(browser)
  }
  expect([...browser.cookies.keys()]).toContain('__Host-latchstring.session-token')
})
