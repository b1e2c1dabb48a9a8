import { watchMissing, sessionActions, toStatus } from '@latchstring/client/store'
import type { SessionActions, SessionRequirement, SessionStatus } from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'
import { onCleanup, onMount, useContext } from 'solid-js'
import type { Accessor } from 'solid-js'
import { ProvidedContext } from './session-provider.ts'

/**
 * Result of {@link useSession}.
 *
 * @typeParam R - whether a session is required
 */
export interface Auth<R extends boolean = false> extends SessionActions<RegisteredSession> {
  /** The session; `null` when no one is signed in, and while it is not known. */
  readonly session: Accessor<RegisteredSession | null>
  readonly status: Accessor<SessionStatus<R>>
}

/** Options of {@link useSession}. */
export type UseSessionOptions<R extends boolean = boolean> = SessionRequirement<R>

/**
 * Returns the session of the nearest {@link SessionProvider}, with functions that change it.
 *
 * @param options - whether a session is required
 * @returns accessors of the session and its status, and functions whose results components show at once; where a session
 *   is required and missing, the status stays `loading` while the browser leaves
 * @throws Error outside a provider
 *
 * @example
 * ```ts
 * import { useSession } from '@latchstring/solid'
 *
 * const { session } = useSession()
 * const greeting = (): string => `Hello ${session()?.user?.name ?? 'you'}`
 * ```
 */
export function useSession<R extends boolean = false>(options?: UseSessionOptions<R>): Auth<R>
export function useSession(options?: UseSessionOptions): Auth {
  const provided = useContext(ProvidedContext)
  if (!provided) throw new Error('useSession needs a <SessionProvider> around this component.')
  const { store, known } = provided
  const required = options?.required === true
  if (required) onMount(() => onCleanup(watchMissing(store, options.onUnauthenticated)))
  return {
    session: () => known() ?? null,
    status: () => toStatus(known(), required),
    ...sessionActions(store),
  }
}
