import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { PROOFS } from '../../tools/check/proofs.mjs'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The folders that the parts of the slow tests name. */
const PARTS = PROOFS.flatMap(({ command: [tool, flag, which, ...folders] }) =>
  tool === 'tools/test.mjs' && flag === '--slow' && which === 'unit' ? folders : [],
)

/** Patterns of slow tests, as they are written. */
function slowPatterns(): readonly string[] {
  const config = readFileSync(fromRoot('vitest.config.ts'), 'utf8')
  const list = /const SLOW = \[(.*?)\n\]/s.exec(config)?.[1] ?? ''
  return [...list.matchAll(/'(.+?)'/g)].map(([, pattern = '']) => pattern)
}

it('Every slow test is in a part that CI runs', () => {
  const patterns = slowPatterns()
  expect(patterns.length).toBeGreaterThan(20)
  expect(patterns.filter((pattern) => !PARTS.some((part) => pattern.includes(part)))).toEqual([])
})

it('Every proof of CI is a program of the repository', () => {
  expect(PROOFS.length).toBeGreaterThan(10)
  expect(PROOFS.filter(({ command: [tool = ''] }) => !existsSync(fromRoot(tool)))).toEqual([])
})
