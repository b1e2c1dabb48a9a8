import { watchMissing, sessionActions, toStatus } from '@latchstring/client/store'
import type { SessionActions, SessionRequirement, SessionStatus } from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'
import { computed, getCurrentInstance, inject, onMounted, onScopeDispose } from 'vue'
import type { ComputedRef } from 'vue'
import { PROVIDED } from './plugin.ts'

/** Result of {@link useAuth}. @typeParam R - whether a session is required */
export interface Auth<R extends boolean = false> extends SessionActions<RegisteredSession> {
  /** The session; `null` when no one is signed in, and while it is not known. */
  readonly session: ComputedRef<RegisteredSession | null>
  /** Whether a user is signed in; `loading` while that is not known. */
  readonly status: ComputedRef<SessionStatus<R>>
}

/** Options of {@link useAuth}. */
export type UseAuthOptions<R extends boolean = boolean> = SessionRequirement<R>

/**
 * Returns the session of this application, with functions that change it.
 *
 * @param options - whether a session is required
 * @returns refs with the session and its status, and functions whose results components show at once; where a session
 *   is required and missing, the status stays `loading` while the browser leaves
 * @throws Error in an application without the plugin
 *
 * @example
 * ```ts
 * import { useAuth } from '@latchstring/vue'
 * import { computed } from 'vue'
 *
 * const { session } = useAuth()
 * const greeting = computed(() => `Hello ${session.value?.user?.name ?? 'you'}`)
 * ```
 */
export function useAuth<R extends boolean = false>(options?: UseAuthOptions<R>): Auth<R>
export function useAuth(options?: UseAuthOptions): Auth {
  const provided = inject(PROVIDED, undefined)
  if (!provided) throw new Error('useAuth needs app.use(createLatchstring()), in setup().')
  const { store, known, start } = provided
  const required = options?.required === true

  // Only a mounted component starts requests: until the first render the session is the one that the server has rendered.
  if (getCurrentInstance()) {
    onMounted(() => {
      start()
      if (required) onScopeDispose(watchMissing(store, options.onUnauthenticated))
    })
  }
  return {
    session: computed(() => known.value ?? null),
    status: computed(() => toStatus(known.value, required)),
    ...sessionActions(store),
  }
}
