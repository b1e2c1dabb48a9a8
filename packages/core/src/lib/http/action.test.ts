import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { isAuthError } from '../errors/auth-error.ts'
import { ACTIONS, isAuthAction } from '../actions/actions.ts'
import { isActionPath, parsePath } from './action.ts'

function pathOf(pathname: string, basePath = '/auth'): unknown {
  try {
    const { name, providerId } = parsePath(pathname, basePath, ACTIONS)
    return providerId === undefined ? { action: name } : { action: name, providerId }
  } catch (error) {
    if (isAuthError(error)) return error.type
    throw error
  }
}

describe('request paths (INP-07)', () => {
  it.each([
    ['/auth/session', { action: 'session' }],
    ['/auth/verify-request', { action: 'verify-request' }],
    ['/auth/devices', { action: 'devices' }],
    ['/auth/signin', { action: 'signin' }],
    ['/auth/signin/github', { action: 'signin', providerId: 'github' }],
    ['/auth/callback/my.idp_2~x', { action: 'callback', providerId: 'my.idp_2~x' }],
    ['/auth/webauthn-options/passkey', { action: 'webauthn-options', providerId: 'passkey' }],
    ['/auth/signin/__proto__', { action: 'signin', providerId: '__proto__' }],
  ])('are accepted: %s', (pathname, target) => {
    expect(pathOf(pathname)).toStrictEqual(target)
    expect(isActionPath(pathname, '/auth', ACTIONS)).toBe(true)
  })

  it.each([
    '',
    '/',
    '/auth',
    '/auth/',
    '/authsession',
    '/auth.session',
    '/authx/session',
    '/xauth/session',
    '/app/auth/session',
    'auth/session',
    '//auth/session',
    '/auth//session',
    '/auth/session/',
    '/auth/session//',
    '/auth/signin/',
    '/auth/signin/github/',
    '/auth/signin/github/x',
    '/auth/signin/..%2fadmin',
    '/auth/signin/%67ithub',
    '/auth/signin/github;x=1',
    '/auth/callback/git hub',
    '/auth/callback/a@b',
    '/auth/webauthn-options/é',
    '/auth/session/github',
    '/auth/csrf/x',
    '/auth/signout/github',
    '/auth/devices/x',
    '/auth/Devices',
    '/auth/./session',
    '/auth/../auth/session',
    '/auth/signin/../session/x',
    '/auth%2fsession',
    '/auth%2Fsession',
    '/auth/signin%2fgithub',
    '/auth/%73ession',
    '/%61uth/session',
    '/auth/session%00',
    '/auth/session;x=1',
    '/auth/session.json',
    '/auth\\session',
    '/AUTH/session',
    '/auth/Session',
    '/auth/SIGNIN/github',
    '/auth/ session',
    '/auth/callback',
    '/auth/callback/',
    '/auth/backchannel-logout',
    '/auth/frontchannel-logout',
    '/auth/unknown',
    '/auth/_log',
    '/auth/__proto__',
    '/auth/constructor',
    '/auth/toString',
    '/auth/hasOwnProperty/x',
  ])('are refused as unknown: %j', (pathname) => {
    expect(pathOf(pathname)).toBe('UnknownAction')
    expect(isActionPath(pathname, '/auth', ACTIONS)).toBe(false)
  })

  it('start with the base path exactly', () => {
    expect(pathOf('/a.b/session', '/a.b')).toEqual({ action: 'session' })
    expect(pathOf('/axb/session', '/a.b')).toBe('UnknownAction')
    expect(pathOf('/a+/session', '/a+')).toEqual({ action: 'session' })
    expect(pathOf('/aa/session', '/a+')).toBe('UnknownAction')
    expect(pathOf('/session', '')).toEqual({ action: 'session' })
    expect(pathOf('/api/auth/session', '/api/auth')).toEqual({ action: 'session' })
    expect(pathOf('/api/authsession', '/api/auth')).toBe('UnknownAction')
  })

  it('are parsed to an action or UnknownAction, whatever they are (REL-01)', () => {
    const piece = fc.constantFrom(
      '/',
      'auth',
      'signin',
      'session',
      '..',
      '.',
      '%2f',
      '__proto__',
      '\0',
      'é',
      '',
    )
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (pathname) => {
          const result = pathOf(pathname)
          if (result !== 'UnknownAction') expect(pathname.startsWith('/auth/')).toBe(true)
        },
      ),
    )
  })

  it.each(['callback', 'csrf', 'devices', 'session', 'verify-request', 'webauthn-options'])(
    'include the action %j',
    (word) => {
      expect(isAuthAction(word)).toBe(true)
    },
  )

  it.each(['__proto__', 'constructor', 'toString', 'Session', ''])(
    'do not include %j as an action (INP-02)',
    (word) => {
      expect(isAuthAction(word)).toBe(false)
    },
  )
})
