/** Lets one holder in at a time, in the order they asked. */
export interface WriteLock {
  /**
   * Waits for its turn.
   *
   * @returns what gives the lock back; calling it again does nothing
   */
  acquire(): Promise<() => void>
}

/**
 * Creates a lock that rejects whoever has waited longer than `timeout`.
 *
 * @param timeout - milliseconds
 * @param timedOut - makes the error of a waiter that gave up
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

/** The error of somebody who waited for a transaction that never ended. */
export const heldTooLong = (name: string, timeout: number): Error =>
  new Error(
    `${name} has been held by another transaction of this process for ${timeout} ms. ` +
      'Inside transaction(work), call only the adapter that work receives.',
  )
