import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { forAllTests, forEachTest } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import {
  ADA,
  passwords,
  PEOPLE,
  signInWithPassword,
  storePeople,
  submitPassword,
} from '@latchstring/test-kit/people'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectSignedIn,
  readSession,
  requestAuthorization,
  signInWith,
  signOut,
} from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const idp = forAllTests(startIdp)
const store = storeForEachTest()

beforeEach(async () => storePeople(store.adapter, new Date(0)))

/** Opens the sign-in page as `require` leads there. */
const openStepUp = (browser: Browser): Promise<Response> =>
  browser.open(`${BASE}/signin?callbackUrl=%2Fpay&error=SessionRequired&reason=step-up`)

const emailOf = async (browser: Browser): Promise<unknown> =>
  (await readSession(browser))?.user?.email

describe.each(STRATEGIES)('Who is asked to sign in again, with sessions by %s,', (strategy) => {
  const open = (): Browser =>
    createApp(
      {
        providers: [passwords(), plain(idp)],
        adapter: store.adapter,
        session: { strategy },
        account: { page: true },
      },
      { env: ENV },
    ).openBrowser()

  test('comes back as who they were', async () => {
    const browser = await signInWithPassword(open())
    expect(await (await openStepUp(browser)).text()).toContain('This keeps your account safe.')
    expectSignedIn(await submitPassword(browser, 'ada', { callbackUrl: '/pay' }), '/pay')
    expect(await emailOf(browser)).toBe(ADA.email)
    // It was good for one sign-in.
    await submitPassword(browser, 'grace')
    expect(await emailOf(browser)).toBe(PEOPLE.grace.email)
  })

  test('is refused as another user, and nothing changes', async () => {
    const other = open()
    expectSignedIn(await signInWith(other, 'plain', 'linus'))
    const browser = await signInWithPassword(open())
    const cookies = [...browser.cookies].filter(([name]) => name.includes('session-token'))
    await openStepUp(browser)
    const answer = await submitPassword(browser, 'grace', { callbackUrl: '/pay' })
    expect(answer.headers.get('location')).toContain('error=AccessDenied')
    await openStepUp(browser)
    const there = await signInWith(browser, 'plain', 'linus')
    expect(there.headers.get('location')).not.toBe(`${ORIGIN}/pay`)
    expect([...browser.cookies].filter(([name]) => name.includes('session-token'))).toEqual(cookies)
    expect(await emailOf(browser)).toBe(ADA.email)
  })

  test('is not given an account that no user has, but by the page of the account', async () => {
    const browser = await signInWithPassword(open())
    const linked = () => store.rows().then(({ accounts }) => accounts)
    await openStepUp(browser)
    const answer = await signInWith(browser, 'plain', 'linus')
    expect(answer.headers.get('location')).toContain('error=AccessDenied')
    expect([await emailOf(browser), await linked()]).toEqual([ADA.email, 0])
    await openStepUp(browser)
    await browser.open(`${BASE}/account`)
    expectSignedIn(await signInWith(browser, 'plain', 'linus'))
    expect([await emailOf(browser), await linked()]).toEqual([ADA.email, 1])
  })

  test('signs out first to use another account', async () => {
    const browser = await signInWithPassword(open())
    await openStepUp(browser)
    await signOut(browser)
    expectSignedIn(await submitPassword(browser, 'grace'))
    expect(await emailOf(browser)).toBe(PEOPLE.grace.email)
  })

  test('may be another user by the plain sign-in page', async () => {
    const browser = await signInWithPassword(open())
    await openStepUp(browser)
    await browser.open(`${BASE}/signin`)
    expectSignedIn(await submitPassword(browser, 'grace'))
    expect(await emailOf(browser)).toBe(PEOPLE.grace.email)
  })
})

describe.each(STRATEGIES)('A sign-in again at a service, with sessions by %s,', (strategy) => {
  // The service has the clock of the machine.
  const clock = forEachTest(() => startClock(Date.now()))
  const seconds = (): number => Math.floor(clock.now() / 1000)
  const again = { query: { prompt: 'login' } }

  const open = (stepUp?: 'checked' | 'trusted'): App =>
    createApp(
      {
        providers: [
          { ...oidcProvider(idp), ...(stepUp && { stepUp }) },
          { ...plain(idp), ...(stepUp && { stepUp }) },
        ],
        adapter: store.adapter,
        session: { strategy },
      },
      { env: ENV, clock: clock.now },
    )

  afterEach(() => idp.tamper(null))

  test.each([
    ['an old time', -4000],
    ['no time', undefined],
  ])('that returns %s is refused after one round, and the session stays', async (_, ago) => {
    const app = open()
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour'))
    const before = [...browser.cookies].filter(([name]) => name.includes('session-token'))
    await openStepUp(browser)
    const request = await requestAuthorization(browser, 'harbour', again)
    const sent = ['prompt', 'max_age'].map((name) => request.searchParams.get(name))
    expect(sent).toEqual(['login', '300'])
    idp.tamper({
      idToken: (claims) => ({
        claims: { ...claims, auth_time: ago === undefined ? ago : seconds() + ago },
      }),
    })
    const answer = await browser.follow(await signInAt(request))
    const to = new URL(answer.headers.get('location') ?? '', ORIGIN)
    expect([to.origin, to.searchParams.has('error')]).toEqual([ORIGIN, true])
    expect(
      (await browser.open(to.href, { accept: 'text/html' })).headers.get('location'),
    ).toBeNull()
    expect(app.errors.at(-1)?.message).toMatch(/auth_time|max_age/)
    expect([...browser.cookies].filter(([name]) => name.includes('session-token'))).toEqual(before)
  })

  test('that returns a recent time is one', async () => {
    const app = open()
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour'))
    await openStepUp(browser)
    const request = await requestAuthorization(browser, 'harbour', again)
    idp.tamper({ idToken: (claims) => ({ claims: { ...claims, auth_time: seconds() } }) })
    expectSignedIn(await browser.follow(await signInAt(request)))
    // It was asked for once.
    const later = await requestAuthorization(browser, 'harbour')
    expect(later.searchParams.has('max_age')).toBe(false)
  })

  test.each([
    ['max_age=60', undefined, '60'],
    ['max_age=60', '600', '60'],
    ['max_age=600', '60', '60'],
    ['max_age=soon', undefined, '300'],
    ['x=1', undefined, '300'],
  ])('by the page with %s, and %s of the caller, asks for %s', async (page, own, asked) => {
    const browser = open().openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour'))
    await browser.open(`${BASE}/signin?error=SessionRequired&reason=step-up&${page}`)
    const query = own === undefined ? {} : { max_age: own }
    const request = await requestAuthorization(browser, 'harbour', { query })
    expect(request.searchParams.get('max_age')).toBe(asked)
  })

  test('asks for no time without a session, or by the plain page', async () => {
    const browser = open().openBrowser()
    await openStepUp(browser)
    expectSignedIn(await signInWith(browser, 'harbour'))
    await openStepUp(browser)
    await browser.open(`${BASE}/signin`)
    const request = await requestAuthorization(browser, 'harbour')
    expect(request.searchParams.has('max_age')).toBe(false)
  })

  test('that is trusted is one without a time', async () => {
    const browser = open('trusted').openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour'))
    await openStepUp(browser)
    const request = await requestAuthorization(browser, 'harbour')
    expect(request.searchParams.has('max_age')).toBe(false)
    idp.tamper({ idToken: (claims) => ({ claims: { ...claims, auth_time: undefined } }) })
    expectSignedIn(await browser.follow(await signInAt(request)))
  })

  test('without OpenID Connect is one, unless it has to be checked', async () => {
    const browser = open().openBrowser()
    expectSignedIn(await signInWith(browser, 'plain'))
    await openStepUp(browser)
    expectSignedIn(await signInWith(browser, 'plain'))
    const app = open('checked')
    const strict = app.openBrowser()
    expectSignedIn(await signInWith(strict, 'plain'))
    await openStepUp(strict)
    const csrfToken = await strict.csrf(BASE)
    const refused = await strict.submit(`${BASE}/signin/plain`, { csrfToken })
    expect(refused.headers.get('location')).toContain('error=OAuthSignin')
    expect(app.errors.at(-1)?.message).toContain('"plain" cannot say when')
    expect(await readSession(strict)).not.toBeNull()
  })
})
