import type { AuthConfig } from '@latchstring/core'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { startInbox, type Inbox } from '@latchstring/test-inbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import { readForms } from '@latchstring/test-kit/forms'
import { ADDRESS, getLetter } from '@latchstring/test-kit/mail-app'
import { passwords, submitPassword } from '@latchstring/test-kit/people'
import { openStore, type Store } from '@latchstring/test-kit/sqlite-store'
import { readLocation } from '@latchstring/test-kit/story'

// What pages take from the query of a request, and what of it they print or pass on.

function open(config: Partial<AuthConfig> = {}): App {
  return createApp({ providers: [passwords()], ...config })
}

const FOREIGN_REFERENCES = [
  'call +1 555 0100',
  'CALL0800',
  'K7QMW2X',
  'K7QMW2XRR',
  'k7qmw2xr',
  'K7QM-W2X',
  'K7QMW2X ',
  'K7QMW2XÄ',
  '𝐊7QMW2X',
  '<b>K7QM</b>',
  '__proto__',
  'K'.repeat(500),
]

const PAGES = [
  'signin?error=Callback',
  'signin?error=CredentialsSignin&code=x',
  'error?error=Configuration',
  'error?error=Verification',
  'error',
  'verify-request?error=x',
]

describe('PAG-02 A reference in a query', () => {
  test.each(PAGES)('is printed on /%s only in the valid form', async (page) => {
    const address = (ref: string): string =>
      `${BASE}/${page}${page.includes('?') ? '&' : '?'}ref=${encodeURIComponent(ref)}`
    const plain = await (await open().openBrowser().open(`${BASE}/${page}`)).text()
    const withoutToken = (html: string): string => html.replaceAll(/[0-9a-f]{64}/g, '')
    for (const ref of FOREIGN_REFERENCES) {
      const html = await (await open().openBrowser().open(address(ref))).text()
      expect([ref, withoutToken(html)]).toEqual([ref, withoutToken(plain)])
    }
    const html = await (await open().openBrowser().open(address('K7QMW2XR'))).text()
    expect(html.includes('<code>K7QMW2XR</code>')).toBe(!page.startsWith('verify-request'))
  })

  test('is printed on the page of a failed request only if the library generated it', async () => {
    for (const path of ['nothing?ref=CALL0800&error=x', 'signin/unknown?ref=CALL0800']) {
      const html = await (await open().openBrowser().open(`${BASE}/${path}`)).text()
      expect(html).not.toContain('CALL0800')
    }
  })

  test('is passed to a page of the application only in the valid form', async () => {
    const app = open({ pages: { signIn: '/login', error: '/oops' } })
    for (const action of ['signin', 'error']) {
      for (const ref of FOREIGN_REFERENCES) {
        const address = `${BASE}/${action}?error=Callback&ref=${encodeURIComponent(ref)}`
        const { searchParams } = readLocation(await app.openBrowser().open(address))
        expect([ref, searchParams.has('ref')]).toEqual([ref, false])
      }
      const address = `${BASE}/${action}?error=Callback&ref=K7QMW2XR`
      const { searchParams } = readLocation(await app.openBrowser().open(address))
      expect(searchParams.get('ref')).toBe('K7QMW2XR')
    }
  })

  test('of a failure has the valid form', async () => {
    const browser = open().openBrowser()
    const failed = readLocation(await submitPassword(browser, 'unknown'))
    const ref = failed.searchParams.get('ref') ?? ''
    expect(await (await browser.open(failed.href)).text()).toContain(`<code>${ref}</code>`)
  })
})

const EVERYTHING = new URLSearchParams({
  error: 'Callback',
  code: 'x',
  ref: 'K7QMW2XR',
  callbackUrl: '/inside',
  provider: 'credentials',
  type: 'email',
  email: 'eve@evil.example',
  token: 'x',
  theme: 'evil',
  lang: 'xx',
  homeUrl: 'https://evil.example',
  signInUrl: 'https://evil.example',
  csrfToken: 'x',
  host: 'evil.example',
  action: 'https://evil.example',
  attemptsLeft: '99',
  __proto__: 'x',
})

describe('INP-08 The parameters of a request', () => {
  test.each([
    ['signin', { signIn: '/own' }, ['callbackUrl', 'code', 'error', 'provider', 'ref']],
    ['signout', { signOut: '/own' }, ['callbackUrl']],
    ['error', { error: '/own' }, ['error', 'ref']],
    ['verify-request', { verifyRequest: '/own' }, ['error', 'provider', 'type']],
  ])(
    'passed to a page of the application for /%s are only those of that page',
    async (action, pages, names) => {
      const browser = open({ pages }).openBrowser()
      const { pathname, searchParams } = readLocation(
        await browser.open(`${BASE}/${action}?${EVERYTHING}`),
      )
      expect([pathname, [...searchParams.keys()].toSorted()]).toEqual(['/own', names])
    },
  )

  test.each(['signin', 'signout', 'error', 'verify-request'])(
    'ignored by the built-in page /%s are all others',
    async (action) => {
      const own = new Set(['error', 'code', 'ref', 'callbackUrl', 'provider', 'type', 'email'])
      const known = new URLSearchParams([...EVERYTHING].filter(([name]) => own.has(name)))
      const get = async (query: URLSearchParams): Promise<string> => {
        const html = await (await open().openBrowser().open(`${BASE}/${action}?${query}`)).text()
        return html.replaceAll(/[0-9a-f]{64}/g, '')
      }
      expect(await get(EVERYTHING)).toBe(await get(known))
    },
  )
})

describe('A built-in page with parameters', () => {
  test.each([
    ['error', 200],
    ['error?error=Configuration', 500],
    ['error?error=AccessDenied', 403],
    ['error?error=Verification', 403],
    ['error?error=Callback', 200],
    ['error?error=constructor', 200],
    ['signin?error=Configuration', 200],
  ])('for /%s has the status %i', async (page, status) => {
    expect((await open().openBrowser().open(`${BASE}/${page}`)).status).toBe(status)
  })

  test('for a browser that requested no mail has no form for a code and sets no cookie', async () => {
    for (const query of ['', '?provider=credentials&type=email', '?provider=unknown&error=x']) {
      const response = await open().openBrowser().open(`${BASE}/verify-request${query}`)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(readForms(await response.text())).toEqual([])
    }
  })

  test.each([
    ['the built-in page', {}, '/auth/signin'],
    ['the page of the application', { signIn: '/login' }, '/login'],
  ])('whose form names no provider redirects to %s', async (_, pages, path) => {
    const browser = open({ pages }).openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), callbackUrl: '/inside' }
    const { origin, pathname, searchParams } = readLocation(
      await browser.submit(`${BASE}/signin`, fields),
    )
    expect([origin, pathname]).toEqual([ORIGIN, path])
    expect([...searchParams]).toEqual([['callbackUrl', `${ORIGIN}/inside`]])
  })
})

describe('RDR-02 RDR-03 The link of a mail', () => {
  let inbox: Inbox
  let store: Store

  beforeAll(async () => {
    inbox = await startInbox()
    store = await openStore()
  })

  beforeEach(async () => {
    inbox.clear()
    await store.clear()
  })

  afterAll(() => Promise.all([inbox.close(), store.close()]))

  function openMail(redirected: string[]): App {
    const server = inbox.smtpUrl
    return open({
      providers: [Nodemailer({ id: 'mail', server, from: 'app@app.example' })],
      adapter: store.adapter,
      callbacks: {
        redirect: ({ url }) => {
          redirected.push(url)
          return url
        },
      },
    })
  }

  test.each([
    'https://eve:secret@app.example/inside',
    '/a/../inside',
    'HTTPS://app.example:443/inside',
  ])('passes the real target of the link to %s to the redirect callback', async (callbackUrl) => {
    const redirected: string[] = []
    const app = openMail(redirected)
    const browser = app.openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), callbackUrl, email: ADDRESS }
    await browser.submit(`${BASE}/signin/mail`, fields)
    const [letter] = inbox.messages()
    const link = new URL(letter?.link ?? '')
    expect(link.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside`)
    const elsewhere = app.openBrowser()
    const [form] = readForms(await (await elsewhere.open(link.href)).text())
    expect(form?.fields['callbackUrl']).toBe(`${ORIGIN}/inside`)
    expect(readLocation(await browser.open(link.href)).href).toBe(`${ORIGIN}/inside`)
    for (const url of redirected) expect(new URL(url, ORIGIN).href).toBe(`${ORIGIN}/inside`)
    expect(redirected).not.toContain(callbackUrl)
  })

  test('with a changed target keeps the original target', async () => {
    const redirected: string[] = []
    const app = openMail(redirected)
    const browser = app.openBrowser()
    const { link } = await getLetter(inbox, browser)
    const changed = new URL(link)
    changed.searchParams.set('callbackUrl', 'https://eve:secret@app.example/elsewhere')
    const elsewhere = app.openBrowser()
    const [form] = readForms(await (await elsewhere.open(changed.href)).text())
    expect(form?.fields['callbackUrl']).toBe(`${ORIGIN}/elsewhere`)
    // The browser that asked goes where it wanted to.
    expect(readLocation(await browser.open(changed.href)).href).toBe(`${ORIGIN}/inside`)
  })
})
