import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach } from 'vitest'

/** What is known of a provider beside its tests. */
export interface Facts {
  /** Name of the module. */
  readonly file: string
  /** `oauth`, `oidc` or `email`. */
  readonly kind: string
  /** In parentheses where the service is not known to do its part. */
  readonly checks: readonly string[]
  /** How the client authenticates. */
  readonly authentication?: string
}

/** What came of the tests of a provider. */
export interface Result extends Facts {
  readonly tests: number
  readonly failed: number
}

const FOLDER = fileURLToPath(new URL('../../../artifacts/providers/', import.meta.url))

/** Writes one part of the results, which `tools/docs/results.mjs` puts together. */
export function writePart(part: string, content: object): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}${part}.json`, `${JSON.stringify(content, null, 2)}\n`)
}

function sum(one: Result | undefined, other: Result): Result {
  if (!one) return other
  return { ...other, tests: one.tests + other.tests, failed: one.failed + other.failed }
}

/**
 * Counts the tests of this file by the `describe` they are in, and writes them when all have run.
 *
 * @param part - name of the part
 * @param subjects - what is tested, by the name of the `describe`
 */
export function collectResults(part: string, subjects: ReadonlyMap<string, Facts>): void {
  const results = new Map<string, Result>()
  const seen = new Set<string>()

  afterEach(({ task }) => {
    const name = task.suite?.name ?? ''
    const facts = subjects.get(name)
    if (!facts) return
    seen.add(name)
    const result = { ...facts, tests: 1, failed: task.result?.state === 'fail' ? 1 : 0 }
    results.set(facts.file, sum(results.get(facts.file), result))
  })

  afterAll(() => {
    // With `-t` only some of them run, and what there was before stays.
    if (seen.size === subjects.size) writePart(part, [...results.values()])
  })
}
