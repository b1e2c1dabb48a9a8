import type { OIDCConfig } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import { exportPublicJwk, type IdTokenClaims } from '@latchstring/test-idp'
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, createApp } from '@latchstring/test-kit/app'
import { client, oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectRefused,
  expectSignedIn,
  startSignIn,
  sessionCookies,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'
import { startClock } from '@latchstring/test-kit/test-clock'

const formPost = client({ client_id: 'form-post', response_modes: ['form_post'] })
const idp = forAllTests(() => startIdp({ clients: [client(), formPost] }))

beforeEach(() => idp.tamper(null))

type Overrides = Partial<OIDCConfig<Profile>>

const clock = startClock()
const NOW = clock.now() / 1000

function open(overrides: Overrides = {}): App {
  return createApp({ providers: [oidcProvider(idp, overrides)] }, { clock: clock.now })
}

/** The provider has a clock that is this many seconds ahead of ours; negative, behind. Its ID tokens are good for an hour. */
function ahead(seconds: number, more: IdTokenClaims = {}): IdTokenClaims {
  const iat = NOW + seconds
  return { iat, exp: iat + 3600, auth_time: iat, ...more }
}

function issue(changes: IdTokenClaims): void {
  idp.tamper({ idToken: (claims) => ({ claims: { ...claims, ...changes } }) })
}

const MODES: readonly (readonly [string, Overrides])[] = [
  ['by query', {}],
  [
    'by form post',
    { clientId: 'form-post', authorization: { params: { response_mode: 'form_post' } } },
  ],
  ['with userinfo', { idToken: false }],
]

async function expectIn(changes: IdTokenClaims, overrides: Overrides = {}): Promise<void> {
  issue(changes)
  expectSignedIn(await signInWith(open(overrides).openBrowser(), 'harbour'))
}

async function expectOut(
  changes: IdTokenClaims,
  overrides: Overrides = {},
  message: RegExp = /clocks of this server and of the provider differ/,
): Promise<void> {
  issue(changes)
  const app = open(overrides)
  const browser = app.openBrowser()
  expectRefused(await signInWith(browser, 'harbour'), app)
  expect(app.errors.at(-1)).toMatchObject({ type: 'OAuthCallbackError' })
  expect(app.errors.at(-1)?.message).toMatch(message)
  expect(sessionCookies(browser)).toEqual([])
}

describe.each(MODES)('A sign-in %s', (_, overrides) => {
  test.each([60, -60])(
    'succeeds with a provider whose clock is %i s ahead (REL-10)',
    async (seconds) => {
      await expectIn(ahead(seconds, { nbf: NOW + seconds }), overrides)
    },
  )

  test.each([3600, -3600])(
    'is refused with an error about clocks at a provider whose clock is %i s ahead (REL-10)',
    async (seconds) => {
      await expectOut(ahead(seconds), overrides)
    },
  )
})

describe('The times of an ID token', () => {
  test.each<readonly [string, IdTokenClaims]>([
    ['29 s after it expired', { exp: NOW - 29 }],
    ['issued 60 s from now', { iat: NOW + 60 }],
    ['valid from 60 s from now', { nbf: NOW + 60 }],
    ['issued 30 min ago', { iat: NOW - 1800 }],
  ])('are accepted: %s (OID-10)', (_, changes) => expectIn(ahead(0, changes)))

  test.each<readonly [string, IdTokenClaims]>([
    ['30 s after it expired', { exp: NOW - 30 }],
    ['issued 61 s from now', { iat: NOW + 61 }],
    ['valid from 61 s from now', { nbf: NOW + 61 }],
    ['issued over 30 min ago', { iat: NOW - 1801 }],
  ])('are refused: %s (OID-10)', (_, changes) => expectOut(ahead(0, changes)))

  test.each<readonly [string, IdTokenClaims]>([
    ['no exp', { exp: undefined }],
    ['text as exp', { exp: String(NOW + 600) }],
    ['an exp that no date can be', { exp: 8_640_000_000_001 }],
    ['an infinite exp', { exp: 1e308 * 10 }],
    ['no iat', { iat: undefined }],
    ['a list as iat', { iat: [NOW] }],
    ['an nbf that no date can be', { nbf: -8_640_000_000_001 }],
  ])('are refused: %s (OID-10)', (_, changes) =>
    expectOut(ahead(0, changes), {}, /`(?:exp|iat|nbf)`/),
  )

  test('are compared with the clock of the application, not with that of the machine (REL-07)', async () => {
    // The true provider issues for the day on which the test runs.
    const app = open()
    expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
    expect(app.errors.at(-1)?.message).toMatch(/in the future|expired|issued/)
  })
})

describe('clockTolerance', () => {
  test('replaces both tolerances (OID-10)', async () => {
    const strict = { clockTolerance: 0 }
    await expectIn(ahead(0, { exp: NOW + 1 }), strict)
    await expectOut(ahead(0, { exp: NOW }), strict)
    await expectOut(ahead(1), strict)
    const loose = { clockTolerance: 300 }
    await expectIn(ahead(300), loose)
    await expectIn(ahead(0, { exp: NOW - 299 }), loose)
    await expectOut(ahead(301), loose)
    await expectOut(ahead(0, { exp: NOW - 300 }), loose)
  })

  test.each([-1, 301, 0.5, Number.NaN, '60'])('cannot be %j (OID-10)', async (clockTolerance) => {
    // What an application without types may set.
    const app = open({ clockTolerance: clockTolerance as number })
    await startSignIn(app.openBrowser(), 'harbour')
    expect(app.errors.at(-1)).toMatchObject({ type: 'InvalidConfiguration' })
    expect(app.errors.at(-1)?.message).toContain('clockTolerance')
  })
})

describe('Signed userinfo', () => {
  const signed = { idToken: false, client: { userinfo_signed_response_alg: 'RS256' } } as const

  /** The provider signs both with a key of the test, since it cannot date its own userinfo. */
  async function answer(times: Readonly<Record<string, number>>): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const keys = [{ ...(await exportPublicJwk(publicKey, 'RS256')), kid: 'test' }]
    const sign = (claims: object): Promise<string> =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey)
    idp.tamper({
      jwks: { body: { keys } },
      token: async ({ body }) => {
        const claims = decodeJwt(String(body['id_token']))
        return { body: { ...body, id_token: await sign({ ...claims, ...ahead(0) }) } }
      },
      userinfo: async ({ body }) => ({
        body: await sign({ iss: idp.issuer, aud: 'app', ...body, ...times }),
        contentType: 'application/jwt',
      }),
    })
  }

  test.each([{ exp: NOW - 29 }, { nbf: NOW + 60 }, {}])(
    'is accepted with %j (OID-17)',
    async (times) => {
      await answer(times)
      expectSignedIn(await signInWith(open(signed).openBrowser(), 'harbour'))
    },
  )

  test.each([{ exp: NOW - 30 }, { nbf: NOW + 61 }])(
    'is refused with %j (OID-17)',
    async (times) => {
      await answer(times)
      const app = open(signed)
      expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
      expect(app.errors.at(-1)?.message).toMatch(/^The userinfo of "harbour" .*clocks/)
    },
  )
})

describe('max_age', () => {
  const asked = (max_age: unknown): Overrides => ({ authorization: { params: { max_age } } })
  const authenticated = (secondsAgo: number): IdTokenClaims =>
    ahead(0, { auth_time: NOW - secondsAgo })

  test.each<readonly [string, Overrides]>([
    ['a number', asked(600)],
    ['text', asked('600')],
    ['a parameter of the address', {}],
    ['metadata of the client', { client: { default_max_age: 600 } }],
    ['zero', asked(0)],
  ])('as %s limits how long ago the authentication was (OID-14)', async (name, overrides) => {
    const url = `${idp.issuer}/authorize?max_age=600`
    const given = name.startsWith('a parameter') ? { authorization: { url } } : overrides
    const seconds = name.startsWith('zero') ? 0 : 600
    // The clocks may differ by a minute.
    await expectIn(authenticated(seconds + 60), given)
    await expectOut(authenticated(seconds + 61), given, /longer ago than `max_age` allows/)
  })

  test('requires a valid auth_time (OID-14)', async () => {
    const given = asked(600)
    await expectOut(ahead(0, { auth_time: undefined }), given, /`auth_time`/)
    await expectOut(ahead(0, { auth_time: String(NOW) }), given, /`auth_time`/)
    await expectOut(ahead(0, { auth_time: NOW + 61 }), given)
  })

  test('is measured at the start of the sign-in, whatever the time at the provider (OID-14)', async () => {
    const app = open(asked(60))
    const browser = app.openBrowser()
    const request = await requestAuthorization(browser, 'harbour')
    expect(request.searchParams.get('max_age')).toBe('60')
    const started = NOW
    clock.advance(840)
    try {
      issue({ iat: NOW + 840, exp: NOW + 900, auth_time: started - 60 })
      expectSignedIn(await browser.follow(await signInAt(request)))
    } finally {
      clock.advance(-840)
    }
  })

  test.each([
    ['900', '600', 300],
    ['300', '300', 300],
  ])(
    'of the caller, %s, can only shorten that of the configuration: %s is sent (OID-14)',
    async (max_age, sent) => {
      const app = open(asked(600))
      const browser = app.openBrowser()
      const request = await requestAuthorization(browser, 'harbour', { query: { max_age } })
      expect(request.searchParams.get('max_age')).toBe(sent)
      issue(authenticated(Number(sent) + 61))
      expectRefused(await browser.follow(await signInAt(request)), app)
      const again = await requestAuthorization(browser, 'harbour', { query: { max_age } })
      issue(authenticated(Number(sent) + 60))
      expectSignedIn(await browser.follow(await signInAt(again)))
    },
  )

  test('of the caller is used where the configuration has none, also from a server operation (OID-14)', async () => {
    const app = open()
    const browser = app.openBrowser()
    const started = await app.auth.signIn(
      { headers: new Headers() },
      'harbour',
      {},
      { max_age: '60' },
    )
    for (const { name, value } of started.cookies) browser.setCookie(name, value)
    issue(authenticated(121))
    expectRefused(await browser.follow(await signInAt(new URL(started.url))), app)
    expect(app.errors.at(-1)?.message).toContain('max_age')
  })

  test.each(['-1', '1.5', 'soon', ''])('of the caller cannot be %j (OID-14)', async (max_age) => {
    const response = await startSignIn(open().openBrowser(), 'harbour', { query: { max_age } })
    expect(response.status).toBe(400)
  })

  test('of the configuration that is not a number causes an error that names it (OID-14)', async () => {
    const app = open(asked('soon'))
    await startSignIn(app.openBrowser(), 'harbour')
    expect(app.errors.at(-1)).toMatchObject({ type: 'InvalidConfiguration' })
  })

  test('that was not requested is not checked (OID-14)', async () => {
    await expectIn(ahead(0, { auth_time: undefined }))
    await expectIn(ahead(0, { auth_time: NOW - 1_000_000 }))
  })
})
