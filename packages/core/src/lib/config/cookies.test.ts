import { describe, expect, it } from 'vitest'
import type { CookiesOptions } from '../types/cookies.ts'
import { attemptName, deviceCookie, resolveCookies } from './cookies.ts'

const NAMES = {
  sessionToken: 'session-token',
  callbackUrl: 'callback-url',
  csrfToken: 'csrf-token',
  pkceCodeVerifier: 'pkce.code_verifier',
  state: 'state',
  nonce: 'nonce',
  webauthnChallenge: 'challenge',
} as const

function refusal(secure: boolean, sessionToken: CookiesOptions['sessionToken']): unknown {
  try {
    return resolveCookies(secure, { sessionToken })
  } catch (error) {
    return error
  }
}

describe('the option `cookies`', () => {
  it.each(Object.entries(NAMES))('binds %s over https to the host (CKI-01)', (key, name) => {
    expect(Object.entries(resolveCookies(true))).toContainEqual([
      key,
      {
        name: `__Host-latchstring.${name}`,
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true },
      },
    ])
  })

  it.each(Object.entries(NAMES))('gives %s over http no prefix (CKI-02)', (key, name) => {
    expect(Object.entries(resolveCookies(false))).toContainEqual([
      key,
      {
        name: `latchstring.${name}`,
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: false },
      },
    ])
  })

  it.each([
    ['a path without a slash', { options: { path: 'app' } }, 'Invalid cookie path'],
    ['a path with a space at its end', { options: { path: '/app ' } }, 'Invalid cookie path'],
    ['an invalid domain', { options: { domain: 'a b' } }, 'Invalid cookie domain'],
    ['a name with a space', { name: 'my session' }, 'Invalid cookie name'],
  ])('is refused with %s (CKI-01)', (_, given, reason) => {
    for (const secure of [true, false]) {
      expect(refusal(secure, given)).toMatchObject({
        type: 'InvalidConfiguration',
        message: `\`cookies.sessionToken\` cannot be written as browsers read it: ${reason}. Correct its name or options.`,
      })
    }
  })

  it('gives a cookie with a domain or a path the prefix __Secure- (CKI-01)', () => {
    const { state, nonce, csrfToken } = resolveCookies(true, {
      state: { options: { domain: 'example.com' } },
      nonce: { options: { path: '/app' } },
    })
    expect(state.name).toBe('__Secure-latchstring.state')
    expect(state.options).toMatchObject({ domain: 'example.com', secure: true, httpOnly: true })
    expect(nonce.name).toBe('__Secure-latchstring.nonce')
    expect(csrfToken.name).toBe('__Host-latchstring.csrf-token')
  })

  it('can set a name and keep the default attributes', () => {
    const { sessionToken } = resolveCookies(true, {
      sessionToken: { name: 'sid', options: { sameSite: 'strict' } },
    })
    expect(sessionToken).toEqual({
      name: 'sid',
      options: { httpOnly: true, sameSite: 'strict', path: '/', secure: true },
    })
  })

  it.each(['sid', undefined])(
    'keeps the default of an attribute of %s that is undefined (CKI-01)',
    (name) => {
      const unset = ['httpOnly', 'sameSite', 'path', 'secure', 'domain', 'maxAge']
      // As a configuration made of variables has it, where these are not set.
      const options: object = Object.fromEntries(unset.map((attribute) => [attribute, undefined]))
      for (const secure of [true, false]) {
        const { sessionToken } = resolveCookies(secure, {
          sessionToken: { ...(name === undefined ? {} : { name }), options },
        })
        const usual = resolveCookies(secure).sessionToken
        expect(sessionToken).toStrictEqual({ ...usual, name: name ?? usual.name })
      }
    },
  )

  it.each(['__Host-sid', '__Secure-sid'])(
    'makes a cookie named %s always Secure (CKI-02)',
    (name) => {
      for (const secure of [true, false]) {
        const { sessionToken } = resolveCookies(secure, {
          sessionToken: { name, options: { secure: false } },
        })
        expect(sessionToken.options.secure).toBe(true)
      }
    },
  )

  it.each([{ domain: 'example.com' }, { path: '/app' }])(
    'refuses a name with __Host- and %j, and names the cookie (CKI-01)',
    (options) => {
      expect(() => resolveCookies(true, { state: { name: '__Host-x', options } })).toThrow(
        /"__Host-x"/,
      )
    },
  )

  it('is copied and frozen (REL-07)', () => {
    const custom = Object.freeze({
      state: Object.freeze({ options: Object.freeze({ domain: 'example.com' }) }),
    })
    const cookies = resolveCookies(true, custom)
    expect(Object.isFrozen(cookies)).toBe(true)
    expect(Object.isFrozen(cookies.state)).toBe(true)
    expect(custom).toEqual({ state: { options: { domain: 'example.com' } } })
  })
})

describe('the cookie of an attempt', () => {
  it.each([
    [true, '__Host-latchstring.attempt'],
    [false, 'latchstring.attempt'],
  ])('has a name beside that of the browser (secure: %s)', (secure, name) => {
    expect(attemptName(deviceCookie(secure))).toBe(name)
  })
})
