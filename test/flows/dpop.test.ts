import { customFetch } from '@latchstring/core'
import type { AnswerTampering, IdentityProvider } from '@latchstring/test-idp'
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  EmbeddedJWK,
  jwtVerify,
} from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp } from '@latchstring/test-kit/app'
import { asked, client, CLIENT_SECRET, oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { recordFetch, type RecordedFetch } from './src/recorded-fetch.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectRefused,
  expectSignedIn,
  startSignIn,
  reachCallback,
  readSession,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

/** A provider that takes proofs as they are, and one that wants a nonce of its own in each. */
let idp: IdentityProvider
let strict: IdentityProvider
const store = storeForEachTest()

beforeAll(async () => {
  const clients = [client({ dpop_bound_access_tokens: true })]
  idp = await startIdp({ clients })
  strict = await startIdp({ clients, dpop: 'nonce' })
})

beforeEach(() => {
  for (const provider of [idp, strict]) {
    provider.tamper(null)
    provider.requests.splice(0)
  }
})

afterAll(() => Promise.all([idp.close(), strict.close()]))

type Overrides = Parameters<typeof oidcProvider>[1]

function open(overrides: Overrides = {}, at: IdentityProvider = idp): App {
  const provider = oidcProvider(at, { dpop: true, ...overrides })
  return createApp({ providers: [provider], adapter: store.adapter })
}

/** The proofs that were sent to a path, in order, each verified with the key it names. */
async function proofs(recorded: RecordedFetch, path: string) {
  return Promise.all(
    recorded.to(path).map(async ({ headers }) => {
      const proof = headers.get('dpop') ?? ''
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK)
      const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk ?? {})
      return { payload, protectedHeader, thumbprint }
    }),
  )
}

describe('RFC 9449 A sign-in with proofs of possession', () => {
  test('OAU-23 binds code and tokens to one key, generated for it', async () => {
    const recorded = recordFetch()
    const app = open({ [customFetch]: recorded.fetch, idToken: false })
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    const thumbprint = request.searchParams.get('dpop_jkt')
    expectSignedIn(await browser.follow(await signInAt(request)))
    const [token] = await proofs(recorded, '/token')
    const [userinfo] = await proofs(recorded, '/userinfo')
    expect(token?.protectedHeader).toMatchObject({ alg: 'ES256', typ: 'dpop+jwt' })
    expect(token?.payload).toMatchObject({ htm: 'POST', htu: `${idp.issuer}/token` })
    expect(userinfo?.payload).toMatchObject({ htm: 'GET', htu: `${idp.issuer}/userinfo` })
    expect(userinfo?.payload['ath']).toMatch(/^[\w-]{43}$/)
    expect(thumbprint).toMatch(/^[\w-]{43}$/)
    expect([token?.thumbprint, userinfo?.thumbprint]).toEqual([thumbprint, thumbprint])
    expect(token?.payload.jti).not.toBe(userinfo?.payload.jti)
    expect(recorded.to('/userinfo')[0]?.headers.get('authorization')).toMatch(/^DPoP /)
    for (const { headers } of recorded.to('/token')) {
      expect(decodeProtectedHeader(headers.get('dpop') ?? '').jwk).not.toHaveProperty('d')
    }
    expect(await store.query('SELECT token_type FROM accounts')).toEqual([{ token_type: 'dpop' }])
  })

  test('OAU-23 has a new key each time', async () => {
    const app = open()
    const keys = new Set<string | null>()
    for (let index = 0; index < 3; index += 1) {
      keys.add(
        (await requestAuthorization(app.openBrowser(), 'harbour')).searchParams.get('dpop_jkt'),
      )
    }
    expect(keys.size).toBe(3)
  })

  test('CKI-09 hides the key from the browser, and deletes it afterwards', async () => {
    const recorded = recordFetch()
    const browser = open({ [customFetch]: recorded.fetch }).openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    const cookies = [...browser.cookies.values()].join()
    expectSignedIn(await browser.follow(arrival))
    const [proof] = await proofs(recorded, '/token')
    const jwk = proof?.protectedHeader.jwk
    for (const part of [jwk?.x, jwk?.y]) {
      expect(part).toMatch(/^[\w-]{43}$/)
      expect(cookies).not.toContain(part)
    }
    expect([...browser.cookies.keys()].filter((name) => name.includes('code_verifier'))).toEqual([])
  })

  test('OAU-04 sends no code without the cookie of the key', async () => {
    const app = open({ checks: ['state', 'nonce'] })
    const browser = app.openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    for (const name of browser.cookies.keys()) {
      if (name.includes('code_verifier')) browser.clear(name)
    }
    asked(idp)
    expectRefused(await browser.follow(arrival), app)
    expect(asked(idp)).toEqual([])
  })

  test('OAU-06 does not accept a key of the caller', async () => {
    const browser = open().openBrowser()
    const response = await startSignIn(browser, 'harbour', { query: { dpop_jkt: 'x' } })
    expect(response.headers.get('location') ?? '').not.toContain(idp.issuer)
  })

  test('OAU-23 refuses a bearer token', async () => {
    idp.tamper({ token: ({ body }) => ({ body: { ...body, token_type: 'Bearer' } }) })
    const app = open()
    const browser = app.openBrowser()
    expectRefused(await signInWith(browser, 'harbour'), app)
    expect(app.errors.at(-1)?.message).toContain('bound')
    expect(await readSession(browser)).toBeNull()
  })

  test('succeeds without OpenID Connect, and requests the profile with a proof', async () => {
    const recorded = recordFetch()
    const app = createApp({
      providers: [
        {
          id: 'plain',
          name: 'Harbour Code',
          type: 'oauth',
          dpop: true,
          issuer: strict.issuer,
          authorization: { params: { scope: 'openid profile' } },
          userinfo: { params: { lang: 'en' } },
          clientId: 'app',
          clientSecret: CLIENT_SECRET,
          profile: ({ sub, name }: { readonly sub: string; readonly name: string }) => ({
            id: sub,
            name,
          }),
          [customFetch]: recorded.fetch,
        },
      ],
    })
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'plain'))
    const [userinfo] = await proofs(recorded, '/userinfo')
    expect(userinfo?.payload['htu']).toBe(`${strict.issuer}/userinfo`)
    expect(recorded.to('/userinfo')[0]?.url).toBe(`${strict.issuer}/userinfo?lang=en`)
    expect((await readSession(browser))?.user?.name).toBe('Ada Lovelace')
  })
})

describe('OAU-23 A server that requires a nonce in proofs', () => {
  test('gets the nonce with the second request and each later one', async () => {
    const recorded = recordFetch()
    const browser = open({ [customFetch]: recorded.fetch, idToken: false }, strict).openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour'))
    expect(asked(strict).filter((endpoint) => endpoint !== 'jwks')).toEqual([
      'discovery',
      'token',
      'token',
      'userinfo',
    ])
    const [first, second] = await proofs(recorded, '/token')
    expect(first?.payload['nonce']).toBeUndefined()
    expect(second?.payload['nonce']).toBeTruthy()
    expect(second?.payload.jti).not.toBe(first?.payload.jti)
    expect(second?.thumbprint).toBe(first?.thumbprint)
    const [userinfo] = await proofs(recorded, '/userinfo')
    expect(userinfo?.payload['nonce']).toBeTruthy()
  })

  test('gets two requests at most even if it always requires another nonce', async () => {
    const never: AnswerTampering = {
      status: 400,
      headers: { 'dpop-nonce': 'another' },
      body: { error: 'use_dpop_nonce' },
    }
    idp.tamper({ token: never })
    const app = open()
    expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
    expect(asked(idp).filter((endpoint) => endpoint === 'token')).toHaveLength(2)
  })

  test.each<[string, AnswerTampering]>([
    [
      'another error',
      { status: 400, headers: { 'dpop-nonce': 'n' }, body: { error: 'invalid_grant' } },
    ],
    ['no nonce', { status: 400, body: { error: 'use_dpop_nonce' } }],
  ])('gets no second request after a response with %s', async (_, answer) => {
    idp.tamper({ token: answer })
    const app = open()
    expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
    expect(asked(idp).filter((endpoint) => endpoint === 'token')).toHaveLength(1)
  })

  test('at the userinfo endpoint requires it in a challenge', async () => {
    let challenged = 0
    const recorded = recordFetch(({ url, headers }) => {
      if (!url.endsWith('/userinfo')) return undefined
      if (decodeJwt(headers.get('dpop') ?? '')['nonce'] === 'of-userinfo') {
        return Response.json({ sub: 'ada-1815', name: 'Ada of the API' })
      }
      challenged += 1
      const challenge = {
        'dpop-nonce': 'of-userinfo',
        'www-authenticate': 'DPoP error="use_dpop_nonce"',
      }
      return new Response(null, { status: 401, headers: challenge })
    })
    const app = open({ [customFetch]: recorded.fetch, idToken: false })
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour'))
    expect(challenged).toBe(1)
    expect((await readSession(browser))?.user?.name).toBe('Ada of the API')
  })

  test('OAU-24 does not get the nonce of another sign-in', async () => {
    const recorded = recordFetch()
    const app = open({ [customFetch]: recorded.fetch }, strict)
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'ada'))
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour', 'grace'))
    const all = await proofs(recorded, '/token')
    expect(all.map(({ payload }) => payload['nonce'] !== undefined)).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(all[0]?.thumbprint).not.toBe(all[2]?.thumbprint)
  })
})

describe('RFC 9449, section 10.1 DPoP with pushed authorization requests', () => {
  test.each(['idp', 'strict'] as const)('sends key and proof at %s', async (name) => {
    const at = name === 'idp' ? idp : strict
    const recorded = recordFetch()
    const app = open({ [customFetch]: recorded.fetch, pushedAuthorizationRequests: true }, at)
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    expect(request.searchParams.has('dpop_jkt')).toBe(false)
    const pushed = recorded.to('/par')
    expect(pushed).toHaveLength(name === 'idp' ? 1 : 2)
    const thumbprint = pushed.at(-1)?.body.get('dpop_jkt')
    for (const proof of await proofs(recorded, '/par')) expect(proof.thumbprint).toBe(thumbprint)
    expectSignedIn(await browser.follow(await signInAt(request)))
    expect((await proofs(recorded, '/token')).at(-1)?.thumbprint).toBe(thumbprint)
  })
})
