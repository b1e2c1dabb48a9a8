import { skipCSRFCheck } from '@latchstring/core'
import { describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ENV, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { signInWithPassword, passwords } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'

const HALF_A_DAY = 43_200

describe('The age of a CSRF token', () => {
  test('CSR-03 is renewed after half a day, and not before', async () => {
    const clock = startClock()
    const browser = createApp({ providers: [passwords()] }, { clock: clock.now }).openBrowser()
    const first = await browser.csrf(BASE)
    clock.advance(HALF_A_DAY - 1)
    expect(await browser.csrf(BASE)).toBe(first)
    clock.advance(1)
    const second = await browser.csrf(BASE)
    expect(second).not.toBe(first)
    clock.advance(HALF_A_DAY - 1)
    expect(await browser.csrf(BASE)).toBe(second)
  })
})

describe('A POST to sign out', () => {
  async function signedIn(): Promise<readonly [App, Browser]> {
    const app = createApp({ providers: [passwords()] })
    const browser = app.openBrowser()
    await signInWithPassword(browser)
    return [app, browser]
  }

  test('CSR-04 started in the browser itself (Sec-Fetch-Site: none) is accepted', async () => {
    const [, browser] = await signedIn()
    const csrfToken = await browser.csrf(BASE)
    await browser.submit(`${BASE}/signout`, { csrfToken }, { 'sec-fetch-site': 'none' })
    expect(await readSession(browser)).toBeNull()
  })

  test('CSR-04 from another site is refused with a log entry that names the shortened site and the action', async () => {
    const [app, browser] = await signedIn()
    const csrfToken = await browser.csrf(BASE)
    const site = 'cross-site-and-much-longer-than-that'
    await browser.submit(`${BASE}/signout`, { csrfToken }, { 'sec-fetch-site': site })
    await browser.submit(`${BASE}/signout`, { csrfToken }, { origin: 'https://evil.example' })
    await browser.submit(`${BASE}/signout`, { csrfToken: 'forged' })
    expect(app.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('(Sec-Fetch-Site: cross-site-and-m)'),
      expect.stringContaining(`another origin than ${ORIGIN}`),
      expect.stringContaining('The CSRF token of a signout request'),
    ])
    expect(await readSession(browser)).not.toBeNull()
  })
})

test('CSR-08 Without the CSRF check the sign-in page has a form without a token, and no cookie for it', async () => {
  const app = createApp({ providers: [passwords()], skipCSRFCheck }, { env: ENV })
  const page = await app.openBrowser().open(`${BASE}/signin`)
  expect(page.status).toBe(200)
  expect(page.headers.getSetCookie().join()).not.toContain('csrf-token')
  expect(await page.text()).not.toContain('csrfToken')
})
