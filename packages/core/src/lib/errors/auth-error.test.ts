import { describe, expect, it, vi } from 'vitest'
import { redactError } from '../logger/redact.ts'
import { asError, AuthError, isAuthError } from './auth-error.ts'
import type * as classes from './classes.ts'
import { AccessDenied, CallbackRouteError, CredentialsSignin, SignInError } from './classes.ts'
import { describeKind, naming, namingNow } from './own-function.ts'

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

it.each([
  [null, 'null'],
  [undefined, 'undefined'],
  [['x'], 'a list'],
  [Promise.resolve(), 'a promise'],
  [{}, 'an object'],
  ['x', 'a string'],
  [7, 'a number'],
  [() => 7, 'a function'],
])('describeKind says of %s that it is %s', (value, kind) => {
  expect(describeKind(value)).toBe(kind)
})

describe('A function of the application that is called by its name', () => {
  const call = <T>(work: () => T) => naming(CallbackRouteError, 'The `x` function', work)
  const callNow = <T>(work: () => T): T => namingNow(CallbackRouteError, 'The `x` function', work)

  const fail = (cause: unknown) => (): never => {
    throw cause
  }

  it.each([
    ['an error', new TypeError('x'), new TypeError('x')],
    ['text', 'x', new Error('A non-Error value was thrown: string')],
  ])(
    'and throws %s, at once or later, is an error that names it, with the cause (REL-06)',
    async (_what, thrown, err) => {
      const named = {
        type: 'CallbackRouteError',
        message: 'The `x` function threw.',
        cause: { err },
      }
      expect(() => callNow(fail(thrown))).toThrow(expect.objectContaining(named))
      await expect(call(fail(thrown))).rejects.toMatchObject(named)
      await expect(call(async () => fail(thrown)())).rejects.toMatchObject(named)
    },
  )

  it('and throws an error of the library keeps it', async () => {
    const denied = new AccessDenied('x')
    expect(() => callNow(fail(denied))).toThrow(denied)
    await expect(call(fail(denied))).rejects.toBe(denied)
    await expect(call(async () => fail(denied)())).rejects.toBe(denied)
  })

  it('returns the result of the function, at once or later', async () => {
    expect(callNow(() => 7)).toBe(7)
    expect([await call(() => 7), await call(async () => 7)]).toEqual([7, 7])
  })

  it('and rejects, where it is to return at once, does not end the process (REL-01)', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    try {
      const promise = callNow(async () => fail(new Error('x'))())
      expect(promise).toBeInstanceOf(Promise)
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })
})
