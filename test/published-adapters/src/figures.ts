import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PublishedAdapter } from '../stores/store.ts'

/** What eight browsers left that signed one new person in at once. */
export interface EightAtOnce {
  /** Those that got in at once. */
  readonly signedIn: number
  readonly users: number
  readonly withoutAccount: number
}

/** What became of one adapter. */
export interface Figures {
  readonly adapter: string
  readonly version: string
  readonly store: string
  /** Version of `@auth/core` that the adapter depends on. */
  readonly core: string
  /** Titles of the tests, and whether they passed. */
  readonly results: Readonly<Record<string, boolean>>
  /** What eight browsers left that signed one new person in at once. */
  readonly eightAtOnce: EightAtOnce | null
}

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** What is in the package of an adapter. */
export function versionsOf({ name }: PublishedAdapter): { version: string; core: string } {
  const file = fileURLToPath(
    new URL(`../stores/node_modules/${name}/package.json`, import.meta.url),
  )
  // A package that is installed has a manifest of this kind.
  const { version, dependencies } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  return { version, core: dependencies['@auth/core'] ?? 'none' }
}

/** Writes what a run found out, for `tools/docs/results.mjs`. */
export function writeFigures(figures: readonly Figures[]): void {
  const folder = new URL('../../../artifacts/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('published-adapters.json', folder), `${JSON.stringify(figures, null, 2)}\n`)
}
