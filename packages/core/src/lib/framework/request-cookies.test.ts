import { describe, expect, test } from 'vitest'
import type { Cookie } from '../types/cookies.ts'
import { withCookies } from './request-cookies.ts'

const set = (name: string, value: string, maxAge?: number): Cookie => ({
  name,
  value,
  options: maxAge === undefined ? {} : { maxAge },
})

describe('withCookies', () => {
  test.each([
    ['adds a cookie to none', '', [set('a', '1')], 'a=1'],
    ['adds a cookie behind the others', 'a=1; b=2', [set('c', '3')], 'a=1; b=2; c=3'],
    ['puts the new value of a cookie behind the others', 'a=1; b=2', [set('a', '3')], 'b=2; a=3'],
    ['replaces each pair of a name', 'a=1; b=2;a=4', [set('a', '3')], 'b=2; a=3'],
    ['takes a cookie out whose time is over', 'a=1; b=2', [set('a', '', 0)], 'b=2'],
    ['takes a cookie out whose time is less than nothing', 'a=1', [set('a', 'x', -1)], ''],
    ['keeps a cookie that lasts one second', '', [set('a', '1', 1)], 'a=1'],
    ['encodes what may not be in a header', '', [set('a', 'b;c d')], 'a=b%3Bc%20d'],
    ['keeps a value with an equals sign', 'a=b=c', [set('b', '1')], 'a=b=c; b=1'],
    ['keeps text without a name', 'flag; a=1', [set('flag', '1')], 'flag; a=1; flag=1'],
    ['leaves out empty parts', ' ; a=1 ;; ', [set('b', '2')], 'a=1; b=2'],
    ['compares names without the space around them', ' a =1; b=2', [set('a', '3')], 'b=2; a=3'],
  ])('%s', (_, header, cookies, expected) => {
    expect(withCookies(header, cookies)).toBe(expected)
  })
})
