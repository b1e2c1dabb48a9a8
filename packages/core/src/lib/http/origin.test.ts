import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAuthError } from '../errors/auth-error.ts'
import {
  describePolicy,
  isLoopback,
  parseListedHost,
  resolveOrigin,
  type OriginPolicy,
} from './origin.ts'

const FIXED = {
  kind: 'fixed',
  origin: { href: 'https://app.example.com', secure: true },
} as const
const TRUSTED = { kind: 'trusted', by: 'trustHost' } as const
const listed = (forwarded: boolean, ...hosts: string[]): OriginPolicy => ({
  kind: 'listed',
  hosts: new Set(hosts.map(parseListedHost)),
  forwarded,
})

function resolve(policy: OriginPolicy, headers: Record<string, string>, url?: string): string {
  const source = { headers: new Headers(headers), ...(url === undefined ? {} : { url }) }
  try {
    const { href, secure } = resolveOrigin(policy, source)
    // Cookies are named by `secure`, so both have to say the same.
    expect(secure).toBe(href.startsWith('https://'))
    return href
  } catch (error) {
    if (isAuthError(error)) return error.type
    throw error
  }
}

const HOSTILE = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  forwarded: 'host=evil.example;proto=http',
  'x-real-ip': '1.2.3.4',
  'x-forwarded-port': '8443',
  'x-original-host': 'evil.example',
  'x-auth-host': 'evil.example',
}

describe('An entry of `allowedHosts`', () => {
  it.each([
    '',
    'a b',
    'https://a.example/path',
    'a.example?x',
    'user@a.example',
    'ftp://a.example',
    '*',
    '*.com',
    '*.127.0.0.1',
    'a.*.example',
    'a.example:99999',
  ])('that is no host, %j, is refused with its text and what to write', (entry) => {
    expect(() => parseListedHost(entry)).toThrow(/neither a host, such as app\.example\.com/)
  })
})

describe('resolveOrigin', () => {
  it('returns the origin of AUTH_URL for any request (HST-01, HST-06)', () => {
    expect(resolve(FIXED, HOSTILE, 'http://evil.example/auth')).toBe('https://app.example.com')
    expect(resolve(FIXED, { host: '][' })).toBe('https://app.example.com')
    expect(
      resolve({ kind: 'fixed', origin: { href: 'http://localhost:3000', secure: false } }, HOSTILE),
    ).toBe('http://localhost:3000')
  })

  it('refuses an untrusted host (HST-02)', () => {
    const policy = { kind: 'untrusted', fix: 'Set AUTH_URL.' } as const
    expect(resolve(policy, { host: 'app.example.com' }, 'https://app.example.com/')).toBe(
      'UntrustedHost',
    )
    expect(() => resolveOrigin(policy, { headers: new Headers() })).toThrow('Set AUTH_URL.')
  })

  it.each<[string, OriginPolicy, Record<string, string>, string | undefined, string]>([
    [
      'a listed host',
      listed(false, 'a.example'),
      { host: 'a.example' },
      'https://x/',
      'https://a.example',
    ],
    [
      'another listed one',
      listed(false, 'a.example', 'b.example'),
      { host: 'b.example' },
      'https://x/',
      'https://b.example',
    ],
    [
      'a listed host in capitals',
      listed(false, 'a.example'),
      { host: 'A.Example' },
      'https://x/',
      'https://a.example',
    ],
    [
      'a host that is not listed',
      listed(false, 'a.example'),
      { host: 'evil.example' },
      undefined,
      'UntrustedHost',
    ],
    [
      'a subdomain of a listed one (RDR-08)',
      listed(false, 'a.example'),
      { host: 'x.a.example' },
      undefined,
      'UntrustedHost',
    ],
    [
      'a name that ends in a listed one (RDR-08)',
      listed(false, 'a.example'),
      { host: 'xa.example' },
      undefined,
      'UntrustedHost',
    ],
    [
      'a name that begins with a listed one (RDR-08)',
      listed(false, 'a.example'),
      { host: 'a.example.evil' },
      undefined,
      'UntrustedHost',
    ],
    [
      'another port of a listed host (HST-07)',
      listed(false, 'a.example'),
      { host: 'a.example:8443' },
      undefined,
      'UntrustedHost',
    ],
    [
      'no port of a host listed with one (HST-07)',
      listed(false, 'a.example:8443'),
      { host: 'a.example' },
      undefined,
      'UntrustedHost',
    ],
    [
      'a listed host with its port',
      listed(false, 'a.example:8443'),
      { host: 'a.example:8443' },
      'https://x/',
      'https://a.example:8443',
    ],
    [
      'a listed host with a dot at the end',
      listed(false, 'a.example'),
      { host: 'a.example.' },
      undefined,
      'https://a.example',
    ],
    [
      'a listed host with the port of https',
      listed(false, 'a.example'),
      { host: 'a.example:443' },
      'https://x/',
      'https://a.example',
    ],
    [
      'a host that is listed with the port of https',
      listed(false, 'a.example:443'),
      { host: 'a.example' },
      'https://x/',
      'https://a.example',
    ],
    [
      'the port of http over https (HST-07)',
      listed(false, 'a.example'),
      { host: 'a.example:80' },
      'https://x/',
      'UntrustedHost',
    ],
    [
      'a host that is listed as its letters',
      listed(false, 'bücher.example'),
      { host: 'xn--bcher-kva.example' },
      'https://x/',
      'https://xn--bcher-kva.example',
    ],
    [
      'a host that is listed as an address, with a dot and in capitals',
      listed(false, 'https://A.example./'),
      { host: 'a.example' },
      'https://x/',
      'https://a.example',
    ],
    [
      'a host below a name with a star',
      listed(false, '*.a.example:8443'),
      { host: 'x.a.example:8443' },
      'https://x/',
      'https://x.a.example:8443',
    ],
    ...['a.example', 'x.y.a.example', 'xa.example', 'x.a.example.evil', 'x.a.example:8443'].map(
      (host): [string, OriginPolicy, Record<string, string>, string, string] => [
        `${host} for a name with a star (RDR-08)`,
        listed(false, '*.a.example'),
        { host },
        'https://x/',
        'UntrustedHost',
      ],
    ),
    [
      'forwarded headers without trust (HST-03)',
      listed(false, 'a.example'),
      { host: 'a.example', 'x-forwarded-host': 'b.example', 'x-forwarded-proto': 'http' },
      'https://x/',
      'https://a.example',
    ],
    [
      'a forwarded listed host without trust (HST-03)',
      listed(false, 'a.example'),
      { host: 'inner', 'x-forwarded-host': 'a.example' },
      undefined,
      'UntrustedHost',
    ],
    [
      'a forwarded listed host with trust (HST-03)',
      listed(true, 'a.example'),
      { host: 'inner:80', 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' },
      'http://inner/',
      'https://a.example',
    ],
    [
      'a forwarded host that is not listed, with trust',
      listed(true, 'a.example'),
      { host: 'a.example', 'x-forwarded-host': 'evil.example' },
      undefined,
      'UntrustedHost',
    ],
    [
      'the host of the request when trusted',
      TRUSTED,
      { host: 'a.example' },
      'https://x/',
      'https://a.example',
    ],
    [
      'the forwarded host when trusted',
      TRUSTED,
      { host: 'inner', 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' },
      'http://inner/',
      'https://a.example',
    ],
    [
      'the last of a chain (HST-03)',
      TRUSTED,
      {
        host: 'inner',
        'x-forwarded-host': 'evil.example, a.example',
        'x-forwarded-proto': 'http,https',
      },
      'http://inner/',
      'https://a.example',
    ],
    [
      'an invalid forwarded protocol',
      TRUSTED,
      { host: 'a.example', 'x-forwarded-proto': 'gopher' },
      undefined,
      'UntrustedHost',
    ],
    [
      'a forwarded protocol with a host in it',
      TRUSTED,
      { host: 'a.example', 'x-forwarded-proto': 'https://evil.example/?' },
      undefined,
      'UntrustedHost',
    ],
    [
      'empty forwarded headers',
      TRUSTED,
      { host: 'a.example', 'x-forwarded-host': '', 'x-forwarded-proto': '' },
      'https://x/',
      'https://a.example',
    ],
    [
      'the address of the request without a host',
      TRUSTED,
      {},
      'http://a.example:8080/auth?x',
      'http://a.example:8080',
    ],
    [
      'this machine without an address',
      TRUSTED,
      { host: 'localhost:3000' },
      undefined,
      'http://localhost:3000',
    ],
    [
      'another host without an address',
      TRUSTED,
      { host: 'a.example' },
      undefined,
      'https://a.example',
    ],
    [
      'the port the protocol has anyway',
      TRUSTED,
      { host: 'a.example:443' },
      'https://x/',
      'https://a.example',
    ],
    ['an IPv6 address', TRUSTED, { host: '[::1]:3000' }, 'http://x/', 'http://[::1]:3000'],
    ['nothing at all', TRUSTED, {}, undefined, 'UntrustedHost'],
    [
      'headers of vendors (HST-08)',
      TRUSTED,
      { ...HOSTILE, host: 'a.example', 'x-forwarded-host': '', 'x-forwarded-proto': 'https' },
      undefined,
      'https://a.example',
    ],
  ])('returns the origin of %s', (_what, ...[policy, headers, url, expected]) => {
    expect(resolve(policy, headers, url)).toBe(expected)
  })

  it.each([
    'a b',
    'evil.com/',
    'evil.com/path',
    'evil.com#',
    'evil.com?',
    'user@evil',
    'user:pw@evil.com',
    '[::1',
    '::1',
    '[::1]x',
    '[g::]',
    'a..b',
    '.a',
    '-a',
    'a:',
    'a:x',
    'a:99999',
    'a:123456',
    'a:-1',
    'a\\b',
    'a%2fb',
    'a%00',
    'a\tb',
    'ä.example',
    'a;b',
    'a"b',
    "a'b",
    'a<b',
    'a{b',
    'http://a',
    '//a',
    '0x7f.999.1.1.1',
    'x'.repeat(300),
    `${'a.'.repeat(150)}b`,
    'x'.repeat(64),
    '*',
    'a.*',
  ])('refuses the malformed host %j under every policy (HST-04)', (host) => {
    expect(resolve(TRUSTED, { 'x-forwarded-host': encode(host), host: 'a.example' })).toBe(
      'UntrustedHost',
    )
    expect(resolve(TRUSTED, { host: encode(host) })).toBe('UntrustedHost')
    const policy: OriginPolicy = { kind: 'listed', hosts: new Set([host]), forwarded: true }
    expect(resolve(policy, { host: encode(host) })).toBe('UntrustedHost')
  })

  it('refuses an empty host and several hosts (HST-04)', () => {
    expect(resolve(TRUSTED, { host: 'a.example, b.example' })).toBe('UntrustedHost')
    expect(resolve(TRUSTED, { host: '' }, 'https://x/')).toBe('UntrustedHost')
  })

  it('returns an origin or refuses, for any host (HST-04, REL-01)', () => {
    const piece = fc.constantFrom(
      'a',
      'evil',
      '.',
      ':',
      '@',
      '/',
      '#',
      '?',
      '[',
      ']',
      '1',
      '0x',
      '-',
      '_',
      '%',
      ' ',
      ',',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (host) => {
          const result = resolve(TRUSTED, { host })
          if (result === 'UntrustedHost') return
          expect(new URL(result).origin).toBe(result)
          expect(new URL(result).hostname).not.toBe('')
        },
      ),
    )
  })

  it.each([
    'a'.repeat(250),
    'a.'.repeat(120),
    'a-'.repeat(120),
    '[:'.repeat(100),
    'a_'.repeat(100),
  ])('refuses a long host that does not match at once (RDS-01)', (host) => {
    // One that backtracks would not come back within the lifetime of the test runner.
    expect(resolve(TRUSTED, { host: `${host}!` })).toBe('UntrustedHost')
  })

  it('does not mix up interleaved requests (HST-05)', () => {
    for (let count = 0; count < 1_000; count++) {
      const host = count % 2 === 0 ? 'a.example' : 'b.example'
      expect(resolve(listed(false, 'a.example', 'b.example'), { host }, 'https://x/')).toBe(
        `https://${host}`,
      )
    }
  })
})

/** Header values are bytes. */
function encode(text: string): string {
  return Buffer.from(text).toString('latin1')
}

describe('isLoopback (OAU-16)', () => {
  it.each([
    'localhost',
    'LOCALHOST:80',
    'app.localhost:3000',
    '127.0.0.1',
    '127.255.255.254:1',
    '[::1]',
    '[::1]:3000',
  ])('is true for %s', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each([
    '',
    'localhost.evil.com',
    'xlocalhost',
    '127.0.0.1.evil.com',
    'evil127.0.0.1',
    '1.127.0.0.1',
    '127.evil.com',
    '128.0.0.1',
    '[::2]',
    '10.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    'evil.com:127',
  ])('is false for %j', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})

describe('the log message about a refused host (HST-02)', () => {
  const LONG = Array.from({ length: 4 }, () => 'x'.repeat(63)).join('.')

  it('is not used for a host of 255 characters', () => {
    expect(LONG).toHaveLength(255)
    expect(resolve(listed(false, LONG), { host: LONG }, 'https://x/')).toBe(`https://${LONG}`)
  })

  it.each<readonly [string, OriginPolicy, Record<string, string>, string]>([
    ['names a malformed host', TRUSTED, { host: 'a b' }, 'The host of the request is malformed.'],
    [
      'names a host of more than 255 characters as malformed',
      TRUSTED,
      { host: `${LONG}.` },
      'The host of the request is malformed.',
    ],
    ['names a missing host as malformed', TRUSTED, {}, 'The host of the request is malformed.'],
    [
      'names a host with an invalid port as malformed',
      TRUSTED,
      { host: 'a.example:99999' },
      'The host of the request is malformed.',
    ],
    [
      'says that a host is not listed',
      listed(false, 'a.example'),
      { host: 'b.example' },
      'The host of the request is not among `allowedHosts`.',
    ],
    [
      'names a malformed forwarded protocol',
      TRUSTED,
      { host: 'a.example', 'x-forwarded-proto': 'gopher' },
      'The forwarded protocol of the request is malformed.',
    ],
  ])('%s', (_, policy, headers, message) => {
    expect(() => resolveOrigin(policy, { headers: new Headers(headers) })).toThrow(message)
  })

  it('is the same for http and https behind a proxy', () => {
    for (const protocol of ['http', 'https']) {
      const headers = { host: 'a.example', 'x-forwarded-proto': protocol }
      expect(resolve(TRUSTED, headers)).toBe(`${protocol}://a.example`)
    }
  })
})

it('describePolicy names the setting that decides the origin', () => {
  const policies = [FIXED, listed(false), TRUSTED, { kind: 'untrusted', fix: '' }] as const
  expect(policies.map(describePolicy)).toEqual(['AUTH_URL', 'allowedHosts', 'trustHost', 'nothing'])
})
