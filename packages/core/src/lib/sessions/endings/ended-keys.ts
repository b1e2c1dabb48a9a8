import { createCache, type Cache } from '../../kit/cache.ts'
import { sha256 } from '../../crypto/hash.ts'
import { BloomFilter } from './bloom-filter.ts'

/** An ending of a key, as the feed has it. */
export interface Ended {
  readonly generation: number
  readonly reason: string
  /** When, in milliseconds since the epoch, by the clock of the instance that wrote it. */
  readonly at: number
  /** When its entry may be deleted, in milliseconds since the epoch. */
  readonly expires: number
}

/** Key of the entry that exempts one session from the ending of all others of its user: the entry has the generation that the session then counts as. */
export const exemptKey = (jti: string): string => `spared:${jti}`

/** Key of the entry that says when all sessions of a user were ended, with none exempt. */
export const allEndedKey = async (user: string): Promise<string> => `all:${await sha256(user)}`

/** How many keys are kept as they are; a filter takes those that are more. */
const EXACT = 50_000

const FIRST_FILTER = 2 ** 20

/** How many of the keys that a filter was wrong about are remembered. */
const CLEARED = 10_000

/**
 * The keys of a kind in the feed. Its memory is bounded: above {@link EXACT} keys it keeps ten bits of each, and a key that
 * these bits may contain has to be looked up in the store.
 */
export class EndedKeys {
  #kept = new Map<string, Ended>()
  #filters: { readonly filter: BloomFilter; expires: number }[] = []
  #cleared: Cache<string> = createCache<string>({ entries: CLEARED })

  /** Of the same key the greatest generation counts. */
  add(key: string, entry: Ended, now: number): void {
    const known = this.#kept.get(key)
    if (known && known.generation > entry.generation) return
    this.#kept.set(key, entry)
    if (this.#kept.size > EXACT) this.#shrink(now)
  }

  #shrink(now: number): void {
    for (const [key, { expires }] of this.#kept) if (expires <= now) this.#kept.delete(key)
    // Half, so that it is not done again for the next one.
    if (this.#kept.size <= EXACT / 2) return
    this.#filters = this.#filters.filter(({ expires }) => expires > now)
    for (const [key, { expires }] of this.#kept) this.#addToFilter(key, expires)
    this.#kept = new Map()
    this.#cleared = createCache<string>({ entries: CLEARED })
  }

  #addToFilter(key: string, expires: number): void {
    let last = this.#filters.at(-1)
    if (!last || last.filter.isFull) {
      const capacity = last ? last.filter.capacity * 4 : FIRST_FILTER
      last = { filter: new BloomFilter(capacity), expires }
      this.#filters.push(last)
    }
    last.filter.add(key)
    last.expires = Math.max(last.expires, expires)
  }

  /** The ending of a key that is kept exactly. */
  find(key: string): Ended | undefined {
    return this.#kept.get(key)
  }

  /** The endings that are kept exactly. */
  entries(): Iterable<readonly [key: string, entry: Ended]> {
    return this.#kept
  }

  /** Whether the store has to be asked about a key that {@link find} does not know. */
  isUncertain(key: string): boolean {
    if (this.#filters.length === 0 || this.#cleared.find(key) !== undefined) return false
    return this.#filters.some(({ filter }) => filter.mayHave(key))
  }

  /** The store knows nothing of a key that was uncertain; what comes later is added. */
  clear(key: string): void {
    this.#cleared.keep(key, key)
  }
}
