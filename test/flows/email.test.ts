import Nodemailer from '@latchstring/core/providers/nodemailer'
import { beforeEach, describe, expect, test } from 'vitest'
import { inboxAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, ENV, ORIGIN, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import { type Browser, cookieHeader } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import {
  ADDRESS,
  askForMail,
  createMailApp,
  getLetter,
  typeCode,
} from '@latchstring/test-kit/mail-app'
import { copyCookies } from '@latchstring/test-kit/people'
import * as story from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { texts } from '@latchstring/test-kit/texts'

const { inbox, store } = inboxAndStoreForEachTest()
let clock: TestClock
let app: App

beforeEach(() => {
  clock = startClock()
  app = createMailApp({ inbox, store }, {}, { clock: clock.now })
})

/** The link or code was refused: a page that says so, and a log line under the same reference. */
function expectVerificationError(response: Response): void {
  expect(response.status).toBe(302)
  const { origin, pathname, searchParams } = story.readLocation(response)
  expect(origin + pathname).toBe(`${BASE}/error`)
  expect(searchParams.get('error')).toBe('Verification')
  expect(app.errors.at(-1)).toMatchObject({ type: 'Verification', ref: searchParams.get('ref') })
}

/** A code that is certainly another one. */
function wrong(code: string): string {
  return (code.startsWith('A') ? 'B' : 'A') + code.slice(1)
}

async function expectNobody(browser: Browser): Promise<void> {
  expect(await story.readSession(browser)).toBeNull()
  expect((await store.rows()).sessions).toBe(0)
}

describe('The link of a mail', () => {
  test('signs the requesting browser in, creates a verified user, and leaves no row', async () => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    expect(new URL(link).origin + new URL(link).pathname).toBe(`${BASE}/callback/mail`)
    story.expectSignedIn(await browser.open(link))
    expect((await story.readSession(browser))?.user?.email).toBe(ADDRESS)
    const [user] = await store.query('SELECT email, email_verified FROM users')
    expect(user).toMatchObject({ email: ADDRESS })
    expect(user?.['email_verified']).not.toBeNull()
    expect(story.checkCookies(browser)).toEqual([])
    expect((await store.rows()).tokens).toBe(0)
    expect(app.errors).toEqual([])
  })

  test('MAG-05 MAG-06 asks another browser to confirm the account, and stays valid until then', async () => {
    const asking = app.openBrowser()
    const { link } = await getLetter(inbox, asking)
    const before = await store.rows()
    const other = app.openBrowser()
    const page = await other.open(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const html = await page.text()
    expect(html).toContain(ADDRESS)
    expect(await store.rows()).toEqual(before)
    await expectNobody(other)

    const [form] = readForms(html)
    expect(form?.action).toBe(`${BASE}/callback/mail`)
    story.expectSignedIn(await other.submit(form?.action ?? '', form?.fields ?? {}))
    expect((await story.readSession(other))?.user?.email).toBe(ADDRESS)
    expect(await story.readSession(asking)).toBeNull()
    expectVerificationError(await asking.open(link))
  })

  test.each([ADDRESS, 'grace@example.com'])(
    'MAG-05 asks a browser that requested another mail, to %s, to confirm, and leaves that mail valid',
    async (address) => {
      const { link } = await getLetter(inbox, app.openBrowser())
      const other = app.openBrowser()
      await askForMail(other, address)
      const [before, cookies] = [await store.rows(), story.checkCookies(other)]
      const page = await other.open(link)
      expect(page.status).toBe(200)
      const { fields } = readForms(await page.text())[0] ?? {}
      expect(fields).toMatchObject({
        email: ADDRESS,
        token: new URL(link).searchParams.get('token'),
      })
      expect(await store.rows()).toEqual(before)
      expect(story.checkCookies(other)).toEqual(cookies)
      await expectNobody(other)
    },
  )

  test('MAG-05 stays valid after GET and HEAD requests of a scanner', async () => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    for (const method of ['HEAD', 'GET', 'OPTIONS', 'GET', 'HEAD']) {
      const headers = { 'user-agent': 'LinkScanner/1.0', accept: '*/*' }
      await app.auth.handle(new Request(link, { method, headers }))
    }
    const head = new Request(link, { method: 'HEAD', headers: cookieHeader(browser) })
    expect((await app.auth.handle(head)).headers.getSetCookie()).toEqual([])
    story.expectSignedIn(await browser.open(link))
  })

  test('CSR-01 requires the token of the confirmation page in another browser', async () => {
    const { link } = await getLetter(inbox, app.openBrowser())
    const other = app.openBrowser()
    const fields = Object.fromEntries(new URL(link).searchParams)
    const response = await other.submit(`${BASE}/callback/mail`, fields)
    expect(story.readLocation(response).searchParams.get('error')).toBe('Signin')
    await expectNobody(other)
    story.expectSignedIn(
      await other.submit(readForms(await (await other.open(link)).text())[0]?.action ?? '', {
        ...fields,
        csrfToken: await other.csrf(BASE),
      }),
    )
  })

  test('is accepted only once', async () => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    const replay = copyCookies(browser, app.openBrowser())
    story.expectSignedIn(await browser.open(link))
    expectVerificationError(await replay.open(link))
    expect((await store.rows()).sessions).toBe(1)
  })

  test.each(STRATEGIES)(
    'is not reported as opened in another browser after the requesting one used it, with %s sessions and a store that only takes tokens',
    async (strategy) => {
      const adapter = { ...store.adapter, capabilities: { atomicConsume: true } }
      app = createMailApp(
        { inbox, store },
        { adapter, session: { strategy } },
        { clock: clock.now },
      )
      const browser = app.openBrowser()
      const { link } = await getLetter(inbox, browser)
      story.expectSignedIn(await browser.open(link))
      const page = await (await browser.open(link)).text()
      expect(page).toContain(texts.confirmLink.reason)
      expect(page).not.toContain(texts.signInReasons.expired)
    },
  )

  test('is reported as used at once in the browser that used it and in another', async () => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    story.expectSignedIn(await browser.open(link))
    for (const opening of [browser, app.openBrowser(), browser]) {
      expectVerificationError(await opening.open(link))
      expect(app.errors.at(-1)?.message).toBe('The link has been used already, or was never made.')
    }
  })

  test('MAG-03 creates one session and one user for 32 simultaneous clicks', async () => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    const headers = cookieHeader(browser)
    const clicks = Array.from({ length: 32 }, () => app.auth.handle(new Request(link, { headers })))
    const answers = (await Promise.all(clicks)).map(
      (response) => story.readLocation(response).pathname,
    )
    expect(answers.filter((path) => path === '/inside')).toHaveLength(1)
    expect(answers.filter((path) => path === '/auth/error')).toHaveLength(31)
    expect(await store.rows()).toMatchObject({ users: 1, sessions: 1 })
  })

  test.each([
    ['another address', 'email', 'eve@example.com'],
    ['another token', 'token', 'a'.repeat(43)],
    ['no token', 'token', ''],
    ['no address', 'email', ''],
  ])('MAG-04 with %s is refused without revealing why', async (_, name, value) => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    const url = new URL(link)
    url.searchParams.set(name, value)
    const csrfToken = await browser.csrf(BASE)
    const fields = Object.fromEntries(url.searchParams)
    expectVerificationError(await browser.submit(`${BASE}/callback/mail`, { ...fields, csrfToken }))
    await expectNobody(browser)
  })

  test.each([
    ['no token', 'token', undefined, 'The link has no token.'],
    ['an empty token', 'token', '', 'The link has no token.'],
    ['no address', 'email', undefined, 'The link has no address.'],
    ['an invalid address', 'email', 'ada', 'The link has no address.'],
  ])(
    'MAG-04 with %s is refused before a confirmation page is shown',
    async (_, name, value, why) => {
      const { link } = await getLetter(inbox, app.openBrowser())
      const url = new URL(link)
      url.searchParams.delete(name)
      if (value !== undefined) url.searchParams.set(name, value)
      expectVerificationError(await app.openBrowser().open(url.href))
      expect(app.errors.at(-1)?.message).toBe(why)
    },
  )

  test.each([null, 7, true, ['x'], { $ne: '' }])(
    'MAG-04 with the token %j is refused',
    async (token) => {
      const browser = app.openBrowser()
      await getLetter(inbox, browser)
      const before = await store.rows()
      const body = { csrfToken: await browser.csrf(BASE), email: ADDRESS, token }
      expectVerificationError(await browser.submitJson(`${BASE}/callback/mail`, body))
      expect(app.errors.at(-1)?.message).toBe('The link has no token.')
      expect(await store.rows()).toEqual(before)
    },
  )

  test('is refused with the reason in the log', async () => {
    const browser = app.openBrowser()
    const open = async ({ searchParams }: URL): Promise<string | undefined> => {
      const csrfToken = await browser.csrf(BASE)
      const fields = { ...Object.fromEntries(searchParams), csrfToken }
      expectVerificationError(await browser.submit(`${BASE}/callback/mail`, fields))
      return app.errors.at(-1)?.message
    }
    const late = new URL((await getLetter(inbox, app.openBrowser())).link)
    clock.advance(600)
    expect(await open(late)).toBe('The link has expired.')
    late.searchParams.delete('expires')
    expect(await open(late)).toBe('The link has been used already, or was never made.')
  })

  test.each([
    ['another address', { email: 'eve@example.com' }, 'mail'],
    ['no address', { email: '' }, 'mail'],
    ['another provider', {}, 'other'],
  ])(
    'MAG-04 that names %s is used up when it is opened in the requesting browser',
    async (_, changes, provider) => {
      const one = Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'app@app.example' })
      const other = { ...one, options: { ...one.options, id: 'other' } }
      app = createMailApp({ inbox, store }, { providers: [one, other] }, { clock: clock.now })
      const browser = app.openBrowser()
      const { link, code } = await getLetter(inbox, browser)
      const before = copyCookies(browser, app.openBrowser())
      const url = new URL(link.replace('/callback/mail', `/callback/${provider}`))
      for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value)
      expectVerificationError(await browser.open(url.href))
      expect(app.errors.at(-1)?.message).toContain('another address or provider')
      expect(story.checkCookies(browser)).toEqual([])
      expectVerificationError(await before.open(link))
      expectVerificationError(await typeCode(before, code))
      expect((await store.rows()).tokens).toBe(0)
      await expectNobody(browser)
    },
  )

  test('MAG-04 is refused on another origin of the same application', async () => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    const env = { ...ENV, AUTH_URL: 'https://other.example' }
    const other = createMailApp({ inbox, store }, {}, { clock: clock.now, env }).openBrowser()
    const base = BASE.replace(ORIGIN, 'https://other.example')
    const fields = Object.fromEntries(new URL(link).searchParams)
    const csrfToken = await other.csrf(base)
    const response = await other.submit(`${base}/callback/mail`, { ...fields, csrfToken })
    expect(story.readLocation(response).searchParams.get('error')).toBe('Verification')
    await expectNobody(browser)
  })

  test('MAG-07 MAG-12 is valid for ten minutes, to the millisecond', async () => {
    for (const [seconds, works] of [
      [599.999, true],
      [600, false],
    ] as const) {
      const browser = app.openBrowser()
      const { link } = await getLetter(inbox, browser)
      clock.advance(seconds)
      const fields = Object.fromEntries(new URL(link).searchParams)
      const csrfToken = await browser.csrf(BASE)
      const response = await browser.submit(`${BASE}/callback/mail`, { ...fields, csrfToken })
      if (works) story.expectSignedIn(response)
      else expectVerificationError(response)
      expect((await store.rows()).tokens).toBe(0)
    }
  })

  test('RDR-01 redirects to the target that the browser requested, whatever the query of the link contains', async () => {
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    const url = new URL(link)
    url.searchParams.set('callbackUrl', 'https://evil.example/')
    const confirm = await (await app.openBrowser().open(url.href)).text()
    expect(confirm).not.toContain('evil.example')
    story.expectSignedIn(await browser.open(url.href))
  })

  test('SES-05 ends the previous session of the browser', async () => {
    const browser = app.openBrowser()
    story.expectSignedIn(await browser.open((await getLetter(inbox, browser)).link))
    story.expectSignedIn(await browser.open((await getLetter(inbox, browser)).link))
    expect(await store.rows()).toMatchObject({ users: 1, sessions: 1 })
  })
})

describe('The code of a mail', () => {
  test.each([
    ['as shown in the mail', (code: string) => code],
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without the hyphen', (code: string) => code.replace('-', '')],
    ['with spaces', (code: string) => ` ${code.replace('-', '').split('').join(' ')} `],
  ])('signs in %s', async (_, type) => {
    const browser = app.openBrowser()
    const { code } = await getLetter(inbox, browser)
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    story.expectSignedIn(await typeCode(browser, type(code)))
    expect((await story.readSession(browser))?.user?.email).toBe(ADDRESS)
    expect(story.checkCookies(browser)).toEqual([])
  })

  test('can be typed again after a wrong one, and the page shows the remaining attempts', async () => {
    const browser = app.openBrowser()
    const { code } = await getLetter(inbox, browser)
    const again = await typeCode(browser, wrong(code))
    const { pathname, search, href } = story.readLocation(again)
    expect([pathname, search]).toEqual([
      '/auth/verify-request',
      '?provider=mail&type=email&error=Verification',
    ])
    expect(await (await browser.open(href)).text()).toContain('Attempts left: 4<')
    story.expectSignedIn(await typeCode(browser, code))
  })

  test('is refused after five wrong ones, also with a cookie from before them', async () => {
    const browser = app.openBrowser()
    const { code } = await getLetter(inbox, browser)
    const copies = [copyCookies(browser, app.openBrowser())]
    for (let count = 0; count < 4; count += 1) {
      await typeCode(browser, wrong(code))
      copies.push(copyCookies(browser, app.openBrowser()))
    }
    expectVerificationError(await typeCode(browser, wrong(code)))
    expect(app.errors.at(-1)?.message).toBe(
      'This browser has no open mail whose code could be entered.',
    )
    expect(story.checkCookies(browser)).toEqual([])
    for (const copy of [browser, ...copies]) {
      expectVerificationError(await typeCode(copy, code))
    }
    expect((await store.rows()).sessions).toBe(0)
  })

  test('is refused in a browser that did not request the mail', async () => {
    const { code } = await getLetter(inbox, app.openBrowser())
    const other = app.openBrowser()
    expectVerificationError(await typeCode(other, code))
    expect(app.errors.at(-1)?.message).toContain('has requested no code')
    await expectNobody(other)
  })

  test('is compared by its first 64 characters only', async () => {
    const browser = app.openBrowser()
    const { code } = await getLetter(inbox, browser)
    for (const [before, works] of [
      [64, false],
      [64 - code.length, true],
    ] as const) {
      const { pathname } = story.readLocation(await typeCode(browser, ' '.repeat(before) + code))
      expect([before, pathname === '/inside']).toEqual([before, works])
    }
  })

  test('is invalid once the link is used, and the link once the code is used', async () => {
    const first = app.openBrowser()
    const one = await getLetter(inbox, first)
    const before = copyCookies(first, app.openBrowser())
    story.expectSignedIn(await first.open(one.link))
    expectVerificationError(await typeCode(before, one.code))
    const second = app.openBrowser()
    const other = await getLetter(inbox, second)
    const kept = copyCookies(second, app.openBrowser())
    story.expectSignedIn(await typeCode(second, other.code))
    expectVerificationError(await kept.open(other.link))
  })

  test('MAG-03 submitted 32 times at once creates one session', async () => {
    const browser = app.openBrowser()
    const { code } = await getLetter(inbox, browser)
    const csrfToken = await browser.csrf(BASE)
    const headers = { ...cookieHeader(browser), 'content-type': 'application/json' }
    const body = JSON.stringify({ csrfToken, code })
    const init = { method: 'POST', headers, body }
    const all = Array.from({ length: 32 }, () =>
      app.auth.handle(new Request(`${BASE}/callback/mail`, init)),
    )
    const answers = (await Promise.all(all)).map(
      (response) => story.readLocation(response).pathname,
    )
    expect(answers.filter((path) => path === '/inside')).toHaveLength(1)
    expect(await store.rows()).toMatchObject({ users: 1, sessions: 1 })
  })

  test('MAG-07 is valid for ten minutes', async () => {
    const browser = app.openBrowser()
    const { code } = await getLetter(inbox, browser)
    clock.advance(600)
    expectVerificationError(await typeCode(browser, code))
    await expectNobody(browser)
  })
})

test('MAG-01 MAG-02 The store contains neither token nor code of a mail', async () => {
  const browser = app.openBrowser()
  const { link, code } = await getLetter(inbox, browser)
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await store.query('SELECT * FROM auth_email_mails')
  expect(rows).toHaveLength(1)
  const text = JSON.stringify(rows)
  const secrets = [token, code, code.replace('-', ''), ADDRESS]
  for (const secret of secrets) expect(text).not.toContain(secret)
  for (const row of rows) {
    const url = new URL(link)
    url.searchParams.set('token', String(row['id']))
    const csrfToken = await browser.csrf(BASE)
    const fields = { ...Object.fromEntries(url.searchParams), csrfToken }
    expectVerificationError(await browser.submit(`${BASE}/callback/mail`, fields))
  }
})

test.each(['link', 'code'] as const)(
  'MAG-02 FLW-07 A %s sent before a rotation of the secret is accepted after it',
  async (kind) => {
    const browser = app.openBrowser()
    const letter = await getLetter(inbox, browser)
    const env = { ...ENV, AUTH_SECRET_1: SECRETS.newer }
    const rotated = createMailApp({ inbox, store }, {}, { clock: clock.now, env })
    const later = copyCookies(browser, rotated.openBrowser())
    const response = kind === 'link' ? later.open(letter.link) : typeCode(later, letter.code)
    story.expectSignedIn(await response)
  },
)

test('MAG-13 The pages that a link opens send no referrer and load nothing from other sites', async () => {
  const browser = app.openBrowser()
  const { link } = await getLetter(inbox, browser)
  const page = await app.openBrowser().open(link)
  const html = await page.text()
  const answers = [page, await browser.open(link), await app.openBrowser().open(`${BASE}/error`)]
  for (const { headers } of answers) {
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toContain('no-store')
  }
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const loaded = [...html.matchAll(/(?:src|href|srcset)="(https?:[^"]*)"/g)].map(([, url]) => url)
  expect(loaded.filter((url) => !url?.startsWith(ORIGIN))).toEqual([])
  const token = new URL(link).searchParams.get('token') ?? ''
  for (const answer of answers.slice(1)) {
    expect(answer.headers.get('location') ?? '').not.toContain(token)
  }
})

test('MAG-10 The response to a request for a mail is the same for a known address, an unknown one, and a repeated request', async () => {
  const shown = async (email: string): Promise<object> => {
    const { status, headers } = await askForMail(app.openBrowser(), email)
    expect(headers.get('location')).toBe(`${BASE}/verify-request?provider=mail&type=email`)
    const cookies = headers.getSetCookie().map((one) => one.replaceAll(/=[^;]*|\.0[^=]*/g, '=…'))
    return { status, location: headers.get('location'), cookies }
  }
  const browser = app.openBrowser()
  story.expectSignedIn(await browser.open((await getLetter(inbox, browser)).link))
  const known = await shown(ADDRESS)
  expect(await shown('new@example.com')).toEqual(known)
  expect(await shown(ADDRESS)).toEqual(known)
})
