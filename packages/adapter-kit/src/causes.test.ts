import { expect, test } from 'vitest'
import { isCausedBy } from './index.ts'

const isTimeout = ({ message }: Error): boolean => message === 'timeout'

test.each<readonly [string, unknown, boolean]>([
  ['the error itself', new Error('timeout'), true],
  ['its cause', new Error('x', { cause: new Error('timeout') }), true],
  ['an unrelated error', new Error('x', { cause: new Error('y') }), false],
  ['a cause that is not an error', new Error('x', { cause: { message: 'timeout' } }), false],
  ['a value that is not an error', { message: 'timeout' }, false],
  ['nothing', undefined, false],
])('isCausedBy checks an error and its causes: %s', (_, error, expected) => {
  expect(isCausedBy(error, isTimeout)).toBe(expected)
})
