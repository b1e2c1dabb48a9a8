import type { Adapter, AdapterRevocation } from '@latchstring/core/adapters'
import { DAY } from '@latchstring/test-kit/test-clock'

/** A store that processes share, which can go away, and back to what it had at some moment. */
export interface LivingStore {
  /** An adapter for one more process, over connections of its own. */
  readonly open: () => Promise<Adapter>
  /** What is written afterwards will be lost. */
  readonly snapshot: () => Promise<void>
  readonly goBack: () => Promise<void>
  /** Takes it away. What it gives brings it back, with its data. */
  readonly suspend: () => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** Work that is done when a store is closed, the last first. */
export function createCleanUps(): {
  readonly add: (work: () => unknown) => void
  readonly run: () => Promise<void>
} {
  const all: (() => unknown)[] = []
  return {
    add: (work) => void all.push(work),
    async run() {
      for (const work of all.splice(0).toReversed()) await work()
    },
  }
}

/** Endings of sessions that no test reads. */
export const strangers = (count: number, name: string, now: number): readonly AdapterRevocation[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'session',
    key: `${name}-${index}`,
    generation: 0,
    reason: 'sign-out',
    at: new Date(now),
    expires: new Date(now + 100 * DAY * 1000),
  }))
