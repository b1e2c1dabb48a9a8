import { afterAll, beforeAll, beforeEach } from 'vitest'

/** What has to be closed. */
interface Closable {
  close(): unknown
}

/** What stands for something that is not there yet, or is another one later: whatever is asked of it is asked of that. */
function standIn<T extends object>(current: () => T): T {
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
  // Its members are those of what it stands for.
  return new Proxy({}, members) as T
}

function required<T>(started: T | undefined): T {
  if (!started) throw new Error('This can be used in tests and hooks, once it is started.')
  return started
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

  return standIn(() => required(started))
}

/**
 * Makes something anew before each test of a file. What is returned stands for it, and can be used once the tests run.
 *
 * ```ts
 * const clock = forEachTest(startClock)
 * ```
 */
export function forEachTest<T extends object>(make: () => T): T {
  let made: T | undefined

  beforeEach(() => {
    made = make()
  })

  return standIn(() => required(made))
}
