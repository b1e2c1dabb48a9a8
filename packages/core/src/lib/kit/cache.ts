import { isPromise } from './promise.ts'

/** Values that depend on nothing but their key, a bounded number of them. */
export interface Cache<T> {
  /** How many are kept at the moment. */
  readonly size: number
  /** What is kept, oldest first. */
  readonly entries: () => Iterable<readonly [key: string, value: T]>
  /** What is kept for a key, if anything is. */
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

/** A content with a name that is short enough to be part of a key. */
export class Named<T> {
  readonly value: T
  readonly name: string

  constructor(value: T, name: string) {
    this.value = value
    this.name = name
  }
}

/**
 * Names contents that are large, or are part of many keys: objects of the same content have the same name, until as many
 * others have been named since; two contents never do.
 *
 * @param entries - how many contents are remembered
 * @returns names an object that never changes
 */
export function createNames<T extends object>({
  entries,
}: {
  readonly entries: number
}): (content: T) => Named<T> {
  const names = createCache<string>({ entries })
  let count = 0
  return memoize((content) => {
    const name = names.get(contentKey(content), () => String((count += 1)))
    return new Named(content, name)
  })
}

/** With its length, so that no text can pose as what follows it. */
const delimited = (text: string): string => `${text.length}:${text}`

/**
 * A key for a content: the same for the same content, and never the same for two. Members of an object count in their order,
 * because what is made from them may have it, and so do those that are `undefined`. A function counts by its text, and a
 * content of {@link createNames} by its name.
 */
export function contentKey(content: unknown): string {
  if (typeof content === 'string') return `"${delimited(content)}`
  if (typeof content !== 'object' || content === null) {
    return `${typeof content} ${delimited(String(content))}`
  }
  if (content instanceof Named) return `#${delimited(content.name)}`
  let key = Array.isArray(content) ? '[' : '{'
  for (const [name, value] of Object.entries(content)) key += delimited(name) + contentKey(value)
  return `${key}}`
}
