import type { Adapter } from '@latchstring/core/adapters'

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
