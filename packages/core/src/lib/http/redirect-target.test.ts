import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOwnTarget, parseTarget } from './redirect-target.ts'

const ORIGIN = 'https://app.example.com'
const EVIL = [
  'evil.com',
  'evil.com:443',
  'user@evil.com',
  'app.example.com@evil.com',
  '[::1]',
  '2130706433',
  'evil。com',
  'ｅｖｉｌ.com',
  'app.example.com.evil.com',
  'evilapp.example.com',
  'app.example.com:8443',
]

/** Ways to write an address so that some parser takes it for another. */
const TRICKS: readonly ((host: string) => string)[] = [
  (host) => `https://${host}/`,
  (host) => `http://${host}/`,
  (host) => `//${host}/`,
  (host) => `///${host}/`,
  (host) => `////${host}/`,
  (host) => `/\\${host}/`,
  (host) => `\\/${host}/`,
  (host) => `\\\\${host}/`,
  (host) => `/\t/${host}/`,
  (host) => `/\n/${host}/`,
  (host) => `/\r\n/${host}/`,
  (host) => `\t//${host}/`,
  (host) => ` //${host}/`,
  (host) => `\u0000//${host}/`,
  (host) => `\u00a0//${host}/`,
  (host) => `\ufeffhttps://${host}/`,
  (host) => `https:${host}/`,
  (host) => `https:/${host}/`,
  (host) => `https:///${host}/`,
  (host) => `https:\\\\${host}/`,
  (host) => `https:/\\${host}/`,
  (host) => `hTTps://${host}/`,
  (host) => `ht\ntps://${host}/`,
  (host) => `https\t://${host}/`,
  (host) => `https://${host}\\@app.example.com/`,
  (host) => `https://app.example.com\\@${host}/`,
  (host) => `https://app.example.com:x@${host}/`,
  (host) => `https://app.example.com%40${host}/`,
  (host) => `https://app.example.com%2f@${host}/`,
  (host) => `https://app.example.com;@${host}/`,
  (host) => `https://${host}#@app.example.com/`,
  (host) => `https://${host}?@app.example.com/`,
  (host) => `https://app.example.com\u2028@${host}/`,
  (host) => `https://app.example.com%00.${host}/`,
  (host) => `ftp://${host}/`,
  (host) => `ws://${host}/`,
  (host) => `javascript://${host}/%0aalert(1)`,
  (host) => `blob:https://${host}/1`,
  (host) => `view-source:https://${host}/`,
  (host) => `${host}`,
  (host) => `.${host}`,
  (host) => `?${host}`,
]

/** Schemes whose URLs can have the origin of the application, and other words that are not path (RDR-04). */
const SCHEMES = [
  `blob:${ORIGIN}/9115d58c`,
  `filesystem:${ORIGIN}/temporary/x`,
  `view-source:${ORIGIN}/`,
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  `javascript:${ORIGIN}/%0aalert(1)`,
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'about:blank',
  'mailto:a@evil.com',
  'tel:1',
  'file:///etc/passwd',
  'http:',
  'https:',
  'https://',
  'http:///',
  'https://:443/',
  'https://[',
  'https://%',
  'https://a b/',
  '',
  ' ',
  '.',
  '..',
  'page',
  '?x',
  '#x',
  '//',
  '///',
  '\\',
  'null',
  'undefined',
]

/** Rest of a path of the application with something no parser agrees about (RDR-06). */
const BROKEN = [
  '\u0000',
  '\u0001',
  '\t',
  '\n',
  '\r',
  '\r\nSet-Cookie: a=b',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\\',
  '\ud800',
  '\udc00',
  'x\ud83dx',
]

const CORPUS = [
  ...TRICKS.flatMap((trick) => EVIL.map((host) => trick(host))),
  ...SCHEMES,
  ...BROKEN.flatMap((text) => [
    `/${text}`,
    `/page${text}`,
    `/page?x=${text}`,
    `/page#${text}x`,
    `${ORIGIN}/${text}x`,
  ]),
  `/${'x'.repeat(2_048)}`,
  `${ORIGIN}/?${'x'.repeat(2_048)}`,
]

describe('a hostile redirect target', () => {
  it('corpus has at least 300 strings', () => {
    expect(new Set(CORPUS).size).toBeGreaterThan(500)
  })

  it.each([...new Set(CORPUS)])(
    '%j does not redirect to another site (RDR-01, RDR-04, RDR-06)',
    (target) => {
      // None of them may be taken at all: where parsers agree, it is another origin; where not, it is ambiguous.
      expect(parseOwnTarget(target, ORIGIN)?.href).toBeUndefined()
    },
  )

  it.each([
    undefined,
    null,
    1,
    true,
    {},
    [],
    ['/a'],
    new URL(ORIGIN),
    { toString: () => '/' },
    Symbol('x'),
  ])('that is not a string is refused', (target) => {
    expect(parseTarget(target, ORIGIN)).toBeUndefined()
  })
})

describe('a redirect target of the application', () => {
  it.each([
    ['/', `${ORIGIN}/`],
    ['/page?a=b#c', `${ORIGIN}/page?a=b#c`],
    ['/a/../b', `${ORIGIN}/b`],
    ['/..//evil.com', `${ORIGIN}//evil.com`],
    ['/%2f/evil.com', `${ORIGIN}/%2f/evil.com`],
    ['/page?next=https://evil.com/', `${ORIGIN}/page?next=https://evil.com/`],
    ['/é?ü=日本#ß', `${ORIGIN}/%C3%A9?%C3%BC=%E6%97%A5%E6%9C%AC#%C3%9F`],
    ['/😀', `${ORIGIN}/%F0%9F%98%80`],
    [ORIGIN, `${ORIGIN}/`],
    [`${ORIGIN}:443/x`, `${ORIGIN}/x`],
    ['HTTPS://APP.EXAMPLE.COM/x', `${ORIGIN}/x`],
    ['https://user:pw@app.example.com/x', `${ORIGIN}/x`],
    ['/:80', `${ORIGIN}/:80`],
    ['/@evil.com', `${ORIGIN}/@evil.com`],
    [`/${'x'.repeat(2_047)}`, `${ORIGIN}/${'x'.repeat(2_047)}`],
  ])('%s is kept (RDR-02)', (target, expected) => {
    expect(parseOwnTarget(target, ORIGIN)?.href).toBe(expected)
  })

  it('has the scheme and the port of the application (RDR-01, HST-07)', () => {
    expect(parseOwnTarget('http://app.example.com/', ORIGIN)).toBeUndefined()
    expect(parseOwnTarget('https://app.example.com:8443/', ORIGIN)).toBeUndefined()
    expect(parseOwnTarget('https://app.example.com/', 'http://app.example.com')).toBeUndefined()
    expect(parseOwnTarget('http://localhost:3000/a', 'http://localhost:3000')?.pathname).toBe('/a')
  })

  it('of another site is accepted where other sites are allowed, with http and https only (RDR-05)', () => {
    expect(parseTarget('https://user:pw@other.example/x', ORIGIN)?.href).toBe(
      'https://other.example/x',
    )
    for (const target of [...SCHEMES, ...BROKEN.map((text) => `https://other.example/${text}x`)]) {
      expect([target, parseTarget(target, ORIGIN)?.href]).toEqual([target, undefined])
    }
  })

  it.each(['//other.example', '//other.example/x', '//'])(
    'of another site needs a protocol: not %s (RDR-05)',
    (target) => {
      expect(parseTarget(target, ORIGIN)).toBeUndefined()
    },
  )

  it('equals the result of the URL parser, or is refused (RDR-01, RDR-02)', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      'https:',
      'http:',
      'javascript:',
      'blob:',
      ORIGIN,
      'app.example.com',
      'evil.com',
      '@',
      ':',
      '?',
      '#',
      '.',
      '..',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\n',
      ' ',
      '\u0000',
      '\u2028',
      '。',
      '／',
      '＠',
      '\ud800',
      'é',
      'x',
      '443',
    )
    const target = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.webPath(),
    )
    fc.assert(
      fc.property(target, (text) => {
        const url = parseOwnTarget(text, ORIGIN)
        if (!url) return
        const expected = new URL(text, `${ORIGIN}/auth/signin`)
        expected.username = ''
        expected.password = ''
        expect(url.href).toBe(expected.href)
        expect(url.origin).toBe(ORIGIN)
        expect(url.protocol).toBe('https:')
        // Read again as a Location it is the same.
        expect(new URL(url.href, 'https://other.example/').href).toBe(url.href)
        // oxlint-disable-next-line no-control-regex
        expect(url.href).not.toMatch(/[\u0000-\u0020\u007f-\uffff\\]/)
      }),
      { numRuns: 2_000 },
    )
  })
})
