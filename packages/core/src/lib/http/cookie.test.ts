import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanCookies, serializeCookie } from './cookie.ts'

const PLAIN = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

function scan(header: string, prefix: string): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  scanCookies(header, prefix, (name, value) => {
    found.push([name, value])
  })
  return found
}

describe('serializeCookie', () => {
  it('writes name, value and every attribute (CKI-01)', () => {
    const options = {
      domain: 'example.com',
      path: '/app',
      maxAge: 60,
      expires: new Date(0),
      httpOnly: true,
      secure: true,
      partitioned: true,
      priority: 'high',
      sameSite: 'none',
    } as const
    const [pair, ...attributes] = serializeCookie('a', 'b c;d', options).split('; ')
    expect(pair).toBe('a=b%20c%3Bd')
    expect(attributes.toSorted()).toEqual([
      'Domain=example.com',
      'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'HttpOnly',
      'Max-Age=60',
      'Partitioned',
      'Path=/app',
      'Priority=High',
      'SameSite=None',
      'Secure',
    ])
    expect(serializeCookie('a', '', {})).toBe('a=')
    expect(serializeCookie('a', '', { sameSite: true })).toBe('a=; SameSite=Strict')
    expect(serializeCookie('a', '', { sameSite: false })).toBe('a=')
  })

  const bad = [
    '\u0000',
    '\u0001',
    '\t',
    '\n',
    '\r',
    '\u001f',
    '\u007f',
    ';',
    '\r\nSet-Cookie: x=y',
    '\u0085',
    'é',
  ]

  it.each([...bad, ' ', ',', '=', '"', '/', '(', '@', '[', '{', '\\'])(
    'refuses %j in a name (CKI-11)',
    (character) => {
      expect(() => serializeCookie(`a${character}b`, 'v', PLAIN)).toThrow(TypeError)
      expect(() => serializeCookie(`a${character}`, 'v', PLAIN)).toThrow(TypeError)
    },
  )

  it.each([...bad, '', ' ', ',', '/', '..', 'a b'])(
    'refuses %j as part of a domain (CKI-11)',
    (text) => {
      const domain = text === '' ? '' : `example${text}.com${text}`
      expect(() => serializeCookie('a', 'v', { domain })).toThrow(TypeError)
    },
  )

  it.each(bad)('refuses %j in a path (CKI-11)', (character) => {
    expect(() => serializeCookie('a', 'v', { path: `/${character}` })).toThrow(TypeError)
  })

  it.each(['', 'app', ' /app', '/app ', `/${'x'.repeat(1_024)}`])(
    'refuses the path %j, which browsers replace (CKI-11)',
    (path) => {
      expect(() => serializeCookie('a', 'v', { path })).toThrow(TypeError)
    },
  )

  it.each(['/', '/app', '/a b', `/${'x'.repeat(1_023)}`])('writes the path %j', (path) => {
    expect(serializeCookie('a', 'v', { path })).toBe(`a=v; Path=${path}`)
  })

  it('refuses a domain that is too long, which browsers ignore (CKI-11)', () => {
    const domain = `${'x.'.repeat(126)}de`
    expect(serializeCookie('a', 'v', { domain })).toBe(`a=v; Domain=${domain}`)
    expect(() => serializeCookie('a', 'v', { domain: `x${domain}` })).toThrow(TypeError)
  })

  it('writes a domain of one letter', () => {
    expect(serializeCookie('a', 'v', { domain: 'x' })).toBe('a=v; Domain=x')
  })

  it.each([
    ['name', () => serializeCookie('a b', 'v', {})],
    ['domain', () => serializeCookie('a', 'v', { domain: 'a b' })],
    ['path', () => serializeCookie('a', 'v', { path: 'a' })],
    ['maxAge', () => serializeCookie('a', 'v', { maxAge: 1.5 })],
    ['expires', () => serializeCookie('a', 'v', { expires: new Date(Number.NaN) })],
  ])('names the refused %s in the error', (what, write) => {
    expect(write).toThrow(`Invalid cookie ${what}`)
  })

  it.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses a Max-Age of %d',
    (maxAge) => {
      expect(() => serializeCookie('a', 'v', { maxAge })).toThrow(TypeError)
    },
  )

  it.each([
    [Date.UTC(9999, 11, 31), 'Fri, 31 Dec 9999 00:00:00 GMT'],
    [8.64e15, 'Fri, 31 Dec 9999 00:00:00 GMT'],
    [-1, 'Thu, 01 Jan 1970 00:00:00 GMT'],
    [-8.64e15, 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('writes the date %d so that browsers read it: %s (CKI-09)', (time, date) => {
    expect(serializeCookie('a', 'v', { expires: new Date(time) })).toBe(`a=v; Expires=${date}`)
  })

  it('refuses an invalid date', () => {
    expect(() => serializeCookie('a', 'v', { expires: new Date(Number.NaN) })).toThrow(TypeError)
  })

  it('refuses an empty name', () => {
    expect(() => serializeCookie('', 'v', PLAIN)).toThrow(TypeError)
  })

  it('escapes values so that none ends its cookie or begins another (CKI-11)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const line = serializeCookie('name', value, {})
        expect(line).toMatch(/^name=[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/)
      }),
    )
  })
})

describe('scanCookies', () => {
  it('reads what serializeCookie wrote, between any other cookies', () => {
    const other = fc.constantFrom(
      'a=b',
      'x',
      '',
      ' ',
      'foo=bar baz',
      'y="q"',
      'z=%zz',
      '=v',
      'my-name=1',
    )
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(other),
        fc.array(other),
        (value, before, after) => {
          const header = [...before, serializeCookie('name', value, {}), ...after].join('; ')
          expect(scan(header, 'name')).toEqual([['name', value]])
        },
      ),
    )
  })

  it.each([
    ['a name inside a value', 'other=x name=evil', []],
    ['a name after an equals sign', 'other=name=evil', []],
    [
      'a name inside a quoted value',
      'other="x; name=in"; name=own',
      [
        ['name', 'in"'],
        ['name', 'own'],
      ],
    ],
    ['a name that ends in ours', 'my-name=evil', []],
    ['a cookie without a name (CKI-14)', '=name=evil; name=own', [['name', 'own']]],
    ['a name in another case (CKI-14)', 'NAME=evil; Name=evil; name=own', [['name', 'own']]],
    ['a name without a value', 'name; name=own', [['name', 'own']]],
    [
      'two of one name, in order (CKI-08)',
      'name=1; name=2',
      [
        ['name', '1'],
        ['name', '2'],
      ],
    ],
    ['space and tabs', ' \t name = own \t', [['name', 'own']]],
    ['no space between', 'a=b;name=own;c=d', [['name', 'own']]],
    ['percent-encoding that is broken (INP-06)', 'name=%zz%; b=c', [['name', '%zz%']]],
    ['percent-encoding of no UTF-8 (INP-06)', 'name=%ff', [['name', '%ff']]],
    ['an equals sign in the value', 'name=a=b=', [['name', 'a=b=']]],
    ['nothing', '', []],
  ])('%s', (_what, header, expected) => {
    expect(scan(header, 'name')).toEqual(expected)
  })

  it('stops when the callback returns true', () => {
    const seen: string[] = []
    scanCookies('name=1; name=2', 'name', (_name, value) => {
      seen.push(value)
      return true
    })
    expect(seen).toEqual(['1'])
  })

  it.each(['\u00a0', '\ufeff', '\u2028', '\v', '\u0085'])(
    'keeps %j at an end of a name or value (CKI-14)',
    (space) => {
      expect(scan(`name${space}=evil; ${space}name=evil; name=own`, 'name')).toEqual([
        [`name${space}`, 'evil'],
        ['name', 'own'],
      ])
      expect(scan(`name=${space}a${space}`, 'name')).toEqual([['name', `${space}a${space}`]])
    },
  )

  it('drops blanks around a name and a value', () => {
    expect(scan(' \tname\t =\t a b \t; name= ', 'name')).toEqual([
      ['name', 'a b'],
      ['name', ''],
    ])
  })

  it('never throws, and finds only names that start with the prefix (REL-01)', () => {
    const word = fc.constantFrom(
      'name',
      'name.0',
      '=',
      ';',
      ' ',
      '%',
      '"',
      '\t',
      'x',
      ',',
      '\u00e9',
    )
    fc.assert(
      fc.property(
        fc.array(word).map((words) => words.join('')),
        (header) => {
          for (const [name] of scan(header, 'name')) expect(name.startsWith('name')).toBe(true)
        },
      ),
    )
  })

  it('reads 100 kB without a separator in one pass (RDS-01)', () => {
    for (const piece of [' ', 'name', 'name=', ';name', 'name ', '; ', 'name;']) {
      // A quadratic algorithm takes minutes here, and the test has seconds.
      expect(() => scan(piece.repeat(Math.ceil(100_000 / piece.length)), 'name')).not.toThrow()
    }
  })
})
