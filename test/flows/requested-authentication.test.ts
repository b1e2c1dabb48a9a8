import type { OIDCConfig } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import type { IdTokenClaims } from '@latchstring/test-idp'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, createApp } from '@latchstring/test-kit/app'
import { client, oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectRefused,
  expectSignedIn,
  startSignIn,
  reachCallback,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const formPost = client({ client_id: 'form-post', response_modes: ['form_post'] })
const pushed = client({ client_id: 'pushed', require_pushed_authorization_requests: true })
const idp = forAllTests(() => startIdp({ clients: [client(), formPost, pushed] }))

beforeEach(() => idp.tamper(null))

type Overrides = Partial<OIDCConfig<Profile>>

function open(overrides: Overrides = {}): App {
  return createApp({ providers: [oidcProvider(idp, overrides)] })
}

function issue(changes: IdTokenClaims): void {
  idp.tamper({ idToken: (claims) => ({ claims: { ...claims, ...changes } }) })
}

const essential = (acr: object): object => ({ id_token: { acr: { essential: true, ...acr } } })

const asked = (claims: unknown): Overrides => ({ authorization: { params: { claims } } })

/** A provider whose function sets a parameter of the request, or takes it out. */
function conforming(name: string, value?: string, params: object = {}): Overrides {
  const conform = (request: URL): URL => {
    if (value === undefined) request.searchParams.delete(name)
    else request.searchParams.set(name, value)
    return request
  }
  return { authorization: { params: { ...params }, conform } }
}

const LEVELS = essential({ values: ['silver', 'gold'] })

const PATHS: readonly (readonly [string, Overrides])[] = [
  ['as an object', asked(LEVELS)],
  ['as text', asked(JSON.stringify(LEVELS))],
  [
    'by form post',
    {
      clientId: 'form-post',
      authorization: { params: { claims: LEVELS, response_mode: 'form_post' } },
    },
  ],
  [
    'in a pushed request',
    { ...asked(LEVELS), clientId: 'pushed', pushedAuthorizationRequests: true },
  ],
  ['with userinfo', { ...asked(LEVELS), idToken: false }],
  ['by authorization.conform', conforming('claims', JSON.stringify(LEVELS))],
  [
    'by authorization.conform, in a pushed request',
    {
      ...conforming('claims', JSON.stringify(LEVELS)),
      clientId: 'pushed',
      pushedAuthorizationRequests: true,
    },
  ],
]

describe('An acr that the configuration calls essential', () => {
  test.each(PATHS)('must be in the ID token: %s (OID-14)', async (_, overrides) => {
    issue({ acr: 'gold' })
    expectSignedIn(await signInWith(open(overrides).openBrowser(), 'harbour'))
    for (const acr of ['bronze', 'Gold', undefined, ['gold'], 1]) {
      issue({ acr })
      const app = open(overrides)
      expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
      expect(app.errors.at(-1)?.message).toContain('silver, gold')
    }
  })

  test('may be one value, or any (OID-14)', async () => {
    const one = asked(essential({ value: 'gold' }))
    issue({ acr: 'silver' })
    const app = open(one)
    expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
    expectSignedIn(await signInWith(open(asked(essential({}))).openBrowser(), 'harbour'))
    issue({ acr: undefined })
    const any = open(asked(essential({})))
    expectRefused(await signInWith(any.openBrowser(), 'harbour'), any)
  })

  test('stays essential when the caller requests another (OID-14)', async () => {
    const app = open(asked(LEVELS))
    const claims = JSON.stringify(essential({ value: 'bronze' }))
    for (const query of [{ claims }, { claims: '{}' }]) {
      issue({ acr: 'bronze' })
      const browser = app.openBrowser()
      const request = await requestAuthorization(browser, 'harbour', { query })
      expectRefused(await browser.follow(await signInAt(request)), app)
    }
  })

  test('of the caller is required (OID-14)', async () => {
    const app = open()
    const browser = app.openBrowser()
    const query = { claims: JSON.stringify(LEVELS) }
    const request = await requestAuthorization(browser, 'harbour', { query })
    issue({ acr: 'bronze' })
    expectRefused(await browser.follow(await signInAt(request)), app)
    const again = await requestAuthorization(browser, 'harbour', { query })
    issue({ acr: 'silver' })
    expectSignedIn(await browser.follow(await signInAt(again)))
  })

  test('that is voluntary is not required (OID-14)', async () => {
    issue({ acr: 'bronze' })
    const wish = { claims: { id_token: { acr: { values: ['gold'] } } }, acr_values: 'gold' }
    expectSignedIn(
      await signInWith(open({ authorization: { params: wish } }).openBrowser(), 'harbour'),
    )
  })

  test('may not be longer than a cookie can hold (OID-14)', async () => {
    const claims = JSON.stringify(essential({ values: ['x'.repeat(1000)] }))
    const response = await startSignIn(open().openBrowser(), 'harbour', { query: { claims } })
    expect(response.status).toBe(400)
  })

  test.each(['{', 'x'])('may not be requested by %j (OID-14)', async (claims) => {
    const response = await startSignIn(open().openBrowser(), 'harbour', { query: { claims } })
    expect(response.status).toBe(400)
  })
})

describe('A max_age of authorization.conform', () => {
  const now = (): number => Math.floor(Date.now() / 1000)

  test.each<readonly [string, Overrides]>([
    ['that it sets', conforming('max_age', '60')],
    ['that it sets to more than the configuration', conforming('max_age', '9000', { max_age: 60 })],
    ['that it takes out', conforming('max_age', undefined, { max_age: 60 })],
  ])('%s is required of the ID token (OID-14)', async (_, overrides) => {
    issue({ auth_time: now() })
    expectSignedIn(await signInWith(open(overrides).openBrowser(), 'harbour'))
    for (const auth_time of [now() - 600, undefined]) {
      issue({ auth_time })
      const app = open(overrides)
      expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
    }
  })

  test('that is not a number of seconds is an error of the configuration (OID-14)', async () => {
    const app = open(conforming('max_age', 'soon'))
    await startSignIn(app.openBrowser(), 'harbour')
    expect(app.errors.at(-1)).toMatchObject({ type: 'InvalidConfiguration' })
  })
})

test('Values of an essential acr that are text are refused with a sentence: of the caller and of the configuration (OID-14)', async () => {
  const claims = essential({ values: 'gold' })
  const response = await startSignIn(open().openBrowser(), 'harbour', {
    query: { claims: JSON.stringify(claims) },
  })
  expect(response.status).toBe(400)
  const app = open(asked(claims))
  await startSignIn(app.openBrowser(), 'harbour')
  expect(app.errors.at(-1)).toMatchObject({ type: 'InvalidConfiguration' })
  expect(app.errors.at(-1)?.message).toContain('`values` of `acr`')
})

test('An essential auth_time must be in the ID token (OID-14)', async () => {
  const app = open(asked({ id_token: { auth_time: { essential: true } } }))
  issue({ auth_time: undefined })
  expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
  issue({ auth_time: 7 })
  expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
  const registered = open({ client: { require_auth_time: true } })
  issue({ auth_time: undefined })
  expectRefused(await signInWith(registered.openBrowser(), 'harbour'), registered)
})

test.each<readonly [string, Overrides]>([
  ['the ID token', {}],
  ['userinfo', { idToken: false }],
  ['userinfo.request', { userinfo: { request: async () => ({ sub: 'ada', acr: 'made up' }) } }],
])(
  'The authentication claims of the ID token are passed to callbacks and events, with a profile from %s (OID-14)',
  async (_, overrides) => {
    const facts = { auth_time: 1_700_000_000, acr: 'gold', amr: ['pwd', 'otp'] }
    issue(facts)
    const seen: unknown[] = []
    const see = ({ profile }: { readonly profile?: Profile | undefined }): void =>
      void seen.push(profile)
    const app = createApp({
      providers: [oidcProvider(idp, overrides)],
      callbacks: {
        signIn(parameters) {
          see(parameters)
          return true
        },
        jwt(parameters) {
          if (parameters.trigger === 'signIn') see(parameters)
          return parameters.token
        },
      },
      events: { signIn: see },
    })
    expectSignedIn(await signInWith(app.openBrowser(), 'harbour'))
    expect(seen).toHaveLength(3)
    for (const profile of seen) expect(profile).toMatchObject(facts)
  },
)

describe('c_hash', () => {
  const half = (text: string): string =>
    createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

  test.each<readonly [string, Overrides]>([
    ['by query', {}],
    [
      'by form post',
      { clientId: 'form-post', authorization: { params: { response_mode: 'form_post' } } },
    ],
  ])('must match the code %s (OID-13)', async (_, overrides) => {
    const app = open(overrides)
    const browser = app.openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    const code = (arrival.form ?? new URL(arrival.url).searchParams).get('code') ?? ''
    issue({ c_hash: half(code) })
    expectSignedIn(await browser.follow(arrival))
  })

  test.each([half('another code'), 7])('may not be %j (OID-13)', async (hash) => {
    issue({ c_hash: hash })
    const app = open()
    expectRefused(await signInWith(app.openBrowser(), 'harbour'), app)
    expect(app.errors.at(-1)?.message).toContain('does not belong to the code')
  })
})
