import { isPromise } from './promise.ts'

/** A bounded number of values that depend on their keys alone. */
export interface Cache<T> {
  /** Number of entries. */
  readonly size: number
  /** The entries, oldest first. */
  readonly entries: () => Iterable<readonly [key: string, value: T]>
  /** The value of a key, where there is one. */
  readonly find: (key: string) => T | undefined
  /** Replaces the value of a key, and returns the new one. */
  readonly keep: (key: string, value: T) => T
  /**
   * The value of a key.
   *
   * @param key - everything that the value depends on. Neither it nor the value may contain anything of a single request
   * @param make - makes the value where there is none. When it throws, or its promise is rejected, nothing is kept
   */
  readonly get: (key: string, make: () => T) => T
}

/**
 * Keeps values derived from the same content, so that each is derived once. The number of entries has a bound,
 * whatever the content is: a configuration that is a function may be another one for each request.
 *
 * @param entries - how many values are kept; then each new one takes the place of the oldest
 */
export function createCache<T extends object | string>({
  entries,
}: {
  readonly entries: number
}): Cache<T> {
  const kept = new Map<string, T>()

  function keep(key: string, value: T): T {
    kept.delete(key)
    for (const oldest of kept.keys()) {
      if (kept.size < entries) break
      kept.delete(oldest)
    }
    kept.set(key, value)
    if (isPromise(value)) {
      Promise.resolve(value).catch(() => {
        if (kept.get(key) === value) kept.delete(key)
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
