import { InvalidConfiguration } from '../errors/classes.ts'
import type { Env } from '../types/utility.ts'

/** The environment without empty values. */
export interface Settings {
  /** The address of the application. */
  readonly url?: URL
  /** Newest first. */
  readonly secrets: readonly string[]
  readonly trustHost?: boolean
  readonly redirectProxyUrl?: string
  /** Whether `http:` is taken for providers on this machine. */
  readonly insecureLoopback: boolean
  /** Anything but `NODE_ENV=development` and `NODE_ENV=test`. */
  readonly production: boolean
  /** The platform whose `Host` header can be relied on. */
  readonly platform?: string
  /** The name that the platform gives this deployment, so that previews and production differ. */
  readonly deployment?: string
  /** Name of the application in the values it seals. */
  readonly audience?: string
}

const TRUE: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on'])
const FALSE: ReadonlySet<string> = new Set(['false', '0', 'no', 'off'])

/** The first variable that is set to something. */
function firstDefined(env: Env, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = env[name]?.trim()
    if (value) return value
  }
  return undefined
}

/** Three prefixes carry the same variables: the current one, the older one, and the one of deployments today. */
function setting(env: Env, name: string): string | undefined {
  return firstDefined(env, `AUTH_${name}`, `LEGACY_${name}`, `NEXTAUTH_${name}`)
}

function boolean(env: Env, name: string): boolean | undefined {
  const value = firstDefined(env, name)?.toLowerCase()
  if (value === undefined) return undefined
  if (TRUE.has(value)) return true
  if (FALSE.has(value)) return false
  throw new InvalidConfiguration(`${name} is neither true nor false.`)
}

function parseUrlVariable(value: string | undefined): URL | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new InvalidConfiguration(
    'AUTH_URL is not an absolute http or https URL, such as https://app.example.com.',
  )
}

function detectPlatform(env: Env): string | undefined {
  if (firstDefined(env, 'VERCEL')) return 'Vercel'
  if (firstDefined(env, 'CF_PAGES')) return 'Cloudflare Pages'
  return undefined
}

/** Production and each kind of preview have a name of their own, which stays from one deployment to the next. */
function nameDeployment(env: Env): string | undefined {
  const vercel = firstDefined(env, 'VERCEL') && firstDefined(env, 'VERCEL_TARGET_ENV', 'VERCEL_ENV')
  if (vercel) return ['vercel', firstDefined(env, 'VERCEL_PROJECT_ID') ?? '', vercel].join(':')
  const branch = firstDefined(env, 'CF_PAGES') && firstDefined(env, 'CF_PAGES_BRANCH')
  return branch ? `cloudflare-pages:${branch}` : undefined
}

function compact<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  // Only members that may be absent are left out.
  return Object.fromEntries(entries) as T
}

/** The secrets of the variables. The staged one is last: it opens, and seals nothing before every instance has it. */
function readSecretVariables(env: Env): readonly string[] {
  const rotated = ['AUTH_SECRET_3', 'AUTH_SECRET_2', 'AUTH_SECRET_1'].map((name) =>
    firstDefined(env, name),
  )
  return [...rotated, setting(env, 'SECRET'), firstDefined(env, 'AUTH_SECRET_NEXT')].filter(
    (secret) => secret !== undefined,
  )
}

/**
 * Reads the variables of the library.
 *
 * @throws InvalidConfiguration when one has a value that means nothing
 */
export function readEnv(env: Env): Settings {
  const settings = compact<Omit<Settings, 'secrets'>>({
    url: parseUrlVariable(setting(env, 'URL')),
    trustHost: boolean(env, 'AUTH_TRUST_HOST'),
    redirectProxyUrl: firstDefined(env, 'AUTH_REDIRECT_PROXY_URL'),
    insecureLoopback: boolean(env, 'AUTH_INSECURE_LOOPBACK') ?? false,
    production: env['NODE_ENV'] !== 'development' && env['NODE_ENV'] !== 'test',
    platform: detectPlatform(env),
    deployment: nameDeployment(env),
    audience: firstDefined(env, 'AUTH_AUDIENCE'),
  })
  return {
    ...settings,
    // Read only where the configuration has none: in development that makes one, with a warning.
    get secrets() {
      return readSecretVariables(env)
    },
  }
}

/** Whether the environment is development. Tests are not. */
export function isDevelopment(env: Env): boolean {
  return env['NODE_ENV'] === 'development'
}

/** Options of a provider that have variables: `AUTH_{ID}_ID`, `_SECRET`, `_ISSUER` and, for mail services, `_KEY`. */
export type ProviderSettings = { readonly [K in keyof typeof SUFFIXES]?: string }

const SUFFIXES = {
  clientId: 'ID',
  clientSecret: 'SECRET',
  issuer: 'ISSUER',
  apiKey: 'KEY',
} as const

/** The prefix of the variables of a provider: its id in upper snake case. */
export const variablePrefix = (id: string): string =>
  `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_`

/** Name of a variable of a provider. */
export function providerVariable(id: string, option: keyof ProviderSettings): string {
  return variablePrefix(id) + SUFFIXES[option]
}

/** Reads the variables of a provider for some of its options. */
export function readProviderEnv(
  env: Env,
  id: string,
  options: readonly (keyof ProviderSettings)[] = ['clientId', 'clientSecret', 'issuer', 'apiKey'],
): ProviderSettings {
  const settings: { -readonly [K in keyof ProviderSettings]: ProviderSettings[K] } = {}
  const prefix = variablePrefix(id)
  for (const option of options) {
    const value = firstDefined(env, prefix + SUFFIXES[option])
    if (value !== undefined) settings[option] = value
  }
  return settings
}

/** The names of variables that may be those of a provider. */
export function variableNames(env: Env): readonly string[] {
  try {
    return Object.keys(env).filter((name) => name.startsWith('AUTH_'))
  } catch {
    // Deno refuses the list where the program may read some variables only.
    return []
  }
}

/** Whether the process is one of production, in runtimes with a `process`. */
export function isProductionProcess(): boolean {
  // Read from the process, because the `env` option of an application may differ. Some runtimes have no such global.
  // oxlint-disable-next-line no-restricted-properties -- see above
  const { process } = globalThis as { readonly process?: { readonly env?: Env } }
  return process?.env?.['NODE_ENV'] === 'production'
}

/** The name of an option as variables have it. */
export const upperSnake = (name: string): string =>
  name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase()
