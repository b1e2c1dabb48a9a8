import type { Adapter, AdapterSpend, AdapterSpent } from '@latchstring/core/adapters'

/** A store that counts tries for several processes, and whose rows can be looked at. */
export interface CountingStore {
  /** Members of an adapter. */
  readonly adapter: Pick<Adapter, 'spend'>
  /** When all points of a budget are there again, by its key. */
  readonly rows: ReadonlyMap<string, number>
  /** What it was asked for, in order. */
  readonly calls: readonly AdapterSpend[]
  /** What it does from now on. */
  fail(error: Error | null): void
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** Counts as the interface of adapters says, one call after the other, each of which takes a turn of the event loop. */
export function createCountingStore(): CountingStore {
  const rows = new Map<string, number>()
  const calls: AdapterSpend[] = []
  let failure: Error | null = null

  async function spend(wanted: AdapterSpend): Promise<AdapterSpent> {
    calls.push(wanted)
    await pause()
    if (failure) throw failure
    const { key, interval, burst, now } = wanted
    const next = Math.max(rows.get(key) ?? 0, now) + interval
    if (next - now > burst) return { allowed: false, retryAfter: next - now - burst }
    rows.set(key, next)
    return { allowed: true, retryAfter: 0 }
  }

  return {
    adapter: { spend },
    rows,
    calls,
    fail(error) {
      failure = error
    },
  }
}
