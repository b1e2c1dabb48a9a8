import type { AnswerTampering, BackChannelEndpoint, Endpoint } from '@latchstring/test-idp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { createApp, ENV } from '@latchstring/test-kit/app'
import { asked, client, oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { expectSignInRejected, type Setup } from './src/rejection.ts'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import {
  checkCookies,
  expectRefused,
  expectSignedIn,
  startSignIn,
  readSession,
  signInWith,
} from '@latchstring/test-kit/story'

const signedUserinfo = client({ client_id: 'signed', userinfo_signed_response_alg: 'RS256' })
const idp = forAllTests(() => startIdp({ clients: [client(), signedUserinfo] }))
const store = forAllTests(openStore)

beforeEach(() => {
  idp.tamper(null)
  idp.requests.splice(0)
})

function openSetup(overrides: Parameters<typeof oidcProvider>[1] = {}): Setup {
  const provider = oidcProvider(idp, { idToken: false, ...overrides })
  const app = createApp({ providers: [provider], adapter: store.adapter })
  return { idp, store, app, browser: app.openBrowser() }
}

/** Ways in which any endpoint can fail to answer. */
const UNACCEPTABLE: readonly (readonly [string, AnswerTampering])[] = [
  ['OAU-15 a redirect', ({ text }) => ({ redirect: '/elsewhere', body: text })],
  ['OAU-15 a permanent redirect', { status: 308, headers: { location: '/elsewhere' } }],
  ['OAU-17 more than 1 MB', { padTo: 1_048_577 }],
  ['REL-03 HTTP 500', { status: 500 }],
  ['REL-03 half an answer', { reset: true }],
  ['text in place of JSON', { body: 'Hello', contentType: 'text/plain' }],
  ['a list', { body: [] }],
]

const REQUESTS = {
  token: ['token'],
  jwks: ['token'],
  userinfo: ['token', 'userinfo'],
} as const satisfies Partial<Record<BackChannelEndpoint, readonly BackChannelEndpoint[]>>

describe.each(['token', 'jwks', 'userinfo'] as const)('The %s endpoint', (endpoint) => {
  test.each(UNACCEPTABLE)('may not respond with %s', async (_, tampering) => {
    idp.tamper({ [endpoint]: tampering })
    await expectSignInRejected(openSetup(), REQUESTS[endpoint])
  })

  test('OAU-17 has a timeout of ten seconds', async () => {
    // The deadline passes when the provider has the request, without a real wait.
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    idp.tamper({
      [endpoint]: () => {
        deadline.abort(new DOMException('Too slow', 'TimeoutError'))
        return { delay: 60_000 }
      },
    })
    await expectSignInRejected(openSetup(), REQUESTS[endpoint])
    expect(timeout.mock.calls.every(([milliseconds]) => milliseconds <= 10_000)).toBe(true)
  })

  test('is requested again after a failure, without a restart', async () => {
    const setup = openSetup()
    idp.tamper({ [endpoint]: { status: 500 } })
    await expectSignInRejected(setup, REQUESTS[endpoint])
    idp.tamper(null)
    expectSignedIn(await signInWith(setup.browser, 'harbour'))
  })
})

describe('Discovery', () => {
  const wrong: readonly (readonly [string, AnswerTampering])[] = [
    ...UNACCEPTABLE,
    [
      'OID-19 the issuer of another provider',
      ({ body }) => ({ body: { ...body, issuer: 'https://evil.example' } }),
    ],
    [
      'OID-19 its issuer with a path',
      ({ body }) => ({ body: { ...body, issuer: `${idp.issuer}/north` } }),
    ],
    ['OID-19 no issuer', ({ body }) => ({ body: { ...body, issuer: undefined } })],
  ]
  const useless: readonly (readonly [string, AnswerTampering])[] = [
    [
      'no authorization endpoint',
      ({ body }) => ({ body: { ...body, authorization_endpoint: undefined } }),
    ],
    [
      'OAU-16 an authorization endpoint without TLS',
      ({ body }) => ({ body: { ...body, authorization_endpoint: 'http://provider.example/' } }),
    ],
    [
      'a script as authorization endpoint',
      ({ body }) => ({ body: { ...body, authorization_endpoint: 'javascript:alert(1)' } }),
    ],
  ]

  test.each(wrong)(
    'that responds with %s prevents the start of the sign-in',
    async (_, tampering) => {
      idp.tamper({ discovery: tampering })
      const { app, browser } = openSetup()
      expectRefused(await startSignIn(browser, 'harbour'), app, 'OAuthSignin')
      expect(checkCookies(browser)).toEqual([])
      expect(asked(idp)).toEqual(['discovery'])
      idp.tamper(null)
      expectSignedIn(await signInWith(browser, 'harbour'))
    },
  )

  test.each(useless)('that responds with %s causes no redirect there', async (_, tampering) => {
    idp.tamper({ discovery: tampering })
    const { app, browser } = openSetup()
    expectRefused(await startSignIn(browser, 'harbour'), app, 'OAuthSignin')
    expect(checkCookies(browser)).toEqual([])
  })

  test.each<readonly [string, readonly Endpoint[]]>([
    ['token_endpoint', []],
    ['jwks_uri', ['token']],
    ['userinfo_endpoint', ['token']],
  ])('OAU-16 SRF-02 that names %s without TLS causes no request there', async (name, requests) => {
    idp.tamper({ discovery: ({ body }) => ({ body: { ...body, [name]: 'http://192.0.2.1/' } }) })
    await expectSignInRejected(openSetup(), requests)
  })

  test('OID-05 that names no keys verifies no ID token', async () => {
    idp.tamper({ discovery: ({ body }) => ({ body: { ...body, jwks_uri: undefined } }) })
    await expectSignInRejected(openSetup(), ['token'])
  })

  test('OID-19 stays in use when it cannot be renewed', async () => {
    let ahead = 0
    const clock = (): number => Date.now() + ahead
    const app = createApp({ providers: [oidcProvider(idp)] }, { clock })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
    idp.tamper({ discovery: { status: 500 } })
    // Twenty minutes later for discovery; the provider has the same clock as the application.
    ahead = 1_200_000
    const { status } = await startSignIn(app.openBrowser(), 'harbour')
    expect(status).toBe(302)
    ahead = 0
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
  })
})

test('OAU-16 A provider on this machine is not requested over http in production', async () => {
  const env = { ...ENV, NODE_ENV: 'production' }
  const app = createApp({ providers: [oidcProvider(idp)] }, { env })
  expectRefused(await startSignIn(app.openBrowser(), 'harbour'), app, 'OAuthSignin')
  expect(app.errors.at(-1)?.cause?.err?.message).toContain('AUTH_INSECURE_LOOPBACK')
  expect(asked(idp)).toEqual([])
  const allowed = createApp(
    { providers: [oidcProvider(idp)] },
    { env: { ...env, AUTH_INSECURE_LOOPBACK: 'true' } },
  )
  expectSignedIn(await signInWith(allowed.openBrowser(), 'harbour'))
})

describe('OID-17 Userinfo', () => {
  test.each<readonly [string, AnswerTampering]>([
    ['with another sub', ({ body }) => ({ body: { ...body, sub: 'grace-1906' } })],
    ['without sub', ({ body }) => ({ body: { ...body, sub: undefined } })],
    [
      'with HTTP 401',
      { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    ],
    ['with HTTP 201', { status: 201 }],
    ['as text', ({ text }) => ({ body: text, contentType: 'text/plain' })],
  ])('%s is rejected', async (_, tampering) => {
    idp.tamper({ userinfo: tampering })
    await expectSignInRejected(openSetup(), ['token', 'userinfo'])
  })

  const signed = { clientId: 'signed', client: { userinfo_signed_response_alg: 'RS256' } }

  test('is accepted when it is signed by the provider', async () => {
    const { browser } = openSetup(signed)
    expectSignedIn(await signInWith(browser, 'harbour', 'grace'))
    expect((await readSession(browser))?.user?.name).toBe('Grace Hopper')
  })

  test.each<readonly [string, (text: string) => string]>([
    ['a broken signature', (text) => text.replace(/[\w-]{40}$/, 'A'.repeat(40))],
    [
      'no signature',
      (text) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${text.split('.')[1]}.`,
    ],
  ])('is rejected when it is signed, with %s', async (_, change) => {
    idp.tamper({ userinfo: ({ text }) => ({ body: change(text) }) })
    await expectSignInRejected(openSetup(signed), ['token', 'userinfo'])
  })

  test('is rejected when it is unsigned and must be signed', async () => {
    await expectSignInRejected(openSetup({ client: signed.client }), ['token', 'userinfo'])
  })
})

describe('Without OpenID Connect', () => {
  test.each(UNACCEPTABLE)('the profile may not be %s', async (_, tampering) => {
    idp.tamper({ oauthProfile: tampering })
    const app = createApp({ providers: [plain(idp)], adapter: store.adapter })
    const setup = { idp, store, app, browser: app.openBrowser() }
    await expectSignInRejected(setup, ['oauthToken', 'oauthProfile'], 'plain')
  })
})
