/** Runs functions one after the other. */
export type WriteLock = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a lock for a store in which simultaneous writes of one process block each other.
 *
 * @param timeout - milliseconds that a function may wait for its turn
 */
export function createWriteLock(timeout: number): WriteLock {
  let last: Promise<void> = Promise.resolve()
  return (work) => {
    const before = last
    const turn = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(
          new Error(
            `Another transaction of this process has been open for ${timeout} ms. ` +
              'Inside transaction(work), call only the adapter that work receives.',
          ),
        )
      }, timeout)
      void before.then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
    const done = turn.then(work)
    // A timeout keeps the order: the next function still waits for the one before.
    last = Promise.allSettled([before, done]).then(() => undefined)
    return done
  }
}
