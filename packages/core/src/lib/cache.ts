/** Values that depend on nothing but their key, a bounded number of them. */
export interface Cache<T> {
  /** How many are kept at the moment. */
  readonly size: number
  /** What is kept, oldest first. */
  readonly entries: () => Iterable<readonly [key: string, value: T]>
  /**
   * The value of a key.
   *
   * @param key - everything that the value depends on. What belongs to one request has no place in it, nor in the value
   * @param make - makes the value where there is none. When it throws, or its promise is rejected, nothing is kept
   */
  readonly get: (key: string, make: () => T) => T
}

/**
 * Keeps what is made again and again from the same content, so that it is made once. The number of entries has a bound,
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
    for (const oldest of kept.keys()) {
      if (kept.size < entries) break
      kept.delete(oldest)
    }
    kept.set(key, value)
    if (value instanceof Promise) {
      value.catch(() => {
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
    get: (key, make) => kept.get(key) ?? keep(key, make()),
  }
}

/**
 * A key for a content: the same for the same content, and never the same for two. Members of an object count in their order,
 * because what is made from them may have it, and so do those that are `undefined`. A function counts by its text.
 */
export function contentKey(content: unknown): string {
  if (typeof content === 'string') return JSON.stringify(content)
  if (Array.isArray(content)) return `[${content.map(contentKey).join()}]`
  if (typeof content !== 'object' || content === null) return `${typeof content} ${String(content)}`
  const members = Object.entries(content)
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${contentKey(value)}`).join()}}`
}
