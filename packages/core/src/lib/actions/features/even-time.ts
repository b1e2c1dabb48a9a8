import { pause } from '../../kit/promise.ts'

/** Milliseconds. The work that depends on whether there is an account differs by far less. */
const STEP = 20

/** Where the clock stands still between two requests of others, as in Workers, waiting for it would not end. */
const MOST_TURNS = 10

/** When the answer of an action is given. */
export interface EvenTime {
  /** The answer must not say by its time what was looked up for it. */
  readonly hide: () => void
  /** Waits, where something is to be hidden, until a multiple of the same time has passed since the start. */
  readonly wait: () => Promise<void>
}

// eslint-disable-next-line latchstring/no-ambient-clock -- what is measured is work; the clock of tests stands still, and others have whole milliseconds
const readTime = (): number => performance.now()

/** Begins to measure. */
export function startEvenTime(): EvenTime {
  const start = readTime()
  let isHidden = false
  return {
    hide: () => (isHidden = true),
    wait: async () => {
      if (!isHidden) return
      const spent = readTime() - start
      const left = STEP - (spent % STEP)
      const target = start + spent + left
      // A timer of so many milliseconds ends by its own beginning, which depends on the work. Those of one millisecond end with the
      // milliseconds of the event loop, which do not.
      await pause(Math.max(1, Math.floor(left) - 2))
      for (let turn = 0; turn < MOST_TURNS && readTime() < target; turn += 1) await pause(1)
    },
  }
}
