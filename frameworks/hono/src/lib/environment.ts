import { processEnv } from '@latchstring/core/framework'
import type { Env } from '@latchstring/core/types'
import type { Context } from 'hono'
import { getRuntimeKey } from 'hono/adapter'

/**
 * Default of the option `env`: bindings of a Worker are part of the context, and a server of Node.js puts its own objects there.
 */
export function findEnv(context: Context | undefined): object {
  const given: unknown = context?.env
  if (typeof given !== 'object' || given === null) return processEnv()
  if (getRuntimeKey() === 'workerd') return given
  const hasVariables = Object.keys(given).some((name) => name.startsWith('AUTH_'))
  return hasVariables ? given : processEnv()
}

/** Returns the address of the client. A server of Node.js puts its request among the bindings. */
export function findPeerAddress({ env }: Context): string | undefined {
  // The type of bindings is unknown, so each member is checked before use.
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: unknown } | null } }
  const address = incoming?.socket?.remoteAddress
  return typeof address === 'string' ? address : undefined
}

/** Returns the bindings that are variables; others are stores or queues. */
export function toVariables(bindings: object): Env {
  return Object.fromEntries(
    Object.entries(bindings).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
