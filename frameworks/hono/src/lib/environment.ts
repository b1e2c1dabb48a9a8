import { processEnv } from '@latchstring/core/framework'
import type { Env } from '@latchstring/core/types'
import type { Context } from 'hono'
import { getRuntimeKey } from 'hono/adapter'

/**
 * Where variables and bindings are unless the application says so: those of a Worker are part of the request, and a server of
 * Node.js puts its own objects there.
 */
export function findEnv(context: Context): object {
  const given: unknown = context.env
  if (typeof given !== 'object' || given === null) return processEnv()
  if (getRuntimeKey() === 'workerd') return given
  const hasVariables = Object.keys(given).some((name) => name.startsWith('AUTH_'))
  return hasVariables ? given : processEnv()
}

/** The other end of the connection: a server of Node.js puts its request among the bindings. */
export function findPeerAddress({ env }: Context): string | undefined {
  // Whatever the bindings are, each member is looked at before it is used.
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: unknown } | null } }
  const address = incoming?.socket?.remoteAddress
  return typeof address === 'string' ? address : undefined
}

/** The variables among bindings: stores and queues have names too. */
export function toVariables(bindings: object): Env {
  return Object.fromEntries(
    Object.entries(bindings).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
