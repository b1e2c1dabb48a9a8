import { serializeCookie } from '@latchstring/core/framework'
import type { CookieSerializeOptions } from '@latchstring/core/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanCookies } from '../../packages/core/src/lib/http/cookie.ts'
import { parseOwnTarget, parseTarget } from '../../packages/core/src/lib/http/redirect-target.ts'
import {
  type ReadCookie,
  readCookieHeader,
  readSetCookie,
  withoutQuotes,
} from './src/cookie-algorithm.ts'
import {
  COOKIE_NAMES,
  COOKIE_VALUES,
  cookieAttributes,
  ORIGINS,
  placeIn,
  TARGETS,
} from './src/differential-inputs.ts'

/** RFC 3986, appendix B, by which readers other than browsers take an address apart. */
const RFC_3986 = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/

describe('A redirect target that is accepted', () => {
  test('leads to the expected origin, by the WHATWG parser of Node.js and by RFC 3986 (RDR-01, RDR-02, RDR-04)', () => {
    const accepted = { own: 0, elsewhere: 0 }
    fc.assert(
      fc.property(fc.constantFrom(...ORIGINS), TARGETS, (origin, text) => {
        const url = parseTarget(text, origin)
        const own = parseOwnTarget(text, origin)
        expect(own?.href).toBe(url?.origin === origin ? url.href : undefined)
        if (!url) return
        accepted[own ? 'own' : 'elsewhere']++
        // What was sent, read by a page of the application.
        expect(new URL(text, placeIn(origin)).origin).toBe(url.origin)
        // What is used, read by a page anywhere.
        expect(new URL(url.href, 'ftp://elsewhere.example/').href).toBe(url.href)
        const [, scheme, authority] = RFC_3986.exec(url.href) ?? []
        expect(`${scheme}://${authority}`).toBe(url.origin)
        expect(['http', 'https']).toContain(scheme)
      }),
      { numRuns: 2_000 },
    )
    expect(accepted.own).toBeGreaterThan(200)
    expect(accepted.elsewhere).toBeGreaterThan(100)
  })
})

function scan(header: string, prefix: string): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  scanCookies(header, prefix, (name, value) => {
    found.push([name, value])
  })
  return found
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** What is written, or `undefined` where that is refused. */
function written(
  ...[name, value, options]: Parameters<typeof serializeCookie>
): string | undefined {
  try {
    return serializeCookie(name, value, options)
  } catch {
    return undefined
  }
}

/** The attributes that decide who gets a cookie, and for how long, are there as they were meant. */
function expectAttributes(read: ReadCookie | undefined, meant: CookieSerializeOptions): void {
  const attributes = read?.attributes ?? new Map<string, string>()
  expect(attributes.get('path')).toBe(meant.path)
  expect(meant.path ?? '/').toMatch(/^\//)
  expect(attributes.get('domain')).toBe(meant.domain)
  expect(attributes.get('max-age')).toBe(meant.maxAge?.toString())
  expect(attributes.get('max-age') ?? '0').toMatch(/^-?\d+$/)
  expect(attributes.has('httponly')).toBe(meant.httpOnly === true)
  expect(attributes.has('secure')).toBe(meant.secure === true)
  expect(attributes.has('expires')).toBe(meant.expires !== undefined)
}

/** A date as section 5.6.1 reads it: four digits for a year from 1601. */
function dateOf(text: string | undefined): number | undefined {
  const [, year] = /^\w{3}, \d{2} \w{3} (\d{4}) \d{2}:\d{2}:\d{2} GMT$/.exec(text ?? '') ?? []
  return year !== undefined && Number(year) >= 1601 ? Date.parse(text ?? '') : undefined
}

describe('A cookie that is accepted', () => {
  test('is parsed by RFC 6265bis to the written name, value and attributes, in a separate header (CKI-11, CKI-12)', () => {
    const now = Date.now()
    let accepted = 0
    const attributes = cookieAttributes(now)
    fc.assert(
      fc.property(COOKIE_NAMES, COOKIE_VALUES, attributes, (name, value, options) => {
        const line = written(name, value, options)
        if (line === undefined) return
        accepted++
        const read = readSetCookie(line)
        expect([read?.name, decode(read?.value ?? '')]).toEqual([name, value])
        expectAttributes(read, options)
        const end = dateOf(read?.attributes.get('expires'))
        expect([end === undefined, (end ?? 0) > now]).toEqual([
          options.expires === undefined,
          (options.expires?.getTime() ?? 0) > now,
        ])
        const headers = new Headers({
          'set-cookie': 'first=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
        })
        headers.append('set-cookie', line)
        expect(headers.getSetCookie().slice(1)).toEqual([line])
      }),
      { numRuns: 2_000 },
    )
    expect(accepted).toBeGreaterThan(200)
  })
})

describe('A `Cookie` header', () => {
  test('of any kind is parsed to the same cookies as by RFC 6265bis (CKI-04, CKI-08, CKI-14)', () => {
    const names = fc.constantFrom('name', 'name.0', 'name ', 'NAME', 'n', 'sname', 'x')
    const odd = fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.constantFrom(
        ...' \t",=;é\u00a0\u0085\u00ad\v\f\ufeff\u2028'.split(''),
        '%41',
        '%zz',
        'name=',
        '\u00c2\u00a0',
      ),
    )
    const quote = fc.constantFrom('', '', '"')
    const pair = fc.tuple(
      odd,
      names,
      odd,
      fc.constantFrom('=', '=', '=', ''),
      odd,
      quote,
      odd,
      odd,
      quote,
      odd,
    )
    const header = fc.oneof(
      fc
        .array(pair, { minLength: 1, maxLength: 4 })
        .map((pairs) => pairs.map((parts) => parts.join('')).join('; ')),
      fc
        .array(fc.tuple(COOKIE_NAMES, COOKIE_VALUES), { minLength: 1 })
        .map((pairs) => pairs.map((parts) => parts.join('=')).join('; ')),
    )
    const prefixes = fc.constantFrom('name', 'name', 'name.', 'n', 'x', 'session')
    let found = 0
    fc.assert(
      fc.property(header, prefixes, (text, prefix) => {
        const expected = readCookieHeader(text)
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, value]) => [name, decode(withoutQuotes(value))])
        found += expected.length
        expect(scan(text, prefix)).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
    expect(found).toBeGreaterThan(200)
  })
})
