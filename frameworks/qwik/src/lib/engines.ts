import {
  createFrameworkAuth,
  developmentEnv,
  perEnvironment,
  type FrameworkAuth,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Env } from '@latchstring/core/types'
import type { QwikConfigInput, QwikEvent, QwikOptions } from './types.ts'

/** One engine for each environment, which on some servers is known with the first request. */
export function createEngines<Token extends JWT, S extends object>(
  config: QwikConfigInput<Token, S>,
  { env, ...options }: QwikOptions,
): (event: QwikEvent) => FrameworkAuth<S> {
  const find = (event: QwikEvent): Env =>
    typeof env === 'function' ? env(event) : (env ?? globalThis.process?.env ?? {})
  const findEngine = perEnvironment((found: Env) =>
    createFrameworkAuth<Token, S>(config, { ...options, env: developmentEnv(found) }),
  )
  return (event) => findEngine(find(event))
}
