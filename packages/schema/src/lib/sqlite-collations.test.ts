import { describe, expect, it } from 'vitest'
import { collationsIn } from './sqlite-collations.ts'

describe('the collations in a statement of SQLite', () => {
  it.each([
    ['create table t (a text collate nocase, b text)', { a: 'nocase' }],
    ['create table t ("A, b" text COLLATE "RTRIM" not null, `c` text)', { 'a, b': 'rtrim' }],
    [
      "create table t ([a] varchar(10) default 'x, y collate nocase', b text collate binary)",
      { b: 'binary' },
    ],
    ["create table t (a text check (a = 'b' collate nocase), b text)", {}],
    ["create table t (a text default (lower('x')) collate nocase)", { a: 'nocase' }],
    ['', {}],
  ])('are those of its columns: %s', (statement, expected) => {
    expect(Object.fromEntries(collationsIn(statement))).toEqual(expected)
  })
})
