// A suite that `runner.test.ts` expects to be refused: the hook of one block throws, and its test does not run.
import { beforeAll, describe, expect, test } from 'vitest'
import { serializeCookie } from '../../../packages/core/src/lib/http/cookie.ts'

test('A cookie is written', () => {
  expect(serializeCookie('a', '1', {})).toContain('a=1')
})

describe('A block', () => {
  beforeAll(() => {
    throw new Error('No store.')
  })

  test('has a test that does not run', () => {
    expect(serializeCookie('a', '1', {})).toContain('a=1')
  })
})
