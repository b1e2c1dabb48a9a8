import type { Env } from '../types/utility.ts'
import { processEnv } from './host-process.ts'

const SECRET_VARIABLES = [
  'AUTH_SECRET',
  'AUTH_SECRET_1',
  'AUTH_SECRET_2',
  'AUTH_SECRET_3',
  'AUTH_SECRET_NEXT',
  'LEGACY_SECRET',
  'NEXTAUTH_SECRET',
] as const

const DEVELOPMENT_SECRET = Symbol.for('latchstring.development-secret')

const CONSEQUENCE = 'sessions end when this development server stops.'

/**
 * Generates a secret that lasts until the development server stops. It is kept on `globalThis`, because servers evaluate a
 * module once for each of their bundles, and again when it changes. All of these evaluations share the sealed cookies.
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
 * Returns environment variables, and adds a generated secret for a development server that has none. Only
 * `NODE_ENV=development` counts as development: in production a generated secret would end all sessions at each start.
 *
 * @param env - default: those of the process, if there is one
 * @param consequence - end of the warning: what a generated secret means for this framework
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
  return {
    ...env,
    // Made when it is read: a configuration with a `secret` never does.
    get AUTH_SECRET() {
      return developmentSecret(consequence)
    },
  }
}
