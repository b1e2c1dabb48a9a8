import { describe, expect, test } from 'vitest'
import { BodyConsumed, InvalidRequest } from '../errors/classes.ts'
import type { ParsedBody } from '../types/scope.ts'
import { ACTIONS } from '../actions/actions.ts'
import { readBytes } from './incoming.ts'
import { RequestWithParsedBody, readParsedBody } from './parsed-body.ts'
import { findAction } from './action.ts'
import { parseRequest } from './request.ts'

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
  ])('as %s is passed on in its original format', (_, body, type, expected) => {
    expect(readParsedBody(body, type)).toBe(expected)
  })

  test('as bytes is passed on unchanged', () => {
    const bytes = new Uint8Array([97, 61, 98])
    expect(readParsedBody(bytes, FORM)).toBe(bytes)
  })

  test.each([undefined, null, 7, true, ['a']])('as %j is lost, with an error', (body) => {
    const read = () => readParsedBody(body, FORM)
    expect(read).toThrow(BodyConsumed)
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

describe('A `Request` whose body the application has parsed before', () => {
  function open(body: ParsedBody, headers: Record<string, string> = {}, method = 'POST') {
    return new RequestWithParsedBody(
      new Request('https://app.example/a?b=c', { method, headers }),
      body,
    )
  }

  const pairs = [
    ['a', 'b'],
    ['a', 'ü'],
    ['c', 'd'],
  ]
  const form = new FormData()
  for (const [name = '', value = ''] of pairs) form.append(name, value)

  test.each<readonly [string, ParsedBody, string | undefined, string]>([
    ['a form', form, 'multipart/form-data; boundary=x', 'a=b&a=%C3%BC&c=d'],
    ['parameters', new URLSearchParams(pairs), FORM, 'a=b&a=%C3%BC&c=d'],
    ['fields', { a: ['b', 'c'], d: 'e' }, FORM, 'a=b&a=c&d=e'],
    ['fields of no type', { a: 'b' }, undefined, 'a=b'],
    ['fields of a type that is like JSON', { a: 'b' }, 'application/jsonp', 'a=b'],
    ['fields of a type that names JSON', { a: 'b' }, 'text/plain; application/json', 'a=b'],
    ['parameters that are called JSON', new URLSearchParams({ a: 'b' }), 'application/json', 'a=b'],
  ])('as %s has a form', async (_, body, type, text) => {
    const request = open(body, type === undefined ? {} : { 'content-type': type })
    expect(new TextDecoder().decode(await readBytes(request.body, 100))).toBe(text)
  })

  test.each(['application/json', 'Application/JSON; charset=utf-8'])(
    'as %s has JSON',
    async (type) => {
      const { body, request, headers } = open({ a: { b: 1 } }, { 'content-type': type })
      expect(headers.get('content-type')).toBe('application/json')
      expect(request.headers.get('content-type')).toBe('application/json')
      expect(new TextDecoder().decode(await readBytes(body, 100))).toBe('{"a":{"b":1}}')
    },
  )

  test('has its headers except those of the original body', () => {
    const original = new Request('https://app.example/a?b=c', {
      method: 'POST',
      headers: {
        cookie: 'a=b',
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '7',
        'content-encoding': 'gzip',
        'transfer-encoding': 'chunked',
      },
    })
    const before = [...original.headers]
    const incoming = new RequestWithParsedBody(original, { a: 'b' })
    const expected = [
      ['content-type', FORM],
      ['cookie', 'a=b'],
    ]
    expect([...incoming.headers]).toEqual(expected)
    expect([...incoming.request.headers]).toEqual(expected)
    expect([...original.headers]).toEqual(before)
    expect(incoming).toMatchObject({ method: 'POST', url: 'https://app.example/a?b=c' })
    expect(incoming.request).toMatchObject({ method: 'POST', url: 'https://app.example/a?b=c' })
    expect(incoming.request).toBe(incoming.request)
  })

  test.each(['GET', 'HEAD'])('with the method %s has no body', (method) => {
    expect(open({ a: 'b' }, {}, method).body).toBeNull()
  })

  test('with a file in its form is refused', () => {
    const files = new FormData()
    files.append('a', new Blob(['b']))
    expect(() => open(files).body).toThrow(InvalidRequest)
  })
})

test('A body of which a parser has made something else is as none for an action that takes any, and says why', async () => {
  const request = new Request('https://app.example/auth/backchannel-logout/acme', {
    method: 'POST',
  })
  const incoming = new RequestWithParsedBody(request, { logout_token: { a: 'b' } })
  const { request: parsed } = await parseRequest(incoming, findAction(incoming, '/auth', ACTIONS))
  expect(parsed.body).toEqual(new Map())
  expect(parsed.unreadable?.message).toContain('Mount the handler before the body parser.')
})
