import { createAuthClient } from '@latchstring/client'
import {
  createSessionStore,
  keepFresh,
  watchMissing,
  sessionActions,
  toStatus,
} from '@latchstring/client/store'
import type {
  RefetchOptions,
  SessionStore,
  SessionActions,
  SessionRequirement,
  SessionStatus,
} from '@latchstring/client/store'
import type { RegisteredSession } from '@latchstring/core/types'
import { getContext, onMount, setContext } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { toStore } from 'svelte/store'

/** Options of {@link setSession}. */
export interface SessionOptions extends RefetchOptions {
  /** Base path of the handlers. Default: `/auth`. */
  readonly basePath?: string | undefined
}

/**
 * Result of {@link useSession}. `session` and `status` are getters: read them in the template, and do not destructure them.
 *
 * @typeParam R - whether a session is required
 */
export interface Auth<R extends boolean = false> extends SessionActions<RegisteredSession> {
  /** The session; `null` when no one is signed in, and while it is not known. */
  readonly session: RegisteredSession | null
  readonly status: SessionStatus<R>
}

/** Options of {@link useSession}. */
export type UseSessionOptions<R extends boolean = boolean> = SessionRequirement<R>

interface Provided {
  readonly store: SessionStore<RegisteredSession>
  /** Subscribes the current effect or template to changes of the session. */
  readonly track: () => void
}

const PROVIDED = Symbol('latchstring')

/**
 * Provides the session to the components below this one, and keeps it up to date while it is mounted: when the page becomes
 * visible, optionally at an interval, and when another tab changes it. A failed request changes nothing. Call it while the
 * component is initialised, best in the root layout.
 *
 * @param session - a function with the session as the server knows it. With one, `null` included, nothing is fetched at first
 *   and nothing is ever `loading`; with `undefined` the session is fetched. When it becomes another one, that is taken over.
 * @param options - base path of the handlers, and when to request the session
 *
 * @example
 * ```ts
 * import { setSession } from '@latchstring/svelte'
 * import type { RegisteredSession } from '@latchstring/svelte'
 *
 * declare const data: { session: RegisteredSession | null }
 *
 * setSession(() => data.session, { refetchInterval: 300 })
 * ```
 */
export function setSession(
  session: () => RegisteredSession | null | undefined,
  options: SessionOptions = {},
): void {
  const { basePath = '/auth' } = options
  const store = createSessionStore(createAuthClient<RegisteredSession>({ basePath }), session())
  const provided: Provided = { store, track: createSubscriber(store.subscribe) }
  setContext(PROVIDED, provided)
  onMount(() => {
    const end = [toStore(session).subscribe(store.seed), keepFresh(store, options)]
    return () => end.forEach((stop) => stop())
  })
}

/**
 * Returns the session of the nearest component that has called {@link setSession}, with functions that change it. Call it while a component is
 * initialised.
 *
 * @param options - whether a session is required
 * @returns the session and its status, and functions whose results components show at once; where a session is required
 *   and missing, the status stays `loading` while the browser leaves
 * @throws Error below no `setSession`
 *
 * @example
 * ```ts
 * import { useSession } from '@latchstring/svelte'
 *
 * const auth = useSession()
 * const greet = (): string => `Hello ${auth.session?.user?.name ?? 'you'}`
 * ```
 */
export function useSession<R extends boolean = false>(options?: UseSessionOptions<R>): Auth<R>
export function useSession(options?: UseSessionOptions): Auth {
  const provided = getContext<Provided | undefined>(PROVIDED)
  if (!provided) throw new Error('useSession needs setSession() in a component above this one.')
  const { store, track } = provided
  const required = options?.required === true
  if (required) onMount(() => watchMissing(store, options.onUnauthenticated))

  function read(): RegisteredSession | null | undefined {
    track()
    return store.get()
  }
  return {
    get session() {
      return read() ?? null
    },
    get status() {
      return toStatus(read(), required)
    },
    ...sessionActions(store),
  }
}
