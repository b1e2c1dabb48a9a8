import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach } from 'vitest'

/** What is known of a provider beside its tests. */
export interface Facts {
  readonly id: string
  /** `oauth`, `oidc` or `email`. */
  readonly kind: string
  readonly checks: readonly string[]
  /** How the client authenticates. */
  readonly authentication?: string
}

/** What came of the tests of a provider. */
export interface Result extends Facts {
  /** Name of the module. */
  readonly file: string
  readonly tests: number
  readonly failed: number
}

const FOLDER = fileURLToPath(new URL('../../../artifacts/providers/', import.meta.url))

/** Writes one part of the results, which `node tools/providers-table.mjs` puts together. */
export function writePart(part: string, content: object): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}${part}.json`, `${JSON.stringify(content, null, 2)}\n`)
}

/**
 * Counts the tests of this file by the `describe` they stand in, and writes them when all have run.
 *
 * @param part - name of the part
 * @param subjects - facts by the name of the `describe`, which is that of the module
 */
export function collectResults(part: string, subjects: ReadonlyMap<string, Facts>): void {
  const results = new Map<string, Result>()

  afterEach(({ task }) => {
    const name = task.suite?.name ?? ''
    const facts = subjects.get(name)
    if (!facts) return
    const { tests, failed } = results.get(name) ?? { tests: 0, failed: 0 }
    const broken = task.result?.state === 'fail' ? 1 : 0
    results.set(name, { file: name, ...facts, tests: tests + 1, failed: failed + broken })
  })

  afterAll(() => {
    // With `-t` only some of them run, and what there was before stays.
    if (results.size === subjects.size) writePart(part, [...results.values()])
  })
}
