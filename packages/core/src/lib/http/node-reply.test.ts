import { describe, expect, test } from 'vitest'
import type { Reply } from '../types/request.ts'
import { writeNodeResponse } from './node-reply.ts'

const REPLY: Reply = { status: 200, headers: { 'X-A': '1' }, cookies: [], body: 'text' }

interface Sent {
  readonly calls: unknown[][]
}

/** Records what is written to a response on which the application has set headers before. */
function write(
  reply: Partial<Reply>,
  method: string | undefined = 'GET',
  members: object = {},
  before: Readonly<Record<string, number | string | readonly string[]>> = {},
): Sent['calls'] {
  const calls: unknown[][] = []
  const response = {
    headersSent: false,
    writableEnded: false,
    destroyed: false,
    getHeader: (name: string) => before[name],
    writeHead: (...all: unknown[]) => calls.push(['head', ...all]),
    end: (...all: unknown[]) => calls.push(['end', ...all]),
    ...members,
  }
  writeNodeResponse({ ...REPLY, ...reply }, response, method)
  return calls
}

describe('A response of Node.js', () => {
  test.each<readonly [string, string | null, string]>([
    ['text', 'text', '4'],
    ['text that is not ASCII', 'tüxt', '5'],
    ['text that ends in ASCII', '日本 app', '10'],
    ['text that begins with ASCII', 'app 日本', '10'],
    ['one character', 'é', '2'],
    ['several lines', 'a\nb\r\n', '5'],
  ])('of %s has its length in bytes', (_, body, length) => {
    expect(write({ body })).toEqual([
      ['head', 200, { 'X-A': '1', 'Content-Length': length }],
      ['end', body],
    ])
  })

  test.each(['', null])('of %j has no body', (body) => {
    expect(write({ body, status: 302 })).toEqual([
      ['head', 302, { 'X-A': '1', 'Content-Length': '0' }],
      ['end'],
    ])
  })

  test('to HEAD has no Content-Length', () => {
    expect(write({ body: null }, 'HEAD')).toEqual([['head', 200, { 'X-A': '1' }], ['end']])
  })

  test.each<
    readonly [string, Readonly<Record<string, number | string | string[]>>, string, string[]]
  >([
    ['nothing', {}, 'Cookie', ['s=1', 't=2']],
    [
      'one header each',
      { Vary: 'Origin', 'Set-Cookie': 'a=b' },
      'Origin, Cookie',
      ['a=b', 's=1', 't=2'],
    ],
    [
      'several headers each',
      { Vary: ['Origin', 'Accept'], 'Set-Cookie': ['a=b', 'c=d'] },
      'Origin, Accept, Cookie',
      ['a=b', 'c=d', 's=1', 't=2'],
    ],
    ['a number', { Vary: 7 }, '7, Cookie', ['s=1', 't=2']],
  ])('with cookies keeps %s that the application has set (CKI-12)', (_, before, vary, cookies) => {
    const [[, , headers] = []] = write({ cookies: ['s=1', 't=2'] }, 'GET', {}, before)
    expect(headers).toEqual({
      'X-A': '1',
      'Content-Length': '4',
      Vary: vary,
      'Set-Cookie': cookies,
    })
  })

  test('without cookies keeps the headers that the application has set', () => {
    const [[, , headers] = []] = write({}, 'GET', {}, { Vary: 'Origin', 'Set-Cookie': 'a=b' })
    expect(headers).toEqual({ 'X-A': '1', 'Content-Length': '4' })
  })

  test.each([{ headersSent: true }, { writableEnded: true }, { destroyed: true }])(
    'with %j is not changed',
    (members) => {
      expect(write({}, 'GET', members)).toEqual([])
    },
  )
})
