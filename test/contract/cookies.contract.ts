import type { CookieOption, CookieSerializeOptions, CookiesOptions } from '@latchstring/core/types'
import { expect, expectTypeOf } from 'vitest'
import { readJson } from '@latchstring/test-kit/json'
import { ENV } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'

const OWN = {
  callbackUrl: { name: 'my-target' },
  csrfToken: { name: 'my-csrf', options: { sameSite: 'strict' } },
  nonce: { name: 'my-nonce' },
  pkceCodeVerifier: { name: 'my-pkce' },
  sessionToken: { name: 'my-session', options: { path: '/', domain: 'app.example' } },
  state: { name: 'my-state', options: { maxAge: 77 } },
} as const satisfies Partial<CookiesOptions>

/** Names, without the id of a sign-in, and attributes of all cookies that a browser was sent. */
function attributesOf(headers: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    headers.map((header) => {
      const [pair = '', ...attributes] = header.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      return [name.replace(/\.[\w-]{16,}$/, ''), attributes]
    }),
  )
}

/** The cookies of the service. */
export function cookies(suite: Suite): void {
  const { proves, open } = suite

  async function allCookies(
    config: { readonly cookies?: Partial<CookiesOptions>; readonly useSecureCookies?: boolean },
    url = 'https://app.example',
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const app = open(
      { providers: [passwords(), suite.world.oidc()], ...config },
      { env: { ...ENV, AUTH_URL: url } },
    )
    const visitor = app.visit()
    const csrf = await visitor.open('csrf')
    const csrfToken = String((await readJson(csrf))['csrfToken'])
    const fields = { csrfToken, callbackUrl: '/inside' }
    const start = await visitor.browser.submit(`${app.base}/signin/harbour`, fields)
    const signIn = await visitor.submitPassword()
    const all = attributesOf([csrf, start, signIn].flatMap(({ headers }) => headers.getSetCookie()))
    // The cookie of a known browser is none of the contract's, which names seven.
    return new Map([...all].filter(([name]) => !name.endsWith('latchstring.device')))
  }

  proves(
    [
      'RES-COOKIE-name',
      'RES-COOKIE-options',
      'RES-COOKIES-callbackUrl',
      'RES-COOKIES-csrfToken',
      'RES-COOKIES-nonce',
      'RES-COOKIES-pkceCodeVerifier',
      'RES-COOKIES-sessionToken',
      'RES-COOKIES-state',
      'MECH-cookies',
    ],
    'name and options of every cookie can be overridden',
    async () => {
      const found = await allCookies({ cookies: OWN })
      // Beyond the contract, a cookie has the last used sign-in method, under a name of its own.
      expect([...found.keys()].toSorted()).toEqual([
        '__Host-latchstring.last-used',
        'my-csrf',
        'my-nonce',
        'my-pkce',
        'my-session',
        'my-state',
        'my-target',
      ])
      expect(found.get('my-csrf')).toContain('SameSite=Strict')
      expect(found.get('my-session')).toContain('Domain=app.example')
      expect(found.get('my-state')).toContain('Max-Age=77')
      expectTypeOf<CookieOption>().toEqualTypeOf<{
        readonly name: string
        readonly options: CookieSerializeOptions
      }>()
      expectTypeOf<keyof CookiesOptions>().toEqualTypeOf<keyof typeof OWN | 'webauthnChallenge'>()
    },
  )

  proves(['OPT-cookies'], 'cookies that are not configured keep their defaults', async () => {
    const usual = await allCookies({})
    const changed = await allCookies({ cookies: { csrfToken: { name: 'my-csrf' } } })
    expect(changed.get('my-csrf')).toEqual(usual.get('__Host-latchstring.csrf-token'))
    const rest = [...usual.keys()].filter((name) => !name.includes('csrf'))
    expect([...changed.keys()].filter((name) => name !== 'my-csrf')).toEqual(rest)
    expect(rest.toSorted()).toEqual([
      '__Host-latchstring.callback-url',
      '__Host-latchstring.last-used',
      '__Host-latchstring.nonce',
      '__Host-latchstring.pkce.code_verifier',
      '__Host-latchstring.session-token',
      '__Host-latchstring.state',
    ])
  })

  proves(
    ['OPT-cookies-policy'],
    'a configured cookie name has no prefix added, over http and https',
    async () => {
      for (const url of ['https://app.example', 'http://app.example']) {
        const found = await allCookies({ cookies: { sessionToken: { name: 'plain-name' } } }, url)
        expect(found.has('plain-name')).toBe(true)
        expect([...found.keys()].some((name) => name.includes('session-token'))).toBe(false)
      }
      const own = { sessionToken: { name: 'own', options: { secure: false } } }
      expect((await allCookies({ cookies: own })).get('own')).not.toContain('Secure')
    },
  )

  proves(
    ['OPT-useSecureCookies-default'],
    'cookies are Secure on https, and not on http',
    async () => {
      const https = await allCookies({})
      expect([...https.values()].every((attributes) => attributes.includes('Secure'))).toBe(true)
      expect([...https.keys()].every((name) => name.startsWith('__Host-'))).toBe(true)
      const http = await allCookies({}, 'http://app.example')
      expect([...http.values()].some((attributes) => attributes.includes('Secure'))).toBe(false)
      expect([...http.keys()].some((name) => name.startsWith('__'))).toBe(false)
    },
  )

  proves(
    ['OPT-useSecureCookies'],
    'useSecureCookies decides whether cookies are Secure, whatever the protocol',
    async () => {
      const found = await allCookies({ useSecureCookies: true }, 'http://localhost:3000')
      expect([...found.values()].every((attributes) => attributes.includes('Secure'))).toBe(true)
      const off = await allCookies({ useSecureCookies: false })
      expect([...off.values()].some((attributes) => attributes.includes('Secure'))).toBe(false)
    },
  )
}
