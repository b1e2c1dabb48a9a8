import { describe, expect, test } from 'vitest'
import { InvalidConfiguration } from '../errors/classes.ts'
import { paths } from './paths.ts'
import { findSpellings } from './path-variants.ts'

const ORIGIN = 'https://app.example'

describe('paths', () => {
  test.each([
    [
      '/admin',
      ['/admin', '/admin?x=1', '/admin#top'],
      ['/', '/admin/users', '/admins', '/x/admin'],
    ],
    ['/admin/', ['/admin'], ['/admin/users']],
    ['/members/*', ['/members', '/members/a', '/members/a/b'], ['/', '/member', '/membership']],
    ['/', ['/', '/?x=1'], ['/a', '/index']],
    ['/*', ['/', '/a', '/a/b'], []],
    ['/Members/*', ['/members', '/members/a'], ['/other']],
    ['/straße', ['/straße', '/strasse', '/STRASSE', '/stra%C3%9Fe'], ['/strase']],
    ['/café/*', ['/caf%C3%A9/x', '/caf%c3%a9', '/CAF%C3%89', '/cafe%CC%81'], ['/cafe']],
    ['/caf%C3%A9', ['/café'], ['/cafe']],
    ['/μέλης', ['/μέλησ', '/ΜΈΛΗΣ'], []],
    ['/c%2B%2B', ['/c++', '/C%2b%2b'], ['/c']],
    ['/tags/c%23', ['/tags/c%23', '/Tags/C%2523'], ['/tags/c']],
    ['/100%25', ['/100%25'], ['/100']],
    ['/a;b', ['/a;b', '/a%3Bb'], ['/a', '/a/b']],
    ['/report.html', ['/report.html', '/Report.HTML'], ['/report.pdf']],
    ['/.well-known/*', ['/.well-known/x'], ['/well-known/x']],
    ['/a%E9', ['/a%E9'], ['/aundefined', '/a']],
    ['/~ada/notes', ['/~ada/notes', '/%7Eada/notes'], ['/ada/notes']],
  ] as const)('ALT-02 matches with %s its pages and no others', (pattern, inside, outside) => {
    const matches = paths(pattern)
    for (const path of inside) expect([path, matches(path)]).toEqual([path, true])
    for (const path of outside) expect([path, matches(path)]).toEqual([path, false])
  })

  test('ALT-02 with several patterns matches what any of them matches', () => {
    const matches = paths('/members/*', '/admin')
    expect(['/members/x', '/admin', '/admin/x', '/'].map(matches)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('ALT-02 accepts requests, URLs, objects with a path, and paths', () => {
    const matches = paths('/members/*')
    const sources = (path: string) => [
      path,
      ORIGIN + path,
      new URL(ORIGIN + path),
      new Request(ORIGIN + path),
      { url: path },
      { url: ORIGIN + path },
      { pathname: path },
    ]
    for (const source of sources('/%6dembers//x')) expect(matches(source)).toBe(true)
    for (const source of sources('/x/%6dembers')) expect(matches(source)).toBe(false)
  })

  test.each([
    '/%6dembers',
    '/MEMBERS/',
    '//members//x',
    '/x/../members',
    '/members/../x',
    '/members;a=1',
    '/members/__data.json',
    '/members.rsc?_rsc=1',
    '\\members',
    // A path that cannot be decoded matches every rule.
    '/%',
    '/%00',
    '/a\u0000',
    '/%E9',
    'members',
    '*',
    '',
    `/${'A'.repeat(100_000)}`,
    `/${'%25'.repeat(30_000)}`,
  ])('ALT-02 a rule for protected pages applies to %j', (path) => {
    expect(paths('/members/*')(path)).toBe(true)
  })

  test.each([
    ['members', 'does not begin with a slash'],
    ['', 'does not begin with a slash'],
    ['https://app.example/members', 'does not begin with a slash'],
    ['/members?tab=1', 'has a query or a fragment'],
    ['/members#top', 'has a query or a fragment'],
    ['/members*', 'has a "*" that is not the last segment'],
    ['/*/edit', 'has a "*" that is not the last segment'],
    ['/members/**', 'has a "*" that is not the last segment'],
    ['/members/:path*', 'has a "*" that is not the last segment'],
    ['/members/:id', 'has characters of a regular expression or of a route'],
    ['/members/[id]', 'has characters of a regular expression or of a route'],
    ['/(members|admin)', 'has characters of a regular expression or of a route'],
    ['/members/.+', 'has characters of a regular expression or of a route'],
    ['/{a,b}', 'has characters of a regular expression or of a route'],
    ['^/members', 'does not begin with a slash'],
    ['/members$', 'has characters of a regular expression or of a route'],
    ['/members\\x', 'has characters of a regular expression or of a route'],
    ['//members', 'has an empty segment'],
    ['/members//', 'has an empty segment'],
    ['/./members', 'has an empty segment, "." or ".."'],
    ['/members/..', 'has an empty segment, "." or ".."'],
    ['/members/%2e%2E/x', 'has an empty segment, "." or ".."'],
    ['/a%2Fb', 'has an encoded slash'],
    ['/a%5cb', 'has an encoded slash'],
    ['/100%', 'has a control character or a lone "%"'],
    ['/100%2', 'has a control character or a lone "%"'],
    ['/a\nb', 'has a control character or a lone "%"'],
  ])('refuses the pattern %j: it %s', (pattern, problem) => {
    let thrown: unknown
    try {
      paths('/fine', pattern)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(InvalidConfiguration)
    expect(String(thrown)).toContain(`The path pattern "${pattern}" ${problem}`)
  })

  test('refuses a rule without patterns', () => {
    // @ts-expect-error The type asks for a pattern; programs without types can leave it out.
    expect(() => paths()).toThrow('`paths` has no pattern. Name a path, such as "/members/*".')
  })
})

describe('findSpellings', () => {
  test.each([
    ['/', ['/']],
    ['/a-b/c_d/~e/42', ['/a-b/c_d/~e/42']],
    ['/caf%c3%a9', ['/caf%c3%a9', '/caf%C3%A9']],
    ['/a%2fb', ['/a%2fb', '/a%2Fb', '/a/b']],
    ['/a%2F%2562', ['/a%2F%2562', '/a/%62', '/a/b', '/a%2F%62', '/a%2Fb']],
    ['/%41%2541', ['/%41%2541', '/A%41', '/A%2541', '/AA', '/a%2541', '/a%41', '/aA', '/aa']],
    ['/%252fa', ['/%252fa', '/%2Fa', '//a', '/a']],
    ['/100%25', ['/100%25']],
    ['/a;b=1/c;d', ['/a;b=1/c;d', '/a', '/a/c']],
    ['/a.html__data.json', ['/a.html__data.json', '/a.html', '/a']],
    ['/_root.data', ['/_root.data', '/', '/_root']],
    ['/_next/data/b1/index.json', ['/_next/data/b1/index.json', '/']],
    ['/_next/data/b1/a/b.json', ['/_next/data/b1/a/b.json', '/a/b']],
    ['/a/q-loader-data.x1.json', ['/a/q-loader-data.x1.json', '/a']],
    ['/a/__route.js', ['/a/__route.js', '/a']],
    ['/a/_payload.js', ['/a/_payload.js', '/a']],
    ['/a/_.data', ['/a/_.data', '/a', '/a/_']],
    ['/a/index.htm', ['/a/index.htm', '/a', '/a/index']],
    ['/a.segment.rsc', ['/a.segment.rsc', '/a.segment']],
    ['/a.%20./b', ['/a.%20./b', '/a/b']],
    ['/a.', ['/a.', '/a']],
    ['/a%252', ['/a%252']],
    ['/a%3F', ['/a%3F', '/a']],
    ['/a%23b', ['/a%23b', '/a']],
    ['/a%5c', ['/a%5c', '/a%5C', '/a/', '/a']],
    ['/%3AA', ['/%3AA', '/%3Aa', '/:A', '/:a']],
    ['/%3A%2F', ['/%3A%2F', '/:', '/:/']],
    ['/x/..b', ['/x/..b']],
    ['/.segments/.segment.rsc', ['/.segments/.segment.rsc', '/.segments/.segment', '/']],
    ['/__data.jsona', ['/__data.jsona']],
    ['/a.html__data.json/b', ['/a.html__data.json/b']],
    ['/a.segment.rsc/b.segments/c', ['/a.segment.rsc/b.segments/c']],
    ['/x/_next/data/a/b.json', ['/x/_next/data/a/b.json']],
    ['/_next/data/a/b.json/c', ['/_next/data/a/b.json/c']],
  ])('%s: %j', (path, spellings) => {
    const found = findSpellings(path) ?? []
    expect(found[0]).toBe(path)
    expect(found.toSorted()).toEqual(spellings.toSorted())
  })

  test('includes spellings of the path in the request line', () => {
    expect(findSpellings('/x', ['/a/../x'])).toEqual(['/x', '/a'])
    expect(findSpellings('/x/a', ['/x//../a'])).toEqual(['/x/a', '/a', '/x/', '/x'])
    expect(findSpellings('/x', ['/x'])).toEqual(['/x'])
    expect(findSpellings('/', ['/a/..'])).toEqual(['/', '/a'])
    expect(findSpellings('/xyz', ['/a/../xyz'])).toEqual(['/xyz', '/a'])
    expect(findSpellings('/x', ['/a%E9/../x'])).toBeUndefined()
    expect(findSpellings('/', ['/a%2/..'])).toBeUndefined()
    expect(findSpellings('/x', ['/%00/../x'])).toBeUndefined()
  })

  test.each([
    ['malformed', '/%zz'],
    ['UTF-8 in an overlong form', '/%C1%A1'],
    ['a NUL', '/a%00'],
    ['a NUL that is encoded twice', '/a%2500'],
    ['a delete character', '/a%7F'],
    ['too long', `/${'a.'.repeat(2_048)}`],
    ['more spellings than are compared', '/A%2FB;c/D.html/'],
  ])('returns undefined for a path that is %s (INP-06)', (_, path) => {
    expect(findSpellings(path)).toBeUndefined()
  })

  test('accepts a long path without escapes', () => {
    for (const path of [`/${'a/'.repeat(5_000)}a`, `/${'ab/'.repeat(5_000)}ab`]) {
      expect(findSpellings(path)).toEqual([path])
    }
  })

  test('finds sixteen spellings at most', () => {
    expect(findSpellings('/%C3%A9%5c%2e/_next/data/\\')).toHaveLength(16)
  })

  test('finds as many of each address of a page', () => {
    const rewritten = '/Produkte/Gr%C3%B6%C3%9Fe%2FA/'
    const found = findSpellings(`/de${rewritten}`, [rewritten]) ?? []
    const both = [`/de${rewritten}`, rewritten].flatMap((path) => findSpellings(path) ?? [])
    expect(found.toSorted()).toEqual(both.toSorted())
    expect(found.length).toBeGreaterThan(16)
    expect(findSpellings('/x', ['/A%252FB;c/%2544.html/E%252FF;g/'])).toBeUndefined()
  })

  test('accepts a path of the greatest length, and none that is longer (INP-06)', () => {
    const path = `/${'a'.repeat(4_094)}.`
    expect(findSpellings(path)).toContain(path)
    expect(findSpellings(`${path}.`)).toBeUndefined()
  })
})
