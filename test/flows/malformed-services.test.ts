import type {
  AuthorizationEndpoint,
  TokenEndpoint,
  TokenRequest,
} from '@latchstring/core/providers'
import { describe, expect, test } from 'vitest'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import { asked, CLIENT_SECRET, oidcProvider, plain } from '@latchstring/test-kit/idp'
import { readJson } from '@latchstring/test-kit/json'
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

const idp = idpForEachTest()

describe('authorization.conform', () => {
  type Conform = NonNullable<AuthorizationEndpoint['conform']>

  const open = (conform: Conform): App =>
    createApp({
      providers: [
        plain(idp, { authorization: { url: idp.oauth.authorization, conform } }),
        oidcProvider(idp, { authorization: { params: { prompt: 'login' }, conform } }),
      ],
    })

  /** With another value for a parameter, or without it. */
  const change =
    (name: string, value?: string): Conform =>
    (request) => {
      if (value === undefined) request.searchParams.delete(name)
      else request.searchParams.set(name, value)
      return request
    }

  test('gets the complete request, and the browser is redirected to its result', async () => {
    const browser = open((request) => {
      const result = new URL(request)
      result.searchParams.set('client_key', request.searchParams.get('client_id') ?? '')
      result.searchParams.delete('client_id')
      result.hash = 'here'
      return result
    }).openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    expect(request.searchParams.get('client_key')).toBe('app')
    expect(request.searchParams.has('client_id')).toBe(false)
    expect(request.hash).toBe('#here')
    for (const name of ['state', 'nonce', 'code_challenge', 'redirect_uri', 'scope', 'prompt'])
      expect(request.searchParams.get(name)).toBeTruthy()
  })

  test('may return an unchanged request, which signs in', async () => {
    const browser = open(change('theme', 'dark')).openBrowser()
    expectSignedIn(await signInWith(browser, 'plain'))
  })

  test('may rename the parameters that protect the request', async () => {
    const browser = open((request) => {
      request.searchParams.set('custom', request.searchParams.get('state') ?? '')
      return change('state')(request)
    }).openBrowser()
    expect((await requestAuthorization(browser, 'plain')).searchParams.get('custom')).toBeTruthy()
  })

  test.each<[string, string, Conform]>([
    ['no state', 'plain', change('state')],
    ['another state', 'plain', change('state', 'x')],
    [
      'the start of the state',
      'plain',
      (url) => change('state', url.searchParams.get('state')?.slice(0, 20))(url),
    ],
    ['no PKCE', 'plain', change('code_challenge')],
    ['another challenge', 'plain', change('code_challenge', 'x')],
    ['no nonce', 'harbour', change('nonce')],
    [
      'the state in the fragment',
      'plain',
      (request) => {
        const url = new URL(request)
        url.hash = request.searchParams.get('state') ?? ''
        return change('state')(url)
      },
    ],
    ['nothing at all', 'plain', () => new URL('https://provider.example/')],
  ])('OAU-05 that leaves %s is refused without a redirect', async (_, id, conform) => {
    const app = open(conform)
    const browser = app.openBrowser()
    const location = readLocation(await startSignIn(browser, id))
    expect(location.origin + location.pathname).toBe(`${BASE}/error`)
    expect(location.searchParams.get('error')).toBe('Configuration')
    expect(app.errors.at(-1)?.type).toBe('InvalidConfiguration')
    expect(app.errors.at(-1)?.message).toContain(`"${id}"`)
    expect(checkCookies(browser)).toEqual([])
  })

  test('OAU-16 cannot redirect to a page without TLS', async () => {
    const app = open((url) => Object.assign(url, { protocol: 'http:', host: 'provider.example' }))
    expectRefused(await startSignIn(app.openBrowser(), 'plain'), app, 'OAuthSignin')
  })

  test('that throws prevents the start of the sign-in', async () => {
    const app = open(() => {
      throw new TypeError('no such parameter')
    })
    expectRefused(await startSignIn(app.openBrowser(), 'plain'), app, 'OAuthSignin')
  })
})

describe('token.send', () => {
  type Send = (request: TokenRequest) => Promise<Response>

  const open = (send: Send, token: TokenEndpoint = {}): App =>
    createApp({
      providers: [
        plain(idp, { token: { url: idp.oauth.token, send, ...token } }),
        oidcProvider(idp, { token: { send } }),
      ],
    })

  /** The standard request. */
  const send: Send = ({ url, parameters, clientId, clientSecret, fetch: bounded }) => {
    const body = new URLSearchParams(parameters)
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret ?? '')
    const headers = { accept: 'application/json' }
    return bounded(url, { method: 'POST', body, headers })
  }

  test('gets all values of a token request except client authentication', async () => {
    const seen: TokenRequest[] = []
    const app = open(
      (request) => {
        seen.push(request)
        return send(request)
      },
      { params: { audience: 'here', code: 'not this' } },
    )
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'plain'))
    const [request] = seen
    expect(request).toMatchObject({
      url: idp.oauth.token,
      clientId: 'app',
      clientSecret: CLIENT_SECRET,
    })
    const { code, code_verifier: verifier, ...rest } = Object.fromEntries(request?.parameters ?? [])
    expect(rest).toEqual({
      audience: 'here',
      grant_type: 'authorization_code',
      redirect_uri: `${BASE}/callback/plain`,
    })
    expect(code).toMatch(/^[\w-]{20,}$/)
    expect(verifier).toMatch(/^[\w-]{43,}$/)
    expect(asked(idp)).toEqual(['oauthToken', 'oauthProfile'])
    expect((await readSession(browser))?.user?.name).toBe('Ada Lovelace')
  })

  test('gets a fetch that follows no redirect', async () => {
    idp.tamper({ oauthToken: { redirect: '/elsewhere' } })
    const app = open(send)
    expectRefused(await signInWith(app.openBrowser(), 'plain'), app)
    expect(asked(idp)).toEqual(['oauthToken'])
  })

  test('is followed by token.conform', async () => {
    idp.tamper({ oauthToken: ({ body }) => ({ body: { data: body } }) })
    const conform = async (response: Response): Promise<Response> =>
      Response.json((await readJson(response))['data'])
    const app = open(send, { conform })
    expectSignedIn(await signInWith(app.openBrowser(), 'plain'))
  })

  test.each([
    [
      'an error with HTTP 200',
      () => Response.json({ error: 'bad_code', access_token: 'x', token_type: 'bearer' }),
    ],
    ['HTTP 400', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
    ['no token', () => Response.json({ token_type: 'bearer' })],
    ['no token type', () => Response.json({ access_token: 'x' })],
    ['a page', () => new Response('Hello')],
  ])('OAU-14 creates no session when it returns %s', async (_, answer) => {
    const app = open(async () => answer())
    const browser = app.openBrowser()
    expectRefused(await signInWith(browser, 'plain'), app)
    expect(asked(idp)).toEqual([])
    expect(await readSession(browser)).toBeNull()
  })

  test('OID-12 with OpenID Connect does not skip the checks of the ID token', async () => {
    const app = open(send)
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
    idp.tamper({ idToken: (claims) => ({ claims: { ...claims, nonce: 'another' } }) })
    expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
  })

  test('OAU-05 is not called for a response with another state or without a code', async () => {
    const app = open(() => Promise.reject(new Error('must not be asked')))
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'plain')
    const state = request.searchParams.get('state') ?? ''
    const bent = state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A')
    expectRefused(await browser.follow({ url: `${BASE}/callback/plain?code=c&state=${bent}` }), app)
    const again = (await requestAuthorization(browser, 'plain')).searchParams.get('state')
    expectRefused(await browser.follow({ url: `${BASE}/callback/plain?state=${again}` }), app)
    expect(app.errors.map(({ message }) => message).join()).not.toContain('must not be asked')
  })
})
