import type { KeyValueStorage } from '../src/index.ts'

/** A call of a storage that does not come to a good end. */
export interface Fault {
  /** Which call, counted from 1. */
  readonly call: number
  /** Whether it has its effect all the same. */
  readonly effect: boolean
  /** Whether the process dies with it: all later calls fail, too. */
  readonly dies: boolean
}

/** A storage in which calls fail. */
export interface FaultyStorage {
  readonly storage: KeyValueStorage
  /** How many calls there were. */
  readonly calls: () => number
}

/** A storage that fails as a fault says, and counts its calls. */
export function faultyStorage(storage: KeyValueStorage, fault?: Fault): FaultyStorage {
  let calls = 0
  async function turn<Result>(call: () => Promise<Result>): Promise<Result> {
    calls += 1
    const here = calls === fault?.call
    const dead = fault?.dies === true && calls > fault.call
    if (dead || (here && !fault.effect)) throw new Error('The storage is away.')
    const result = await call()
    if (here) throw new Error('The storage is away.')
    return result
  }
  return {
    storage: {
      getItem: (key) => turn(() => storage.getItem(key)),
      setItem: (key, value, options) => turn(() => storage.setItem(key, value, options)),
      removeItem: (key) => turn(() => storage.removeItem(key)),
      getKeys: (base) => turn(() => storage.getKeys(base)),
    },
    calls: () => calls,
  }
}
