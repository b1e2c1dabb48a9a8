import { isPromise } from '../kit/promise.ts'
import type { Awaitable } from '../types/utility.ts'
import { asError, type AuthError, type AuthErrorCause, isAuthError } from './auth-error.ts'

/** What a value is, for a sentence about what a function of the application returned. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  if (isPromise(value)) return 'a promise'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

type ErrorClass = new (message: string, cause: AuthErrorCause) => AuthError

function refuse(Failure: ErrorClass, subject: string, cause: unknown): never {
  if (isAuthError(cause)) throw cause
  throw new Failure(`${subject} threw.`, { err: asError(cause) })
}

/**
 * Calls a function of the application. What it throws, at once or later, is the cause of an error that names the function; an
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
    return refuse(Failure, subject, cause)
  }
}

/** As {@link naming}, for a function that returns at once. */
export function namingNow<T>(Failure: ErrorClass, subject: string, call: () => T): T {
  try {
    const returned = call()
    // Nobody waits for a promise where there should be none, so that its error would end the process.
    if (isPromise(returned)) Promise.resolve(returned).catch(() => undefined)
    return returned
  } catch (cause) {
    return refuse(Failure, subject, cause)
  }
}
