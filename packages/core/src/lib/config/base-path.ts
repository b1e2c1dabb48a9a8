import { InvalidConfiguration } from '../errors/classes.ts'
import type { AuthConfig } from '../types/config.ts'
import type { WarningCode } from '../types/logger.ts'
import type { Settings } from './env.ts'

/** Path of the application, with one leading slash and none at the end. */
export function normalizeBasePath(basePath: string): string {
  const path = `/${basePath.replace(/^\/+/, '').replace(/\/+$/, '')}`
  if (/[?#\s\\%]|\/\/|\/\.{1,2}(?:\/|$)/.test(path)) {
    throw new InvalidConfiguration(`\`basePath\` is not a plain path: ${JSON.stringify(basePath)}.`)
  }
  return path
}

/**
 * The base path of the options, of the environment or of the framework, in this order.
 *
 * @param fallback - where neither the options nor the environment name one
 * @returns with the conflicts between options and environment
 */
export function resolveBasePath(
  input: Pick<AuthConfig, 'basePath'>,
  settings: Settings,
  fallback: string,
): [string, WarningCode[]] {
  const path = settings.url?.pathname ?? '/'
  const fromEnv = path === '/' ? undefined : normalizeBasePath(path)
  if (input.basePath === undefined) return [fromEnv ?? normalizeBasePath(fallback), []]
  const own = normalizeBasePath(input.basePath)
  if (fromEnv === undefined) return [own, []]
  return [own, [own === fromEnv ? 'env-url-basepath-redundant' : 'env-url-basepath-mismatch']]
}
