import { pause } from '../../kit/promise.ts'

/** Milliseconds. The work that depends on whether there is an account differs by far less. */
const STEP = 20

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
      // Timers count from the beginning of the turn of the event loop that they are set in: work of that turn would shorten the time.
      await pause(1)
      await pause(STEP - ((readTime() - start) % STEP))
    },
  }
}
