import { mkdirSync, writeFileSync } from 'node:fs'
import type { Seen } from './load.ts'
import type { Rows } from './store.ts'

/** What one scenario did, and what it left. */
export interface Figures extends Seen {
  readonly store: string
  readonly scenario: string
  readonly rows: Rows
}

/** Writes what a run over a store found out, for docs/many-instances.md. */
export function writeFigures(store: string, figures: readonly Figures[]): void {
  const folder = new URL('../../../artifacts/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    new URL(`instances-${store.replace(/ .*/, '').toLowerCase()}.json`, folder),
    `${JSON.stringify(figures, null, 2)}\n`,
  )
}
