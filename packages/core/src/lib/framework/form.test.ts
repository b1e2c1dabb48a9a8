import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrameworkAuth } from '../../framework.ts'
import Passkey from '../../providers/passkey.ts'
import { METHODS } from '../config/features.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import type { Adapter } from '../types/adapter.ts'
import type { RequestScope, ScopeOptions } from '../types/scope.ts'

const ORIGIN = 'https://app.example'
const ENV = { AUTH_SECRET: 'a secret of more than thirty-two characters', AUTH_URL: ORIGIN }

/** The credentials that the provider received, one member for each sign-in. */
const given: unknown[] = []

const passwords = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: { username: {}, password: {} },
  authorize: (fields: unknown) => {
    given.push(fields)
    return { id: '1', name: 'Ada' }
  },
}

const island = {
  id: 'island',
  name: 'Island',
  type: 'oauth' as const,
  clientId: 'app',
  clientSecret: 'secret',
  authorization: 'https://island.example/authorize',
  token: 'https://island.example/token',
  userinfo: 'https://island.example/me',
  endSession: 'https://island.example/logout',
  profile: () => ({ id: '1' }),
}

/** An adapter without records. */
const adapter: Adapter = Object.fromEntries(
  METHODS.webauthn.map((name) => [name, async () => null]),
)

const auth = createFrameworkAuth({ providers: [passwords, island] }, { env: ENV })

function scopeFor(
  headers: Readonly<Record<string, string>> = { origin: ORIGIN },
  path = '/page',
  options?: ScopeOptions,
): RequestScope<object> {
  const request = new Request(ORIGIN + path, { method: 'POST', headers })
  return auth.scope({ headers: request.headers, url: request.url, request }, options)
}

const SIGN_IN = { provider: 'credentials', username: 'ada', password: 'x' }

beforeEach(() => {
  given.length = 0
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
})

test('form() of an instance submits a form without a scope', async () => {
  const headers = new Headers({ origin: ORIGIN })
  const result = await auth.form({ headers, url: `${ORIGIN}/page` }, 'signin', SIGN_IN)
  expect(result.url).toMatch(ORIGIN)
  expect(given).toHaveLength(1)
})

describe('submitForm', () => {
  test.each([
    ['neither origin nor referer', {}],
    ['the referer of an own page', { referer: `${ORIGIN}/sign-in` }],
    ['its own origin, whatever the referer', { origin: ORIGIN, referer: 'https://other.example/' }],
    [
      'Sec-Fetch-Site: same-origin, whatever the referer',
      { 'sec-fetch-site': 'same-origin', referer: 'about:blank' },
    ],
  ])('accepts a form with %s', async (_, headers) => {
    const scope = scopeFor(headers)
    expect((await scope.form('signin', SIGN_IN)).url).toMatch(ORIGIN)
    expect(given).toHaveLength(1)
  })

  test.each([
    [
      { referer: 'https://other.example/page' },
      `The form was sent by a page of another origin than ${ORIGIN}.`,
    ],
    [{ referer: 'no address' }, `The form was sent by a page of another origin than ${ORIGIN}.`],
    [{ origin: 'https://other.example' }, `The request was sent by another origin than ${ORIGIN}.`],
  ])('refuses a form with %j, logs the reason, and calls no provider', async (headers, message) => {
    await expect(scopeFor(headers).form('signin', SIGN_IN)).rejects.toMatchObject({
      type: 'CrossOriginRequest',
      message,
    })
    expect(vi.mocked(console.error).mock.calls.join()).toContain('CrossOriginRequest')
    expect(given).toEqual([])
  })

  test('passes the fields of the form to a provider, except those about the sign-in itself', async () => {
    await scopeFor().form('signin', {
      ...SIGN_IN,
      providerId: 'other',
      callbackUrl: '/b',
      redirectTo: '/a',
      redirect: 'false',
      csrfToken: 'token',
      'authorizationParams-scope': 'all',
      own: 'kept',
    })
    expect(given).toEqual([{ username: 'ada', password: 'x', own: 'kept' }])
  })

  test.each([
    ['redirectTo', { redirectTo: '/a', callbackUrl: '/b' }, '/a'],
    ['callbackUrl without redirectTo', { callbackUrl: '/b' }, '/b'],
    ['callbackUrl beside an empty redirectTo', { redirectTo: '', callbackUrl: '/b' }, '/b'],
    [
      'callbackUrl beside a redirectTo that is not text',
      { redirectTo: 7, callbackUrl: '/b' },
      '/b',
    ],
  ])('redirects to %s after a sign-in and a sign-out', async (_, fields, path) => {
    for (const action of ['signin', 'signout'] as const) {
      const { url } = await scopeFor().form(action, { ...SIGN_IN, ...fields })
      expect(url).toBe(ORIGIN + path)
    }
  })

  test.each([
    ['names no other', {}],
    ['has empty fields for it', { redirectTo: '', callbackUrl: '' }],
  ])('redirects to the page of the form if it %s', async (_, fields) => {
    const scope = scopeFor({ origin: ORIGIN, referer: `${ORIGIN}/from` })
    expect((await scope.form('signin', { ...SIGN_IN, ...fields })).url).toBe(`${ORIGIN}/from`)
  })

  test.each([
    ['provider', { provider: 'island', providerId: 'credentials' }],
    ['providerId beside an empty provider', { provider: '', providerId: 'island' }],
  ])('signs in with the %s', async (_, fields) => {
    const { url } = await scopeFor().form('signin', fields)
    expect(new URL(url).host).toBe('island.example')
  })

  test('signs out at the provider that the form names, and only here without one', async () => {
    const ends = async (fields: Readonly<Record<string, string>>) => {
      const scope = scopeFor()
      await scope.form('signin', SIGN_IN)
      const { url } = await scope.form('signout', { redirectTo: '/bye', ...fields })
      expect(await scope.auth()).toBeNull()
      return url
    }
    expect(await ends({ provider: 'island' })).toMatch('https://island.example/logout?')
    expect(await ends({ provider: '' })).toBe(`${ORIGIN}/bye`)
    expect(await ends({})).toBe(`${ORIGIN}/bye`)
  })

  test.each(['true', 'on'])(
    'signs out everywhere with `everywhere` as "%s"',
    async (everywhere) => {
      const scope = scopeFor()
      await scope.form('signin', SIGN_IN)
      // These sessions cannot be ended elsewhere, which is an error.
      await expect(scope.form('signout', { everywhere })).rejects.toThrow('`everywhere`')
      expect(await scope.auth()).not.toBeNull()
    },
  )

  test.each([{}, { everywhere: '' }, { everywhere: 'false' }, { everywhere: 7 }])(
    'signs out only here with %j',
    async (fields) => {
      const scope = scopeFor()
      await scope.form('signin', SIGN_IN)
      const { url } = await scope.form('signout', { redirectTo: '/bye', ...fields })
      expect(url).toBe(`${ORIGIN}/bye`)
      expect(await scope.auth()).toBeNull()
    },
  )

  test('passes only text fields as authorization parameters, without their prefix', async () => {
    const { url } = await scopeFor().form('signin', {
      provider: 'island',
      'authorizationParams-login_hint': 'ada',
      'authorizationParams-count': 7,
      'x-authorizationParams-prompt': 'login',
    })
    const { searchParams } = new URL(url)
    expect(searchParams.get('login_hint')).toBe('ada')
    expect(searchParams.has('count')).toBe(false)
    expect(searchParams.has('prompt')).toBe(false)
    expect(url).not.toContain('authorizationParams')
  })
})

describe('formFields', () => {
  test('contains the action, the page and the CSRF token for a form with a provider', async () => {
    const scope = scopeFor({}, '/page?x=1')
    const { action, fields } = await scope.fields('island')
    expect(action).toBe('/auth/signin/island')
    expect(Object.keys(fields).toSorted()).toEqual(['callbackUrl', 'csrfToken'])
    expect(fields['callbackUrl']).toBe('/page?x=1')
    expect(fields['csrfToken']).not.toBe('')
    expect(await scope.fields('credentials', { redirectTo: '/done' })).toMatchObject({
      action: '/auth/callback/credentials',
      fields: { callbackUrl: '/done' },
    })
  })

  test('takes the page from the request when the source has no URL', async () => {
    const request = new Request(`${ORIGIN}/of-request`)
    const { fields } = await auth.scope({ headers: request.headers, request }).fields('island')
    expect(fields['callbackUrl']).toBe('/of-request')
  })

  test('prefers the URL of the source to that of the request', async () => {
    const request = new Request(`${ORIGIN}/of-request`)
    const scope = auth.scope({ headers: request.headers, url: `${ORIGIN}/of-source`, request })
    expect((await scope.fields('island')).fields['callbackUrl']).toBe('/of-source')
  })

  test('omits the CSRF token when its check is off', async () => {
    const unchecked = createFrameworkAuth({ providers: [island], skipCSRFCheck }, { env: ENV })
    const request = new Request(`${ORIGIN}/page`)
    const { fields } = await unchecked.scope({ headers: request.headers, request }).fields()
    expect(Object.keys(fields)).toEqual(['callbackUrl'])
  })

  test('refuses a provider that requires a script, with the fix', async () => {
    const withPasskey = createFrameworkAuth(
      {
        providers: [Passkey()],
        adapter,
        experimental: { enableWebAuthn: true },
        session: { strategy: 'jwt' },
      },
      { env: ENV },
    )
    const request = new Request(`${ORIGIN}/page`)
    const scope = withPasskey.scope({ headers: request.headers, request })
    await expect(scope.fields('passkey')).rejects.toMatchObject({
      type: 'InvalidProvider',
      message:
        'The provider "passkey" cannot be used by a form without a script. Link to the sign-in page instead.',
    })
  })
})
