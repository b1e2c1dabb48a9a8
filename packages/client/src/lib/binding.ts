import type { AuthClient } from './auth-client.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Whether a user is signed in; `loading` while that is not known.
 *
 * @typeParam R - `true` if a session is required; the status is then never `unauthenticated`
 */
export type SessionStatus<R extends boolean = false> =
  | 'authenticated'
  | 'loading'
  | (R extends true ? never : 'unauthenticated')

/**
 * Options of a component that may require a session.
 *
 * @typeParam R - whether a session is required
 */
export interface SessionRequirement<R extends boolean = boolean> {
  /** Whether a session is required. */
  required: R
  /** Called if a session is required and missing. Default: opens the sign-in page. */
  onUnauthenticated?: (() => void) | undefined
}

/**
 * Functions that change the session.
 *
 * @typeParam S - type of a session
 */
export type SessionActions<S extends object> = Pick<
  AuthClient<S>,
  'feature' | 'getSession' | 'signIn' | 'signOut' | 'update'
>

/**
 * Returns the status of a session.
 *
 * @param session - `undefined` while it is not known
 * @param required - whether a session is required; the status of a missing one is then `loading`, because the browser leaves the page
 *
 * @example
 * ```ts
 * import { toStatus } from '@latchstring/client/store'
 *
 * toStatus(null, false) // 'unauthenticated'
 * ```
 */
export function toStatus(session: object | null | undefined, required: boolean): SessionStatus {
  if (session) return 'authenticated'
  return session === null && !required ? 'unauthenticated' : 'loading'
}

/**
 * Returns the functions that change the session of a store.
 *
 * @param store - created by {@link createSessionStore}
 *
 * @example
 * ```ts
 * import { createAuthClient } from '@latchstring/client'
 * import { createSessionStore, sessionActions } from '@latchstring/client/store'
 *
 * const store = createSessionStore(createAuthClient({ basePath: '/auth' }), undefined)
 * const { signIn } = sessionActions(store)
 * ```
 */
export const sessionActions = <S extends object>(store: SessionStore<S>): SessionActions<S> => ({
  getSession: () => store.refresh(true),
  feature: store.feature,
  signIn: store.signIn,
  signOut: store.signOut,
  update: store.update,
})
