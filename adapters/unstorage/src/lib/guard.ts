import type { Queue } from './queue.ts'
import type { KeyValueStorage } from './store.ts'
import { uniqueViolation } from '@latchstring/adapter-kit'

/**
 * Keeps keys unique where nobody else writes to the storage. Elsewhere, looking before a write keeps nothing, and the
 * guard lets everything through.
 */
export interface Guard {
  /** Whether it keeps keys unique. */
  readonly keeps: boolean
  /** Does the work when earlier work with the same key has ended. */
  readonly run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  /**
   * Looks, in the work of a key, whether a record is there already.
   *
   * @throws Error that `isUniqueViolation` knows
   */
  readonly refuse: (what: string, isTaken: () => Promise<boolean>) => Promise<void>
  /** Does a write, and takes it back when it fails: it may have had its effect, or half of it. */
  readonly attempt: <Result>(
    write: () => Promise<Result>,
    takeBack: () => Promise<void>,
  ) => Promise<Result>
}

/** For a storage that others may write to. */
export const openGuard: Guard = {
  keeps: false,
  run: (_key, work) => work(),
  refuse: () => Promise.resolve(),
  attempt: (write) => write(),
}

/**
 * For a storage that nobody else writes to.
 *
 * No two works can wait for each other: whoever has the key of a user may wait for those of an address, a session, an
 * account or an authenticator, each of these for that of a version, all of them for that of an item, and nobody the other
 * way round or for two of one kind.
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
        // What cannot be rolled back has no user, and can be claimed again, or is complete.
        await takeBack().catch(() => undefined)
        throw error
      }
    },
  }
}

/** A storage that has one call for a key at a time: drivers for files read what is half written. */
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
