import type { AuthClient } from './auth-client.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Whether a person is signed in, or that is not known yet.
 *
 * @typeParam R - `true` where a session is required; then `unauthenticated` is never seen
 */
export type SessionStatus<R extends boolean = false> =
  | 'authenticated'
  | 'loading'
  | (R extends true ? never : 'unauthenticated')

/**
 * Whether a component needs a person to be signed in.
 *
 * @typeParam R - whether a session is required
 */
export interface SessionRequirement<R extends boolean = boolean> {
  /** Whether a session is required. */
  required: R
  /** Called when one is required and no one is signed in. Default: go to the sign-in page. */
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

/**
 * Whether a person is signed in, by what is known of the session.
 *
 * @param session - `undefined` while nothing is known
 * @param required - whether a session is required; a missing one then reads `loading`, because the browser leaves
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
 * What changes the session of a store.
 *
 * @param store - made by {@link createSessionStore}
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
  signIn: store.signIn,
  signOut: store.signOut,
  update: store.update,
})
