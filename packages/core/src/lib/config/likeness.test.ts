import { describe, expect, test } from 'vitest'
import { compare, isPlain, snapshot } from './likeness.ts'

const key = Symbol('key')
const one = (): number => 1
const other = (): number => 1
const instance = new Map([[1, 2]])

/** An object within an object, so many times. */
function nested(depth: number): unknown {
  return depth === 0 ? 1 : { deeper: nested(depth - 1) }
}

/** A list within a list, so many times. */
function nestedList(depth: number): unknown {
  return depth === 0 ? 1 : [nestedList(depth - 1)]
}

describe('compare of configurations', () => {
  test.each([
    ['equal texts', 'a', 'a'],
    ['NaN and NaN', Number.NaN, Number.NaN],
    ['empty objects', {}, {}],
    ['objects with members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['objects without a prototype', { a: 1 }, Object.assign(Object.create(null), { a: 1 })],
    ['members that are undefined', { a: undefined }, { a: undefined }],
    ['members by a symbol', { [key]: 1, a: 2 }, { [key]: 1, a: 2 }],
    ['lists', [1, [2, { a: 3 }]], [1, [2, { a: 3 }]]],
    ['the same function', { a: one }, { a: one }],
    ['the same instance', { a: instance }, { a: instance }],
    ['equal times', new Date(5), new Date(5)],
  ])('finds %s equal', (_what, left, right) => {
    expect(compare(snapshot(left), right)).toBe('same')
  })

  test.each([
    ['alone', one, other],
    ['of an object', { a: 1, b: one }, { a: 1, b: other }],
    ['by a symbol', { [key]: one }, { [key]: other }],
    ['in a list', [1, one, 2], [1, other, 2]],
    ['before equal values', { a: one, b: { c: 1 } }, { a: other, b: { c: 1 } }],
  ])('finds another function %s', (_what, left, right) => {
    expect(compare(snapshot(left), right)).toBe('otherFunctions')
  })

  test.each([
    ['texts', 'a', 'b'],
    ['a number and its text', 1, '1'],
    ['null and undefined', null, undefined],
    ['a function and undefined', { a: one }, { a: undefined }],
    ['undefined and a function', { a: undefined }, { a: one }],
    ['a member that is undefined and none', { a: undefined }, {}],
    ['none and a member that is undefined', {}, { a: undefined }],
    ['as many members by other names', { a: undefined }, { b: undefined }],
    ['a member by a symbol and none', { [key]: 1 }, {}],
    ['a member by a symbol and one by a name', { [key]: 1 }, { key: 1 }],
    ['lists of other lengths', [1], [1, undefined]],
    ['lists in another order', [1, 2], [2, 1]],
    ['a list and an object', [1], { 0: 1 }],
    ['an object and a list', { 0: 1 }, [1]],
    ['another function, then another text', { a: one, b: 1 }, { a: other, b: 2 }],
    ['another function, then another item', [one, 1], [other, 2]],
    ['a text deep inside', { a: [{ b: 'c' }] }, { a: [{ b: 'd' }] }],
    ['other instances of a class', { a: instance }, { a: new Map([[1, 2]]) }],
    ['an instance and an object', new (class {})(), {}],
    ['an instance that has a size, and an object', new Map(), {}],
    ['undefined and an object', undefined, {}],
    ['null and an object', null, {}],
    ['other times', new Date(5), new Date(6)],
    ['a time and an object', new Date(5), {}],
    ['a time and a number', new Date(5), 5],
    ['a text and a time', 'a', new Date(5)],
    ['values nested deeper than options can be', nested(12), nested(12)],
  ])('finds different %s', (_what, left, right) => {
    expect(compare(snapshot(left), right)).toBe('different')
  })

  test('compares values as deep as options can be nested', () => {
    expect(compare(snapshot(nested(10)), nested(10))).toBe('same')
    expect(compare(snapshot(nested(11)), nested(11))).toBe('different')
    expect(compare(snapshot(nestedList(10)), nestedList(10))).toBe('same')
    expect(compare(snapshot(nestedList(11)), nestedList(11))).toBe('different')
  })
})

describe('the snapshot of a configuration', () => {
  test('does not change when the value is changed later', () => {
    const value = { list: [{ a: 1 }], date: new Date(5), [key]: { b: 2 }, one, instance }
    const kept = snapshot(value)
    expect(compare(kept, value)).toBe('same')
    value.list[0] = { a: 2 }
    expect(compare(kept, value)).toBe('different')
    value.list[0] = { a: 1 }
    value.date.setTime(6)
    expect(compare(kept, value)).toBe('different')
    value.date.setTime(5)
    value[key].b = 3
    expect(compare(kept, value)).toBe('different')
    value[key].b = 2
    expect(compare(kept, value)).toBe('same')
  })

  test('of a circular value terminates', () => {
    const value: { self?: unknown } = {}
    value.self = value
    expect(compare(snapshot(value), value)).toBe('different')
  })

  test('of a circular list terminates', () => {
    const list: unknown[] = []
    list.push(list)
    expect(compare(snapshot(list), list)).toBe('different')
  })
})

describe('isPlain', () => {
  test.each([{}, { a: 1 }, Object.create(null)])('accepts %j', (value: unknown) => {
    expect(isPlain(value)).toBe(true)
  })

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['text', 'a'],
    ['a list', []],
    ['a time', new Date(5)],
    ['a function', one],
    ['an instance', instance],
  ])('refuses %s', (_what, value) => {
    expect(isPlain(value)).toBe(false)
  })
})

test('The snapshot of a value without members is the value itself', () => {
  for (const value of [null, undefined, 'a', 1, one]) {
    expect(snapshot(value, 'like nothing')).toBe(value)
  }
})
