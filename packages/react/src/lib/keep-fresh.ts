import type { SessionStore } from './session-store.ts'

/** When to ask for the session again. */
export interface RefetchOptions {
  /** Seconds between two questions while somebody is signed in; 0 is never. */
  readonly interval: number
  readonly onFocus: boolean
  readonly whenOffline: boolean
  readonly whenHidden: boolean
}

type RefreshableStore = Pick<SessionStore<object>, 'client' | 'get' | 'refresh' | 'age'>

/** Milliseconds in which a second look at the page asks nothing. */
const COOLDOWN = 5_000

/** The longest a timer can wait; a larger number would make it fire at once, again and again. */
const LONGEST_DELAY = 2 ** 31 - 1

/** Milliseconds until the first retry while nothing is known; doubled each time up to the limit. */
const FIRST_RETRY = 1_000
const LAST_RETRY = 60_000

// The client has told `onError` already, and what was known stays.
const ignore = (): void => {}

function every(seconds: number, action: () => void): () => void {
  const timer = setInterval(action, Math.min(seconds * 1000, LONGEST_DELAY))
  return () => clearInterval(timer)
}

function on(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Asks until it is known who is signed in: a server that is away is no answer. */
function load(store: RefreshableStore): () => void {
  let delay = FIRST_RETRY
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const attempt = (): void => {
    if (store.get() !== undefined) return
    store.refresh().catch(() => {
      if (ended) return
      timer = setTimeout(attempt, delay)
      delay = Math.min(delay * 2, LAST_RETRY)
    })
  }
  attempt()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/**
 * Keeps the session of a store up to date for as long as a provider is mounted.
 *
 * @returns a function that ends every timer and listener
 */
export function keepFresh(store: RefreshableStore, options: RefetchOptions): () => void {
  const { interval, onFocus, whenOffline, whenHidden } = options
  const refresh = (): void => void store.refresh().catch(ignore)
  const isPaused = (): boolean =>
    (!whenOffline && !navigator.onLine) || (!whenHidden && document.hidden)

  const ends = [
    load(store),
    store.client.subscribe(() => void store.refresh(true).catch(ignore)),
    on(window, 'online', () => {
      if (store.get() === undefined) refresh()
    }),
  ]
  if (onFocus) {
    ends.push(
      on(document, 'visibilitychange', () => {
        if (!document.hidden && store.age() >= COOLDOWN) refresh()
      }),
    )
  }
  if (interval > 0) {
    ends.push(
      every(interval, () => {
        if (store.get() && !isPaused()) refresh()
      }),
    )
  }
  return () => {
    for (const end of ends) end()
  }
}
