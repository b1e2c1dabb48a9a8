import { testFeature } from '@latchstring/feature-conformance'
import { describe, expect, test } from 'vitest'
import { inOneStrategy } from '../../feature-conformance/test/in-one-strategy.ts'
import { leaving } from './index.ts'

testFeature({
  feature: () => leaving(),
  inputs: { request: { sure: true } },
  endsSession: ['request'],
  stop: ({ system }, { id }) => system.request(id),
  runner: inOneStrategy,
})

describe('Options of leaving', () => {
  test.each([-1, 1.5, 366, Number.NaN])('refuse %s days', (days) => {
    expect(() => leaving({ days })).toThrow('`days` is a whole number from 0 to 365')
  })

  test('need both functions about tables of the application', () => {
    const also = { export: () => ({}) }
    // What a program without types may pass.
    expect(() => leaving({ also: also as never })).toThrow('`also` needs `export` and `erase`')
  })
})
