/** More passwords are waiting to be hashed than the queue holds. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull'
  /** Seconds after which it is worth to try again. */
  readonly retryAfter = 2

  constructor() {
    super('Too many passwords are waiting to be hashed. Try again in a moment.')
  }
}

/** Runs tasks, some at once and the others after them. */
export type Queue = <Result>(task: () => Promise<Result>) => Promise<Result>

/**
 * A queue that bounds memory: each hash needs its own.
 *
 * @param atOnce - tasks that run at the same time
 * @param waiting - tasks that wait; one more throws `PasswordQueueFull`
 */
export function createQueue(atOnce: number, waiting: number): Queue {
  const held: (() => void)[] = []
  let running = 0
  const next = (): void => {
    const start = held.shift()
    if (start) start()
    else running -= 1
  }
  return async (task) => {
    if (running < atOnce) running += 1
    else if (held.length >= waiting) throw new PasswordQueueFull()
    else await new Promise<void>((resolve) => held.push(resolve))
    try {
      return await task()
    } finally {
      next()
    }
  }
}
