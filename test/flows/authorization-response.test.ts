import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import type { Arrival } from '@latchstring/test-kit/browser'
import { createApp } from '@latchstring/test-kit/app'
import { asked, oidcProvider, plain } from '@latchstring/test-kit/idp'
import { expectRejected, type Setup } from './src/rejection.ts'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  checkCookies,
  expectSignedIn,
  reachCallback,
  sessionCookies,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const idp = idpForEachTest()
const store = forAllTests(openStore)

const FORM_POST = { authorization: { params: { response_mode: 'form_post' } } }
const MODES = [
  ['query', {}],
  ['form post', FORM_POST],
] as const

function openSetup(overrides: Parameters<typeof oidcProvider>[1] = {}): Setup {
  const app = createApp({ providers: [oidcProvider(idp, overrides)], adapter: store.adapter })
  return { idp, store, app, browser: app.openBrowser() }
}

/** New values of parameters; one that is undefined is left out. */
type Changes = Readonly<Record<string, string | undefined | ((sent: string) => string)>>

function change(parameters: URLSearchParams, changes: Changes): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(changes)) {
    const text = typeof value === 'function' ? value(parameters.get(name) ?? '') : value
    if (text === undefined) changed.delete(name)
    else changed.set(name, text)
  }
  return changed
}

function parametersOf({ url, form }: Arrival): URLSearchParams {
  return form ?? new URL(url).searchParams
}

/** Changes what the browser brings back, wherever it is. */
function bend(arrival: Arrival, bending: (sent: URLSearchParams) => URLSearchParams): Arrival {
  const bent = bending(parametersOf(arrival))
  if (arrival.form) return { url: arrival.url, form: bent }
  const url = new URL(arrival.url)
  url.search = bent.toString()
  return { url: url.href }
}

const REJECTED: readonly (readonly [string, Changes])[] = [
  ['OAU-05 no state', { state: undefined }],
  ['OAU-05 an empty state', { state: '' }],
  ['OAU-05 another state', { state: (sent) => `${sent.slice(0, -1)}~` }],
  ['OAU-05 a longer state', { state: (sent) => `${sent}a` }],
  ['OAU-09 the iss of another issuer', { iss: 'https://evil.example' }],
  ['OAU-09 its iss with a path', { iss: (sent) => `${sent}/north` }],
  ['OAU-09 its iss with two slashes at the end', { iss: (sent) => `${sent}//` }],
  ['OAU-09 no iss although the metadata promises it', { iss: undefined }],
  ['OAU-13 an access token', { access_token: 'abc' }],
  ['OAU-13 an ID token', { id_token: 'a.b.c' }],
  ['OAU-13 a token', { token: 'abc' }],
  ['a signed response that was not requested', { response: 'a.b.c' }],
  ['an error beside the code', { error: 'access_denied' }],
  ['an error', { code: undefined, error: 'server_error' }],
  ['OAU-10 an error with another iss', { iss: 'https://evil.example', error: 'server_error' }],
  ['no code', { code: undefined }],
]

describe.each(MODES)('By %s, an authorization response is rejected with', (_, overrides) => {
  test.each(REJECTED)('%s', async (__, changes) => {
    const setup = openSetup(overrides)
    const arrival = await reachCallback(setup.browser, 'harbour')
    const refused = bend(arrival, (sent) => change(sent, changes))
    // An answer that does not say which sign-in it belongs to ends none.
    if (!parametersOf(refused).get('state')) return expectStillGoing(setup, refused, arrival)
    await expectRejected(setup, refused, [])
  })

  test('OID-22 an error with a hostile text, which is not shown', async () => {
    const setup = openSetup(overrides)
    const hostile = '"><script>alert(1)</script>\r\nSet-Cookie: a=b'
    const arrival = bend(await reachCallback(setup.browser, 'harbour'), (sent) =>
      change(sent, {
        code: undefined,
        error: hostile,
        error_description: hostile,
        error_uri: 'javascript:alert(1)',
      }),
    )
    await expectRejected(setup, arrival, [])
  })

  test('access_denied, when the person cancels at the provider, as the log says', async () => {
    const setup = openSetup(overrides)
    await expectRejected(
      setup,
      await reachCallback(setup.browser, 'harbour', { login: 'ada', deny: true }),
      [],
    )
    expect(setup.app.errors.at(-1)?.message).toBe('The person cancelled the sign-in at "harbour".')
    expectSignedIn(await signInWith(setup.browser, 'harbour'))
  })

  test.each(['code', 'state', 'iss', 'error'])('OAU-11 two %s parameters', async (name) => {
    const setup = openSetup(overrides)
    const arrival = await reachCallback(setup.browser, 'harbour')
    asked(idp)
    const rows = await store.rows()
    const twice = bend(arrival, (sent) => {
      const values = [sent.get(name) ?? 'x', 'another'].map((value) => [name, value])
      return new URLSearchParams([...change(sent, { [name]: undefined }), ...values])
    })
    const response = await setup.browser.follow(twice)
    expect(response.status).toBe(400)
    expect(setup.app.errors.at(-1)?.message).toContain('repeats a parameter')
    expect(response.headers.has('location')).toBe(false)
    expect(sessionCookies(setup.browser)).toEqual([])
    expect(await store.rows()).toEqual(rows)
    expect(asked(idp)).toEqual([])
  })
})

/** The answer is refused; the sign-in it does not name is as good as before. */
async function expectStillGoing(setup: Setup, refused: Arrival, right: Arrival): Promise<void> {
  const before = checkCookies(setup.browser)
  asked(idp)
  const response = await setup.browser.follow(refused)
  expect(response.headers.get('location')).toContain('error=OAuthCallbackError')
  expect(checkCookies(setup.browser)).toEqual(before)
  expect(asked(idp)).toEqual([])
  expectSignedIn(await setup.browser.follow(right))
}

describe('The check cookies of a sign-in', () => {
  test.each([
    ['OAU-04 the verifier', 'pkce.code_verifier'],
    ['FLW-01 the nonce', 'nonce'],
    ['FLW-01 the state', 'state'],
  ])('%s is required before any request to the provider', async (_, part) => {
    const setup = openSetup()
    const arrival = await reachCallback(setup.browser, 'harbour')
    const [name = ''] = checkCookies(setup.browser).filter((cookie) => cookie.includes(`.${part}.`))
    setup.browser.clear(name)
    await expectAbandoned(setup, arrival)
  })

  test.each(['pkce.code_verifier', 'nonce', 'state'])(
    'FLW-01 %s must be unchanged',
    async (part) => {
      const setup = openSetup()
      const arrival = await reachCallback(setup.browser, 'harbour')
      const [name = ''] = checkCookies(setup.browser).filter((cookie) =>
        cookie.includes(`.${part}.`),
      )
      const value = setup.browser.cookies.get(name) ?? ''
      setup.browser.clear(name)
      setup.browser.setCookie(name, value.slice(0, -2) + (value.endsWith('AA') ? 'BB' : 'AA'))
      await expectAbandoned(setup, arrival)
    },
  )

  async function expectAbandoned({ app, browser }: Setup, arrival: Arrival): Promise<void> {
    const rows = await store.rows()
    asked(idp)
    const response = await browser.follow(arrival)
    expect(response.headers.get('location')).toContain('error=OAuthCallbackError')
    expect(app.errors.at(-1)?.type).toBe('InvalidCheck')
    expect(sessionCookies(browser)).toEqual([])
    expect(await store.rows()).toEqual(rows)
    expect(asked(idp)).toEqual([])
  }
})

describe('OAU-03 A provider that does not list S256', () => {
  const withoutS256 = {
    discovery: ({ body }: { body: object }) => ({
      body: { ...body, code_challenge_methods_supported: ['plain'] },
    }),
  }

  test('gets state and nonce instead of PKCE, and both are checked', async () => {
    idp.tamper(withoutS256)
    const setup = openSetup({ checks: ['pkce'] })
    const request = await requestAuthorization(setup.browser, 'harbour')
    expect(request.searchParams.has('code_challenge')).toBe(false)
    expect(request.searchParams.get('nonce')).toBeTruthy()
    expect(request.searchParams.get('state')).toBeTruthy()
    expectSignedIn(await setup.browser.follow(await signInAt(request)))
    idp.tamper({ ...withoutS256, idToken: (claims) => ({ claims: { ...claims, nonce: 'x' } }) })
    const again = { ...openSetup({ checks: ['pkce'] }) }
    await expectRejected(again, await reachCallback(again.browser, 'harbour'), ['token'])
  })
})

describe('The iss of a response with OAuth 2.0', () => {
  const ISSUER = 'https://code.harbour.example'

  beforeEach(() => store.clear())

  /** The service answers by query; a page of it that posts says the same. */
  const posted = ({ url }: Arrival): Arrival => {
    const { origin, pathname, searchParams } = new URL(url)
    return { url: origin + pathname, form: new URLSearchParams(searchParams) }
  }

  const WAYS = [
    ['query', {}, (arrival: Arrival) => arrival],
    ['form post', { params: { response_mode: 'form_post' } }, posted],
  ] as const

  describe.each(WAYS)('by %s', (_, more, carry) => {
    function open(issuer?: string): Setup {
      const authorization = { url: idp.oauth.authorization, ...more }
      const provider = plain(idp, { authorization, ...(issuer === undefined ? {} : { issuer }) })
      const app = createApp({ providers: [provider], adapter: store.adapter })
      return { idp, store, app, browser: app.openBrowser() }
    }

    const arrive = async (setup: Setup, changes: Changes): Promise<Arrival> => {
      const arrival = await reachCallback(setup.browser, 'plain')
      return carry(bend(arrival, (sent) => change(sent, changes)))
    }

    test.each(['https://github.com/login/oauth', 'https://evil.example', 'http://localhost:4400'])(
      'is accepted if the configuration names no issuer: %s (OAU-09)',
      async (iss) => {
        const setup = open()
        expectSignedIn(await setup.browser.follow(await arrive(setup, { iss })))
      },
    )

    test.each([
      '',
      'x',
      'http://evil.example',
      'https://a.example/?b',
      'https://a.example/#b',
      'javascript:1',
    ])('must be a valid issuer identifier: %j is refused (OAU-09)', async (iss) => {
      const setup = open()
      await expectRejected(setup, await arrive(setup, { iss }), [])
    })

    test('is compared where the configuration names one (OAU-09)', async () => {
      const setup = open(ISSUER)
      expectSignedIn(await setup.browser.follow(await arrive(setup, { iss: ISSUER })))
      for (const iss of [
        `${ISSUER}/north`,
        'https://evil.example',
        new URL(idp.oauth.authorization).origin,
      ]) {
        const other = open(ISSUER)
        await expectRejected(other, await arrive(other, { iss }), [])
      }
    })

    test('is compared before an error is handled, and does not hide it (OAU-10)', async () => {
      const denied: Changes = { code: undefined, error: 'access_denied' }
      const other = open(ISSUER)
      await expectRejected(
        other,
        await arrive(other, { ...denied, iss: 'https://evil.example' }),
        [],
      )
      expect(other.app.errors.at(-1)?.cause?.['error']).toBeUndefined()
      for (const [issuer, iss] of [
        [undefined, ISSUER],
        [ISSUER, ISSUER],
      ] as const) {
        const setup = open(issuer)
        await expectRejected(setup, await arrive(setup, { ...denied, iss }), [])
        expect(setup.app.errors.at(-1)?.cause?.['error']).toBe('access_denied')
      }
    })

    test('must not be repeated (OAU-11)', async () => {
      const setup = open()
      const { url, form } = await arrive(setup, { iss: ISSUER })
      const twice = new URLSearchParams([...(form ?? new URL(url).searchParams), ['iss', ISSUER]])
      const bent = form ? { url, form: twice } : { url: `${url.split('?')[0]}?${twice}` }
      expect((await setup.browser.follow(bent)).status).toBe(400)
    })
  })
})
