import { createFrameworkAuth, developmentEnv, perEnvironment } from '@latchstring/core/framework'
import type { FrameworkAuth, FrameworkAuthConfigInput } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Context } from 'hono'
import { findEnv, toVariables } from './environment.ts'
import type { HonoConfigInput, HonoOptions } from './types.ts'

/** Creates one instance for each environment, which is known only with a request on Cloudflare Workers. */
export function createInstances<Token extends JWT, S extends object, Bindings extends object>(
  config: HonoConfigInput<Token, S, Bindings>,
  { env, ...options }: HonoOptions<Bindings>,
): (context?: Context<{ Bindings: Bindings }>) => FrameworkAuth<S> {
  // The application declares the type of its bindings.
  const find = (context?: Context<{ Bindings: Bindings }>): object => {
    if (typeof env !== 'function') return env ?? findEnv(context)
    if (context) return env(context)
    throw new TypeError(
      'The option `env` of Latchstring is a function of a context. Pass the context: latchstring.system(feature, c).',
    )
  }
  const findInstance = perEnvironment((found: object) => {
    const input: FrameworkAuthConfigInput<Token, S> =
      // The option `env` or the runtime provides the bindings that the function declares.
      typeof config === 'function' ? (request) => config(request, found as Bindings) : config
    const variables = developmentEnv(toVariables(found))
    return createFrameworkAuth<Token, S>(input, { ...options, env: variables })
  })
  return (context) => findInstance(find(context))
}
