import { expect, test } from 'vitest'
import { isJson, isObject, isPlainObject } from './index.ts'

class Point {
  x = 1
}

test.each([
  [{}, true, true],
  [Object.create(null), true, true],
  [[], false, false],
  [new Date(0), true, false],
  [new Point(), true, false],
  [new Map(), true, false],
  [null, false, false],
  ['x', false, false],
  [() => undefined, false, false],
])('isObject and isPlainObject of %o are %s and %s', (value: unknown, object, plain) => {
  expect([isObject(value), isPlainObject(value)]).toEqual([object, plain])
})

test.each<readonly [unknown, boolean]>([
  [null, true],
  ['x', true],
  [false, true],
  [1.5, true],
  [[1, ['x', null]], true],
  [{ a: { b: [true] }, c: undefined }, true],
  [undefined, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [1n, false],
  [Symbol('x'), false],
  [new Date(0), false],
  [new Point(), false],
  [[undefined], false],
  [{ a: new Map() }, false],
  [{ a: [{ b: () => undefined }] }, false],
])('isJson of %o is %s', (value, survives) => {
  expect(isJson(value)).toBe(survives)
})
