import type { Redis } from 'ioredis'
import { createGate, type Stepper } from '../../../test/adapters/steps.ts'
import type { IoRedisClient } from '../src/lib/client.ts'

/** A client whose scripts are let through one by one. To the adapter it looks like one of a cluster. */
export interface HeldClient extends Stepper {
  readonly client: IoRedisClient
  /** How many scripts were sent so far. */
  readonly sent: () => number
}

/** Puts itself between the adapter and a server. */
export function holdScripts(redis: Redis): HeldClient {
  const gate = createGate()
  let sent = 0
  const client: IoRedisClient = {
    isCluster: true,
    evalsha(...all) {
      sent += 1
      return gate.pass(() => redis.evalsha(...all))
    },
    // The server gets a script only once; that is not a step.
    eval: (...all) => redis.eval(...all),
  }
  return { ...gate, client, sent: () => sent }
}
