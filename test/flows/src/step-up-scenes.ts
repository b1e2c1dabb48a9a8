import { refusalOf } from '@latchstring/core'
import type { KeptForm } from '@latchstring/core/framework'
import { type App, ORIGIN, type Strategy, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { readForms } from '@latchstring/test-kit/forms'
import {
  ADA,
  copyCookies,
  PEOPLE,
  signInWithPassword,
  submitPassword,
  updateSession,
} from '@latchstring/test-kit/people'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectSignedIn,
  readLocation,
  readSession,
  requestAuthorization,
  sessionCookies,
  signInWith,
} from '@latchstring/test-kit/story'
import { DAY } from '@latchstring/test-kit/test-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FactorsWorld, type OpenFactorStore, openFactorsWorld } from './factors-world.ts'
import { enterByCode, enterByGuild, enterByLink, WAYS } from './gate-world.ts'
import { addKey } from './passkeys.ts'

const PAGE = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'same-origin',
  origin: ORIGIN,
}
const TARGET = `${ORIGIN}/pay?to=bob`

/** Sends a form to a page that asks for a sign-in of the last ten minutes. @returns where it leads to, or `undefined` */
async function pay(
  { auth }: App,
  browser: Browser,
  form: KeptForm | undefined,
): Promise<URL | undefined> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = new Request(TARGET, { method: 'POST', headers: { ...PAGE, cookie } })
  try {
    await auth.require(
      { headers: request.headers, url: request.url, request },
      { maxAge: 600, form },
    )
    return undefined
  } catch (error) {
    const response = refusalOf(error)
    if (!response) throw error
    for (const header of response.headers.getSetCookie()) browser.receive(TARGET, header)
    return readLocation(response)
  }
}

const isFresh = async (app: App, browser: Browser): Promise<boolean> =>
  (await pay(app, browser, undefined)) === undefined

const userIn = async (browser: Browser): Promise<unknown> =>
  (await readSession(browser))?.user?.email

const cookiesOf = (browser: Browser): readonly (string | undefined)[] =>
  sessionCookies(browser).map((name) => browser.cookies.get(name))

/** Opens the page that a refusal leads to. */
async function openStepUp(browser: Browser, url: URL | undefined): Promise<string> {
  const page = await browser.open(url?.href ?? '', PAGE)
  expect(page.status).toBe(200)
  return page.text()
}

/** Ways in of a person whom Grace is not: of Ada, who is a user, and of one who is none. */
const OTHERS: Readonly<
  Record<string, (world: FactorsWorld, browser: Browser) => Promise<unknown>>
> = {
  ...Object.fromEntries(
    WAYS.map(([name, way]) => [
      `Ada by ${name}`,
      (world: FactorsWorld, browser: Browser) => way.enter(world, browser),
    ]),
  ),
  'a new person by OAuth': (_, browser) => enterByGuild(browser, 'newcomer'),
  'a new person by OpenID Connect': (_, browser) => signInWith(browser, 'harbour', 'newcomer'),
  'a new person by a link': (world, browser) => enterByLink(world, browser, 'new@example.com'),
  'a new person by a code': (world, browser) => enterByCode(world, browser, 'new@example.com'),
}

/** A sign-in that is asked for again, over a store. */
export function stepUpScenes(name: string, openStore: OpenFactorStore): void {
  describe.each(STRATEGIES)(
    `A sign-in that is asked for again, over ${name}, with sessions by %s,`,
    (strategy) => scenes(strategy, openStore),
  )
}

function scenes(strategy: Strategy, openStore: OpenFactorStore): void {
  const idp = idpForEachTest()
  let world: FactorsWorld
  let app: App

  beforeEach(async () => {
    world = await openFactorsWorld(strategy, idp, openStore)
    app = world.open([], {
      session: { strategy, revocation: strategy === 'jwt', absoluteMaxAge: 365 * DAY },
      account: { page: true, requireFresh: 3600 },
    })
  })

  afterEach(() => idp.tamper(null))

  /** A browser whose sign-in is too old, and where it is led to. */
  async function stale(person: 'ada' | 'grace' = 'ada', form?: KeptForm) {
    const browser = await signInWithPassword(app.openBrowser(), person)
    world.clock.advance(601)
    return { browser, to: await pay(app, browser, form) }
  }

  test('counts from the last proof, not from renewals, updates, or what is added (STP-01)', async () => {
    const browser = await signInWithPassword(app.openBrowser())
    expect(await isFresh(app, browser)).toBe(true)
    world.clock.advance(300)
    expectSignedIn(await enterByGuild(browser, 'linked'))
    expectSignedIn(await addKey(browser, world.key))
    world.clock.advance(301)
    expect(await isFresh(app, browser)).toBe(false)
    for (let day = 0; day < 30; day += 1) {
      world.clock.advance(1.5 * DAY)
      expect(await userIn(browser)).toBe(ADA.email)
    }
    expect((await updateSession(browser, { auth_time: world.clock.now() / 1000 })).status).toBe(200)
    expect(await isFresh(app, browser)).toBe(false)
    expectSignedIn(await enterByGuild(browser, 'linked'))
    expect(await isFresh(app, browser)).toBe(true)
  })

  test('makes the session anew, and ends where it began with the posted form, once (STP-02)', async () => {
    const fields = new URLSearchParams([
      ['to', 'bob'],
      ['to', 'eve'],
      ['note', 'n'.repeat(4_000)],
    ])
    const { browser, to } = await stale('ada', { fields })
    const copy = copyCookies(browser, app.openBrowser())
    const before = cookiesOf(browser)
    const html = await openStepUp(browser, to)
    const callbackUrl = to?.searchParams.get('callbackUrl') ?? ''
    expect(html).toContain(callbackUrl.replaceAll('&', '&amp;'))
    expectSignedIn(await submitPassword(browser, 'ada', { callbackUrl }), callbackUrl)
    expect(cookiesOf(browser)).not.toEqual(before)
    world.clock.advance(60)
    expect(await readSession(copy)).toBeNull()
    // Of another user, and of none.
    const grace = await signInWithPassword(app.openBrowser(), 'grace')
    for (const [cookie, value] of browser.cookies) {
      if (/latchstring\.form/.test(cookie)) grace.setCookie(cookie, value)
    }
    expect((await grace.open(callbackUrl, PAGE)).headers.get('location')).toContain('AccessDenied')
    const shown = await (await browser.open(callbackUrl, PAGE)).text()
    const [form] = readForms(shown)
    expect(form?.action).toBe(TARGET)
    const sent = [...shown.matchAll(/name="(to|note)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
    expect(sent).toEqual([...fields])
    expect(await isFresh(app, browser)).toBe(true)
    expect((await browser.open(callbackUrl, PAGE)).headers.get('location')).toBe(TARGET)
  })

  test.each([
    ['an old time', (now: number) => now - 4_000],
    ['no time', () => undefined],
    ['a time in the future', (now: number) => now + 4_000],
    ['a text', (now: number) => String(now)],
    ['a time in milliseconds', (now: number) => now * 1000],
  ])(
    'ends after one round at a service that returns %s, and changes nothing (STP-03)',
    async (_, time) => {
      const browser = app.openBrowser()
      expectSignedIn(await signInWith(browser, 'harbour'))
      world.clock.advance(601)
      const before = cookiesOf(browser)
      await openStepUp(browser, await pay(app, browser, undefined))
      const request = await requestAuthorization(browser, 'harbour')
      expect(request.searchParams.get('max_age')).toBe('600')
      const now = Math.floor(world.clock.now() / 1000)
      idp.tamper({ idToken: (claims) => ({ claims: { ...claims, auth_time: time(now) } }) })
      const answer = await browser.follow(await signInAt(request))
      const page = readLocation(answer)
      expect(page.searchParams.get('error')).toBe('OAuthCallbackError')
      // It is shown, and leads no further by itself.
      expect((await browser.open(page.href, PAGE)).status).toBe(200)
      expect(app.errors.at(-1)?.message).toMatch(/auth_time|max_age/)
      expect(cookiesOf(browser)).toEqual(before)
      expect(await isFresh(app, browser)).toBe(false)
    },
  )

  test('is one where the service asks the person again, as `max_age` wants (STP-03)', async () => {
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour'))
    world.clock.advance(601)
    await openStepUp(browser, await pay(app, browser, undefined))
    const request = await requestAuthorization(browser, 'harbour')
    const now = Math.floor(world.clock.now() / 1000)
    idp.tamper({ idToken: (claims) => ({ claims: { ...claims, auth_time: now } }) })
    expectSignedIn(await browser.follow(await signInAt(request)))
    expect(await isFresh(app, browser)).toBe(true)
  })

  test('is asked for on a page that is open to who is signed in (STP-04)', async () => {
    const { browser, to } = await stale()
    const html = await openStepUp(browser, to)
    expect(html).toContain('This keeps your account safe.')
    const actions = readForms(html).map(({ action }) => new URL(action, ORIGIN).pathname)
    expect(actions).toEqual(
      expect.arrayContaining(['/auth/callback/credentials', '/auth/signin/harbour']),
    )
    expect(await userIn(browser)).toBe(ADA.email)
  })

  test.each(Object.keys(OTHERS))(
    'is refused as %s, and changes nothing (STP-05)',
    async (other) => {
      for (const [, way] of WAYS) await way.before?.(world)
      const { browser, to } = await stale('grace')
      const cookies = cookiesOf(browser)
      await openStepUp(browser, to)
      await OTHERS[other]?.(world, browser)
      expect(cookiesOf(browser)).toEqual(cookies)
      expect(await userIn(browser)).toBe(PEOPLE.grace.email)
      expect(await isFresh(app, browser)).toBe(false)
      const { adapter } = world.store
      const stored = await Promise.all([
        adapter.getUserByAccount?.({ provider: 'guild', providerAccountId: 'newcomer' }),
        adapter.getUserByEmail?.('new@example.com'),
        adapter.getUserByEmail?.('newcomer@example.com'),
      ])
      expect(stored.filter(Boolean)).toEqual([])
      const asked = await openStepUp(browser, to)
      expect(asked).toContain('This keeps your account safe.')
      const { callbackUrl = '' } = Object.fromEntries(to?.searchParams ?? [])
      expectSignedIn(await submitPassword(browser, 'grace', { callbackUrl }), callbackUrl)
      expect(await isFresh(app, browser)).toBe(true)
    },
  )
}
