import { describe, expect, it, vi } from 'vitest'
import { redactError } from '../logger/redact.ts'
import { asError, AuthError, isAuthError } from './auth-error.ts'
import type * as classes from './classes.ts'
import { AccessDenied, CredentialsSignin, SignInError } from './classes.ts'

type Classes = typeof classes

/** The classes once more, as a second bundle has them. */
async function otherCopy(): Promise<Classes> {
  vi.resetModules()
  return vi.importActual<Classes>('./classes.ts')
}

describe('an error of another copy of the library', () => {
  it('is an instance of the classes of the same name, and of no other', async () => {
    const other = await otherCopy()
    const error = new other.CredentialsSignin('x')
    expect(Reflect.getPrototypeOf(error)).not.toBe(CredentialsSignin.prototype)
    expect(error).toBeInstanceOf(CredentialsSignin)
    expect(error).toBeInstanceOf(SignInError)
    expect(error).toBeInstanceOf(AuthError)
    expect(error).not.toBeInstanceOf(AccessDenied)
    expect(isAuthError(error)).toBe(true)
  })

  it('is recognized by the names of its classes, under a shared symbol', () => {
    const names: unknown = Reflect.get(
      new CredentialsSignin('x'),
      Symbol.for('latchstring.auth-error'),
    )
    expect(names).toEqual(['CredentialsSignin', 'SignInError', 'AuthError'])
  })

  it('is recognized also as the copy that a logger gets', async () => {
    const other = await otherCopy()
    const copy = redactError(new other.AccessDenied('x'))
    expect(isAuthError(copy)).toBe(true)
    expect(copy).toBeInstanceOf(AccessDenied)
    expect(copy).not.toBeInstanceOf(SignInError)
  })

  it('is not an instance of a class of the application that extends one of ours', async () => {
    class Locked extends CredentialsSignin {}
    class Named extends CredentialsSignin {
      static override type = 'CredentialsSignin'
    }
    const other = await otherCopy()
    expect(new other.CredentialsSignin('x')).not.toBeInstanceOf(Locked)
    expect(new CredentialsSignin('x')).not.toBeInstanceOf(Locked)
    expect(new CredentialsSignin('x')).not.toBeInstanceOf(Named)
    expect(new Locked('x')).toBeInstanceOf(CredentialsSignin)
    expect(new Locked('x')).toBeInstanceOf(Locked)
    class Theirs extends other.CredentialsSignin {}
    expect(new Theirs('x')).toBeInstanceOf(CredentialsSignin)
    expect(new Theirs('x')).not.toBeInstanceOf(Locked)
  })
})

it.each([null, undefined, 1, 'x', {}, [], new Error('x'), { type: 'AuthError' }])(
  'isAuthError is false for %j',
  (value) => {
    expect(isAuthError(value)).toBe(false)
    expect(value).not.toBeInstanceOf(AuthError)
  },
)

it.each([
  ['text', 'canary', 'string'],
  ['nothing', undefined, 'undefined'],
  ['an object', { password: 'canary' }, 'object'],
])('asError turns a thrown %s into an error with only its type (LOG-01)', (_what, thrown, type) => {
  expect(asError(thrown)).toEqual(new Error(`A non-Error value was thrown: ${type}`))
})

it('asError returns a thrown error unchanged', () => {
  const error = new TypeError('x')
  expect(asError(error)).toBe(error)
})
