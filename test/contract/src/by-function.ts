import type { Contract } from './suite.ts'
import type { Target } from './target.ts'
import { operations } from '../operations.contract.ts'
import { actions } from '../actions.contract.ts'
import { authorized } from '../authorized.contract.ts'
import { everyWayIn } from '../every-way-in.contract.ts'
import { sessionCallback } from '../session-callback.contract.ts'
import { sessionsOnDevices } from '../sessions.contract.ts'
import { strategies } from '../strategies.contract.ts'

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The same value made anew, with new functions that do the same, as an expression gives each time it is evaluated. */
function renew(value: unknown): unknown {
  if (typeof value === 'function') {
    return function again(this: unknown, ...parameters: readonly unknown[]): unknown {
      return Reflect.apply(value, this, parameters)
    }
  }
  if (Array.isArray(value)) return value.map(renew)
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  const members = Reflect.ownKeys(value).map((key) => [key, renew(Reflect.get(value, key))])
  return Object.fromEntries(members)
}

/**
 * The same package, configured by a function that makes a new object for each request, as an application does that asks its
 * environment or its tenants.
 */
export function byFunction(target: Target): Target {
  return {
    ...target,
    name: `${target.name} by function`,
    create(config, environment) {
      if (typeof config === 'function') return target.create(config, environment)
      // Made of the same, it is of the same type.
      const made = async () => renew(config) as typeof config
      return target.create(made, environment)
    },
  }
}

/** What the Next.js package proves once more with a function: every operation and every shape that asks for the configuration. */
export const BY_FUNCTION: readonly Contract[] = [
  operations,
  actions,
  authorized,
  everyWayIn,
  sessionCallback,
  strategies,
  sessionsOnDevices,
]
