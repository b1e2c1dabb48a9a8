/** Options of a repeated statement. */
export interface RetryOptions {
  /** Name of the database in errors. */
  readonly name: string
  /** Milliseconds to wait for the lock of another connection. */
  readonly timeout: number
  /** Whether an error means that another connection holds the lock. */
  readonly isBusy: (error: unknown) => boolean
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 5 + Math.random() * 20)
  })

/** Repeats a statement while the database is busy. */
export type Retry = <T>(attempt: () => Promise<T> | T) => Promise<T>

/**
 * SQLite's own busy timeout would stop the whole process while it waits, because its drivers are
 * synchronous: instead they do not wait, and the statement is repeated.
 */
export function createRetry({ name, timeout, isBusy }: RetryOptions): Retry {
  return async function untilFree<T>(attempt: () => Promise<T> | T): Promise<T> {
    const deadline = performance.now() + timeout
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!isBusy(error)) throw error
        if (performance.now() >= deadline) {
          throw new Error(`${name} has been locked by another process for ${timeout} ms.`, {
            cause: error,
          })
        }
      }
      await pause()
    }
  }
}
