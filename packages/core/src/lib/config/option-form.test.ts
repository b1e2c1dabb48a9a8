import { describe, expect, it } from 'vitest'
import * as checks from './option-form.ts'
import { findProblem, type Members, type OptionCheck } from './option-form.ts'

const { anything, callable, either, flag, integers, json, milliseconds, text, texts } = checks

class Own {
  readonly a = 1
}

const bare: unknown = Object.create(null)

/** Each form with what it takes and what it does not. */
const FORMS: readonly (readonly [string, OptionCheck, readonly unknown[], readonly unknown[]])[] = [
  ['anything', anything, [undefined, null, 0, '', {}, () => 0], []],
  ['flag', flag, [true, false], ['true', 0, null]],
  ['callable', callable, [() => 0, Own], [{}, 'f', null]],
  ['text', text, ['a', ' '], ['', 7, null, ['a']]],
  ['texts', texts, ['a', ['a'], ['a', 'b']], ['', [], [''], ['a', ''], ['a', 7], 7, { 0: 'a' }]],
  ['milliseconds', milliseconds, [1, 0.5, 60_000], [0, -1, Number.NaN, Infinity, '60', null]],
  ['integers', integers, [[-7], [-7, -257]], [[], [1.5], ['-7'], [-7, '1'], -7, null]],
  [
    'json',
    json,
    [
      {},
      bare,
      { a: null, b: 'c', d: true, e: 1.5, f: [1, 'g', [null]], h: { i: {} } },
      { a: undefined },
    ],
    [
      null,
      [],
      'a',
      new Own(),
      { a: new Own() },
      { a: 1n },
      { a: Number.NaN },
      { a: Infinity },
      { a: () => 0 },
      { a: [() => 0] },
      { a: [undefined] },
      { a: [1, undefined] },
      { a: { b: new Date(0) } },
      { a: 1, b: Symbol('c') },
    ],
  ],
  ['oneOf', either('required', 'preferred'), ['required', 'preferred'], ['Required', '', null, []]],
]

describe.each(FORMS)('The option check %s', (_, form, good, bad) => {
  it('accepts valid values', () => {
    expect(good.map(form)).toEqual(good.map(() => undefined))
  })

  it('describes the required value for an invalid one', () => {
    for (const value of bad) expect(form(value)).toMatch(/^\S.*\S$/)
  })
})

describe('the members listed for an option check', () => {
  it('are the members that the option may have', () => {
    expect(either('a', 'b', 'c')('d')).toBe('"a" or "b" or "c"')
    expect(flag(1)).toBe('true or false')
    expect(callable(1)).toBe('a function')
    expect(text(1)).toBe('a non-empty string')
    expect(texts(1)).toBe('a non-empty string, or an array of them')
    expect(milliseconds('1')).toBe('a number of milliseconds above 0')
    expect(integers(1)).toBe('an array of whole numbers')
    expect(json(1)).toBe('an object that JSON can express, with bytes in base64url')
  })
})

const OPTIONS: Members = {
  members: {
    timeout: milliseconds,
    enabled: flag,
    relyingParty: { members: { id: text, origin: texts } },
  },
}

describe('findProblem', () => {
  it.each<[object, string | undefined]>([
    [{}, undefined],
    [{ timeout: 1, enabled: true, relyingParty: { id: 'a', origin: ['b'] } }, undefined],
    [{ timeout: undefined, relyingParty: { id: undefined } }, undefined],
    [{ relyingParty: bare }, undefined],
    [{ timeout: 0 }, '`timeout` has to be a number of milliseconds above 0.'],
    [{ enabled: true, timeout: '1' }, '`timeout` has to be a number of milliseconds above 0.'],
    [{ relyingParty: { id: '' } }, '`relyingParty.id` has to be a non-empty string.'],
    [{ relyingParty: 'a' }, '`relyingParty` is not an object.'],
    [{ relyingParty: null }, '`relyingParty` is not an object.'],
    [{ relyingParty: [] }, '`relyingParty` is not an object.'],
    [{ relyingParty: new Own() }, '`relyingParty` is not an object.'],
    [{ timeOut: 1 }, '`timeOut` cannot be set. Did you mean `timeout`?'],
    [{ timout: undefined }, '`timout` cannot be set. Did you mean `timeout`?'],
    [{ ttimeout: 1 }, '`ttimeout` cannot be set. Did you mean `timeout`?'],
    [{ timeotu: 1 }, '`timeotu` cannot be set. Did you mean `timeout`?'],
    [{ enable: 1 }, '`enable` cannot be set. Did you mean `enabled`?'],
    [{ relayingPrty: {} }, '`relayingPrty` cannot be set. Did you mean `relyingParty`?'],
    [{ relyingParty: { ids: 'a' } }, '`relyingParty.ids` cannot be set. Did you mean `id`?'],
    [{ timexxxt: 1 }, '`timexxxt` cannot be set. Did you mean `timeout`?'],
    [{ imeou: 1 }, '`imeou` cannot be set. Did you mean `timeout`?'],
    [{ meou: 1 }, '`meou` cannot be set. Possible are: timeout, enabled, relyingParty.'],
    [{ x: 1 }, '`x` cannot be set. Possible are: timeout, enabled, relyingParty.'],
    [
      { relyingParty: { nothing: 1 } },
      '`relyingParty.nothing` cannot be set. Possible are: id, origin.',
    ],
    [{ toString: 1 }, '`toString` cannot be set. Possible are: timeout, enabled, relyingParty.'],
    [
      { constructor: 1 },
      '`constructor` cannot be set. Possible are: timeout, enabled, relyingParty.',
    ],
  ])('reports for %j: %s', (given, problem) => {
    expect(findProblem(given, OPTIONS)).toBe(problem)
  })
})
