/** A queue of functions by key. */
export interface Queue {
  /** Runs a function after all earlier ones with the same key have ended or failed. */
  readonly run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  /** How many keys there is work for. */
  readonly size: () => number
}

/**
 * A queue of its own for each key, which is removed when it is empty.
 *
 * Work may wait for other work with another key, as long as none of it ever waits the other way round.
 */
export function createQueue(): Queue {
  const last = new Map<string, Promise<void>>()
  return {
    run(key, work) {
      const result = (last.get(key) ?? Promise.resolve()).then(work)
      const free = (): void => {
        if (last.get(key) === ended) last.delete(key)
      }
      const ended = result.then(free, free)
      last.set(key, ended)
      return result
    },
    size: () => last.size,
  }
}

/** What all of them give; when one fails, still after all have ended. */
export async function all<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
