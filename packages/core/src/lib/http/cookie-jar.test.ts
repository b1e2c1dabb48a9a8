import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChunked } from './chunks.ts'
import { CookieJar } from './cookie-jar.ts'

const NAME = '__Host-latchstring.session-token'
const COOKIE = {
  name: NAME,
  options: { path: '/', httpOnly: true, secure: true, sameSite: 'lax' },
} as const
const EXPIRES = new Date('2100-01-01T00:00:00Z')

/** The cookies of a browser: names and raw values, changed by `Set-Cookie` lines. */
class Browser {
  readonly cookies = new Map<string, string>()
  readonly attributes = new Set<string>()
  longest = 0

  header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  jar(): CookieJar {
    return new CookieJar(this.header())
  }

  take(jar: CookieJar): void {
    for (const line of jar.toHeaders()) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(name.length + 1)
      this.longest = Math.max(this.longest, name.length + value.length)
      const lifetime = attributes.filter((one) => /^(?:Max-Age|Expires)=/.test(one))
      this.attributes.add(attributes.filter((one) => !lifetime.includes(one)).join('; '))
      if (lifetime.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** A token-like text of a length. */
function token(length: number, seed = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
  return Array.from({ length }, (_, index) =>
    alphabet.charAt((index * 7 + seed) % alphabet.length),
  ).join('')
}

const lengths = fc.oneof(
  fc.integer({ min: 1, max: 11_808 }),
  fc.constantFrom(1, 3_935, 3_936, 3_937, 7_872, 7_873, 11_807, 11_808),
)

describe('a value in several cookies', () => {
  it('of any length is read unchanged after a previous one of any length (CKI-05, CKI-07)', () => {
    const steps = fc.array(fc.option(lengths, { nil: 0 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(steps, (sizes) => {
        const browser = new Browser()
        browser.cookies.set('other', '1')
        for (const [index, size] of sizes.entries()) {
          const value = token(size, index)
          const jar = browser.jar()
          browser.take(
            size === 0 ? jar.deleteChunked(COOKIE) : jar.setChunked(COOKIE, value, EXPIRES),
          )
          expect(readChunked(browser.header(), NAME)).toBe(size === 0 ? undefined : value)
          // Nothing of an earlier value is left, and nothing of others is lost.
          expect(browser.cookies.size - 1).toBe(Math.ceil(size / 3_936))
          expect(browser.cookies.get('other')).toBe('1')
        }
        expect(browser.longest).toBeLessThanOrEqual(4_096)
      }),
      { numRuns: 40 },
    )
  })

  it('that does not fit throws, and the one before stays (CKI-05)', () => {
    const browser = new Browser()
    browser.take(browser.jar().setChunked(COOKIE, token(11_808), EXPIRES))
    const before = browser.header()
    expect(() => browser.jar().setChunked(COOKIE, token(11_809), EXPIRES)).toThrow(
      expect.objectContaining({
        type: 'SessionTooLarge',
        message:
          'The session needs 11809 characters; 11808 fit into its cookies, less where they are encoded.',
      }),
    )
    expect(browser.header()).toBe(before)
    expect(browser.cookies.size).toBe(3)
  })

  it('deletes surplus cookies with the same attributes when it gets shorter (CKI-07)', () => {
    const header = [0, 1, 2, 3].map((index) => `${NAME}.${index}=x`).join('; ')
    const browser = new Browser()
    for (const pair of header.split('; ')) browser.cookies.set(pair.slice(0, -2), 'x')
    browser.take(browser.jar().setChunked(COOKIE, token(10), EXPIRES))
    expect([...browser.cookies]).toEqual([[NAME, token(10)]])
    // One set of attributes for what is set and what is deleted.
    expect([...browser.attributes]).toHaveLength(1)
    expect([...browser.attributes].join().split('; ').toSorted()).toEqual([
      'HttpOnly',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  it('set twice in one response keeps only the second (CKI-07)', () => {
    for (const [first, second] of [
      [9_000, 10],
      [10, 9_000],
      [11_000, 5_000],
    ] as const) {
      const browser = new Browser()
      const jar = browser.jar().setChunked(COOKIE, token(first, 1), EXPIRES)
      browser.take(jar.setChunked(COOKIE, token(second, 2), EXPIRES))
      expect(readChunked(browser.header(), NAME)).toBe(token(second, 2))
      expect(browser.cookies.size).toBe(Math.ceil(second / 3_936))
    }
  })

  it('set and deleted in one response is deleted (LGO-07)', () => {
    const browser = new Browser()
    browser.take(browser.jar().setChunked(COOKIE, token(9_000), EXPIRES).deleteChunked(COOKIE))
    expect(browser.cookies.size).toBe(0)
  })

  it('with characters that need encoding stays under 4096 bytes in every cookie (CKI-05)', () => {
    for (const value of [
      '='.repeat(3_900),
      '€'.repeat(1_300),
      '😀'.repeat(900),
      `a${'😀'.repeat(900)}`,
    ]) {
      const browser = new Browser()
      browser.take(browser.jar().setChunked(COOKIE, value, EXPIRES))
      expect(readChunked(browser.header(), NAME)).toBe(value)
      expect(browser.longest).toBeLessThanOrEqual(4_096)
    }
    const jar = new CookieJar('')
    expect(() => jar.setChunked(COOKIE, '€'.repeat(2_000), EXPIRES)).toThrow(
      expect.objectContaining({ type: 'SessionTooLarge' }),
    )
  })

  it.each([
    'name-evil',
    'name.7',
    'name.00',
    'name.01',
    'name.1e1',
    'name.',
    'name.-1',
    'name.+0',
    'name.0x0',
    'name. 0',
    'name.0.0',
    'name.100',
    'name0',
    'name_0',
    'namex0',
    'name.1x',
    'namename',
  ])('ignores %s, which does not hide the session (CKI-04)', (foreign) => {
    expect(readChunked(`${foreign}=evil`, 'name')).toBeUndefined()
    for (const header of [`${foreign}=evil; name=own`, `name=own; ${foreign}=evil`]) {
      expect(readChunked(header, 'name')).toBe('own')
    }
    for (const header of [
      `${foreign}=evil; name.0=a; name.1=b`,
      `name.0=a; name.1=b; ${foreign}=evil`,
    ]) {
      expect(readChunked(header, 'name')).toBe('ab')
    }
  })

  it.each([
    ['a gap', 'name.0=a; name.2=c', 'a'],
    ['only a later one', 'name.1=b; name.2=c', undefined],
    ['the wrong order', 'name.2=c; name.0=a; name.1=b', 'abc'],
    ['two of one index: the first counts (CKI-08)', 'name.0=a; name.0=x; name.1=b; name.1=y', 'ab'],
    ['two whole ones: the first counts (CKI-08)', 'name=a; name=b', 'a'],
    ['two whole ones, of which the first is empty', 'name=; name=b', 'b'],
    ['two of one index, of which the first is empty', 'name.0=; name.0=b', 'b'],
    ['a whole one, with an empty one at index 0', 'name.0=; name=b', 'b'],
    ['more than the limit', 'name.0=a; name.1=b; name.2=c; name.3=d', 'abc'],
    ['the name of the other protocol (CKI-03)', '__Host-name=a; __Secure-name=b', undefined],
    ['an empty one', 'name=', ''],
  ])('is read from %s (CKI-04)', (_what, header, expected) => {
    expect(readChunked(header, 'name')).toBe(expected)
  })

  it('that is empty sets no cookie, and deletes the one before', () => {
    const browser = new Browser()
    browser.take(browser.jar().setChunked(COOKIE, '', EXPIRES))
    expect(browser.cookies.size).toBe(0)
    expect(browser.attributes.size).toBe(0)
    browser.cookies.set(NAME, 'x')
    browser.take(browser.jar().setChunked(COOKIE, '', EXPIRES))
    expect(browser.cookies.size).toBe(0)
  })

  it('deletes at most eight of a hundred surplus cookies (CKI-07)', () => {
    const pairs = Array.from({ length: 100 }, (_, index) => `name.${99 - index}=x`)
    const header = [...pairs, 'name=x', 'other=1'].join('; ')
    const deleted = new CookieJar(header).deleteChunked({ name: 'name', options: {} }).changes()
    const lowest = Array.from({ length: 7 }, (_, index) => `name.${index}`)
    expect(deleted.map(({ name }) => name)).toEqual(['name', ...lowest])
  })

  it('does not delete cookies of other applications (CKI-04)', () => {
    const header =
      'name=1; name.0=2; name.3=3; name-evil=4; name.00=5; name.1e1=6; name2=7; x=8; name_1=9; name.1x=10'
    const deleted = new CookieJar(header).deleteChunked({ name: 'name', options: {} }).changes()
    expect(deleted.map(({ name }) => name)).toEqual(['name', 'name.0', 'name.3'])
  })
})

describe('a cookie jar', () => {
  it('is immutable: changes return another jar', () => {
    const jar = new CookieJar('a=1')
    const changed = jar.set({ name: 'b', options: { path: '/' } }, 'x', { maxAge: 1 })
    expect(jar.changes()).toEqual([])
    expect(changed.changes()).toEqual([
      { name: 'b', value: 'x', options: { path: '/', maxAge: 1 } },
    ])
    expect(changed.delete({ name: 'a', options: {} }).changes()).toHaveLength(2)
    expect(changed.changes()).toHaveLength(1)
  })

  it('uses the last change of a name', () => {
    const cookie = { name: 'a', options: {} }
    expect(new CookieJar('').set(cookie, '1').set(cookie, '2').toHeaders()).toEqual(['a=2'])
    expect(new CookieJar('').set(cookie, '1').delete(cookie).toHeaders()).toEqual([
      'a=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ])
  })

  it('says what the browser has next: the value that is set, else that of the request', () => {
    const cookie = { name: 'a', options: { path: '/' } }
    const jar = new CookieJar('b=2; a=1')
    expect(jar.values('a')).toEqual(['1'])
    const changed = jar.set({ ...cookie, name: 'c' }, '3').set(cookie, '4')
    expect(changed.values('a')).toEqual(['4'])
    expect(changed.values('b')).toEqual(['2'])
    expect(changed.values('d')).toEqual([])
    expect(changed.delete(cookie).values('a')).toEqual([''])
  })

  it('has the values of all cookies of a name, at most four different ones', () => {
    expect(new CookieJar('a=1; b=x; a="2"; a=1; a=3; a=4; a=5').values('a')).toEqual([
      '1',
      '2',
      '3',
      '4',
    ])
  })

  it('has every value that chunks of several cookies can be, the longest and first first', () => {
    const jar = new CookieJar('a.0=p; a.0=x; a.1=q; a.1=y; a.2=z; a=whole; a=other')
    expect(jar.getChunked('a')).toBe('pqz')
    expect(jar.allChunked('a')).toEqual([
      'pqz',
      'pyz',
      'xqz',
      'xyz',
      'pq',
      'py',
      'xq',
      'xy',
      'p',
      'x',
      'whole',
      'other',
    ])
    const many = Array.from({ length: 9 }, (_, index) => `a.${index % 3}=${index}`).join('; ')
    expect(new CookieJar(many).allChunked('a')).toHaveLength(16)
  })

  it('holds one cookie of a name for each domain', () => {
    const [none, one, other] = [{}, { domain: 'a.example' }, { domain: 'b.example' }]
    let jar = new CookieJar('')
    for (const options of [none, one, other, none, one]) jar = jar.set({ name: 'a', options }, '1')
    expect(jar.toHeaders()).toEqual(['a=1', 'a=1; Domain=a.example', 'a=1; Domain=b.example'])
  })

  it('reads a value from the largest allowed number of cookies', () => {
    const jar = new CookieJar('a.0=1; a.1=2; a.2=3; a.3=4')
    expect(jar.getChunked('a')).toBe('123')
    expect(jar.getChunked('a', 2)).toBe('12')
    expect(jar.getChunked('b')).toBeUndefined()
  })

  it('reads the first cookie of a name, and only that name', () => {
    const jar = new CookieJar('ab=0; a=1; a=2; a.b=3')
    expect(jar.get('a')).toBe('1')
    expect(jar.get('b')).toBeUndefined()
    expect(new CookieJar('ab=0').get('a')).toBeUndefined()
    expect(jar.get('')).toBeUndefined()
    expect(jar.namesWith('a')).toEqual(['ab', 'a', 'a.b'])
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'has no cookie %s by default (INP-01)',
    (name) => {
      expect(new CookieJar('').get(name)).toBeUndefined()
      expect(new CookieJar(`${name}=1`).get(name)).toBe('1')
      expect('polluted' in {}).toBe(false)
    },
  )
})
