import type { Env } from '@latchstring/core/types'

const SECRET_VARIABLES = [
  'AUTH_SECRET',
  'AUTH_SECRET_1',
  'AUTH_SECRET_2',
  'AUTH_SECRET_3',
  'LEGACY_SECRET',
  'NEXTAUTH_SECRET',
] as const

const DEVELOPMENT_SECRET = Symbol.for('latchstring.next.development-secret')

function explain(): string {
  const cause = 'AUTH_SECRET is not set. Without a `secret` in the configuration,'
  // An edge sandbox has a `globalThis` of its own.
  return process.env['NEXT_RUNTIME'] === 'edge'
    ? `${cause} middleware.ts cannot read the sessions of the other routes: set it in .env.local, or use proxy.ts.`
    : `${cause} sessions end when this development server stops.`
}

/**
 * A secret for as long as the development server runs. It is kept on `globalThis` because Next.js evaluates the
 * module once for each of its bundles: what one of them seals, the others have to open.
 */
function developmentSecret(): string {
  const known: unknown = Reflect.get(globalThis, DEVELOPMENT_SECRET)
  if (typeof known === 'string') return known
  console.warn(`[auth][warn] ${explain()}`)
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  Reflect.set(globalThis, DEVELOPMENT_SECRET, secret)
  return secret
}

/** The environment variables, with a secret where a development server has none. */
export function readEnv(): Env {
  const { env } = process
  const given = SECRET_VARIABLES.some((name) => env[name])
  if (process.env['NODE_ENV'] !== 'development' || given) return env
  return { ...env, AUTH_SECRET: developmentSecret() }
}
