import { readFileSync } from 'node:fs'
import { isObject } from './values.ts'

/** The package.json of this program. */
export function readOwnManifest(): Readonly<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return isObject(manifest) ? manifest : {}
}

/** The version of this program. */
export function readVersion(): string {
  const { version } = readOwnManifest()
  return typeof version === 'string' ? version : ''
}
