// A suite that `runner.test.ts` expects to be refused: its tests pass, and the hook after them throws.
import { afterAll, describe, expect, test } from 'vitest'
import { serializeCookie } from '../../../packages/core/src/lib/http/cookie.ts'

describe('A block', () => {
  afterAll(() => {
    throw new Error('Still open.')
  })

  test('writes a cookie', () => {
    expect(serializeCookie('a', '1', {})).toContain('a=1')
  })
})
