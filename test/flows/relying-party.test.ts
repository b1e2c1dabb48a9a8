import {
  type Endpoint,
  exportPublicJwk,
  type IdentityProvider,
  type IdTokenChange,
  type IdTokenClaims,
  type IdTokenHeader,
} from '@latchstring/test-idp'
import { inPart } from '@latchstring/test-kit/in-part'
import { CompactSign, generateKeyPair, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { createApp } from '@latchstring/test-kit/app'
import { asked, client, CLIENT_SECRET, oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { expectSignInRejected, type Setup } from './src/rejection.ts'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { expectSignedIn, requestAuthorization, signInWith } from '@latchstring/test-kit/story'

let idp: IdentityProvider
const store = forAllTests(openStore)

beforeAll(async () => {
  idp = await startIdp({
    // Two keys of one kind, so that an ID token without `kid` fits more than one.
    signingAlgorithms: ['RS256', 'RS256', 'ES256', 'PS256', 'EdDSA'],
    clients: [
      client(),
      ...(['ES256', 'PS256', 'EdDSA', 'HS256'] as const).map((alg) =>
        client({ client_id: alg, id_token_signed_response_alg: alg }),
      ),
    ],
  })
})

beforeEach(() => {
  idp.tamper(null)
  idp.requests.splice(0)
})

afterAll(async () => {
  await idp.close()
})

type Overrides = Parameters<typeof oidcProvider>[1]

/** An application that would ask for userinfo as well, so that going on too far shows. */
function openSetup(overrides: Overrides = {}): Setup {
  const providers = [oidcProvider(idp, { idToken: false, ...overrides })]
  const app = createApp({ providers, adapter: store.adapter })
  return { idp, store, app, browser: app.openBrowser() }
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

type Bend = (claims: IdTokenClaims, header: IdTokenHeader) => IdTokenChange

/** Replaces claims; those that are undefined are left out. */
function claim(changes: IdTokenClaims | (() => IdTokenClaims)): Bend {
  return (claims) => ({
    claims: { ...claims, ...(typeof changes === 'function' ? changes() : changes) },
  })
}

const OF_A_STRANGER: IdTokenHeader = {
  jwk: { kty: 'oct', k: 'AAAA' },
  jku: 'https://evil.example/jwks',
}

const REJECTED: readonly (readonly [string, Bend])[] = [
  ['OID-02 the iss of another issuer', claim({ iss: 'https://evil.example' })],
  [
    'OID-02 its iss with a path',
    ({ iss, ...rest }) => ({ claims: { ...rest, iss: `${String(iss)}/north` } }),
  ],
  ['OID-02 no iss', claim({ iss: undefined })],
  ['OID-11 no sub', claim({ sub: undefined })],
  ['OID-11 an empty sub', claim({ sub: '' })],
  ['OID-11 a number as sub', claim({ sub: 1815 })],
  ['OID-11 a sub of 256 characters', claim({ sub: 'a'.repeat(256) })],
  ['OID-11 a sub beyond ASCII', claim({ sub: '\u{1f600}' })],
  ['OID-03 no aud', claim({ aud: undefined })],
  ['OID-03 the aud of another client', claim({ aud: 'another-one' })],
  ['OID-03 an empty list as aud', claim({ aud: [] })],
  ['OID-03 a second audience', claim({ aud: ['app', 'another-one'] })],
  ['OID-04 two audiences and no azp', claim({ aud: ['app', 'app'] })],
  ['OID-04 the azp of another client', claim({ azp: 'another-one' })],
  ['OID-04 an azp that is not a string', claim({ azp: ['app'] })],
  ['OID-10 no exp', claim({ exp: undefined })],
  ['OID-10 an exp in the past', claim(() => ({ exp: now() - 31 }))],
  ['OID-10 an exp that is a string', claim(() => ({ exp: String(now() + 600) }))],
  ['OID-10 no iat', claim({ iat: undefined })],
  ['OID-10 an iat that is a string', claim(() => ({ iat: String(now()) }))],
  ['OID-10 an iat in the future', claim(() => ({ iat: now() + 90 }))],
  ['OID-10 an nbf in the future', claim(() => ({ nbf: now() + 90 }))],
  ['OID-10 an nbf that is a string', claim({ nbf: '0' })],
  ['OID-12 another nonce', claim({ nonce: 'n-0S6_WzA2Mj' })],
  ['OID-12 no nonce', claim({ nonce: undefined })],
  ['OID-13 the at_hash of another access token', claim({ at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' })],
  ['OID-13 an at_hash that is not a string', claim({ at_hash: 7 })],
  ['OID-06 alg none', () => ({ signedBy: 'none' })],
  ['OID-06 HS256 with the client secret', () => ({ signedBy: 'client-secret' })],
  ['OID-06 HS256 with the public key as secret', () => ({ signedBy: 'public-key' })],
  ['OID-05 a broken signature', () => ({ signedBy: 'broken' })],
  [
    'OID-05 a broken ES256 signature',
    (_, header) => ({ signedBy: 'broken', header: { ...header, alg: 'ES256', kid: undefined } }),
  ],
  ['OID-05 the signature of an unknown key', () => ({ signedBy: 'unknown-key' })],
  [
    'OID-07 a key of its own in the header',
    (_, header) => ({ signedBy: 'unknown-key', header: { ...header, ...OF_A_STRANGER } }),
  ],
  [
    'OID-08 no kid and the signature of an unknown key',
    (_, { kid: __, ...header }) => ({ signedBy: 'unknown-key', header }),
  ],
  ...['at+jwt', 'logout+jwt', 'dpop+jwt', 'application/secevent+jwt'].map(
    (typ) =>
      [
        `OID-20 the type ${typ}`,
        (_: unknown, header: IdTokenHeader) => ({ header: { ...header, typ } }),
      ] as const,
  ),
]

const MODES = [
  ['query', {}],
  ['form post', { authorization: { params: { response_mode: 'form_post' } } }],
] as const

describe.each(MODES)('An ID token by %s is rejected with', (mode, overrides) => {
  // By form post it is verified by the same code.
  test.each(inPart(REJECTED, (_, index) => mode === 'query' || index % 5 === 0))(
    '%s',
    async (__, bend) => {
      idp.tamper({ idToken: bend })
      const setup = openSetup(overrides)
      await expectSignInRejected(setup, ['token'])
      expect(setup.app.errors.at(-1)?.type).toBe('OAuthCallbackError')
    },
  )
})

test.each<readonly [string, unknown, readonly Endpoint[]]>([
  ['OID-01 no ID token', undefined, ['token']],
  ['OID-01 a number as ID token', 7, ['token']],
  [
    'OID-21 an encrypted ID token',
    'eyJhbGciOiJSU0ExXzUiLCJlbmMiOiJBMTI4R0NNIn0.a.b.c.d',
    ['token'],
  ],
  ['OID-05 anything else as ID token', 'abc', ['token']],
])('A token response with OpenID Connect is refused: %s', async (_, idToken, requests) => {
  idp.tamper({ token: ({ body }) => ({ body: { ...body, id_token: idToken } }) })
  await expectSignInRejected(openSetup(), requests)
})

test.each(MODES)(
  'OID-07 The key in the header of an ID token by %s does not verify it',
  async (_, overrides) => {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const jwk = await exportPublicJwk(publicKey, 'RS256')
    const sign = (text: string): Promise<string> =>
      new CompactSign(Buffer.from(text.split('.')[1] ?? '', 'base64url'))
        .setProtectedHeader({ alg: 'RS256', kid: 'new', jwk })
        .sign(privateKey)
    const tamper = (keys: readonly object[] | undefined): void =>
      idp.tamper({
        ...(keys && { jwks: { body: { keys } } }),
        token: async ({ body }) => ({
          body: { ...body, id_token: await sign(String(body['id_token'])) },
        }),
      })
    tamper(undefined)
    await expectSignInRejected(openSetup(overrides), ['token'])
    tamper([{ ...jwk, kid: 'new' }])
    expectSignedIn(await signInWith(openSetup(overrides).browser, 'harbour'))
  },
)

test('OID-07 An ID token with an unknown critical header is rejected', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportPublicJwk(publicKey, 'RS256')), kid: 'new' }]
  const crit = ['https://example.com/claim']
  const sign = (text: string, critical: boolean): Promise<string> =>
    new CompactSign(Buffer.from(text.split('.')[1] ?? '', 'base64url'))
      .setProtectedHeader({
        alg: 'RS256',
        kid: 'new',
        ...(critical ? { crit, [crit[0] ?? '']: 1 } : {}),
      })
      .sign(privateKey, { crit: { [crit[0] ?? '']: true } })
  const tamper = (critical: boolean): void =>
    idp.tamper({
      jwks: { body: { keys } },
      token: async ({ body }) => ({
        body: { ...body, id_token: await sign(String(body['id_token']), critical) },
      }),
    })
  tamper(true)
  await expectSignInRejected(openSetup(), ['token'])
  tamper(false)
  expectSignedIn(await signInWith(openSetup().browser, 'harbour'))
})

const ACCEPTED: readonly (readonly [string, Bend])[] = [
  ['unchanged', () => ({})],
  ['OID-03 a list of one audience', claim({ aud: ['app'] })],
  ['OID-04 its own azp', claim({ azp: 'app' })],
  ['OID-03 a second audience, and its own azp', claim({ aud: ['app', 'another-one'], azp: 'app' })],
  [
    'OID-02 its iss with the path /',
    ({ iss, ...rest }) => ({ claims: { ...rest, iss: `${String(iss)}/` } }),
  ],
  [
    'OID-10 times within 30 seconds',
    claim(() => ({ exp: now() - 10, iat: now() + 10, nbf: now() + 10 })),
  ],
  ['OID-13 no at_hash', claim({ at_hash: undefined })],
  ['OID-08 no kid, with several keys that fit', (_, { kid: __, ...header }) => ({ header })],
  ['OID-20 the type JWT', (_, header) => ({ header: { ...header, typ: 'JWT' } })],
  ['OID-20 no type', (_, { typ: __, ...header }) => ({ header })],
]

test.each(ACCEPTED)('An ID token is accepted: %s', async (_, bend) => {
  idp.tamper({ idToken: bend })
  expectSignedIn(await signInWith(openSetup().browser, 'harbour'))
})

test.each(['ES256', 'PS256', 'EdDSA'])(
  'OID-06 An ID token with %s is accepted where the metadata lists it',
  async (alg) => {
    expectSignedIn(await signInWith(openSetup({ clientId: alg }).browser, 'harbour'))
  },
)

describe('OID-06 HS256', () => {
  test('is accepted where it is configured, with the client secret', async () => {
    const configured = { clientId: 'HS256', client: { id_token_signed_response_alg: 'HS256' } }
    expectSignedIn(await signInWith(openSetup(configured).browser, 'harbour'))
  })

  test('is rejected with another secret, and with a key of the provider', async () => {
    const configured = { clientId: 'HS256', client: { id_token_signed_response_alg: 'HS256' } }
    const right = new TextEncoder().encode(CLIENT_SECRET)
    idp.tamper({
      token: async ({ body }) => {
        await jwtVerify(String(body['id_token']), right)
        const [head, payload] = String(body['id_token']).split('.')
        return { body: { ...body, id_token: `${head}.${payload}.${'A'.repeat(43)}` } }
      },
    })
    await expectSignInRejected(openSetup(configured), ['token'])
    idp.tamper({
      idToken: (_, header) => ({ header: { ...header, alg: 'RS256' }, signedBy: 'provider' }),
    })
    await expectSignInRejected(openSetup(configured), ['token'])
  })

  test('is refused where it is not configured', async () => {
    const configured = { client: { id_token_signed_response_alg: 'ES256' } }
    await expectSignInRejected(openSetup(configured), ['token'])
  })
})

describe('OID-08 OID-09 The keys of the provider', () => {
  test('may change between two sign-ins', async () => {
    const { app } = openSetup()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
    await idp.rotateKeys()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
  })

  test('may change during a sign-in', async () => {
    const { app, browser } = openSetup()
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
    const request = await requestAuthorization(browser, 'harbour')
    await idp.rotateKeys()
    expectSignedIn(await browser.follow(await signInAt(request)))
  })

  test('are requested once more for an unknown kid, and then not again for a while', async () => {
    const setup = openSetup()
    expectSignedIn(await signInWith(setup.browser, 'harbour'))
    idp.tamper({ idToken: (_, header) => ({ header: { ...header, kid: 'unknown-key' } }) })
    const stranger = { ...setup, browser: setup.app.openBrowser() }
    expect(await expectSignInRejected(stranger, ['token'])).toBe(1)
    expect(await expectSignInRejected(stranger, ['token'])).toBe(0)
    expect(await expectSignInRejected(stranger, ['token'])).toBe(0)
    idp.tamper(null)
    expectSignedIn(await signInWith(stranger.browser, 'harbour'))
    expect(asked(idp)).toEqual(['token', 'userinfo'])
  })
})

test('OID-08 An ID token without a kid is accepted with one key', async () => {
  const single = await startIdp({ signingAlgorithms: ['RS256'] })
  try {
    single.tamper({ idToken: (_, { kid: __, ...header }) => ({ header }) })
    const app = createApp({ providers: [oidcProvider(single)] })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
  } finally {
    await single.close()
  }
})
