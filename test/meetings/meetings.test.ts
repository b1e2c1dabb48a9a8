import { expect, test } from 'vitest'
import { TABLE, testPairs } from './src/test-pairs.ts'

// A pair or an operation more changes it.
test('MIX-01 no pair and no operation is missing from the table', () => {
  expect(TABLE).toEqual({
    nothing: [1, 60],
    secret: [7, 420],
    configuration: [19, 1080],
    clock: [3, 180],
    schema: [2, 120],
    store: [2, 120],
    version: [1, 12],
    runtime: [2, 120],
  })
})

// Those of options are half of the cells, and a file of their own.
testPairs((kind) => kind !== 'configuration')
