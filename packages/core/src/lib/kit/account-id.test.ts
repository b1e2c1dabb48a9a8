import { describe, expect, it } from 'vitest'
import { idProblem, sameId, usableId } from './account-id.ts'

const USABLE: readonly (readonly [string, unknown, string])[] = [
  ['text', '00u1', '00u1'],
  ['text that looks like a number', '9007199254740993', '9007199254740993'],
  ['text with spaces, unchanged', ' a b ', ' a b '],
  ['text that begins like a mistake', 'undefined-1', 'undefined-1'],
  ['text that ends like a mistake', '1-undefined', '1-undefined'],
  ['a whole number', 583_231, '583231'],
  ['zero', 0, '0'],
  ['the largest number that is exact', Number.MAX_SAFE_INTEGER, '9007199254740991'],
]

describe('usableId', () => {
  it.each(USABLE)('accepts %s (OID-16)', (_, value, expected) => {
    expect(usableId(value)).toBe(expected)
  })
})

const UNUSABLE: readonly (readonly [string, unknown, RegExp])[] = [
  ['nothing', undefined, /^is missing$/],
  ['null', null, /^is missing$/],
  ['a number that was rounded', JSON.parse('9007199254740993'), /^is a number/],
  ['a fraction', 1.5, /^is a number/],
  ['no number', Number.NaN, /^is a number/],
  ['a bigint', 5n, /type bigint/],
  ['a boolean', true, /type boolean/],
  ['a list', ['1'], /type object/],
  ['an object', { toString: () => '1' }, /type object/],
  ['empty text', '', /^is empty$/],
  ['a space', ' ', /^is empty$/],
  ['a no-break space and a line break', '\u00a0\r\n', /^is empty$/],
  ['invisible characters', '\u200b\u2060\u0000', /^is empty$/],
  ...[
    'undefined',
    'null',
    'NaN',
    'Infinity',
    '-Infinity',
    '[object Object]',
    '[object Array]',
    ' null ',
  ].map(
    (text) =>
      [`the text ${JSON.stringify(text)}`, text, /stands for a value that was missing$/] as const,
  ),
]

describe('The value of an account id', () => {
  it.each(UNUSABLE)('is refused: %s (OID-16)', (_, value, problem) => {
    expect(usableId(value)).toBeUndefined()
    expect(idProblem(value)).toMatch(problem)
  })
})

describe('idProblem', () => {
  it('shows a text such as "null" without the space around it', () => {
    expect(idProblem(' null\n')).toBe(
      'is the text "null", which stands for a value that was missing',
    )
  })
})

// As adapters give it whose ids are numbers, whatever the type says.
const number = JSON.parse('7') as string

describe('sameId', () => {
  it.each<readonly [string, string | undefined, string | undefined, boolean]>([
    ['the same text', '7', '7', true],
    ['a number and its text', number, '7', true],
    ['the text of a number and the number', '7', number, true],
    ['two texts', '7', '8', false],
    ['no id and an id', undefined, '7', false],
    ['an id and no id', '7', undefined, false],
    ['no id and no id', undefined, undefined, false],
    ['no id and the text "undefined"', undefined, 'undefined', false],
    ['the text "undefined" and no id', 'undefined', undefined, false],
  ])('compares %s', (_, left, right, same) => {
    expect(sameId(left, right)).toBe(same)
  })
})
