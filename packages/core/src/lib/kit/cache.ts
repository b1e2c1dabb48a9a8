import { isPending } from './and-then.ts'

/** A bounded number of values that depend on their keys alone. */
export interface Cache<T> {
  /** Number of entries. */
  readonly size: number
  /** The entries, oldest first. */
  readonly entries: () => Iterable<readonly [key: string, value: T]>
  /** The value of a key, where there is one. */
  readonly find: (key: string) => T | undefined
  /** Keeps a value in place of what was kept for its key, and returns it. */
  readonly keep: (key: string, value: T) => T
  /**
   * The value of a key.
   *
   * @param key - everything that the value depends on. What belongs to one request has no place in it, nor in the value
   * @param make - makes the value where there is none. When it throws, or its promise is rejected, nothing is kept
   */
  readonly get: (key: string, make: () => T) => T
}

/** How much a cache keeps. */
export interface Bounds<T> {
  /** How many values; then each new one takes the place of the oldest. */
  readonly entries: number
  /** How many bytes in all, where values differ in size; then the oldest go until the new one fits. Default: any number. */
  readonly bytes?: number
  /** Bytes of a value. Default: none. */
  readonly size?: (value: T) => number
}

/**
 * Keeps what is made again and again from the same content, so that it is made once. The number of entries has a bound,
 * whatever the content is: a configuration that is a function may be another one for each request.
 */
export function createCache<T extends object | string>({
  entries,
  bytes = Number.POSITIVE_INFINITY,
  size = () => 0,
}: Bounds<T>): Cache<T> {
  const kept = new Map<string, T>()
  let used = 0

  function drop(key: string): void {
    const value = kept.get(key)
    if (value === undefined) return
    used -= size(value)
    kept.delete(key)
  }

  function keep(key: string, value: T): T {
    const needed = size(value)
    drop(key)
    if (needed > bytes) return value
    for (const oldest of kept.keys()) {
      if (kept.size < entries && used + needed <= bytes) break
      drop(oldest)
    }
    used += needed
    kept.set(key, value)
    if (isPending(value)) {
      Promise.resolve(value).catch(() => {
        if (kept.get(key) === value) drop(key)
      })
    }
    return value
  }

  return {
    get size() {
      return kept.size
    },
    entries: () => kept.entries(),
    find: (key) => kept.get(key),
    keep,
    get: (key, make) => kept.get(key) ?? keep(key, make()),
  }
}

/**
 * Recognises texts that come again, without a map of all of them.
 *
 * @param places - how many texts are known at most; a text may lose its place to a later one
 * @returns whether a text of random characters came before; from now on it did
 */
export function createSightings(places: number): (text: string) => boolean {
  const seen = Array.from({ length: places }, () => '')
  return (text) => {
    const place = (64 * text.charCodeAt(0) + text.charCodeAt(1)) % places
    if (seen[place] === text) return true
    seen[place] = text
    return false
  }
}

/**
 * Makes something of an object once, for as long as the object is there.
 *
 * @param make - is given an object that never changes
 */
export function memoize<K extends object, T>(make: (object: K) => T): (object: K) => T {
  const made = new WeakMap<K, { readonly value: T }>()
  return (object) => {
    const known = made.get(object)
    if (known) return known.value
    const value = make(object)
    made.set(object, { value })
    return value
  }
}
