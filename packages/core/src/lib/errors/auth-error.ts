import type { ErrorType } from '../types/error-type.ts'
import { errorRow } from './table.ts'

/** The cause of an {@link AuthError}. */
export interface AuthErrorCause {
  /** The error that was thrown, by the store, a callback or a request. */
  readonly err?: Error
  readonly [detail: string]: unknown
}

// Bundlers may keep several copies of these classes in one process; what all of them know is this symbol. Under it an
// error names its classes.
const brand: unique symbol = Symbol.for('latchstring.auth-error')

/** The `type` of each class that an error is an instance of, of those that have one of their own. */
function listTypes(error: object): readonly unknown[] {
  const types: unknown[] = []
  for (let proto = Reflect.getPrototypeOf(error); proto; proto = Reflect.getPrototypeOf(proto)) {
    const { constructor } = proto
    if (Object.hasOwn(constructor, 'type')) types.push(Reflect.get(constructor, 'type'))
  }
  return types
}

/** The types of an error that another copy of the library made. */
function typesOfForeign(value: unknown): readonly unknown[] {
  const types: unknown = value instanceof Error ? Reflect.get(value, brand) : undefined
  return Array.isArray(types) ? types : []
}

const ordinary = (Class: object, value: unknown): boolean =>
  Function.prototype[Symbol.hasInstance].call(Class, value)

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
  readonly type: ErrorType

  /** Reference shown to the person, on the copy of the error that a logger gets once a flow has ended with it. */
  readonly ref?: string

  /** The steps of the flow until it ended, on the same copy: `latchstring explain` prints them. */
  declare readonly trace?: string

  /** What lies behind the failure, for logs. Never shown to a person. */
  declare readonly cause?: AuthErrorCause

  static {
    // On the prototype, so that copies of an error have it, too.
    Object.defineProperty(this.prototype, brand, {
      get(this: object) {
        return listTypes(this)
      },
    })
  }

  /** `instanceof` holds also for errors of another copy of the library; a class of one's own has one copy. */
  static override [Symbol.hasInstance](this: typeof AuthError, value: unknown): boolean {
    if (ordinary(this, value)) return true
    if (ordinary(AuthError, value) || !Object.hasOwn(this, 'type')) return false
    return typesOfForeign(value).includes(this.type)
  }

  /**
   * @param message - the cause in a sentence, for the log
   * @param cause - the error that led here, with details that are safe to log
   */
  constructor(message?: string, cause?: AuthErrorCause | Error) {
    super(message)
    // Those of the library are; the contract types a class of the application, which may have another, like them.
    this.type = new.target.type as ErrorType
    this.name = this.type
    if (cause !== undefined) {
      this.cause = cause instanceof Error ? { err: cause } : cause
    }
    if (!message) this.message = errorRow(this.type).message
  }

  /** How to fix it. */
  get fix(): string {
    return errorRow(this.type).fix
  }
}

/** Whether a value is an {@link AuthError}, also of another copy of the library. */
export function isAuthError(value: unknown): value is AuthError {
  return value instanceof AuthError
}

/** An unknown thrown value as an error. */
export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(`A non-Error value was thrown: ${typeof value}`)
}
