import type { Redis } from 'ioredis'
import type { Stepper } from '../../dynamodb/test/steps.ts'
import type { IoRedisClient } from '../src/lib/client.ts'

/** A client whose scripts are let through one by one. To the adapter it looks like one of a cluster. */
export interface HeldClient extends Stepper {
  readonly client: IoRedisClient
  /** How many scripts were sent so far. */
  readonly sent: () => number
}

/** Puts itself between the adapter and a server. */
export function holdScripts(redis: Redis): HeldClient {
  let [allowed, inFlight] = [Number.POSITIVE_INFINITY, 0]
  const held: (() => void)[] = []
  let look: (() => void) | undefined
  let sent = 0

  const pass = (): void => {
    while (allowed > 0 && held.length > 0) {
      allowed -= 1
      inFlight += 1
      held.shift()?.()
    }
    look?.()
  }

  const client: IoRedisClient = {
    isCluster: true,
    async evalsha(...all) {
      sent += 1
      await new Promise<void>((resolve) => {
        held.push(resolve)
        pass()
      })
      try {
        return await redis.evalsha(...all)
      } finally {
        inFlight -= 1
        // What follows at once is held by then.
        setImmediate(() => look?.())
      }
    },
    // The server gets a script only once; that is not a step.
    eval: (...all) => redis.eval(...all),
  }

  return {
    client,
    sent: () => sent,
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
            pass()
          })
        },
        finish() {
          allowed = Number.POSITIVE_INFINITY
          pass()
          return outcome
        },
      }
    },
  }
}
