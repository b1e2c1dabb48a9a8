import { describe, expect, it } from 'vitest'
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
    ['what JSON makes', JSON.parse('{"a":1}')],
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
    ['a number that is none', Number.NaN],
    ['an infinite number', Number.POSITIVE_INFINITY],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a date', new Date(0)],
    ['a list in which one value is none', [1, undefined]],
    ['an object in which one member is none', { a: 1, b: { c: new Map() } }],
  ])('refuses %s', (_, value) => {
    expect(isJson(value)).toBe(false)
  })
})
