import { developmentEnv } from '@latchstring/core/framework'
import type { Env } from '@latchstring/core/types'

// An edge sandbox has a `globalThis` of its own.
const EDGE =
  'middleware.ts cannot read the sessions of the other routes: set it in .env.local, or use proxy.ts.'

/** Reads the environment variables, and adds a generated secret for a development server that has none. */
export function readEnv(): Env {
  const { env } = process
  // Read by its full name, which the bundler replaces with the value.
  const mode = process.env['NODE_ENV']
  const complete = env['NODE_ENV'] === mode ? env : { ...env, NODE_ENV: mode }
  return process.env['NEXT_RUNTIME'] === 'edge'
    ? developmentEnv(complete, EDGE)
    : developmentEnv(complete)
}
