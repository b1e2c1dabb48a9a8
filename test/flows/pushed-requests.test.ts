import { customFetch } from '@latchstring/core'
import type { AnswerTampering } from '@latchstring/test-idp'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import { asked, client, CLIENT_SECRET, oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { recordFetch } from './src/recorded-fetch.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  checkCookies,
  expectRefused,
  expectSignedIn,
  readLocation,
  startSignIn,
  readSession,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const idp = forAllTests(() => startIdp({ clients: [client()] }))
const strict = forAllTests(() => startIdp({ par: 'required' }))

beforeEach(() => {
  for (const provider of [idp, strict]) {
    provider.tamper(null)
    provider.requests.splice(0)
  }
})

function open(overrides: Parameters<typeof oidcProvider>[1] = {}): App {
  return createApp({
    providers: [oidcProvider(idp, { pushedAuthorizationRequests: true, ...overrides })],
  })
}

describe('RFC 9126 A pushed authorization request', () => {
  test('OAU-22 gives the browser only the request_uri, and ends in a session', async () => {
    const browser = open().openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    expect(request.origin + request.pathname).toBe(`${idp.issuer}/authorize`)
    expect([...request.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    expect(request.searchParams.get('client_id')).toBe('app')
    expect(asked(idp)).toEqual(['discovery', 'par'])
    expectSignedIn(await browser.follow(await signInAt(request)))
    expect((await readSession(browser))?.user?.name).toBe('Ada Lovelace')
  })

  test('OAU-01 OAU-05 has all checks of a sign-in, and the client authentication in a header', async () => {
    const recorded = recordFetch()
    const authorization = { params: { prompt: 'login', scope: 'openid email' } }
    const app = open({ [customFetch]: recorded.fetch, authorization })
    await startSignIn(app.openBrowser(), 'harbour', { query: { login_hint: 'grace' } })
    const [pushed, ...others] = recorded.to('/par')
    expect(others).toEqual([])
    const {
      state,
      nonce,
      code_challenge: challenge,
      ...rest
    } = Object.fromEntries(pushed?.body ?? [])
    expect(rest).toEqual({
      client_id: 'app',
      response_type: 'code',
      redirect_uri: `${BASE}/callback/harbour`,
      scope: 'openid email',
      prompt: 'login',
      login_hint: 'grace',
      code_challenge_method: 'S256',
    })
    for (const value of [state, nonce, challenge]) expect(value).toMatch(/^[\w-]{43,}$/)
    const basic = Buffer.from(`app:${CLIENT_SECRET}`).toString('base64')
    expect(pushed?.headers.get('authorization')).toBe(`Basic ${basic}`)
    expect(pushed?.body.has('client_secret')).toBe(false)
  })

  test('is sent for each sign-in', async () => {
    const app = open()
    const references = new Set<string | null>()
    for (let index = 0; index < 3; index += 1) {
      const request = await requestAuthorization(app.openBrowser(), 'harbour')
      references.add(request.searchParams.get('request_uri'))
    }
    expect(references.size).toBe(3)
  })

  test('has the form that the service requires', async () => {
    const recorded = recordFetch()
    const conform = (url: URL): URL => {
      url.searchParams.append('theme', 'dark')
      return url
    }
    const browser = open({
      [customFetch]: recorded.fetch,
      authorization: { conform },
    }).openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    expect(request.searchParams.has('theme')).toBe(false)
    expect(recorded.to('/par')[0]?.body.get('theme')).toBe('dark')
  })

  test('OAU-06 refuses reserved parameters of a caller', async () => {
    const app = open()
    const browser = app.openBrowser()
    const query = { request_uri: 'urn:example:mine' }
    const response = await startSignIn(browser, 'harbour', { query })
    expect(response.headers.get('location') ?? '').not.toContain(idp.issuer)
    expect(asked(idp)).toEqual([])
  })
})

test('OAU-22 is used wherever the server requires it', async () => {
  const browser = createApp({ providers: [oidcProvider(strict)] }).openBrowser()
  const request = await requestAuthorization(browser, 'harbour')
  expect([...request.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
  expectSignedIn(await browser.follow(await signInAt(request)))
  const stubborn = oidcProvider(strict, { pushedAuthorizationRequests: false })
  const again = await requestAuthorization(
    createApp({ providers: [stubborn] }).openBrowser(),
    'harbour',
  )
  expect(again.searchParams.has('request_uri')).toBe(true)
})

test('Pushed authorization requests are used only if server or configuration require them', async () => {
  const request = await requestAuthorization(
    createApp({ providers: [oidcProvider(idp)] }).openBrowser(),
    'harbour',
  )
  expect(request.searchParams.has('request_uri')).toBe(false)
  expect(asked(idp)).toEqual(['discovery'])
})

describe('OAU-22 A pushed authorization request does not fall back to a plain request', () => {
  test.each<readonly [string, AnswerTampering]>([
    ['HTTP 400', { status: 400, body: { error: 'invalid_request' } }],
    ['HTTP 500', { status: 500 }],
    ['HTTP 200', { status: 200 }],
    ['OAU-15 a redirect', { redirect: '/elsewhere' }],
    ['OAU-17 more than 1 MB', { padTo: 1_048_577 }],
    ['no reference', ({ body }) => ({ body: { ...body, request_uri: undefined } })],
    ['a number as reference', ({ body }) => ({ body: { ...body, request_uri: 7 } })],
    ['half an answer', { reset: true }],
    ['text', { body: 'Hello', contentType: 'text/plain' }],
  ])('after %s', async (_, tampering) => {
    idp.tamper({ par: tampering })
    const app = open()
    const browser = app.openBrowser()
    expectRefused(await startSignIn(browser, 'harbour'), app, 'OAuthSignin')
    expect(asked(idp)).toEqual(['discovery', 'par'])
    expect(checkCookies(browser)).toEqual([])
  })

  test('for a server without an endpoint for it', async () => {
    idp.tamper({
      discovery: ({ body }) => ({
        body: { ...body, pushed_authorization_request_endpoint: undefined },
      }),
    })
    const app = open()
    expectRefused(await startSignIn(app.openBrowser(), 'harbour'), app, 'OAuthSignin')
    expect(app.errors.at(-1)?.message).toContain('"harbour"')
    expect(asked(idp)).toEqual(['discovery'])
  })
})

describe('RFC 8414 A provider without OpenID Connect', () => {
  const wellKnown = (): string => `${idp.issuer}/.well-known/oauth-authorization-server`

  const openPlain = (issuer = idp.issuer): App =>
    createApp({
      providers: [
        {
          id: 'plain',
          name: 'Harbour Code',
          type: 'oauth',
          issuer,
          wellKnown: wellKnown(),
          authorization: { params: { scope: 'openid profile' } },
          pushedAuthorizationRequests: true,
          clientId: 'app',
          clientSecret: CLIENT_SECRET,
          profile: ({ sub, name }: { readonly sub: string; readonly name: string }) => ({
            id: sub,
            name,
          }),
        },
      ],
    })

  test('takes all endpoints from the metadata of the authorization server', async () => {
    const recorded = openPlain().openBrowser()
    expectSignedIn(await signInWith(recorded, 'plain', 'grace'))
    expect((await readSession(recorded))?.user?.name).toBe('Grace Hopper')
    expect(asked(idp)).toEqual(['discovery', 'par', 'token', 'userinfo'])
  })

  test('OID-19 refuses metadata of another issuer', async () => {
    const app = openPlain('https://another.example')
    const location = readLocation(await startSignIn(app.openBrowser(), 'plain'))
    expect(location.searchParams.get('error')).toBe('OAuthSignin')
    expect(app.errors.at(-1)?.type).toBe('OAuthSignInError')
  })
})
