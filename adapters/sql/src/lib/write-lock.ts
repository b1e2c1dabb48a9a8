/** A lock with one holder at a time, in the order of requests. */
export interface WriteLock {
  /**
   * Waits for its turn.
   *
   * @returns a function that releases the lock; calling it again does nothing
   */
  acquire(): Promise<() => void>
}

/**
 * Creates a lock that rejects a request after `timeout`.
 *
 * @param timeout - milliseconds
 * @param timedOut - creates the error of a request that timed out
 */
export function createWriteLock(timeout: number, timedOut: () => Error): WriteLock {
  const waiting = new Set<() => void>()
  let held = false

  const release = (): void => {
    const [next] = waiting
    if (next === undefined) held = false
    else next()
  }
  const once = (): (() => void) => {
    let released = false
    return () => {
      if (released) return
      released = true
      release()
    }
  }

  return {
    acquire() {
      if (!held) {
        held = true
        return Promise.resolve(once())
      }
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          clearTimeout(timer)
          waiting.delete(enter)
          resolve(once())
        }
        const timer = setTimeout(() => {
          waiting.delete(enter)
          reject(timedOut())
        }, timeout)
        waiting.add(enter)
      })
    },
  }
}

/** Creates the error of a query that waited too long for a transaction. */
export const heldTooLong = (name: string, timeout: number): Error =>
  new Error(
    `${name} has been held by another transaction of this process for ${timeout} ms. ` +
      'Inside transaction(work), call only the adapter that work receives.',
  )
