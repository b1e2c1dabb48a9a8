import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { asked, oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import {
  followAndSubmit,
  readEmail,
  expectRepostPage,
  ISLAND,
  openOldBrowser,
  openSignedIn,
  sessionToken,
  withFields,
} from './src/form-post.ts'
import { EMPTY, NO_USERS } from '@latchstring/test-kit/sqlite-store'
import {
  checkCookies,
  expectRefused,
  expectSignedIn,
  reachCallback,
  sessionCookies,
  signInWith,
  signOut,
  submitForm,
} from '@latchstring/test-kit/story'

const idp = forAllTests(startIdp)
const store = storeForEachTest()

const FORM_POST = { params: { response_mode: 'form_post' } }
/** As the library makes them: the time, and random characters. */
const STATE = `${Date.now().toString(36).padStart(9, '0')}${'a'.repeat(51)}`

/** `island` answers by form post, `plain` by a link. */
function open(strategy: Strategy = 'database'): App {
  const island = { id: 'island', name: 'Island & Sons', authorization: FORM_POST }
  return createApp({
    providers: [oidcProvider(idp, island), plain(idp)],
    adapter: store.adapter,
    session: { strategy },
  })
}

describe.each(STRATEGIES)(
  'A response by form post while signed in, with sessions by %s,',
  (strategy) => {
    test('LNK-01 SES-05 links a new account to the user, with a new session', async () => {
      const browser = await openSignedIn(open(strategy))
      const before = sessionToken(browser)
      expectSignedIn(
        await followAndSubmit(browser, await reachCallback(browser, 'island', 'grace')),
      )
      expect(await readEmail(browser)).toBe('ada@harbour.example')
      expect(sessionToken(browser)).not.toBe(before)
      const sessions = strategy === 'database' ? 1 : 0
      expect(await store.rows()).toEqual({
        ...EMPTY,
        users: 1,
        accounts: 2,
        sessions,
        // That the account is new.
        tokens: 1,
      })
      await signOut(browser)
      expectSignedIn(await signInWith(browser, 'island', 'grace'))
      expect(await readEmail(browser)).toBe('ada@harbour.example')
    })

    test('CSR-09 refuses the account of another user, and keeps the session', async () => {
      const app = open(strategy)
      expectSignedIn(await signInWith(app.openBrowser(), 'island', 'grace'))
      const browser = await openSignedIn(app)
      const rows = await store.rows()
      const arrival = await reachCallback(browser, 'island', 'grace')
      expectRefused(await followAndSubmit(browser, arrival), app, 'OAuthAccountNotLinked')
      expect(await readEmail(browser)).toBe('ada@harbour.example')
      expect(await store.rows()).toEqual(rows)
      expect(checkCookies(browser)).toEqual([])
    })

    test('CSR-09 links no account after the user has signed out', async () => {
      const browser = await openSignedIn(open(strategy))
      const arrival = await reachCallback(browser, 'island', 'grace')
      const form = await expectRepostPage(await browser.follow(arrival))
      await signOut(browser)
      expectSignedIn(await submitForm(browser, form))
      expect(await readEmail(browser)).toBe('grace@harbour.example')
      expect((await store.rows()).users).toBe(2)
    })

    test('FLW-05 FLW-06 posted again redirects to the target of the first one', async () => {
      const browser = await openSignedIn(open(strategy))
      const arrival = await reachCallback(browser, 'island', 'grace')
      const form = await expectRepostPage(await browser.follow(arrival))
      expectSignedIn(await submitForm(browser, form))
      const [rows, token] = [await store.rows(), sessionToken(browser)]
      asked(idp)
      expectSignedIn(await submitForm(browser, form))
      expectSignedIn(await followAndSubmit(browser, arrival))
      expect(await store.rows()).toEqual(rows)
      expect(sessionToken(browser)).toBe(token)
      expect(asked(idp)).toEqual([])
    })
  },
)

describe('A response by form post while signed out', () => {
  test('OAU-12 signs in without a click', async () => {
    const browser = open().openBrowser()
    expectSignedIn(await signInWith(browser, 'island', 'grace'))
    expect(await readEmail(browser)).toBe('grace@harbour.example')
  })

  test('FLW-06 posted again redirects to the target of the first one', async () => {
    const browser = open().openBrowser()
    const arrival = await reachCallback(browser, 'island', 'grace')
    expectSignedIn(await browser.follow(arrival))
    const [rows, token] = [await store.rows(), sessionToken(browser)]
    expectSignedIn(await followAndSubmit(browser, arrival))
    expect(await store.rows()).toEqual(rows)
    expect(sessionToken(browser)).toBe(token)
  })

  test('FLW-05 for the sign-in of another browser is refused', async () => {
    const app = open()
    const arrival = await reachCallback(app.openBrowser(), 'island', 'grace')
    const browser = app.openBrowser()
    asked(idp)
    expectRefused(await followAndSubmit(browser, arrival), app)
    expect(asked(idp)).toEqual([])
    expect(await store.rows()).toMatchObject(NO_USERS)
  })
})

describe('The page that posts an authorization response again', () => {
  test('is shown before any request to the provider or the store', async () => {
    const browser = await openSignedIn(open())
    const arrival = await reachCallback(browser, 'island', 'grace')
    const [rows, cookies] = [await store.rows(), new Map(browser.cookies)]
    asked(idp)
    await expectRepostPage(await browser.follow(arrival))
    await expectRepostPage(await browser.follow(arrival))
    expect(asked(idp)).toEqual([])
    expect(await store.rows()).toEqual(rows)
    expect(browser.cookies).toEqual(cookies)
  })

  test('has no script, and may not be cached, framed or named as referrer', async () => {
    const browser = await openSignedIn(open())
    const response = await browser.follow(await reachCallback(browser, 'island', 'grace'))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    const text = await response.text()
    expect(text).toContain('Island &amp; Sons')
    expect(text).not.toMatch(/<script|\son\w+=/)
  })

  test('contains code, state and iss of the response, and the code is in no URL', async () => {
    const browser = await openSignedIn(open())
    const arrival = await reachCallback(browser, 'island', 'grace')
    const { fields } = await expectRepostPage(await browser.follow(arrival))
    const { continued, ...carried } = fields
    expect(carried).toEqual(Object.fromEntries(arrival.form ?? []))
    expect(Object.keys(carried).toSorted()).toEqual(['code', 'iss', 'state'])
    expect(continued).toBe('1')
    const response = await submitForm(browser, { action: ISLAND, fields })
    expect(response.headers.get('location')).not.toContain(fields['code'])
  })

  test('contains the name that Apple sends, and no unknown parameters', async () => {
    const browser = await openSignedIn(open())
    const arrival = await reachCallback(browser, 'island', 'grace')
    const user = '{"name":{"firstName":"\\"><b>Grace</b>"}}'
    const bent = withFields(arrival, [
      ['user', user],
      ['callbackUrl', 'https://app.example/elsewhere'],
      ['csrfToken', 'abc'],
      ['"><script>alert(1)</script>', 'x'],
      ['__proto__', 'x'],
      ['error_description', 'once'],
      ['error_description', 'twice'],
    ])
    const form = await expectRepostPage(await browser.follow(bent))
    const names = Object.keys(form.fields).toSorted()
    expect(names).toEqual(['code', 'continued', 'iss', 'state', 'user'])
    expect(form.fields['user']).toBe(user)
    expectSignedIn(await submitForm(browser, form))
  })

  test.each([
    ['de-AT', 'Noch ein Schritt', 'Weiter'],
    ['ja', 'あと 1 ステップ', '続ける'],
  ])('is in the language of the browser: %s', async (language, title, button) => {
    const fields = { state: `0mhzq1234${'a'.repeat(51)}`, code: 'x' }
    const headers = { 'sec-fetch-site': 'cross-site', 'accept-language': language }
    const response = await open().openBrowser().submit(ISLAND, fields, headers)
    const text = await response.text()
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain(`>${button}</button>`)
  })
})

describe('No page between two posts is shown', () => {
  test.each([
    ['with Fetch Metadata', (app: App) => app.openBrowser(), { origin: 'null' }],
    ['without Fetch Metadata', openOldBrowser, {}],
  ] as const)('for a post from the same site, %s', async (_, openBrowser, headers) => {
    const browser = openBrowser(open())
    const { url, form } = await reachCallback(browser, 'island', 'grace')
    expectSignedIn(await browser.submit(url, form ?? {}, headers))
    browser.clear(sessionCookies(browser)[0] ?? '')
    expect((await browser.submit(url, form ?? {}, headers)).status).toBe(302)
  })

  test.each([
    ['the person refuses at the provider', []],
    ['the response has a token', [['id_token', 'a.b.c']]],
  ] as const)('for a refusal when %s', async (_, fields) => {
    const app = open()
    const browser = await openSignedIn(app)
    const deny = fields.length === 0
    const arrival = await reachCallback(browser, 'island', { login: 'grace', deny })
    const rows = await store.rows()
    expectRefused(await browser.follow(withFields(arrival, fields)), app)
    // The sign-in in progress has been used up by its answer.
    expect(await store.rows()).toEqual({ ...rows, tokens: rows.tokens - 1 })
    expect(checkCookies(browser)).toEqual([])
    expect(await readEmail(browser)).toBe('ada@harbour.example')
  })

  test('for a state of another application', async () => {
    const app = open()
    const browser = await openSignedIn(app)
    const form = new URLSearchParams({ code: 'x', state: 'made up' })
    expectRefused(await browser.follow({ url: ISLAND, form }), app)
    expect(await readEmail(browser)).toBe('ada@harbour.example')
  })

  test('for a response by redirect at a provider that posts, with and without a state', async () => {
    const island = { id: 'island', authorization: FORM_POST, checks: ['pkce'] } as const
    const app = createApp({ providers: [oidcProvider(idp, island)] })
    expectRefused(await app.openBrowser().follow({ url: `${ISLAND}?code=x` }), app)
  })

  test('for a post at a provider that redirects', async () => {
    const app = open()
    const url = `${BASE}/callback/plain?code=x&state=${STATE}`
    const form = new URLSearchParams({ code: 'x', state: STATE })
    expectRefused(await app.openBrowser().follow({ url, form }), app)
  })

  test.each([
    ['code', (text: string) => [text]],
    ['state', (text: string) => [text]],
    ['code', (text: string) => ({ toString: text })],
  ])('for JSON whose %s is not a string, without a request (INP-01)', async (name, change) => {
    const app = open()
    const browser = app.openBrowser()
    const { form = new URLSearchParams() } = await reachCallback(browser, 'island', 'grace')
    const body = { ...Object.fromEntries(form), [name]: change(form.get(name) ?? '') }
    asked(idp)
    expectRefused(await browser.submitJson(ISLAND, body), app)
    expect(asked(idp)).toEqual([])
    expect(await store.rows()).toMatchObject(NO_USERS)
  })

  test('for an empty error, which keeps the session', async () => {
    const browser = await openSignedIn(open())
    const arrival = await reachCallback(browser, 'island', 'grace')
    await expectRepostPage(await browser.follow(withFields(arrival, [['error', '']])))
    expect(await readEmail(browser)).toBe('ada@harbour.example')
  })
})

describe('CSR-09 A post forged by another site', () => {
  test.each([
    ['', {}],
    [' and that poses as one of ours', { continued: '1' }],
    [' with hostile text', { code: '"><script>alert(1)</script>', user: "' onfocus=alert(1)" }],
  ])('has no effect%s', async (_, extra) => {
    const browser = await openSignedIn(open())
    const [rows, cookies] = [await store.rows(), new Map(browser.cookies)]
    asked(idp)
    const form = new URLSearchParams({ code: 'evil', state: STATE, ...extra })
    const page = await expectRepostPage(await browser.follow({ url: ISLAND, form }))
    expect(browser.cookies).toEqual(cookies)
    // A press of the button leads to the target of the last sign-in.
    expectSignedIn(await submitForm(browser, page))
    expect(asked(idp)).toEqual([])
    expect(await store.rows()).toEqual(rows)
    expect(await readEmail(browser)).toBe('ada@harbour.example')
  })

  test('cannot skip the page by imitating it', async () => {
    const browser = await openSignedIn(open())
    const arrival = await reachCallback(browser, 'island', 'grace')
    const posing = withFields(arrival, [['continued', '1']])
    expectSignedIn(await followAndSubmit(browser, posing))
    expect(await readEmail(browser)).toBe('ada@harbour.example')
  })
})

describe('A response by form post in a browser without Fetch Metadata', () => {
  test('LNK-01 links a new account after one page', async () => {
    const browser = openOldBrowser(open())
    expectSignedIn(await signInWith(browser, 'plain', 'ada'))
    expectSignedIn(await followAndSubmit(browser, await reachCallback(browser, 'island', 'grace')))
    expect(await readEmail(browser)).toBe('ada@harbour.example')
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 2, sessions: 1 })
  })

  test('FLW-06 is refused after one page if no session matches', async () => {
    const app = open()
    const arrival = await reachCallback(app.openBrowser(), 'island', 'grace')
    expectRefused(await followAndSubmit(openOldBrowser(app), arrival), app)
  })
})

test('No page between two posts is shown where the session cookie is SameSite=None (CSR-09)', async () => {
  const island = { id: 'island', authorization: FORM_POST }
  const options = { sameSite: 'none', secure: true } as const
  const app = createApp({
    providers: [oidcProvider(idp, island), plain(idp)],
    cookies: { sessionToken: { options } },
  })
  const browser = await openSignedIn(app)
  expectSignedIn(await browser.follow(await reachCallback(browser, 'island', 'grace')))
  expect(await readEmail(browser)).toBe('grace@harbour.example')
})
