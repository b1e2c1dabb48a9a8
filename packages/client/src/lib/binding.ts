import type { AuthClient } from './auth-client.ts'

/**
 * Whether somebody is signed in, or that is not known yet.
 *
 * @typeParam R - `true` where a session is required; then nobody ever sees `unauthenticated`
 */
export type SessionStatus<R extends boolean = false> =
  | 'authenticated'
  | 'loading'
  | (R extends true ? never : 'unauthenticated')

/**
 * Whether a component needs somebody to be signed in.
 *
 * @typeParam R - whether a session is required
 */
export interface SessionRequirement<R extends boolean = boolean> {
  /** Whether a session is required. */
  required: R
  /** Called when one is required and nobody is signed in. Default: go to the sign-in page. */
  onUnauthenticated?: (() => void) | undefined
}

/**
 * What changes the session, beside the session itself.
 *
 * @typeParam S - type of a session
 */
export type SessionActions<S extends object> = Pick<
  AuthClient<S>,
  'getSession' | 'signIn' | 'signOut' | 'update'
>
