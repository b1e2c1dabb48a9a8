import type { Queue } from './queue.ts'
import type { KeyValueStorage } from './store.ts'
import { uniqueViolation } from '@latchstring/adapter-kit'

/**
 * Keeps keys unique if there is a single writer. With several writers a check before a write guarantees nothing, and the guard does
 * not check.
 */
export interface Guard {
  /** Whether it keeps keys unique. */
  readonly keeps: boolean
  /** Does the work when earlier work with the same key has ended. */
  readonly run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  /**
   * Checks within the function of a key whether a record exists.
   *
   * @throws Error that `isUniqueViolation` recognizes, if it exists
   */
  readonly refuse: (what: string, isTaken: () => Promise<boolean>) => Promise<void>
  /** Runs a write, and reverts it if it fails: it may have had its effect, or a part of it. */
  readonly attempt: <Result>(
    write: () => Promise<Result>,
    takeBack: () => Promise<void>,
  ) => Promise<Result>
}

/** Creates the guard of a storage with several writers. */
export const openGuard: Guard = {
  keeps: false,
  run: (_key, work) => work(),
  refuse: () => Promise.resolve(),
  attempt: (write) => write(),
}

/**
 * Creates the guard of a storage with a single writer.
 *
 * There is no deadlock: a function with the key of a user may wait for those of an address, a session, an account, an
 * authenticator or a row, each of these for that of a version, and all of them for that of an item. None waits in the other direction or
 * for two keys of one kind.
 */
export function keepingGuard(queue: Queue): Guard {
  return {
    keeps: true,
    run: queue.run,
    async refuse(what, isTaken) {
      if (await isTaken()) throw uniqueViolation(`There is ${what} already.`)
    },
    async attempt(write, takeBack) {
      try {
        return await write()
      } catch (error) {
        // A record that cannot be rolled back has no user, so its key is free, or it is complete.
        await takeBack().catch(() => undefined)
        throw error
      }
    },
  }
}

/** Wraps a storage so that it has one call for a key at a time: drivers for files read incomplete writes. */
export function oneCallPerKey(storage: KeyValueStorage, queue: Queue): KeyValueStorage {
  const alone = <Result>(key: string, call: () => Promise<Result>): Promise<Result> =>
    queue.run(`item:${key}`, call)

  return {
    getItem: (key) => alone(key, () => storage.getItem(key)),
    setItem: (key, value, options) => alone(key, () => storage.setItem(key, value, options)),
    removeItem: (key) => alone(key, () => storage.removeItem(key)),
    getKeys: (base) => storage.getKeys(base),
  }
}
