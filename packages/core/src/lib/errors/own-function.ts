import { isPromise } from '../kit/promise.ts'
import type { Awaitable } from '../types/utility.ts'
import { asError, type AuthError, type AuthErrorCause, isAuthError } from './auth-error.ts'

/** The kind of a value, for a sentence about the result of a function of the application. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  if (isPromise(value)) return 'a promise'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

type ErrorClass = new (message: string, cause: AuthErrorCause) => AuthError

function throwNamed(Failure: ErrorClass, subject: string, cause: unknown): never {
  if (isAuthError(cause)) throw cause
  throw new Failure(`${subject} threw.`, { err: asError(cause) })
}

/**
 * Calls a function of the application. An error it throws, at once or later, becomes the cause of an error that names the function; an
 * error of the library is thrown as it is.
 *
 * @param subject - names the function at the beginning of a sentence
 */
export async function naming<T>(
  Failure: ErrorClass,
  subject: string,
  call: () => Awaitable<T>,
): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    return throwNamed(Failure, subject, cause)
  }
}

/** As {@link naming}, for a function that returns at once. */
export function namingNow<T>(Failure: ErrorClass, subject: string, call: () => T): T {
  try {
    const returned = call()
    // A promise is not expected here, so nothing awaits it: its rejection would end the process.
    if (isPromise(returned)) Promise.resolve(returned).catch(() => undefined)
    return returned
  } catch (cause) {
    return throwNamed(Failure, subject, cause)
  }
}
