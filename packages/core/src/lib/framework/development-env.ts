import type { Env } from '../types/utility.ts'
import { processEnv } from './host-process.ts'

const SECRET_VARIABLES = [
  'AUTH_SECRET',
  'AUTH_SECRET_1',
  'AUTH_SECRET_2',
  'AUTH_SECRET_3',
  'LEGACY_SECRET',
  'NEXTAUTH_SECRET',
] as const

const DEVELOPMENT_SECRET = Symbol.for('latchstring.development-secret')

const CONSEQUENCE = 'sessions end when this development server stops.'

/**
 * A secret for as long as the development server runs. It is kept on `globalThis` because servers evaluate a module once for
 * each of their bundles, and again when it changes: what one of them seals, the others have to open.
 */
function developmentSecret(consequence: string): string {
  const known: unknown = Reflect.get(globalThis, DEVELOPMENT_SECRET)
  if (typeof known === 'string') return known
  const cause = 'AUTH_SECRET is not set. Without a `secret` in the configuration,'
  console.warn(`[auth][warn] ${cause} ${consequence}`)
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  Reflect.set(globalThis, DEVELOPMENT_SECRET, secret)
  return secret
}

/**
 * Environment variables, with a secret where a development server has none. With `NODE_ENV=development` alone: anything else
 * may be production, where a secret that is made up would sign everybody out at each start.
 *
 * @param env - default: those of the process, if there is one
 * @param consequence - what a secret that is made up means there, as the end of a sentence
 *
 * @example
 * ```ts
 * import { createFrameworkAuth, developmentEnv } from '@latchstring/core/framework'
 *
 * export const auth = createFrameworkAuth({ providers: [] }, { env: developmentEnv(process.env) })
 * ```
 */
export function developmentEnv(env: Env = processEnv(), consequence: string = CONSEQUENCE): Env {
  const given = SECRET_VARIABLES.some((name) => env[name])
  if (env['NODE_ENV'] !== 'development' || given) return env
  return { ...env, AUTH_SECRET: developmentSecret(consequence) }
}
