import type { AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'

/** Milliseconds within which an entry has to be visible; a reader of the feed reads more than twice as much again. */
const IN_TIME = 2000

/** How often an entry is appended that takes longer. */
const TRIES = 3

/**
 * Appends to a feed of endings whose entries get their place before others can see them. An entry that becomes visible late may
 * be passed over by those who have read on, so it is appended again, at a place of its own: the same entry twice does no harm.
 *
 * @param append - appends the entries, and resolves once every call that begins then finds them
 * @throws what `append` throws, and an Error when the store is so slow that no attempt was in time
 *
 * @example
 * ```ts
 * import { appendInTime } from '@latchstring/adapter-kit'
 *
 * const feed: string[] = []
 * await appendInTime(async () => void feed.push('an entry'))
 * ```
 */
export async function appendInTime(append: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const started = performance.now()
    await append()
    if (performance.now() - started <= IN_TIME) return
  }
  throw new Error(
    `The store takes more than ${IN_TIME} ms to append to the feed of endings, so other processes may have read past the entry. ` +
      'Try again when the store is faster.',
  )
}

/**
 * The number of an entry in a feed whose cursors are the numbers that the store counts.
 *
 * @param cursor - the `after` that `listRevocations` of an adapter was given
 * @throws TypeError when it is not one of them
 *
 * @example
 * ```ts
 * import { readCursor } from '@latchstring/adapter-kit'
 *
 * const seq = readCursor('17')
 * ```
 */
export function readCursor(cursor: string): number {
  const seq = Number(cursor)
  if (Number.isSafeInteger(seq) && String(seq) === cursor) return seq
  throw new TypeError(
    'listRevocations: "after" is not a cursor returned by this store. Pass one of an earlier call, or none.',
  )
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/**
 * Refuses a budget that no store can count.
 *
 * @param spend - what `spend` of an adapter was given
 * @throws TypeError that names the member that is wrong; the key is not quoted
 *
 * @example
 * ```ts
 * import { assertSpend } from '@latchstring/adapter-kit'
 *
 * assertSpend({ key: 'k1', interval: 60_000, burst: 300_000, now: Date.now() })
 * ```
 */
export function assertSpend({ key, interval, burst, now }: AdapterSpend): void {
  if (key.length < 1 || key.length > 64) {
    throw new TypeError('spend: "key" has to be a string of 1 to 64 characters.')
  }
  // A negative one gives a point back.
  for (const [name, value] of Object.entries({ interval: Math.abs(interval), burst, now })) {
    if (isWhole(value)) continue
    throw new TypeError(`spend: "${name}" has to be a whole number of milliseconds, not ${value}.`)
  }
  if (interval === 0) throw new TypeError('spend: "interval" has to be at least 1 millisecond.')
}

/** What a spend does to a budget: the time that its row has to hold afterwards, and the answer. */
export interface SpendStep {
  readonly next: number
  readonly spent: AdapterSpent
}

/**
 * The step of the generic cell rate algorithm, for stores that compare and write in one operation of their own.
 *
 * @param tat - the time that the row holds; 0 where there is none
 * @param spend - what `spend` of an adapter was given
 *
 * @example
 * ```ts
 * import { spendStep } from '@latchstring/adapter-kit'
 *
 * const { spent } = spendStep(0, { key: 'k1', interval: 1000, burst: 5000, now: 0 })
 * // { allowed: true, retryAfter: 0 }
 * ```
 */
export function spendStep(tat: number, { interval, burst, now }: AdapterSpend): SpendStep {
  const next = Math.max(tat, now) + interval
  const retryAfter = Math.max(0, next - now - burst)
  return { next, spent: { allowed: retryAfter === 0, retryAfter } }
}
