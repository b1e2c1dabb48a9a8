import * as errors from '@latchstring/core/errors'
import {
  AuthError,
  type AuthErrorCause,
  CredentialsSignin,
  type ErrorType,
} from '@latchstring/core/errors'
import { expect, expectTypeOf } from 'vitest'
import { passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { readLocation } from '@latchstring/test-kit/story'

class TooManyAttempts extends CredentialsSignin {
  override code: string = 'slow-down'
}

/** Error classes. */
export function errorClasses(suite: Suite): void {
  const { proves, open } = suite

  proves(['ERR-AuthError', 'ERR-AuthError-type'], 'every error is an AuthError with a type', () => {
    const classes = Object.entries(errors).filter(([name]) => /^[A-Z]/.test(name))
    expect(classes.length).toBeGreaterThan(30)
    for (const [name, Class] of classes) {
      const error: unknown = Reflect.construct(Class, ['a sentence'])
      expect(error).toBeInstanceOf(AuthError)
      expect(error).toBeInstanceOf(Error)
      const type = name === 'MissingSecretError' ? 'MissingSecret' : name
      expect(error).toMatchObject({ type, message: 'a sentence' })
    }
    expectTypeOf<'CredentialsSignin'>().toExtend<ErrorType>()
    expectTypeOf<AuthError['type']>().toBeString()
  })

  proves(['ERR-AuthError-cause'], 'an error may have a cause with what was thrown', () => {
    const err = new Error('inner')
    expect(new AuthError('outer', { err, provider: 'x' }).cause).toEqual({ err, provider: 'x' })
    expect(new AuthError('outer', err).cause?.err).toBe(err)
    expect(new AuthError('outer').cause).toBeUndefined()
    expectTypeOf<AuthErrorCause['err']>().toEqualTypeOf<Error | undefined>()
    expectTypeOf<AuthErrorCause[string]>().toBeUnknown()
  })

  proves(
    [
      'ERR-CredentialsSignin',
      'ERR-CredentialsSignin-type',
      'ERR-CredentialsSignin-code',
      'ERR-CredentialsSignin-redirect',
      'MECH-credentials-throw',
      'MECH-credentials-code',
      'ERR-CredentialsSignin-logged',
    ],
    'an error of authorize redirects to the sign-in page with its code, and is logged in full',
    async () => {
      const app = open({
        providers: [
          passwords({
            authorize: () => {
              throw new TooManyAttempts('locked until noon', { err: new Error('counter at 11') })
            },
          }),
        ],
      })
      const location = readLocation(await app.visit().submitPassword())
      expect(location.pathname).toBe(`${suite.target.basePath}/signin`)
      expect(location.searchParams.get('error')).toBe('CredentialsSignin')
      expect(location.searchParams.get('code')).toBe('slow-down')
      expect(location.href).not.toContain('noon')
      expect(app.errors).toHaveLength(1)
      const [logged] = app.errors
      expect(logged).toMatchObject({ type: 'CredentialsSignin', message: 'locked until noon' })
      expect(logged?.cause?.err?.message).toBe('counter at 11')
      expect(new CredentialsSignin()).toBeInstanceOf(AuthError)
      expect(CredentialsSignin.type).toBe('CredentialsSignin')
      expectTypeOf<CredentialsSignin['code']>().toBeString()
      expectTypeOf(CredentialsSignin.type).toBeString()
    },
  )

  proves(
    ['ERR-CredentialsSignin-code-default', 'MECH-credentials-hint', 'SIGNINPAGE-CredentialsSignin'],
    'the error code for wrong credentials is "credentials" for known and unknown users',
    async () => {
      const visitor = open({ providers: [passwords()] }).visit()
      for (const username of ['ada', 'unknown']) {
        const response = await visitor.submitPassword(username, { password: 'wrong' })
        const { searchParams } = readLocation(response)
        expect(searchParams.get('error')).toBe('CredentialsSignin')
        expect(searchParams.get('code')).toBe('credentials')
      }
      expect(new CredentialsSignin().code).toBe('credentials')
    },
  )

  proves(
    ['ERR-CredentialsSignin-thrown', 'ERR-signIn-throws', 'OP-signIn-throws'],
    'a server operation throws the original error to its caller',
    async () => {
      const app = open({
        providers: [
          passwords({
            authorize: () => {
              throw new TooManyAttempts('locked')
            },
          }),
        ],
      })
      const headers = app.visit().headers()
      const form = new FormData()
      form.set('username', 'ada')
      const attempt = app.signIn(headers, { provider: 'credentials', options: form })
      await expect(attempt).rejects.toBeInstanceOf(TooManyAttempts)
      expect(app.errors.map(({ type }) => type)).toEqual(['CredentialsSignin'])
      const refused = app.signIn(headers, { provider: 'unknown' })
      await expect(refused).rejects.toBeInstanceOf(AuthError)
      const broken = open({
        providers: [passwords({ authorize: () => Promise.reject(new Error('x')) })],
      })
      const failing = broken.signIn(headers, { provider: 'credentials' })
      await expect(failing).rejects.toBeInstanceOf(AuthError)
    },
  )
}
