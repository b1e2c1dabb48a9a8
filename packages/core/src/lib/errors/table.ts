import type { ErrorType } from '../types/error-type.ts'
import { CONFIGURATION_ERRORS } from './configuration-errors.ts'
import { REQUEST_ERRORS } from './request-errors.ts'
import type { ErrorRow } from './row.ts'
import { SIGN_IN_ERRORS } from './sign-in-errors.ts'

/** Every kind of failure. Own properties only: look-ups go through {@link errorRow}. */
export const ERRORS = {
  ...CONFIGURATION_ERRORS,
  ...SIGN_IN_ERRORS,
  ...REQUEST_ERRORS,
  // These rows have the names of ErrorType, which tools/generate makes from them.
} as Readonly<Record<ErrorType, ErrorRow>>

/** The row of a code; codes of foreign subclasses get the general one. */
export function errorRow(type: string): ErrorRow {
  // An own property of the table is one of its keys.
  return Object.hasOwn(ERRORS, type) ? ERRORS[type as ErrorType] : ERRORS.AuthError
}
