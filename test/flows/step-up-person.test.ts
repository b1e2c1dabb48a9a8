import { BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { plain, startIdp } from '@latchstring/test-kit/idp'
import {
  ADA,
  passwords,
  PEOPLE,
  signInWithPassword,
  storePeople,
  submitPassword,
} from '@latchstring/test-kit/people'
import { expectSignedIn, readSession, signInWith, signOut } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'

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
      { providers: [passwords(), plain(idp)], adapter: store.adapter, session: { strategy } },
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
