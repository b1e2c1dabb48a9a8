import { describe, expect, it } from 'vitest'
import { parseJson, readJson } from './json.ts'
import { nearest } from './nearest.ts'
import { acceptWeakSecret, customFetch, raw, skipCSRFCheck } from '../types/symbols.ts'
import { isJson, isObject, isPlainObject } from './values.ts'

class Thing {
  readonly name = 'thing'
}

const bare: unknown = Object.create(null)

const OTHERS: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['a list', []],
  ['text', 'text'],
  ['a function', () => undefined],
]

describe('isObject', () => {
  it.each([
    ['a literal', { a: 1 }],
    ['an instance', new Thing()],
    ['an object without a prototype', bare],
  ])('accepts %s', (_, value) => {
    expect(isObject(value)).toBe(true)
  })

  it.each(OTHERS)('refuses %s', (_, value) => {
    expect(isObject(value)).toBe(false)
  })
})

const INSTANCES: readonly (readonly [string, unknown])[] = [
  ['an instance of a class', new Thing()],
  ['a date', new Date(0)],
  ['a map', new Map()],
]

describe('isPlainObject', () => {
  it.each([
    ['a literal', {}],
    ['a parsed object', JSON.parse('{"a":1}')],
    ['an object without a prototype', bare],
  ])('accepts %s', (_, value) => {
    expect(isPlainObject(value)).toBe(true)
  })

  it.each([...OTHERS, ...INSTANCES])('refuses %s', (_, value) => {
    expect(isPlainObject(value)).toBe(false)
  })
})

describe('isJson', () => {
  it.each([
    ['null', null],
    ['text', ''],
    ['true', true],
    ['false', false],
    ['zero', 0],
    ['a fraction', -1.5],
    ['an empty list', []],
    ['a list of values', [1, 'a', null, [true]]],
    ['an empty object', {}],
    ['an object with a member that is undefined', { a: undefined, b: { c: [1] } }],
    ['an object without a prototype', bare],
  ])('accepts %s', (_, value) => {
    expect(isJson(value)).toBe(true)
  })

  it.each([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['an infinite number', Number.POSITIVE_INFINITY],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a date', new Date(0)],
    ['a list with a value that is not JSON', [1, undefined]],
    ['an object with a member that is not JSON', { a: 1, b: { c: new Map() } }],
  ])('refuses %s', (_, value) => {
    expect(isJson(value)).toBe(false)
  })
})

describe('readJson', () => {
  it('returns the members of a JSON object, and leaves the body readable', async () => {
    const response = new Response('{"a":[1]}')
    expect(await readJson(response)).toEqual({ a: [1] })
    expect(await response.text()).toBe('{"a":[1]}')
  })

  it.each([
    ['not JSON', '{"a":'],
    ['empty', ''],
    ['a list', '[{"a":1}]'],
    ['text', '"a"'],
    ['null', 'null'],
  ])('returns no members for a body that is %s', async (_, body) => {
    expect(await readJson(new Response(body))).toEqual({})
  })
})

describe('parseJson of a text', () => {
  it('returns the value, and throws if the text is not JSON', () => {
    expect(parseJson('{"a":1}')).toEqual({ a: 1 })
    expect(() => parseJson('a')).toThrow(SyntaxError)
  })
})

describe('the public symbols', () => {
  it('are registered under these names, so that every copy of the library has the same ones', () => {
    expect(Symbol.keyFor(customFetch)).toBe('latchstring.custom-fetch')
    expect(Symbol.keyFor(skipCSRFCheck)).toBe('latchstring.skip-csrf-check')
    expect(Symbol.keyFor(raw)).toBe('latchstring.raw')
    expect(Symbol.keyFor(acceptWeakSecret)).toBe('latchstring.accept-weak-secret')
  })
})

const NAMES = ['github', 'google', 'mail']

describe('nearest', () => {
  it.each([
    ['is the same', 'google', 'google'],
    ['differs in capitals only', 'GitHub', 'github'],
    ['lacks a letter', 'gogle', 'google'],
    ['has a letter too many', 'gooogle', 'google'],
    ['has another letter', 'gethub', 'github'],
    ['has two letters swapped, which are two edits', 'gogole', 'google'],
    ['lacks the first letter', 'ithub', 'github'],
    ['lacks the last letter', 'githu', 'github'],
    ['is short and one edit away', 'mai', 'mail'],
    ['has four letters and two edits', 'male', 'mail'],
  ])('returns the name for a word that %s', (_, given, expected) => {
    expect(nearest(given, NAMES)).toBe(expected)
  })

  it.each([
    ['is short and two edits away', 'ma', ['mail']],
    ['has nothing in common with a name', 'saml', ['github']],
    ['is compared with no names', 'github', []],
  ])('returns nothing for a word that %s', (_, given, names) => {
    expect(nearest(given, names)).toBeUndefined()
  })

  it('ignores case, and returns the name as it was given', () => {
    expect(nearest('CLIENTID', ['clientId', 'clientSecret'])).toBe('clientId')
  })

  it('returns the name with the fewest edits, and the first of equal ones', () => {
    expect(nearest('abcd', ['abxy', 'abcx', 'abcy'])).toBe('abcx')
    expect(nearest('abcd', ['abcy', 'abcx'])).toBe('abcy')
  })

  it('allows one edit, and one more for every four letters of the word', () => {
    expect(nearest('abc', ['abx'])).toBe('abx')
    expect(nearest('abc', ['axx'])).toBeUndefined()
    expect(nearest('abcd', ['abxx'])).toBe('abxx')
    expect(nearest('abcdefg', ['abcdxxx'])).toBeUndefined()
    expect(nearest('abcdefgh', ['abcdexxx'])).toBe('abcdexxx')
  })
})
