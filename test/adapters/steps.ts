/** A call of an adapter, whose commands are let through one by one. */
export interface Steps {
  /** Lets so many commands more through; whether the call has ended by then. */
  step(commands: number): Promise<boolean>
  /** Lets all of them through. */
  finish(): Promise<PromiseSettledResult<unknown>>
}

/** Starts calls on a client of their own, and holds their commands back. One at a time. */
export interface Stepper {
  start(work: () => Promise<unknown>): Steps
}

/** What a client sends its commands through. */
export interface Gate extends Stepper {
  /** Sends a command when the test lets it through. */
  pass<T>(send: () => Promise<T>): Promise<T>
}

/** Opens a gate that holds nothing back until a call is started. */
export function createGate(): Gate {
  let [allowed, inFlight] = [Number.POSITIVE_INFINITY, 0]
  const held: (() => void)[] = []
  let look: (() => void) | undefined

  const release = (): void => {
    while (allowed > 0 && held.length > 0) {
      allowed -= 1
      inFlight += 1
      held.shift()?.()
    }
    look?.()
  }

  return {
    async pass(send) {
      await new Promise<void>((resolve) => {
        held.push(resolve)
        release()
      })
      try {
        return await send()
      } finally {
        inFlight -= 1
        // What follows at once is held by then.
        setImmediate(() => look?.())
      }
    },
    start(work) {
      allowed = 0
      let ended = false
      const outcome = Promise.allSettled([work()]).then(([one]) => {
        ended = true
        look?.()
        return one
      })
      return {
        step(commands) {
          allowed = commands
          return new Promise((resolve) => {
            look = () => {
              if (ended || (inFlight === 0 && allowed === 0 && held.length > 0)) resolve(ended)
            }
            release()
          })
        },
        finish() {
          allowed = Number.POSITIVE_INFINITY
          release()
          return outcome
        },
      }
    },
  }
}

/** Two calls that are both held. */
export interface Meeting {
  readonly firstEnded: boolean
  /** The second one has ended while the first one is held. */
  readonly secondEnded: boolean
  readonly end: () => Promise<readonly PromiseSettledResult<unknown>[]>
}

type Work = () => Promise<unknown>

type Run = (begin: (first: Work, second: Work) => Promise<Meeting>) => Promise<void>

/**
 * Runs two calls in every order of their commands in which each is interrupted once: so many of the first, so many of the
 * second, the rest of the first, the rest of the second. Gives how many orders that were.
 */
export async function everyOrder(steppers: readonly [Stepper, Stepper], run: Run): Promise<number> {
  let orders = 0
  const ended = { first: false, second: false }
  for (let before = 0; !ended.first; before += 1) {
    ended.second = false
    for (let between = 0; !ended.second; between += 1) {
      orders += 1
      await run(async (first, second) => {
        const meeting = await meet(steppers, [first, second], [before, between])
        ended.first = meeting.firstEnded
        ended.second = meeting.secondEnded
        return meeting
      })
    }
  }
  return orders
}

/** Runs two calls in every order in which the second one comes, whole, in between the commands of the first. */
export async function everyGap(steppers: readonly [Stepper, Stepper], run: Run): Promise<void> {
  const ended = { first: false }
  for (let before = 0; !ended.first; before += 1) {
    await run(async (first, second) => {
      const meeting = await meet(steppers, [first, second], [before, Number.POSITIVE_INFINITY])
      ended.first = meeting.firstEnded
      return meeting
    })
  }
}

async function meet(
  steppers: readonly [Stepper, Stepper],
  works: readonly [Work, Work],
  commands: readonly [number, number],
): Promise<Meeting> {
  const first = steppers[0].start(works[0])
  const firstEnded = await first.step(commands[0])
  const second = steppers[1].start(works[1])
  const secondEnded = await second.step(commands[1])
  return {
    firstEnded,
    secondEnded,
    end: async () => [await first.finish(), await second.finish()],
  }
}
