import type { RegisteredSession } from '@latchstring/core/types'

/**
 * Updates the session on the server: the callbacks run again with `data`, without an argument with
 * an empty object. It rejects with `AuthClientError` when the server could not be asked; the session
 * then stays as it was.
 */
export type UpdateSession = (data?: unknown) => Promise<RegisteredSession | null>

/** A person is signed in. */
interface Authenticated {
  update: UpdateSession
  data: RegisteredSession
  status: 'authenticated'
}

/** No one is signed in. */
interface Unauthenticated {
  update: UpdateSession
  data: null
  status: 'unauthenticated'
}

/** It is not known yet who is signed in. */
interface Loading {
  update: UpdateSession
  data: null
  status: 'loading'
}

/**
 * What {@link useSession} gives.
 *
 * @typeParam R - `true` where a session is required; then `unauthenticated` is never seen
 */
export type SessionContextValue<R extends boolean = false> = R extends true
  ? Authenticated | Loading
  : Authenticated | Unauthenticated | Loading

/** The value for what is known of the session; `undefined` is nothing yet. */
export function toSessionValue(
  session: RegisteredSession | null | undefined,
  update: UpdateSession,
): SessionContextValue {
  if (session) return { data: session, status: 'authenticated', update }
  return { data: null, status: session === null ? 'unauthenticated' : 'loading', update }
}
