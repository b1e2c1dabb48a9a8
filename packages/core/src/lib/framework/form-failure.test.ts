import { describe, expect, test } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import {
  AccountNotLinked,
  AdapterError,
  CredentialsSignin,
  CrossOriginRequest,
  InvalidProvider,
  TooManyRequests,
} from '../errors/classes.ts'
import { toFormFailure } from './form-failure.ts'

class TooManyAttempts extends CredentialsSignin {
  override code = 'too-many-attempts'
}

describe('The failure of a form', () => {
  test.each([
    [new CredentialsSignin(), { status: 401, error: 'CredentialsSignin', code: 'credentials' }],
    [new TooManyAttempts(), { status: 401, error: 'CredentialsSignin', code: 'too-many-attempts' }],
    [new CrossOriginRequest('x'), { status: 403, error: 'CrossOriginRequest' }],
    [new InvalidProvider('x'), { status: 404, error: 'InvalidProvider' }],
    [
      Object.assign(new TooManyRequests('x'), { retryAfter: 42 }),
      { status: 429, error: 'TooManyRequests', retryAfter: 42 },
    ],
    [new AccountNotLinked('x'), { status: 409, error: 'AccountNotLinked' }],
  ])('caused by the sender is shown with its status: %o', (thrown, expected) => {
    expect(toFormFailure(thrown)).toEqual(expected)
  })

  test.each([new AdapterError('x'), new AuthError('x'), new TypeError('x'), 'x', undefined])(
    'caused by the server is thrown again: %o',
    (thrown) => {
      let again: unknown = 'nothing'
      try {
        toFormFailure(thrown)
      } catch (error) {
        again = error
      }
      expect(again).toBe(thrown)
    },
  )
})
