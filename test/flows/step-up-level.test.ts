import { refusalOf } from '@latchstring/core'
import type { Feature } from '@latchstring/core/features'
import type { RequireOptions } from '@latchstring/core/framework'
import { type App, BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { forEachTest } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import {
  passwords,
  signInWithPassword,
  storePeople,
  submitPassword,
} from '@latchstring/test-kit/people'
import { DAY, startClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { post } from './src/acting-world.ts'
import { CODE, factorFeature } from './src/factor-feature.ts'

const store = storeForEachTest()
const clock = forEachTest(startClock)

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
const SCRIPT = { accept: 'application/json' }

beforeEach(async () => storePeople(store.adapter, new Date(0)))

/** Asks for a sign-in as a page of the application does. @returns where it leads to, or the facts */
async function ask(
  { auth }: App,
  browser: Browser,
  options: RequireOptions,
  headers: Readonly<Record<string, string>> = PAGE,
): Promise<{ readonly response?: Response; readonly amr?: readonly string[] }> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = new Request(`${ORIGIN}/pay?to=bob`, { headers: { ...headers, cookie } })
  try {
    const { facts } = await auth.require({ headers: request.headers, request }, options)
    return { amr: facts.amr }
  } catch (error) {
    const response = refusalOf(error)
    if (!response) throw error
    return { response }
  }
}

const locationOf = ({ response }: { readonly response?: Response | undefined }): URL =>
  new URL(response?.headers.get('location') ?? '', ORIGIN)

const RAISES = `${BASE}/factor/show`
const BACK = `${ORIGIN}/pay?to=bob`

describe.each(STRATEGIES)('`require` of level 2, with sessions by %s,', (strategy) => {
  const open = (feature: Feature = factorFeature()): App =>
    createApp(
      {
        providers: [passwords()],
        adapter: store.adapter,
        features: [feature],
        session: { strategy, absoluteMaxAge: 365 * DAY },
      },
      { env: ENV, clock: clock.now },
    )

  const signedIn = (app: App): Promise<Browser> => signInWithPassword(app.openBrowser())

  test('leads a page to the factor alone, and back', async () => {
    const app = open()
    const browser = await signedIn(app)
    const { response } = await ask(app, browser, { aal: 2, maxAge: 300 })
    expect(response?.status).toBe(307)
    expect(locationOf({ response }).href).toBe(`${RAISES}?callbackUrl=${encodeURIComponent(BACK)}`)
    const page = await browser.open(locationOf({ response }).href, PAGE)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(BACK)])
    const shown = await post(browser, 'factor/check', { code: CODE, callbackUrl: BACK })
    expect(shown.headers.get('location')).toBe(BACK)
    expect(await ask(app, browser, { aal: 2, maxAge: 300 })).toEqual({
      amr: ['pwd', 'otp', 'mfa'],
    })
  })

  test('answers a script with the challenge and the address of the page', async () => {
    const app = open()
    const browser = await signedIn(app)
    const { response } = await ask(app, browser, { aal: 2 }, SCRIPT)
    expect(response?.status).toBe(401)
    expect(response?.headers.get('www-authenticate')).toContain('acr_values="aal2"')
    expect(await response?.json()).toEqual({
      error: 'StepUpRequired',
      message: 'Sign in again to continue.',
      aal: 2,
      url: RAISES,
    })
    const { response: to } = await ask(app, browser, { aal: 2, redirectTo: '/settings' }, SCRIPT)
    expect(await to?.json()).toMatchObject({
      url: `${RAISES}?callbackUrl=${encodeURIComponent(`${ORIGIN}/settings`)}`,
    })
  })

  test('leads back only to the application', async () => {
    const app = open()
    const browser = await signedIn(app)
    const asked = await ask(app, browser, { aal: 2, redirectTo: 'https://elsewhere.example/' })
    expect(locationOf(asked).searchParams.get('callbackUrl')).toBe(ORIGIN)
  })

  test('of a sign-in that is too old leads to sign in first, and then to the factor', async () => {
    const app = open()
    const browser = await signedIn(app)
    clock.advance(301)
    const first = await ask(app, browser, { aal: 2, maxAge: 300 })
    expect(locationOf(first).pathname).toBe('/auth/signin')
    const script = await ask(app, browser, { aal: 2, maxAge: 300 }, SCRIPT)
    expect(await script.response?.json()).not.toHaveProperty('url')
    // The page is shown to a person with a session, too.
    expect((await browser.open(locationOf(first).href, PAGE)).status).toBe(200)
    await submitPassword(browser, 'ada', { callbackUrl: BACK })
    const second = await ask(app, browser, { aal: 2, maxAge: 300 })
    expect(locationOf(second).href).toMatch(RAISES)
    await post(browser, 'factor/check', { code: CODE, callbackUrl: BACK })
    expect((await ask(app, browser, { aal: 2, maxAge: 300 })).amr).toContain('mfa')
    clock.advance(301)
    // What was shown makes the sign-in no newer.
    await post(browser, 'factor/check', { code: CODE, callbackUrl: BACK })
    const third = await ask(app, browser, { aal: 2, maxAge: 300 })
    expect(locationOf(third).pathname).toBe('/auth/signin')
  })

  test('counts from the sign-in also after thirty renewals', async () => {
    const app = open()
    const browser = await signedIn(app)
    await post(browser, 'factor/check', { code: CODE })
    for (let day = 0; day < 30; day += 1) {
      clock.advance(1.5 * DAY)
      await browser.open(`${BASE}/session`)
    }
    expect((await ask(app, browser, { aal: 2 })).amr).toContain('mfa')
    expect(locationOf(await ask(app, browser, { maxAge: 600 })).pathname).toBe('/auth/signin')
  })

  test('leads in no circle: a page that leads back without the factor is an error', async () => {
    const feature = factorFeature()
    const app = open({
      ...feature,
      actions: {
        ...feature.actions,
        show: { kind: 'page', load: async () => ({ run: () => ({ to: 'back' }) }) },
      },
    })
    const browser = await signedIn(app)
    const to = locationOf(await ask(app, browser, { aal: 2 }))
    const response = await browser.open(to.href, PAGE)
    expect(response.headers.get('location') ?? '').not.toContain('/pay')
    expect(app.errors.at(-1)).toMatchObject({ type: 'InvalidConfiguration' })
    await post(browser, 'factor/check', { code: CODE })
    const after = await browser.open(to.href, PAGE)
    expect(after.headers.get('location')).toBe(BACK)
  })
})
