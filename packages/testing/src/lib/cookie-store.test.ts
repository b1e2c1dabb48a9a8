import { describe, expect, test } from 'vitest'
import { createCookieStore, type SiteContext } from './cookie-store.ts'

const at = (url: string): URL => new URL(url)

/** Names of the cookies that go along after some headers. */
function sentTo(
  url: string,
  headers: Readonly<Record<string, string>>,
  context: SiteContext = 'same-site',
): readonly string[] {
  const store = createCookieStore()
  for (const [header, from] of Object.entries(headers)) store.receive(header, at(from))
  return store.matching(at(url), context).map(({ name, value }) => `${name}=${value}`)
}

const APP = 'https://app.example/auth/signin'

describe('A cookie of a visitor (RFC 6265bis)', () => {
  test.each([
    ['of the host', 'a=1', APP, true],
    ['of another host', 'a=1', 'https://other.example/', false],
    ['of a host above, without a domain', 'a=1', 'https://example/', false],
    ['of a domain', 'a=1; Domain=.Example', 'https://b.example/', true],
    ['of a path', 'a=1; Path=/auth', APP, true],
    ['of a path with a slash at its end', 'a=1; Path=/auth/', APP, true],
    ['of another path', 'a=1; Path=/aut', APP, false],
    ['without spaces between its attributes', 'a=1;Path=/other;Secure', APP, false],
    ['that is secure, over http', 'a=1; Secure', 'http://app.example/', false],
  ] as const)('set by %s is sent: %s, to %s (%s)', (_, header, url, isSent) => {
    expect(sentTo(url, { [header]: APP })).toEqual(isSent ? ['a=1'] : [])
  })

  test.each([
    ['is secure and came over http', 'a=1; Secure', 'http://app.example/'],
    ['is meant for another domain', 'a=1; Domain=other.example', APP],
    ['says __Secure- and is not secure', '__Secure-a=1', APP],
    ['says __Host- and has a domain', '__Host-a=1; Secure; Path=/; Domain=app.example', APP],
    ['is of no site and not secure', 'a=1; SameSite=None', APP],
    ['is too large', `a=${'x'.repeat(4096)}`, APP],
  ] as const)('is not stored where it %s', (_, header, from) => {
    const store = createCookieStore()
    store.receive(header, at(from))
    expect(store.all()).toEqual([])
  })

  test.each(['a=; Max-Age=0', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is deleted by %j, and others of its name are not',
    (header) => {
      const kept = { 'a=1': APP, 'a=2; Path=/auth': APP }
      expect(sentTo(APP, { ...kept, [header]: APP })).toEqual(['a=2'])
    },
  )

  test.each([
    ['same-site', ['strict=1', 'lax=1', 'none=1']],
    ['cross-site-navigation', ['lax=1', 'none=1']],
    ['cross-site-post', ['none=1']],
  ] as const)(
    'is sent according to its SameSite with a request that is %s',
    (context, expected) => {
      const headers = {
        'strict=1; SameSite=Strict': APP,
        'lax=1': APP,
        'none=1; Secure; SameSite=None': APP,
      }
      expect(sentTo(APP, headers, context)).toEqual(expected)
    },
  )
})
