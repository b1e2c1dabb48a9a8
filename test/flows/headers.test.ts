import { createHash } from 'node:crypto'
import { startInbox } from '@latchstring/test-inbox'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, BASE, createApp, ENV, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  signInWithPassword,
  PASSWORD,
  passwords,
  updateSession,
  storePeople,
} from '@latchstring/test-kit/people'
import { getLetter } from '@latchstring/test-kit/mail-app'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { signOut } from '@latchstring/test-kit/story'

const inbox = forAllTests(startInbox)
const store = forAllTests(openStore)
let app: App

beforeAll(async () => {
  await storePeople(store.adapter)
  const mail = Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'app@app.example' })
  const providers = [passwords(), mail, UNREACHED_PROVIDER]
  app = createApp({ providers, adapter: store.adapter, session: { updateAge: 0 } })
})

const PATHS = [
  'session',
  'csrf',
  'providers',
  'signin',
  'signin/harbour',
  'signin/mail',
  'signin/credentials',
  'signin/unknown',
  'signout',
  'error',
  'error?error=AccessDenied',
  'verify-request',
  'verify-request?provider=mail',
  'callback/harbour',
  'callback/harbour?code=x&state=y',
  'callback/harbour?error=access_denied',
  'callback/mail?token=x&email=ada@example.com',
  'callback/mail',
  'callback/credentials',
  'callback/unknown',
  'webauthn-options',
  'webauthn-options/unknown',
  'devices',
  'nothing',
  'session/more',
  'signin?callbackUrl=https://evil.example',
]

/** Every answer of every action, with and without a session. */
async function* answers(browser: Browser): AsyncGenerator<readonly [string, Response]> {
  for (const path of PATHS) {
    const url = `${BASE}/${path}`
    yield [`GET ${path}`, await browser.open(url)]
    const accept = 'application/json'
    yield [`GET ${path} by a script`, await browser.open(url, { accept })]
    const body = { csrfToken: await browser.csrf(BASE), username: 'unknown', email: 'x' }
    yield [`POST ${path}`, await browser.submit(url, body)]
    yield [`POST ${path} by a script`, await browser.submitJson(url, body, { accept })]
    yield [`POST ${path} without a token`, await browser.submit(url, {})]
    yield [`POST ${path} of another site`, await browser.submit(url, body, { origin: 'null' })]
    const init = { method: 'DELETE', headers: { accept } }
    yield [`DELETE ${path}`, await app.auth.handle(new Request(url, init))]
  }
}

async function* successes(): AsyncGenerator<readonly [string, Response]> {
  const browser = app.openBrowser()
  const fields = { csrfToken: await browser.csrf(BASE), username: 'ada', password: PASSWORD }
  yield ['sign-in', await browser.submit(`${BASE}/callback/credentials`, fields)]
  yield ['session', await browser.open(`${BASE}/session`)]
  yield ['update', await updateSession(browser, {})]
  yield ['sign-out', await signOut(browser)]
  const { link } = await getLetter(inbox, browser)
  yield ['confirmation', await app.openBrowser().open(link)]
  yield ['link', await browser.open(link)]
}

/** Every answer says to caches and to other sites that it is none of theirs. */
function expectUncached(name: string, { headers }: Response): void {
  expect([name, headers.get('cache-control')]).toEqual([name, 'private, no-store'])
  expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff'])
  expect([name, headers.get('cross-origin-resource-policy')]).toEqual([name, 'same-origin'])
  if (headers.getSetCookie().length === 0) return
  expect([name, headers.get('vary')]).toEqual([name, expect.stringMatching(/\bCookie\b/)])
}

describe('CCH-01 CCH-02 PAG-04 Headers against caching, sniffing and framing are set on a response', () => {
  test('without a session', async () => {
    for await (const [name, response] of answers(app.openBrowser())) expectUncached(name, response)
  })

  test('with a session', async () => {
    const browser = await signInWithPassword(app.openBrowser())
    for await (const [name, response] of answers(browser)) expectUncached(name, response)
  })

  test('that signs a user in or out', async () => {
    for await (const [name, response] of successes()) {
      expect(response.status).toBeLessThan(400)
      expectUncached(name, response)
    }
  })

  test('of a broken configuration', async () => {
    const broken = createApp({ providers: [passwords()] }, { env: { NODE_ENV: 'production' } })
    for (const path of PATHS) {
      const response = await broken.openBrowser().open(`${BASE}/${path}`)
      expect([path, response.status]).toEqual([path, 500])
      expectUncached(path, response)
    }
  })

  test('CCH-02 returned by the authorized callback', async () => {
    const { auth } = createApp({
      providers: [passwords()],
      callbacks: { authorized: () => false },
    })
    for (const accept of ['text/html', 'application/json']) {
      const { decision } = await auth.authorize(
        new Request('https://app.example/admin', { headers: { accept } }),
      )
      if (decision.kind !== 'respond') throw new Error('The request was allowed.')
      expectUncached(accept, decision.response)
    }
  })
})

function directives(policy: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values]
    }),
  )
}

/** What is inside of the elements of a name, character by character. */
const textsOf = (html: string, name: 'script' | 'style'): readonly string[] =>
  [...html.matchAll(new RegExp(`<${name}[^>]*>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, text = '']) => text,
  )

const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('A built-in page', () => {
  const PAGES = [
    'signin',
    'signin?error=CredentialsSignin&code=x',
    'signout',
    'error',
    'error?error=Verification',
    'verify-request',
    'nothing',
  ]

  test.each(PAGES)(
    'PAG-03 PAG-05 /%s runs no script but the one that shows passwords, and loads nothing from other sites',
    async (path) => {
      const response = await app.openBrowser().open(`${BASE}/${path}`)
      const html = await response.text()
      const policy = directives(response.headers.get('content-security-policy') ?? '')
      expect(policy.get('default-src')).toEqual(["'none'"])
      expect(policy.get('frame-ancestors')).toEqual(["'none'"])
      expect(policy.get('base-uri')).toEqual(["'none'"])
      expect(policy.get('form-action')?.[0]).toBe("'self'")
      // The field for a password is on the sign-in page alone.
      const scripts = textsOf(html, 'script')
      expect(scripts.map((script) => script.includes('.reveal'))).toEqual(
        path.startsWith('signin') ? [true] : [],
      )
      expect(policy.get('script-src') ?? []).toEqual(scripts.map(hashSource))
      expect(policy.has('connect-src')).toBe(false)
      const others = [...policy].filter(([name]) => name !== 'script-src')
      expect(JSON.stringify(others)).not.toMatch(/unsafe|"\*"|script/)
      const styles = textsOf(html, 'style')
      expect(styles.length).toBeGreaterThan(0)
      expect(policy.get('style-src')).toEqual(styles.map(hashSource))
      const rest = scripts.reduce(
        (left, script) => left.replace(`<script>${script}</script>`, ''),
        html,
      )
      expect(rest).not.toMatch(/<script|\son\w+=|\sstyle="|<link|<base|<iframe|@import/i)
      const sources = [...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, source]) => source)
      expect(sources.filter((source) => !source?.startsWith('data:image/'))).toEqual([])
    },
  )

  test.each(PAGES)('PAG-04 /%s cannot be framed or sniffed and sends no referrer', async (path) => {
    const { headers } = await app.openBrowser().open(`${BASE}/${path}`)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('PAG-02 does not show an unknown error code', async () => {
    for (const page of ['signin', 'error']) {
      for (const error of [
        'Your account is locked, call +1',
        'constructor',
        '__proto__',
        'toString',
      ]) {
        const url = `${BASE}/${page}?error=${encodeURIComponent(error)}`
        const html = await (await app.openBrowser().open(url)).text()
        expect([page, error, html.includes(error)]).toEqual([page, error, false])
      }
    }
  })
})

test('CKI-01 Every cookie on https is Secure, HttpOnly, SameSite and host-only with the path /', async () => {
  const seen = new Set<string>()
  const browser = app.openBrowser()
  const fields = { csrfToken: await browser.csrf(BASE), callbackUrl: '/inside' }
  const oauth = await browser.submit(`${BASE}/signin/harbour`, fields)
  const responses = [oauth, await browser.open(`${BASE}/signin?callbackUrl=/deep`)]
  for await (const [, response] of successes()) responses.push(response)
  for (const header of responses.flatMap((response) => response.headers.getSetCookie())) {
    const [pair = '', ...attributes] = header.split('; ')
    seen.add(pair.slice(0, pair.indexOf('=')).replace(/\.0[\w-]{14,}$/, ''))
    expect(pair).toMatch(/^__Host-latchstring\./)
    expect(header.length).toBeLessThan(4096)
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
      expect(attributes).toContain(attribute)
    }
    expect(header).not.toMatch(/Domain=/i)
  }
  expect([...seen].map((name) => name.replace('__Host-latchstring.', '')).toSorted()).toEqual([
    'callback-url',
    'csrf-token',
    'device',
    'last-used',
    'pkce.code_verifier',
    'session-token',
    'state',
  ])
})

test('CKI-01 CKI-02 Cookies on http have neither prefix nor Secure, and those of https are ignored there', async () => {
  const local = 'http://localhost:3000'
  const env = { ...ENV, AUTH_URL: local }
  const plain = createApp({ providers: [passwords()] }, { env })
  const browser = plain.openBrowser()
  const csrfToken = await browser.csrf(`${local}/auth`)
  const fields = { csrfToken, username: 'ada', password: PASSWORD }
  const response = await browser.submit(`${local}/auth/callback/credentials`, fields)
  const cookies = response.headers.getSetCookie()
  expect(cookies).not.toEqual([])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^latchstring\./)
    expect(cookie).not.toMatch(/Secure/)
    expect(cookie).toMatch(/HttpOnly/)
  }
  const token = browser.cookies.get('latchstring.session-token') ?? ''
  const swapped = new Headers({ cookie: `__Host-latchstring.session-token=${token}` })
  expect((await plain.auth.session({ headers: swapped })).session).toBeNull()
})
