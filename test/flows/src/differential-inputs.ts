import type { CookieSerializeOptions } from '@latchstring/core/types'
import fc from 'fast-check'

/** Origins an application may have: with a name, with a port, with an address, with a name in punycode. */
export const ORIGINS = [
  'https://app.example',
  'http://localhost:3000',
  'http://[::1]:8080',
  'https://127.0.0.1',
  'https://xn--bcher-kva.example:8443',
] as const

/** Where the references of a page begin: the action that the parser is asked at. */
export const placeIn = (origin: string): string => `${origin}/auth/signin?from=here#part`

const OWN = ORIGINS.flatMap((origin) => {
  const { host, hostname } = new URL(origin)
  return [host, hostname, host.toUpperCase(), `${hostname}:443`, `${hostname}:80`, `${host}.`]
})

const HOSTS = fc.constantFrom(
  ...OWN,
  'app。example',
  'app．example',
  'app｡example',
  'ａpp.example',
  'app%2eexample',
  'app\u00ad.example',
  'ap\u200bp.example',
  'BÜCHER.example:8443',
  'bu\u0308cher.example:8443',
  '[0:0::1]:8080',
  '[::0001]:08080',
  '[::FFFF:127.0.0.1]',
  '[::1%25lo]',
  '127.1',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '127.0.0.1.',
  '１２７.0.0.1',
  'evil.example',
  'evil。example',
  'app.example.evil.example',
  'app.example%2f.evil.example',
  'app.example%00.evil.example',
  'faß.example',
  'İ.example',
  'xn--a',
  `${'x'.repeat(64)}.example`,
  '',
)
const SCHEMES = fc.constantFrom(
  'https:',
  'http:',
  'HTTPS:',
  'hTTp:',
  'javascript:',
  'blob:https:',
  'view-source:https:',
  'filesystem:https:',
  'ftp:',
  'ws:',
  'file:',
  'intent:',
  '',
)
const SLASHES = fc.constantFrom('//', '//', '//', '/', '', '///', '////', '\\\\', '/\\', '\\/')
const USERS = fc.constantFrom(
  '',
  '',
  '',
  'ada@',
  'ada:pw@',
  'app.example@',
  'app.example:443@',
  'app.example%40@',
  'app.example%2f@',
  ':@',
  '@',
)
const PORTS = fc.constantFrom(
  '',
  '',
  '',
  '',
  ':',
  ':443',
  ':80',
  ':0443',
  ':65535',
  ':65536',
  ':-1',
)
const TAILS = fc.constantFrom(
  '',
  '/',
  '/inside',
  '/a/../b',
  '/../../evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e/%2E/b',
  '/.%2e//evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%5c%5cevil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:a=b',
  '/%',
  '/%zz',
  '/%ff%fe',
  '/;@evil.example',
  '/@evil.example',
  '/:@evil.example:80/',
  '/é/日本/😀',
  '/．．/／evil.example',
  '/ß?ü=ö#ä',
  '?next=//evil.example',
  '?https://evil.example/',
  '#//evil.example',
  '#@evil.example',
  '/a|b^c`d{e}f\'g"h<i>',
  '?a|b^c`d{e}f\'g"h<i>',
  `/${'x'.repeat(1_990)}`,
  `/${'../'.repeat(600)}`,
  `/?${'é'.repeat(2_020)}`,
  `/${'y'.repeat(2_048)}`,
)
/** What a parser may drop, or take for something else. */
const ODD = fc.constantFrom(
  ...'\t\n\r \\\0\u0001\u001f\u007f\u0085\u00a0\u00ad\u200b\u2028\ufeff\ufffe\ud800／＼＠：。%'.split(
    '',
  ),
)

const address = fc
  .tuple(SCHEMES, SLASHES, USERS, HOSTS, PORTS, TAILS)
  .map((parts) => parts.join(''))
const plain = fc.tuple(fc.constantFrom(...ORIGINS), TAILS).map((parts) => parts.join(''))
const spoiled = fc
  .tuple(fc.oneof(address, plain, TAILS), ODD, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, odd, place]) => {
    const at = Math.floor(place * Math.min(text.length, 40))
    return text.slice(0, at) + odd + text.slice(at)
  })
const path = fc.tuple(SLASHES, HOSTS, TAILS).map((parts) => parts.join(''))

/** Redirect targets that a client may request, in good faith or not. */
export const TARGETS: fc.Arbitrary<string> = fc.oneof(
  address,
  plain,
  spoiled,
  path,
  TAILS,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.webPath(),
  fc.string({ unit: 'binary' }).map((text) => `/${text}`),
)

const NAME_CHARACTERS = "abzAZ019!#$%&'*+-.^_`|~".split('')

/** Names of cookies: those that the grammar allows, and some that it does not. */
export const COOKIE_NAMES: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.string({
      unit: fc.constantFrom(...NAME_CHARACTERS),
      minLength: 1,
      maxLength: 24,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('__proto__', '$Version', 'session.0', 'session.1', 'Path'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
)

/** Values of cookies: any text. */
export const COOKIE_VALUES: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        ';',
        ',',
        '=',
        '"',
        '\\',
        ' ',
        '\t',
        '\r\n',
        '\0',
        '%',
        '%3B',
        '%zz',
        '+',
        '\u00a0',
        'x',
        '; Path=/x',
        '; Domain=evil.example',
        '\r\nSet-Cookie: a=b',
        '\ufeff',
        '\ud800',
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
)

const DAY = 86_400_000
const PATHS = [
  '/',
  '/read',
  '/read/',
  '/a b',
  '/read ',
  ' /read',
  '',
  'read',
  '/é',
  '/a;b',
  '/re%61d',
]
const LONG_PATHS = [`/${'x'.repeat(1_023)}`, `/${'x'.repeat(1_024)}`]
const DOMAINS = [
  'site.example',
  '.site.example',
  'SITE.example',
  'app.site.example',
  'site..example',
  'site.example.',
  'other.example',
  'example',
  '',
  'a b',
  `${'x.'.repeat(600)}site.example`,
]

/**
 * Attributes of cookies. A date is some days from now, or far from any that browsers read.
 *
 * @param now - in milliseconds
 */
export function cookieAttributes(now: number): fc.Arbitrary<CookieSerializeOptions> {
  const dates = [now + 2 * DAY, now + 300 * DAY, now - DAY, 0, -1, 8.64e15, -8.64e15, Number.NaN]
  return fc.record(
    {
      path: fc.constantFrom(...PATHS, ...LONG_PATHS),
      domain: fc.constantFrom(...DOMAINS),
      maxAge: fc.constantFrom(2 * DAY, 86_400, 0, -1, 1.5, Number.NaN, 2 ** 53, 1e21),
      expires: fc.constantFrom(...dates).map((time) => new Date(time)),
      httpOnly: fc.boolean(),
      secure: fc.boolean(),
      sameSite: fc.constantFrom(true, false, 'lax' as const, 'strict' as const, 'none' as const),
      priority: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
    },
    { requiredKeys: [] },
  )
}
