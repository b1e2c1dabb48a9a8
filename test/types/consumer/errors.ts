/** Errors: one base class, a closed set of codes, subclasses of the application's own. */
import {
  AuthError,
  CredentialsSignin,
  MissingSecretError,
  type ErrorType,
} from '@latchstring/core/errors'
import type {
  AuthError as NextAuthError,
  CredentialsSignin as NextCredentialsSignin,
} from '@latchstring/next'
import { expectTrue, type Equal } from '../equal.ts'

expectTrue<Equal<typeof AuthError, typeof NextAuthError>>()
expectTrue<Equal<typeof CredentialsSignin, typeof NextCredentialsSignin>>()

export class LockedOut extends CredentialsSignin {
  override code = 'locked'
}

export function explain(error: unknown): string {
  if (error instanceof MissingSecretError) return error.fix
  if (error instanceof CredentialsSignin) return error.code
  if (error instanceof AuthError) {
    expectTrue<Equal<typeof error.type, ErrorType>>()
    expectTrue<Equal<NonNullable<typeof error.cause>['err'], Error | undefined>>()
    return error.type
  }
  return ''
}

export const code: ErrorType = 'UntrustedHost'
// @ts-expect-error -- no such code
export const wrong: ErrorType = 'Untrusted'
