/** Milliseconds. The work that depends on whether there is an account differs by far less. */
const STEP = 20

/** When the answer of an action is given. */
export interface EvenTime {
  /** The answer must not say by its time what was looked up for it. */
  readonly hide: () => void
  /** Waits, where something is to be hidden, until a multiple of the same time has passed since the start. */
  readonly wait: () => Promise<void>
}

/** Begins to measure. */
export function startEvenTime(): EvenTime {
  const start = performance.now()
  let isHidden = false
  return {
    hide: () => (isHidden = true),
    wait: async () => {
      if (!isHidden) return
      const left = STEP - ((performance.now() - start) % STEP)
      await new Promise((resolve) => setTimeout(resolve, left))
    },
  }
}
