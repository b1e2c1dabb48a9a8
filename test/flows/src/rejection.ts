import type { Endpoint, IdentityProvider } from '@latchstring/test-idp'
import { expect } from 'vitest'
import type { App } from '@latchstring/test-kit/app'
import type { Arrival, Browser } from '@latchstring/test-kit/browser'
import { asked } from '@latchstring/test-kit/idp'
import type { Store } from '@latchstring/test-kit/sqlite-store'
import {
  checkCookies,
  expectRefused,
  reachCallback,
  sessionCookies,
} from '@latchstring/test-kit/story'

/** Where a sign-in takes place. */
export interface Setup {
  readonly idp: IdentityProvider
  readonly store: Store
  readonly app: App
  readonly browser: Browser
}

/**
 * Everything a rejected answer must not lead to: a session, a row, or one more request to the provider.
 *
 * @param lastRequests - what is asked until the answer is rejected, but for keys
 * @returns how often keys were asked for
 */
export async function expectRejected(
  { idp, store, app, browser }: Setup,
  arrival: Arrival,
  lastRequests: readonly Endpoint[],
): Promise<number> {
  const { tokens: _, ...rows } = await store.rows()
  asked(idp)
  expectRefused(await browser.follow(arrival), app)
  expect(sessionCookies(browser)).toEqual([])
  expect(checkCookies(browser)).toEqual([])
  // What was kept of the sign-in is used up; nothing else changes.
  expect(await store.rows()).toMatchObject(rows)
  const requests = asked(idp)
  expect(requests.filter((endpoint) => endpoint !== 'jwks')).toEqual(lastRequests)
  return requests.filter((endpoint) => endpoint === 'jwks').length
}

/** Signs in up to the callback, whose answer is then rejected. */
export async function expectSignInRejected(
  setup: Setup,
  lastRequests: readonly Endpoint[],
  id = 'harbour',
): Promise<number> {
  return expectRejected(setup, await reachCallback(setup.browser, id), lastRequests)
}
