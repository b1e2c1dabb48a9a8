import { expect, test } from 'vitest'
import { TABLE, testPairs } from './src/test-pairs.ts'

// A pair or an operation more changes it.
test('MIX-01 no pair and no operation is missing from the table', () => {
  expect(TABLE).toEqual({
    nothing: [1, 84],
    secret: [7, 588],
    configuration: [19, 1512],
    clock: [3, 252],
    schema: [3, 176],
    store: [2, 168],
    version: [1, 12],
    runtime: [2, 168],
  })
})

// Those of options are half of the cells, and a file of their own.
testPairs((kind) => kind !== 'configuration')
