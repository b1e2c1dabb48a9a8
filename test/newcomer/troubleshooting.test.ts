import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What others say: providers, databases, frameworks and libraries. */
const OTHERS: ReadonlySet<string> = new Set([
  "Can't resolve '@simplewebauthn/server/helpers'",
  'redirect_uri mismatch',
  'issued in the future',
  'no such table',
  'encountered uncached or runtime data during prerendering',
  "Module not found: Can't resolve './auth.js'",
])

/** All that the library can say, in one text. */
function readSources(): string {
  const folders = ['packages/core/src', 'frameworks/next/src', 'packages/cli/src']
  return folders
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => readFileSync(`${ROOT}${folder}/${name}`, 'utf8')),
    )
    .join('\n')
}

/** The first column of each row of the page. */
const symptoms = readFileSync(`${ROOT}docs/troubleshooting.md`, 'utf8')
  .split('\n')
  .filter((line) => /^\| [^-]/.test(line) && !line.startsWith('| You see'))
  .map((line) => line.split(' | ')[0] ?? '')

test('Each sentence that the page of troubles quotes is one that the library says', () => {
  const sources = readSources()
  const quoted = symptoms
    .flatMap((symptom) => [...symptom.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words))
    .filter((words) => !OTHERS.has(words))
  expect(quoted.length).toBeGreaterThan(4)
  expect(quoted.filter((words) => !sources.includes(words))).toEqual([])
})

test('Each error that the page of troubles names is one that the library has', () => {
  const codes = readFileSync(`${ROOT}docs/errors.md`, 'utf8')
  const named = symptoms.flatMap((symptom) =>
    [...symptom.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)+)`/g)].map(([, code = '']) => code),
  )
  expect(named.length).toBeGreaterThan(6)
  expect(named.filter((code) => !codes.includes(code))).toEqual([])
})
