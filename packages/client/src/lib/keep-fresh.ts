import type { SessionStore } from './session-store.ts'

/** When to ask for the session again. */
export interface RefetchOptions {
  /**
   * Seconds between two questions to the server while a person is signed in. Default: 0, never.
   */
  refetchInterval?: number | undefined
  /** Whether to ask again when the page comes into view, at most every 5 seconds. Default: `true`. */
  refetchOnWindowFocus?: boolean | undefined
  /** `false` pauses `refetchInterval` while the browser is offline. Default: `true`. */
  refetchWhenOffline?: boolean | undefined
  /** `false` pauses `refetchInterval` while the page is not in view. Default: `true`. */
  refetchWhenHidden?: boolean | undefined
}

/** What {@link keepFresh} needs of a store. */
export type RefreshableStore = Pick<SessionStore<object>, 'client' | 'get' | 'refresh' | 'age'>

/** Milliseconds in which a second look at the page asks nothing. */
const COOLDOWN = 5e3

/** Milliseconds a timer can wait at most; with more it would fire at once, again and again. */
const LONGEST_DELAY = 0x7f_ff_ff_ff

/**
 * Keeps the session of a store up to date for as long as a provider is mounted: it is asked for when
 * it is not known, when another tab changes it, when the page comes into view, and at an interval if
 * wanted. A server that cannot be reached changes nothing. For browsers alone.
 *
 * @param store - whose session
 * @param options - when to ask
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

  // A failure changes nothing, and the client has reported it. While it is not known who is signed
  // in the question stays: a server that is unavailable tells nothing.
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
