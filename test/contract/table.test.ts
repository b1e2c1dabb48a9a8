import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CORE_CONTRACTS } from './core.contract.ts'
import { NEXT_CONTRACTS, nextPackage } from './next.contract.ts'
import { BY_FUNCTION, byFunction } from './src/by-function.ts'
import { coreTarget } from './src/core-target.ts'
import { LINES } from './src/lines.ts'
import { nextTarget } from './src/next-target.ts'
import { listProofs } from './src/run.ts'
import { problemsOf } from './src/table.mjs'
import { renderContract } from '../../tools/docs/contract.mjs'

const PROOFS = [
  ...listProofs(coreTarget, CORE_CONTRACTS),
  ...listProofs(nextTarget, NEXT_CONTRACTS),
  ...listProofs(byFunction(coreTarget), CORE_CONTRACTS),
  ...listProofs(byFunction(nextTarget), [...BY_FUNCTION, nextPackage]),
]

test('every line of the specification has a contract test, and every contract test names a line', () => {
  expect(problemsOf(LINES, PROOFS)).toEqual([])
  expect(PROOFS.filter(({ ids }) => ids.length === 0)).toEqual([])
})

test('docs/contract.md has each line of the contract with its files (node tools/docs/contract.mjs writes it)', () => {
  const table = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')
  expect(table).toBe(renderContract())
})

test('the check of the contract table reports missing, unknown and repeated lines', () => {
  const lines = { sections: { Part: { A: 'one', B: 'two', C: 'three' } }, pending: ['B', 'C'] }
  const proofs = [{ ids: ['C', 'D'], title: 'works', target: 'core' }]
  expect(problemsOf(lines, proofs)).toEqual([
    'No test proves A.',
    'D is not a line of test/contract/lines.json.',
    'C is tested: take it off the list of pending lines.',
  ])
  expect(problemsOf(lines, [], { strict: true })).toEqual([
    'No test proves A.',
    'B is pending.',
    'C is pending.',
  ])
})
