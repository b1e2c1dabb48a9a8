// A suite that `runner.test.ts` expects to be refused: the hook of the file throws, and no test runs.
import { beforeAll, expect, test } from 'vitest'
import { serializeCookie } from '../../../packages/core/src/lib/http/cookie.ts'

beforeAll(() => {
  throw new Error('No store.')
})

test('A cookie is written', () => {
  expect(serializeCookie('a', '1', {})).toContain('a=1')
})
