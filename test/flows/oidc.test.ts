import { customFetch } from '@latchstring/core'
import type { Fetch } from '@latchstring/core/providers'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import {
  asked,
  client,
  oidcProvider,
  RESERVED_PARAMETERS,
  startIdp,
} from '@latchstring/test-kit/idp'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  checkCookies,
  expectRefused,
  expectSignedIn,
  readLocation,
  startSignIn,
  reachCallback,
  readSession,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const formPost = client({ client_id: 'form-post', response_modes: ['form_post'] })
const idp = forAllTests(() => startIdp({ clients: [client(), formPost] }))

beforeEach(() => {
  idp.tamper(null)
  idp.requests.splice(0)
})

describe('A sign-in with OpenID Connect', () => {
  test('creates a session with name, e-mail address and picture', async () => {
    const app = createApp({ providers: [oidcProvider(idp)] })
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
    const session = await readSession(browser)
    const { image, ...user } = session?.user ?? {}
    expect(user).toEqual({ name: 'Ada Lovelace', email: 'ada@harbour.example' })
    expect(image).toMatch(/^data:image\/svg/)
    expect(Date.parse(session?.expires ?? '')).toBeGreaterThan(Date.now())
    expect(checkCookies(browser)).toEqual([])
    expect(app.errors).toEqual([])
  })

  test('requests discovery, tokens and keys once, and only tokens the second time', async () => {
    const app = createApp({ providers: [oidcProvider(idp)] })
    await signInWith(app.openBrowser(), 'harbour', 'ada')
    expect(asked(idp)).toEqual(['discovery', 'token', 'jwks'])
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'grace'))
    expect(asked(idp)).toEqual(['token'])
  })

  test('OAU-01 OAU-05 OID-12 sends PKCE with S256, state, nonce and no unneeded parameters', async () => {
    const app = createApp({ providers: [oidcProvider(idp)] })
    const request = await requestAuthorization(app.openBrowser(), 'harbour')
    expect(request.origin + request.pathname).toBe(`${idp.issuer}/authorize`)
    const { code_challenge, state, nonce, ...rest } = Object.fromEntries(request.searchParams)
    expect(rest).toEqual({
      scope: 'openid profile email',
      response_type: 'code',
      client_id: 'app',
      redirect_uri: `${BASE}/callback/harbour`,
      code_challenge_method: 'S256',
    })
    expect(code_challenge).toMatch(/^[\w-]{43}$/)
    for (const value of [state, nonce]) expect(value?.length).toBeGreaterThanOrEqual(43)
    const again = await requestAuthorization(app.openBrowser(), 'harbour')
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(again.searchParams.get(name)).not.toBe(request.searchParams.get(name))
    }
  })

  test('OAU-21 keeps the code out of caches, the Referer header and the target', async () => {
    const browser = createApp({ providers: [oidcProvider(idp)] }).openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    expect(new URL(arrival.url).searchParams.get('iss')).toBe(idp.issuer)
    const end = await browser.follow(arrival)
    expect(end.headers.get('referrer-policy')).toBe('no-referrer')
    expect(end.headers.get('cache-control')).toContain('no-store')
    expect(readLocation(end).search).toBe('')
  })

  test('can request more scopes and further parameters, by configuration and by the caller', async () => {
    const params = { scope: 'openid email', claims: { id_token: { acr: null } }, ui_locales: 'nl' }
    const app = createApp({ providers: [oidcProvider(idp, { authorization: { params } })] })
    const request = await requestAuthorization(app.openBrowser(), 'harbour', {
      query: { prompt: 'login' },
    })
    expect(request.searchParams.get('scope')).toBe('openid email')
    expect(request.searchParams.get('claims')).toBe('{"id_token":{"acr":null}}')
    expect(request.searchParams.get('ui_locales')).toBe('nl')
    expect(request.searchParams.get('prompt')).toBe('login')
    const browser = app.openBrowser()
    const shorter = await requestAuthorization(browser, 'harbour', { query: { scope: 'openid' } })
    await browser.follow(await signInAt(shorter))
    expect((await readSession(browser))?.user).toEqual({ name: null, email: null, image: null })
  })
})

describe.each(RESERVED_PARAMETERS)('OAU-06 The parameter %s of the caller', (name) => {
  test('gets 400 over HTTP', async () => {
    const browser = createApp({ providers: [oidcProvider(idp)] }).openBrowser()
    const response = await startSignIn(browser, 'harbour', { query: { [name]: 'mine' } })
    expect(response.status).toBe(400)
    expect(response.headers.has('location')).toBe(false)
    expect(checkCookies(browser)).toEqual([])
  })

  test('throws from code', async () => {
    const { auth } = createApp({ providers: [oidcProvider(idp)] })
    const source = { headers: new Headers() }
    const started = auth.signIn(source, 'harbour', {}, { [name]: 'mine' })
    await expect(started).rejects.toMatchObject({ type: 'InvalidRequest' })
  })
})

test('A sign-in with OpenID Connect started by code creates the same session', async () => {
  const app = createApp({ providers: [oidcProvider(idp)] })
  const browser = app.openBrowser()
  const source = { headers: new Headers() }
  const started = await app.auth.signIn(
    source,
    'harbour',
    { redirectTo: '/inside' },
    'prompt=login',
  )
  for (const { name, value } of started.cookies) browser.setCookie(name, value)
  expect(new URL(started.url).searchParams.get('prompt')).toBe('login')
  expectSignedIn(await browser.follow(await signInAt(new URL(started.url))))
  expect(await readSession(browser)).not.toBeNull()
})

describe('A response with OpenID Connect by form post', () => {
  const params = { response_mode: 'form_post' }

  test('OAU-12 signs in with only the cookies that are sent across sites', async () => {
    const provider = oidcProvider(idp, { clientId: 'form-post', authorization: { params } })
    const browser = createApp({ providers: [provider] }).openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    expect(request.searchParams.get('response_mode')).toBe('form_post')
    const checks = browser.stored().filter(({ name }) => checkCookies(browser).includes(name))
    expect(checks).toHaveLength(3)
    for (const cookie of checks) expect(cookie).toMatchObject({ sameSite: 'none', secure: true })
    const arrival = await signInAt(request)
    expect(arrival.form?.get('code')).toBeTruthy()
    expectSignedIn(await browser.follow(arrival))
    expect(await readSession(browser)).not.toBeNull()
    expect(checkCookies(browser)).toEqual([])
    const [session] = browser.stored().filter(({ name }) => name.includes('session-token'))
    expect(session).toMatchObject({ sameSite: 'lax', secure: true, httpOnly: true })
  })

  test('OAU-12 is read only from the body', async () => {
    const provider = oidcProvider(idp, { clientId: 'form-post', authorization: { params } })
    const app = createApp({ providers: [provider] })
    const browser = app.openBrowser()
    const { url, form } = await reachCallback(browser, 'harbour')
    idp.requests.splice(0)
    expectRefused(await browser.follow({ url: `${url}?${form}` }), app)
    expect(asked(idp)).toEqual([])
  })

  test('OAU-12 does not change the SameSite of cookies of other flows', async () => {
    const browser = createApp({ providers: [oidcProvider(idp)] }).openBrowser()
    await requestAuthorization(browser, 'harbour')
    for (const cookie of browser.stored()) expect(cookie.sameSite).toBe('lax')
  })
})

describe('The profile with OpenID Connect', () => {
  test('is requested from userinfo with `idToken: false`', async () => {
    const app = createApp({ providers: [oidcProvider(idp, { idToken: false })] })
    const browser = app.openBrowser()
    idp.tamper({ userinfo: ({ body }) => ({ body: { ...body, name: 'Ada of Userinfo' } }) })
    expectSignedIn(await signInWith(browser, 'harbour'))
    expect((await readSession(browser))?.user?.name).toBe('Ada of Userinfo')
    expect(asked(idp)).toEqual(['discovery', 'token', 'jwks', 'userinfo'])
  })

  test('OID-15 is refused with claims of the wrong type', async () => {
    idp.tamper({
      idToken: (claims) => ({
        claims: {
          ...claims,
          name: ['Ada'],
          email: { toString: 'x' },
          picture: 7,
          email_verified: 'true',
        },
      }),
    })
    const browser = createApp({ providers: [oidcProvider(idp)] }).openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour'))
    expect((await readSession(browser))?.user).toEqual({ name: null, email: null, image: null })
  })
})

describe('customFetch', () => {
  test('SRF-03 is used for every request, with a deadline and without redirects', async () => {
    const calls: { readonly path: string; readonly init: RequestInit | undefined }[] = []
    const recorded: Fetch = (url, init) => {
      calls.push({ path: new URL(url).pathname, init })
      return fetch(url, init)
    }
    const provider = oidcProvider(idp, { idToken: false, [customFetch]: recorded })
    expectSignedIn(await signInWith(createApp({ providers: [provider] }).openBrowser(), 'harbour'))
    const paths = ['/.well-known/openid-configuration', '/token', '/jwks', '/userinfo']
    expect(calls.map(({ path }) => path)).toEqual(paths)
    for (const { init } of calls) {
      expect(init?.redirect).toBe('manual')
      expect(init?.signal).toBeInstanceOf(AbortSignal)
    }
  })

  test.each([
    ['a redirect', () => Response.redirect(ORIGIN)],
    ['more than 1 MB', () => new Response('x'.repeat(2_000_000))],
  ])('SRF-03 cannot return %s', async (_, answer) => {
    const bent: Fetch = async (url, init) => (url.endsWith('/token') ? answer() : fetch(url, init))
    const app = createApp({ providers: [oidcProvider(idp, { [customFetch]: bent })] })
    expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
  })

  test('OAU-20 OAU-02 never sees a token or a verifier in a URL', async () => {
    const urls: string[] = []
    const bodies: URLSearchParams[] = []
    const recorded: Fetch = (url, init) => {
      urls.push(url)
      if (init?.body instanceof URLSearchParams) bodies.push(init.body)
      return fetch(url, init)
    }
    const provider = oidcProvider(idp, { idToken: false, [customFetch]: recorded })
    const browser = createApp({ providers: [provider] }).openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    expectSignedIn(await browser.follow(await signInAt(request)))
    expect(urls.filter((url) => url.includes('?'))).toEqual([])
    const [body] = bodies
    expect(body?.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
    expect(request.href).not.toContain(body?.get('code_verifier'))
    // OAU-07: byte for byte what the authorization request said.
    expect(body?.get('redirect_uri')).toBe(request.searchParams.get('redirect_uri'))
  })
})
