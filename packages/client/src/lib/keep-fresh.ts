import type { SessionStore } from './session-store.ts'

/** Options that control when the session is requested again. */
export interface RefetchOptions {
  /**
   * Seconds between two requests while a user is signed in. Default: 0, no requests at an interval.
   */
  refetchInterval?: number | undefined
  /** Whether the session is requested when the page becomes visible, at most every 5 seconds. Default: `true`. */
  refetchOnWindowFocus?: boolean | undefined
  /** `false` pauses `refetchInterval` while the browser is offline. Default: `true`. */
  refetchWhenOffline?: boolean | undefined
  /** `false` pauses `refetchInterval` while the page is hidden. Default: `true`. */
  refetchWhenHidden?: boolean | undefined
}

/** The part of a store that {@link keepFresh} uses. */
export type RefreshableStore = Pick<SessionStore<object>, 'client' | 'get' | 'refresh' | 'age'>

/** Milliseconds during which a page that becomes visible again sends no second request. */
const COOLDOWN = 5e3

/** The longest delay of a timer in milliseconds. With a longer one it would fire at once. */
const LONGEST_DELAY = 0x7f_ff_ff_ff

/**
 * Keeps the session of a store up to date while a provider is mounted: it is requested when it is not
 * known, when another tab changes it, when the page becomes visible, and optionally at an interval. A
 * failed request changes nothing. Only for browsers.
 *
 * @param store - the store to update
 * @param options - when to request the session
 * @returns a function that ends every timer and listener
 *
 * @example
 * ```ts
 * import { createAuthClient } from '@latchstring/client'
 * import { createSessionStore, keepFresh } from '@latchstring/client/store'
 *
 * const stop = keepFresh(createSessionStore(createAuthClient(), null), { refetchInterval: 300 })
 * stop()
 * ```
 */
export function keepFresh(
  { client, get, refresh, age }: RefreshableStore,
  {
    refetchInterval,
    refetchOnWindowFocus = true,
    refetchWhenOffline = true,
    refetchWhenHidden = true,
  }: RefetchOptions,
): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let delay = 1e3
  let retry: ReturnType<typeof setTimeout> | undefined

  // A failure changes nothing, and the client has reported it. While the session is not known, the
  // request is repeated.
  const ask = (changed?: boolean): void =>
    void refresh(changed).catch(() => {
      if (signal.aborted || get() !== undefined) return
      clearTimeout(retry)
      retry = setTimeout(ask, delay)
      delay *= 2
    })

  if (refetchOnWindowFocus) {
    const look = (): void => {
      if (!document.hidden && (get() === undefined || age() >= COOLDOWN)) ask()
    }
    for (const event of ['visibilitychange', 'online']) addEventListener(event, look, { signal })
  }

  const poll = (): void => {
    if (!refetchWhenOffline && !navigator.onLine) return
    if (!refetchWhenHidden && document.hidden) return
    if (get()) ask()
  }
  const timer = refetchInterval && setInterval(poll, Math.min(refetchInterval * 1e3, LONGEST_DELAY))

  const unsubscribe = client.subscribe(() => ask(true))
  if (get() === undefined) ask()

  return () => {
    ending.abort()
    unsubscribe()
    clearTimeout(retry)
    clearInterval(timer)
  }
}
