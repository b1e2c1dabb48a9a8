import type { Contract } from './suite.ts'
import type { Target } from './target.ts'
import { operations } from '../operations.contract.ts'
import { actions } from '../actions.contract.ts'
import { authorized } from '../authorized.contract.ts'
import { everyWayIn } from '../every-way-in.contract.ts'
import { sessionCallback } from '../session-callback.contract.ts'
import { strategies } from '../strategies.contract.ts'

/**
 * The same package, configured by a function that makes a new object for each request, as an application does that asks its
 * environment or its tenants.
 */
export function byFunction(target: Target): Target {
  return {
    ...target,
    name: `${target.name} by function`,
    create(config, surroundings) {
      const made = typeof config === 'function' ? config : async () => ({ ...config })
      return target.create(made, surroundings)
    },
  }
}

/** What is proven once more with a function: every operation and every shape that asks for the configuration. */
export const BY_FUNCTION: readonly Contract[] = [
  operations,
  actions,
  authorized,
  everyWayIn,
  sessionCallback,
  strategies,
]
