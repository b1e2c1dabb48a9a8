import type { AdapterSpend, AdapterSpent } from '../../types/adapter-limits.ts'

/** How many budgets are counted at the same time. */
const MAX_KEYS = 100_000

/** How many milliseconds a new key waits while there is room for none, and the least time between two sweeps. */
const PAUSE = 1_000

/** Budgets as they are counted in this process. Everything is done at once: nothing else runs between its steps. */
export interface Counters {
  /** Takes a point from each, or from none. The first that has none refuses. */
  readonly spend: (spends: readonly AdapterSpend[]) => MemorySpent
  /** In how many milliseconds there is a point; 0 where there is one now. Takes none. */
  readonly wait: (one: AdapterSpend) => number
  /** Whether of each no more than a share is spent. The first of which more is refuses. */
  readonly within: (spends: readonly AdapterSpend[], share: number) => MemorySpent
  /** The number of keys that have a count now. */
  readonly size: () => number
}

/** The result, with the index of the budget that refused. */
export interface MemorySpent extends AdapterSpent {
  readonly refused: number
}

const ALLOWED: MemorySpent = { allowed: true, retryAfter: 0, refused: -1 }

/** Counts in memory, by the generic cell rate algorithm. When there is no more room, new keys are refused: hot ones stay. */
export function createCounters(maxKeys: number = MAX_KEYS): Counters {
  const times = new Map<string, number>()
  let sweptAt = Number.NEGATIVE_INFINITY

  /** Drops expired keys. It visits all of them, so a client that makes new keys must not cause it at every try. */
  function sweep(now: number): void {
    if (Math.abs(now - sweptAt) < PAUSE) return
    sweptAt = now
    for (const [key, tat] of times) if (tat <= now) times.delete(key)
  }

  function nextTime({ key, interval, now }: AdapterSpend): number {
    return Math.max(times.get(key) ?? 0, now) + interval
  }

  function findWait(one: AdapterSpend): number {
    const wait = nextTime(one) - one.now - one.burst
    if (wait > 0) return wait
    if (times.has(one.key) || times.size < maxKeys) return 0
    sweep(one.now)
    return times.size < maxKeys ? 0 : PAUSE
  }

  return {
    size: () => times.size,
    wait: findWait,
    within(spends, share) {
      for (const [index, { key, interval, burst, now }] of spends.entries()) {
        const over = (times.get(key) ?? 0) - now - Math.max(interval, burst * share)
        if (over > 0) return { allowed: false, retryAfter: over, refused: index }
      }
      return ALLOWED
    },
    spend(spends) {
      for (const [index, one] of spends.entries()) {
        const retryAfter = findWait(one)
        if (retryAfter > 0) return { allowed: false, retryAfter, refused: index }
      }
      for (const one of spends) {
        const next = nextTime(one)
        if (next <= one.now) times.delete(one.key)
        else times.set(one.key, next)
      }
      return ALLOWED
    },
  }
}

const byApplication = new WeakMap<object, Counters>()

/** The counters of an application: they outlast the configurations that a function makes for requests. */
export function findCounters(application: object): Counters {
  const counters = byApplication.get(application) ?? createCounters()
  byApplication.set(application, counters)
  return counters
}
