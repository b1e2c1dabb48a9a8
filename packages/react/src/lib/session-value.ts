import type { RegisteredSession } from '@latchstring/core/types'

/**
 * Updates the session on the server: the callbacks run again with `data`, by default an empty
 * object. It rejects with `AuthClientError` if the request fails; the session is then unchanged.
 */
export type UpdateSession = (data?: unknown) => Promise<RegisteredSession | null>

/** The value when a user is signed in. */
interface Authenticated {
  update: UpdateSession
  data: RegisteredSession
  status: 'authenticated'
}

/** The value when no one is signed in. */
interface Unauthenticated {
  update: UpdateSession
  data: null
  status: 'unauthenticated'
}

/** The value while the session is not known. */
interface Loading {
  update: UpdateSession
  data: null
  status: 'loading'
}

/**
 * Result of {@link useSession}.
 *
 * @typeParam R - `true` if a session is required; the status is then never `unauthenticated`
 */
export type SessionContextValue<R extends boolean = false> = R extends true
  ? Authenticated | Loading
  : Authenticated | Unauthenticated | Loading

/** Returns the value for a session; `undefined` means that it is not known. */
export function toSessionValue(
  session: RegisteredSession | null | undefined,
  update: UpdateSession,
): SessionContextValue {
  if (session) return { data: session, status: 'authenticated', update }
  return { data: null, status: session === null ? 'unauthenticated' : 'loading', update }
}
