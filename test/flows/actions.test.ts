import type { AuthConfig } from '@latchstring/core'
import Passkey from '@latchstring/core/providers/passkey'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, BASE, createApp, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { passwords, plantCookie } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'

const store = forAllTests(openStore)

function open(config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers: [passwords(), UNREACHED_PROVIDER, Passkey],
    adapter: store.adapter,
    session: { strategy: 'jwt' },
    experimental: { enableWebAuthn: true },
    ...config,
  })
}

/** Those that change nothing (RFC 9110, section 9.2.1). */
const SAFE = [
  'csrf',
  'error',
  'providers',
  'session',
  'signin',
  'signout',
  'verify-request',
  'webauthn-options/passkey',
]

describe('HEAD', () => {
  test.each(SAFE)('of %s gets the response of GET without a body (INP-10)', async (path) => {
    const { auth } = open()
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => auth.handle(new Request(`${BASE}/${path}`, { method }))),
    )
    expect(get?.status).toBe(200)
    expect(head?.status).toBe(200)
    expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type'))
    expect(await head?.text()).toBe('')
  })
})

test.each(['csrf', 'error', 'providers', 'session', 'signout', 'verify-request'])(
  'A path below %s gets 404 (INP-07)',
  async (action) => {
    const response = await open().openBrowser().open(`${BASE}/${action}/harbour`)
    expect(response.status).toBe(404)
    expect(response.headers.getSetCookie()).toEqual([])
  },
)

/** Where the browser is to go, said by the address and remembered by a cookie: which of them is heeded. */
const TARGETS: readonly (readonly [string, readonly string[]])[] = [
  ['callback/harbour', ['/given', '/remembered']],
  ['signin', ['/given', '/remembered']],
  ['signout', ['/given']],
  ['csrf', []],
  ['error', []],
  ['providers', []],
  ['session', []],
  ['verify-request', []],
  ['webauthn-options/passkey', []],
]

test.each(TARGETS)(
  'GET %s passes only the target %j to the `redirect` callback (RDR-01)',
  async (path, expected) => {
    const asked: string[] = []
    const redirect = ({ url }: { readonly url: string }): string => {
      asked.push(url)
      return url
    }
    const app = open({ callbacks: { redirect } })
    await app.openBrowser().open(`${BASE}/${path}?callbackUrl=/given`)
    const browser = app.openBrowser()
    plantCookie(browser, '__Host-latchstring.callback-url', '/remembered')
    await browser.open(`${BASE}/${path}`)
    expect(asked).toEqual(expected)
  },
)
