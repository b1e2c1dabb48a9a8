import type { ErrorType } from '../types/error-type.ts'
import { errorRow } from './table.ts'

/** What led to an {@link AuthError}. */
export interface AuthErrorCause {
  readonly err?: Error
  readonly [detail: string]: unknown
}

// Bundlers may keep several copies of this class in one process, so `instanceof` alone does not tell.
const brand: unique symbol = Symbol.for('latchstring.auth-error')

/**
 * Base class of all errors of the library.
 *
 * @example
 * ```ts
 * import { AuthError } from '@latchstring/core/errors'
 *
 * export function explain(error: unknown): string {
 *   return error instanceof AuthError ? error.type : 'unknown'
 * }
 * ```
 */
export class AuthError extends Error {
  /** Code of the class. */
  static type: string = 'AuthError' satisfies ErrorType

  /** Stable code of the failure, for example `CredentialsSignin`. */
  readonly type: string

  /** Reference shown to the person, on the copy of the error that a logger gets once a flow has ended with it. */
  readonly ref?: string

  declare readonly cause?: AuthErrorCause

  /**
   * @param message - the cause in a sentence, for the log
   * @param cause - the error that led here, with details that are safe to log
   */
  constructor(message?: string, cause?: AuthErrorCause | Error) {
    super(message)
    this.type = new.target.type
    this.name = this.type
    Object.defineProperty(this, brand, { value: true })
    if (cause !== undefined) {
      this.cause = cause instanceof Error ? { err: cause } : cause
    }
    if (!message) this.message = errorRow(this.type).message
  }

  /** How to mend it. */
  get fix(): string {
    return errorRow(this.type).fix
  }
}

/** Whether a value is an {@link AuthError}, also of another copy of the library. */
export function isAuthError(value: unknown): value is AuthError {
  return value instanceof AuthError || (value instanceof Error && brand in value)
}

/** An unknown thrown value as an error. */
export function asError(value: unknown): Error {
  return value instanceof Error
    ? value
    : new Error(`A value that is no error was thrown: ${typeof value}`)
}
