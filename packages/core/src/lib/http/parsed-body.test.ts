import { describe, expect, test } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import { InvalidRequest } from '../errors/classes.ts'
import { readParsedBody } from './parsed-body.ts'

const FORM = 'application/x-www-form-urlencoded'

describe('A body that the application has read before', () => {
  test.each<readonly [string, unknown, string | readonly string[] | undefined, string]>([
    ['text', 'a=b&c', FORM, 'a=b&c'],
    ['no text', '', FORM, ''],
    ['fields', { a: 'b', c: 'ü &' }, FORM, 'a=b&c=%C3%BC+%26'],
    ['fields, some twice', { a: ['b', 'c'], d: 'e' }, FORM, 'a=b&a=c&d=e'],
    ['no fields', {}, FORM, ''],
    ['fields of no type', { a: 'b' }, undefined, 'a=b'],
    ['JSON', { a: { b: 1 } }, 'application/json', '{"a":{"b":1}}'],
    ['JSON of a type in capitals', { a: ['b'] }, 'Application/JSON; charset=utf-8', '{"a":["b"]}'],
    ['JSON of one type in a list', { a: 'b' }, ['application/json'], '{"a":"b"}'],
  ])('as %s is given on in the form that it was sent in', (_, body, type, expected) => {
    expect(readParsedBody(body, type)).toBe(expected)
  })

  test('as bytes is given on as they are', () => {
    const bytes = new Uint8Array([97, 61, 98])
    expect(readParsedBody(bytes, FORM)).toBe(bytes)
  })

  test.each([undefined, null, 7, true, ['a']])('as %j is lost, and that is said', (body) => {
    const read = () => readParsedBody(body, FORM)
    expect(read).toThrow(AuthError)
    expect(read).not.toThrow(InvalidRequest)
    expect(read).toThrow('The body of the request has been read before, and is not in `body`.')
  })

  test.each([{ a: 1 }, { a: { b: 'c' } }, { a: ['b', 1] }, { a: null }])(
    'as the fields %j is refused',
    (body) => {
      const read = () => readParsedBody(body, FORM)
      expect(read).toThrow(InvalidRequest)
      expect(read).toThrow('A field of the form is not text after the body parser.')
    },
  )
})
