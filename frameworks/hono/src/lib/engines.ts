import {
  createFrameworkAuth,
  developmentEnv,
  type FrameworkAuth,
  type FrameworkAuthConfigInput,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Context } from 'hono'
import { findEnv, toVariables } from './environment.ts'
import type { HonoConfigInput, HonoOptions } from './types.ts'

/** One engine for each environment: on Cloudflare Workers that is known with the first request. */
export function createEngines<Token extends JWT, S extends object, Bindings extends object>(
  config: HonoConfigInput<Token, S, Bindings>,
  { env, ...options }: HonoOptions<Bindings>,
): (context: Context<{ Bindings: Bindings }>) => FrameworkAuth<S> {
  // Only the application knows the bindings of its contexts.
  const find = (context: Context<{ Bindings: Bindings }>): object =>
    typeof env === 'function' ? env(context) : (env ?? findEnv(context))
  const engines = new WeakMap<object, FrameworkAuth<S>>()
  return (context) => {
    const found = find(context)
    const known = engines.get(found)
    if (known) return known
    const input: FrameworkAuthConfigInput<Token, S> =
      // What a function says it needs, the option `env` or the runtime gives it.
      typeof config === 'function' ? (request) => config(request, found as Bindings) : config
    const made = createFrameworkAuth<Token, S>(input, {
      ...options,
      env: developmentEnv(toVariables(found)),
    })
    engines.set(found, made)
    return made
  }
}
