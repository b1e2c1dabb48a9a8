import { describe, expect, test } from 'vitest'
import type { Cookie } from '../types/cookies.ts'
import { beforeHead, toResponseHeaders, type NodeHead } from './node-head.ts'
import { withCookies } from './request-cookies.ts'
import { addCookies, isShared, varyByCookie } from './response-headers.ts'

describe('varyByCookie', () => {
  test.each([
    [undefined, 'Cookie'],
    ['Accept', 'Accept, Cookie'],
    ['Accept-Cookie', 'Accept-Cookie, Cookie'],
    ['Cookies', 'Cookies, Cookie'],
    ['x*', 'x*, Cookie'],
    ['*x', '*x, Cookie'],
    ['cookie', 'cookie'],
    ['Accept, COOKIE , Origin', 'Accept, COOKIE , Origin'],
    ['*', '*'],
  ])('turns Vary %j into %j', (vary, expected) => {
    const headers = new Headers(vary === undefined ? {} : { vary })
    varyByCookie(headers)
    expect(headers.get('vary')).toBe(expected)
  })
})

describe('isShared', () => {
  test.each([
    ['public', true],
    ['max-age=60,PUBLIC', true],
    ['max-age=60, s-maxage=1', true],
    ['s-maxage  =1', true],
    ['max-age=60\tpublic', true],
    ['private, max-age=60', false],
    ['no-public', false],
    ['x-s-maxage=1', false],
    ['s-maxage', false],
    ['', false],
  ])('returns for Cache-Control %j: %s', (value, expected) => {
    expect(isShared(new Headers({ 'cache-control': value }))).toBe(expected)
  })

  test('returns false for a response without Cache-Control', () => {
    expect(isShared(new Headers())).toBe(false)
  })
})

describe('addCookies', () => {
  test('does not change headers when there are no cookies', () => {
    const headers = new Headers({ 'cache-control': 'public', expires: 'tomorrow' })
    addCookies(headers, [])
    expect([...headers]).toEqual([
      ['cache-control', 'public'],
      ['expires', 'tomorrow'],
    ])
  })

  test.each([
    ['CDN-Cache-Control', null],
    ['Vercel-CDN-Cache-Control', null],
    ['Surrogate-Control', null],
    ['Expires', null],
    ['X-Expires', 'kept'],
    ['Expires-In', 'kept'],
    ['X-Surrogate-Control', 'kept'],
    ['Surrogate-Control-Old', 'kept'],
    ['Xcdn-Cache-Control', 'kept'],
    ['CDN-Cache-Control-Old', 'kept'],
    ['X-Middleware-CDN-Cache-Control', 'kept'],
    ['My-X-Middleware-CDN-Cache-Control', null],
  ])('deletes headers that override Cache-Control: %s is %s afterwards', (name, expected) => {
    const headers = new Headers({ [name]: 'kept' })
    addCookies(headers, ['a=1'])
    expect(headers.get(name)).toBe(expected)
  })

  test('finds headers that a framework returns in their original case', () => {
    const kept = new Headers({ 'surrogate-control': 'max-age=60' })
    const headers = {
      get: (name: string) => kept.get(name),
      set: (name: string, value: string) => kept.set(name, value),
      append: (name: string, value: string) => kept.append(name, value),
      delete: (name: string) => kept.delete(name),
      keys: () => ['Surrogate-Control'].values(),
    }
    addCookies(headers, ['a=1'])
    expect(kept.has('surrogate-control')).toBe(false)
  })

  test('appends every cookie, forbids every cache and varies by Cookie', () => {
    const headers = new Headers({ 'set-cookie': 'own=1', 'cache-control': 'public' })
    addCookies(headers, ['a=1', 'b=2'])
    expect(headers.getSetCookie()).toEqual(['own=1', 'a=1', 'b=2'])
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('vary')).toBe('Cookie')
  })
})

const set = (name: string, value: string, maxAge?: number): Cookie => ({
  name,
  value,
  options: maxAge === undefined ? {} : { maxAge },
})

describe('withCookies', () => {
  test.each([
    ['adds a cookie to none', '', [set('a', '1')], 'a=1'],
    ['adds a cookie after the others', 'a=1; b=2', [set('c', '3')], 'a=1; b=2; c=3'],
    ['puts the new value of a cookie after the others', 'a=1; b=2', [set('a', '3')], 'b=2; a=3'],
    ['replaces each pair of a name', 'a=1; b=2;a=4', [set('a', '3')], 'b=2; a=3'],
    ['removes a cookie that has expired', 'a=1; b=2', [set('a', '', 0)], 'b=2'],
    ['removes a cookie with a negative Max-Age', 'a=1', [set('a', 'x', -1)], ''],
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

/** A response of Node.js with these headers, and what its head was written with. */
function nodeResponse(given: Readonly<Record<string, number | string | readonly string[]>> = {}) {
  const kept = new Map(Object.entries(given))
  const heads: unknown[][] = []
  const response: NodeHead = {
    getHeader: (name) => kept.get(name.toLowerCase()),
    getHeaderNames: () => [...kept.keys()],
    setHeader: (name, value) => kept.set(name.toLowerCase(), value),
    removeHeader: (name) => void kept.delete(name.toLowerCase()),
    writeHead: (...args) => heads.push(args),
  }
  return { response, kept, heads }
}

/** Frameworks call it in every way that Node.js has. */
const writeHead = (
  response: { writeHead(...args: readonly unknown[]): unknown },
  args: readonly unknown[],
): unknown => response.writeHead(...args)

describe('toResponseHeaders of a Node.js response', () => {
  test('reads one, several or no values of a header', () => {
    const { response } = nodeResponse({ age: 7, vary: ['Accept', 'Origin'], 'x-own': 'a' })
    const headers = toResponseHeaders(response)
    expect(['age', 'vary', 'x-own', 'etag'].map((name) => headers.get(name))).toEqual([
      '7',
      'Accept, Origin',
      'a',
      null,
    ])
    expect([...headers.keys()]).toEqual(['age', 'vary', 'x-own'])
  })

  test('repeats only Set-Cookie, and joins the values of other headers', () => {
    const { response, kept } = nodeResponse({ 'set-cookie': 'a=1', vary: 'Accept' })
    const headers = toResponseHeaders(response)
    headers.append('Set-Cookie', 'b=2')
    headers.append('vary', 'Cookie')
    headers.append('x-new', 'a')
    headers.set('x-own', 'b')
    expect(Object.fromEntries(kept)).toEqual({
      'set-cookie': ['a=1', 'b=2'],
      vary: 'Accept, Cookie',
      'x-new': 'a',
      'x-own': 'b',
    })
    headers.delete('vary')
    expect(kept.has('vary')).toBe(false)
  })
})

describe('beforeHead of a Node.js response', () => {
  test.each([
    ['an object', { 'X-A': '1', 'Set-Cookie': ['a=1', 'b=2'] }],
    [
      'pairs',
      [
        ['X-A', '1'],
        ['Set-Cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    ],
    ['names and values in turn', ['X-A', '1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']],
  ])('sets the headers given to writeHead as %s before the change', (_, headers) => {
    const { response, kept, heads } = nodeResponse({ 'set-cookie': 'old=1', 'x-b': 'kept' })
    const seen: unknown[] = []
    beforeHead(response, () => seen.push(Object.fromEntries(kept)))
    writeHead(response, [201, headers])
    expect(seen).toEqual([{ 'x-a': '1', 'x-b': 'kept', 'set-cookie': ['a=1', 'b=2'] }])
    expect(heads).toEqual([[201]])
  })

  test.each([
    [[204], [204], {}],
    [[404, 'Nothing'], [404, 'Nothing'], {}],
    [[404, 'Nothing', { age: 7 }], [404, 'Nothing'], { age: '7' }],
    [[200, undefined, { age: 7 }], [200], { age: '7' }],
    [[200, null], [200], {}],
    [[200, []], [200], {}],
    [[200, { a: [] }], [200], { a: '' }],
  ])('writes the head given as %j', (args, head, expected) => {
    const { response, kept, heads } = nodeResponse()
    let changes = 0
    beforeHead(response, () => (changes += 1))
    writeHead(response, args)
    expect([heads, Object.fromEntries(kept), changes]).toEqual([[head], expected, 1])
    response.writeHead(500)
    expect([heads.at(-1), changes]).toEqual([[500], 1])
  })

  test('changes nothing when a header cannot be sent, and can be tried again', () => {
    const { response, heads } = nodeResponse()
    let changes = 0
    let isRefused = true
    const strict: NodeHead = {
      ...response,
      setHeader(name, value) {
        if (isRefused) throw new TypeError('Invalid character')
        response.setHeader(name, value)
      },
    }
    beforeHead(strict, () => (changes += 1))
    const write = () => writeHead(strict, [200, { a: '1' }])
    expect(write).toThrow('Invalid character')
    expect([changes, heads]).toEqual([0, []])
    isRefused = false
    write()
    expect([changes, heads]).toEqual([1, [[200]]])
  })
})
