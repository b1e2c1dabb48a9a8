import { describe, expect, it } from 'vitest'
import { accountId } from './account-id.ts'

describe('accountId', () => {
  it.each([
    ['text', '00u1', { id: '00u1' }],
    ['text that looks like a number', '9007199254740993', { id: '9007199254740993' }],
    ['a whole number', 583231, { id: '583231' }],
    ['the largest number that is exact', Number.MAX_SAFE_INTEGER, { id: '9007199254740991' }],
    ['a number that was rounded', JSON.parse('9007199254740993'), {}],
    ['a fraction', 1.5, {}],
    ['no number', Number.NaN, {}],
    ['nothing', undefined, {}],
    ['empty text', '', {}],
    ['a list', ['1'], {}],
  ])('makes of %s what it is', (_, value, expected) => {
    expect(accountId(value)).toEqual(expected)
  })
})
