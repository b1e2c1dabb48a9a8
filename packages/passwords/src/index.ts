/**
 * Passwords for Latchstring: a form on the sign-in page, register, reset, change.
 *
 * @packageDocumentation
 */
export type {
  NewPasswordUser,
  PasswordFault,
  PasswordOperations,
  PasswordOutcome,
  PasswordSystem,
  UsernameFault,
} from './lib/operations.ts'
export type {
  BreachOptions,
  PasswordEvents,
  PasswordOwner,
  PasswordsOptions,
} from './lib/options.ts'
export { passwords } from './lib/passwords.ts'
export { hashes, usernames } from './lib/tables.ts'
