import type { AuthConfig } from '@latchstring/core'
import Passkey from '@latchstring/core/providers/passkey'
import { startInbox } from '@latchstring/test-inbox'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import {
  type App,
  BASE,
  createApp,
  ORIGIN,
  STRATEGIES,
  type Strategy,
} from '@latchstring/test-kit/app'
import { createBrowser } from '@latchstring/test-kit/browser'
import { createAuthenticator } from '@latchstring/test-kit/fake-authenticator'
import { oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { ADDRESS, createMailApp, getLetter } from '@latchstring/test-kit/mail-app'
import { addKey, requestOptions, sendAnswer } from './src/passkeys.ts'
import { signInWithPassword, passwords, PEOPLE, submitPassword } from '@latchstring/test-kit/people'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectSignedIn,
  sessionCookies,
  readSession,
  requestAuthorization,
} from '@latchstring/test-kit/story'

const idp = forAllTests(startIdp)
const inbox = forAllTests(startInbox)
const store = storeForEachTest()

function open(strategy: Strategy, config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers: [passwords()],
    adapter: store.adapter,
    session: { strategy },
    ...config,
  })
}

/** There is no session yet, in a cookie or in a row. */
async function expectNobody(browser: ReturnType<App['openBrowser']>): Promise<void> {
  expect(sessionCookies(browser)).toEqual([])
  expect((await store.rows()).sessions).toBe(0)
  expect(await readSession(browser)).toBeNull()
}

describe.each(STRATEGIES)(
  'With %s sessions, no session exists before the end of a sign-in',
  (strategy) => {
    test('with a provider: from the button to the callback (SES-16)', async () => {
      const browser = open(strategy, { providers: [oidcProvider(idp)] }).openBrowser()
      await browser.open(`${BASE}/signin`)
      await expectNobody(browser)
      const request = await requestAuthorization(browser, 'harbour')
      await expectNobody(browser)
      const arrival = await signInAt(request)
      await expectNobody(browser)
      expectSignedIn(await browser.follow(arrival))
      expect(sessionCookies(browser)).toHaveLength(1)
    })

    test('with a provider by form post that is posted again (SES-16)', async () => {
      const config = { authorization: { params: { response_mode: 'form_post' } } }
      const browser = open(strategy, { providers: [oidcProvider(idp, config)] }).openBrowser()
      const arrival = await signInAt(await requestAuthorization(browser, 'harbour'))
      // Another browser, which has no sign-in in progress: it is asked for one more step.
      const other = createBrowser(
        open(strategy, { providers: [oidcProvider(idp, config)] }).auth.handle,
      )
      await other.follow(arrival)
      await expectNobody(other)
      expectSignedIn(await browser.follow(arrival))
    })

    test('by mail: until the link is confirmed (SES-16)', async () => {
      const app = createMailApp({ inbox, store }, { session: { strategy } })
      const browser = app.openBrowser()
      const { link } = await getLetter(inbox, browser)
      await expectNobody(browser)
      const elsewhere = app.openBrowser()
      const page = await elsewhere.open(link)
      expect(page.status).toBe(200)
      await expectNobody(elsewhere)
      expectSignedIn(await browser.open(link))
      expect((await readSession(browser))?.user?.email).toBe(ADDRESS)
    })

    test('with credentials: while they are wrong or the signIn callback refuses (SES-16)', async () => {
      await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
      let pass: boolean | string = '/second-factor'
      const app = open(strategy, { callbacks: { signIn: () => pass } })
      const browser = app.openBrowser()
      await submitPassword(browser, 'unknown')
      await expectNobody(browser)
      const sent = await submitPassword(browser, 'ada')
      expect(sent.headers.get('location')).toBe(`${ORIGIN}/second-factor`)
      await expectNobody(browser)
      pass = true
      await signInWithPassword(browser)
      expect(sessionCookies(browser)).toHaveLength(1)
    })

    test('with a passkey: before its response (SES-16)', async () => {
      await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: new Date() })
      const app = open(strategy, {
        providers: [passwords(), Passkey()],
        experimental: { enableWebAuthn: true },
      })
      const fake = createAuthenticator({ origin: ORIGIN })
      expectSignedIn(await addKey(await signInWithPassword(app.openBrowser()), fake))
      await store.execute('DELETE FROM sessions')
      const browser = app.openBrowser()
      const options = await requestOptions(browser)
      await expectNobody(browser)
      expectSignedIn(await sendAnswer(browser, 'authenticate', fake.get(options)))
      expect(sessionCookies(browser)).toHaveLength(1)
    })
  },
)

test('Cookies for embedded use are partitioned when they are set and deleted (CKI-15)', async () => {
  const options = { sameSite: 'none', secure: true, partitioned: true } as const
  const cookies = {
    sessionToken: { options },
    csrfToken: { options },
    callbackUrl: { options },
    state: { options },
    pkceCodeVerifier: { options },
    nonce: { options },
  }
  const headers: string[] = []
  const app = createApp({ providers: [passwords(), oidcProvider(idp)], cookies })
  const browser = createBrowser(async (request) => {
    const response = await app.auth.handle(request)
    headers.push(...response.headers.getSetCookie())
    return response
  })
  await browser.open(`${BASE}/signin?callbackUrl=%2Finside`)
  expectSignedIn(
    await browser.follow(await signInAt(await requestAuthorization(browser, 'harbour'))),
  )
  await browser.submit(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE) })
  const kinds = ['session-token', 'csrf-token', 'callback-url', '.state', 'code_verifier', 'nonce']
  for (const kind of kinds) expect(headers.join('\n')).toContain(kind)
  for (const header of headers) {
    expect(header).toMatch(/; Partitioned/)
    expect(header).toMatch(/; SameSite=None/)
    expect(header).toMatch(/; Secure/)
  }
  expect(headers.filter((header) => header.includes('Max-Age=0')).length).toBeGreaterThan(3)
})
