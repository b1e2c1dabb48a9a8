import { afterAll, beforeAll } from 'vitest'

/** What has to be closed. */
interface Closable {
  close(): unknown
}

/**
 * Starts something before the tests of a file and closes it after them. What is returned stands for it, and can be used once the
 * tests run.
 *
 * ```ts
 * const store = forAllTests(openStore)
 * ```
 */
export function forAllTests<T extends Closable>(start: () => T | Promise<T>): T {
  let started: T | undefined

  beforeAll(async () => {
    started = await start()
  })

  afterAll(() => started?.close())

  function current(): T {
    if (!started) throw new Error('This can be used in tests and hooks, once it is started.')
    return started
  }

  const members: ProxyHandler<object> = {
    get(_, key) {
      const value: unknown = Reflect.get(current(), key)
      // Private members are reached by methods of the very object only.
      const bound: unknown = typeof value === 'function' ? value.bind(current()) : value
      return bound
    },
    set: (_, key, value) => Reflect.set(current(), key, value),
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(current(), key)
      return found && { ...found, configurable: true }
    },
  }
  // Whatever is asked of it is asked of what was started.
  return new Proxy({}, members) as T
}
