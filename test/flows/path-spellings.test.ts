import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { type AuthConfig, createAuth, paths } from '@latchstring/core'
import {
  type AuthorizeOptions,
  type FrameworkAuth,
  toScopeSource,
} from '@latchstring/core/framework'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE, createApp, ENV, ORIGIN, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { passwords, signInWithPassword, storePeople } from '@latchstring/test-kit/people'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'
import { captureConsole } from './src/console-lines.ts'
import { READERS } from './src/path-readers.ts'

// `authorized` closes /members: a request that is refused there is refused with every other spelling of the path.

type Instance = Pick<FrameworkAuth<object>, 'authorize'>
type Authorized = NonNullable<NonNullable<AuthConfig['callbacks']>['authorized']>

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
const SCRIPT = { accept: 'application/json', 'sec-fetch-mode': 'cors' }

/** The rule as people write it. */
const startsWith: Authorized = ({ auth, request }) =>
  auth !== null || !new URL(request.url).pathname.startsWith('/members')

const closed = paths('/members/*')

/** A rule about one page alone. */
const equals: Authorized = ({ auth, request }) =>
  auth !== null || new URL(request.url).pathname !== '/members'

/** The first rule by `paths`. */
const byPaths: Authorized = ({ auth, request }) => auth !== null || !closed(request)

const open = (authorized: Authorized): Instance =>
  createAuth({ providers: [passwords()], callbacks: { authorized } }, { env: ENV })

async function statusOf(
  auth: Instance,
  path: string,
  headers: Readonly<Record<string, string>> = PAGE,
): Promise<number | 'allowed'> {
  const { decision } = await auth.authorize(new Request(ORIGIN + path, { headers }))
  return decision.kind === 'allow' ? 'allowed' : decision.response.status
}

beforeEach(() => {
  captureConsole()
})

/** What was sent to real servers, and led to the page on one of them or might have. */
const SENT = [
  '/members',
  '/%6dembers',
  '/%6Dembers',
  '//members',
  '/Members',
  '/MEMBERS',
  '/members/',
  '/./members',
  '/x/../members',
  '/x/%2e%2e/members',
  '/members%2f',
  '/members;a=1',
  '/%2fmembers',
  '/members.html',
  '/members/index.html',
  '/members?_rsc=1',
  '/members%20',
  '/%256dembers',
  '/members/__data.json',
  '/members.data',
  '/members/_payload.json',
  '/members/q-data.json',
  '/members/api',
  '/members/%61pi',
  '/%6dembers/api',
  // And more of the kind.
  '/%25256dembers',
  '/x/..%2fmembers',
  '/x%2f..%2fmembers',
  '/x%5c..%5cmembers',
  '/x%2f%2f..%2fmembers',
  '/\\members',
  '/%5cmembers',
  '///members//',
  '/M%45MBERS',
  '/%4D%65mbers/',
  '/%C5%BFx/../%6dembers',
  '/_next/data/build/members.json',
  '/members.rsc',
  '/members.segments/_tree.segment.rsc',
  '/MEMBERS/__DATA.JSON',
  '/;x=1/members',
  '/%3bx/members',
  '/members%3fx',
  '/members%23x',
  '/members%252f..%252fx',
  '/%6dembers/..%2f..%2fx',
  '/mem%2562ers/..%2f..%2fx',
  '/members.',
  '/members%2e%20',
  '/%256dembers%252fapi.DATA',
]

/** What may be in front of a path, and lead to the same page. */
const BEFORE = ['/', '//', '/./', '/x/../', '/%2f', '/x%2f..%2f', '/%5c', '/;a/']

/** What may follow. */
const AFTER = [
  '',
  '/',
  '//',
  '/api',
  '%2fapi',
  ';a=1',
  '/..%2f..%2fx',
  '.html',
  '/index.html',
  '.data',
  '/__data.json',
  '/_payload.json',
  '/q-data.json',
  '.rsc',
  '%20',
  '/%252e%252e/x',
  '?x=1',
]

/** What makes paths odd, each in its own way. */
const ODD = [
  'a',
  'B',
  '/',
  '//',
  '%2f',
  '%2F',
  '%252f',
  ';x',
  '%3b',
  '.',
  '..',
  '%2e',
  '%5c',
  '%25',
  '%c3%89',
  '%C3%A9',
  '.html',
  '/index.html',
  '.data',
  '%20',
  '%41',
  '%23',
  '%3f',
  'é',
]

/** Paths that cannot be decoded, so that their target is unknown. */
const UNREADABLE = [
  '/members%00',
  '/mem%00bers',
  '/mem%09bers',
  '/%6dembers%',
  '/m%C1%A5mbers',
  '/mem%u0062ers',
  '/%E9',
  `/%6dembers/${'x'.repeat(4_096)}`,
  '/A//b/C%2FD;x=1/index.html/',
  `/%${'25'.repeat(20)}6dembers`,
]

describe.each([
  ['startsWith', startsWith],
  ['paths', byPaths],
] as const)('A rule of authorized written with %s', (_, authorized) => {
  test.each(SENT)('ALT-02 applies to %s, for pages and scripts', async (path) => {
    const auth = open(authorized)
    expect([await statusOf(auth, path), await statusOf(auth, path, SCRIPT)]).toEqual([307, 401])
  })

  test.each(UNREADABLE)('INP-06 refuses a path that cannot be decoded: %s', async (path) => {
    const auth = open(authorized)
    const status = await statusOf(auth, path)
    expect([307, 400]).toContain(status)
    expect([401, 400]).toContain(await statusOf(auth, path, SCRIPT))
  })

  test('ALT-02 leaves other paths open in every spelling', async () => {
    const auth = open(authorized)
    for (const path of [
      '/',
      '/about',
      '/About/',
      '//about',
      '/x/members',
      '/%61bout.html',
      '/caf%C3%A9',
      '/100%25',
      '/favicon.ico',
      '/member',
      '/Docs/C%23/Getting%20Started.html',
      '/auth/session',
    ]) {
      expect([path, await statusOf(auth, path)]).toEqual([path, 'allowed'])
    }
  })

  test('ALT-02 applies to every path that a router maps to the page', async () => {
    const auth = open(authorized)
    const letter = (plain: string): fc.Arbitrary<string> => {
      const code = plain.charCodeAt(0).toString(16)
      return fc.oneof(
        { weight: 8, arbitrary: fc.constant(plain) },
        fc.constantFrom(plain.toUpperCase(), `%${code}`, `%25${code}`),
      )
    }
    const name = fc.tuple(...'members'.split('').map(letter)).map((letters) => letters.join(''))
    const before = fc.constantFrom(...BEFORE)
    const after = fc.constantFrom(...AFTER)
    let led = 0
    await fc.assert(
      fc.asyncProperty(before, name, after, async (start, middle, end) => {
        const { pathname } = new URL(`${ORIGIN}${start}${middle}${end}`)
        const leading = READERS.filter(({ read, anyCase }) => {
          const path = anyCase === true ? read(pathname)?.toLowerCase() : read(pathname)
          return path !== undefined && /^\/members(?:\/|$)/.test(path)
        })
        led += leading.length
        const allowed = (await statusOf(auth, pathname)) === 'allowed'
        if (leading.length > 0) {
          expect([pathname, leading.map((one) => one.name), allowed]).toEqual([
            pathname,
            leading.map((one) => one.name),
            false,
          ])
        }
      }),
      { numRuns: 200 },
    )
    // A path that leads nowhere proves nothing.
    expect(led).toBeGreaterThan(200)
  })
})

test.each(SENT.filter((path) => !/api|%61pi/.test(path)))(
  'ALT-02 A rule about one page applies to %s',
  async (path) => {
    expect(await statusOf(open(equals), path)).toBe(307)
  },
)

test('ALT-02 A rule applies to capital letters beyond ASCII', async () => {
  const auth = open(({ request }) => new URL(request.url).pathname !== encodeURI('/straße'))
  for (const path of ['/straße', '/Stra%c3%9fe', '/STRAßE', '/stra%25C3%259Fe']) {
    expect([path, await statusOf(auth, path)]).toEqual([path, 307])
  }
})

test('ALT-02 Paths that `paths` opens are open in their spellings, and no others', async () => {
  const shown = paths('/login', '/docs/*')
  const auth = open(({ auth: session, request }) => session !== null || shown(request))
  for (const path of ['/login', '/Login/', '/%6cogin', '/docs', '/Docs/Start%20here.html']) {
    expect([path, await statusOf(auth, path)]).toEqual([path, 'allowed'])
  }
  for (const path of [
    '/members',
    '/login/x',
    '/login;/..%2fmembers',
    '/login%2f..%2fmembers',
    '/docs/..%2fmembers',
    '/docs%5c..%5cmembers',
    '/members;/..%2flogin',
    '/members/..%2flogin',
    '/login%00',
  ]) {
    expect([path, await statusOf(auth, path)]).not.toEqual([path, 'allowed'])
  }
})

test.each(READERS.map((reader) => [reader.name, reader] as const))(
  'ALT-02 The rule applies to paths that lead to the page by %s',
  async (_, { read, anyCase }) => {
    const auth = open(startsWith)
    const leading = SENT.filter((path) => {
      const found = read(new URL(ORIGIN + path).pathname)
      return (anyCase === true ? found?.toLowerCase() : found)?.startsWith('/members')
    })
    expect(leading).toContain('/members')
    for (const path of leading) {
      expect([path, await statusOf(auth, path)]).toEqual([path, 307])
    }
  },
)

describe('The authorized callback is called', () => {
  interface Asked {
    readonly requests: Request[]
    readonly auth: Instance
  }

  function listen(answer: Authorized = () => true): Asked {
    const requests: Request[] = []
    const auth = open(async (params) => {
      requests.push(params.request)
      return answer(params)
    })
    return { requests, auth }
  }

  const urls = ({ requests }: Asked): readonly string[] =>
    requests.map(({ url }) => url.slice(ORIGIN.length))

  test.each([
    '/',
    '/members',
    '/a/b-c/d_e/~f/42',
    '/favicon.ico',
    '/caf%C3%A9',
    '/100%25',
    '/files/report.pdf',
    '/about?x=%6d&y=A//B',
  ])('once about %s, with the request itself', async (path) => {
    const asked = listen()
    const request = new Request(ORIGIN + path)
    await asked.auth.authorize(request)
    expect(asked.requests).toEqual([request])
    expect(asked.requests[0]).toBe(request)
  })

  test('ALT-02 first about the path as it was sent, then about each other spelling once', async () => {
    const asked = listen()
    await asked.auth.authorize(new Request(`${ORIGIN}/A%2Fb/?q=A//%62`))
    const [first, ...others] = urls(asked)
    expect(first).toBe('/A%2Fb/?q=A//%62')
    expect(others.toSorted()).toEqual(
      [
        '/A%2Fb?q=A//%62',
        '/A/b/?q=A//%62',
        '/A/b?q=A//%62',
        '/a%2Fb/?q=A//%62',
        '/a%2Fb?q=A//%62',
        '/a/b/?q=A//%62',
        '/a/b?q=A//%62',
      ].toSorted(),
    )
  })

  test('ALT-02 about another spelling with method and headers of the request, without reading its body', async () => {
    const asked = listen()
    const request = new Request(`${ORIGIN}/Members`, {
      method: 'POST',
      body: 'a=1',
      headers: { cookie: 'theme=dark', 'x-tenant': 'shop' },
    })
    await asked.auth.authorize(request)
    const copy = asked.requests[1]
    expect(copy?.url).toBe(`${ORIGIN}/members`)
    expect([copy?.method, copy?.headers.get('cookie'), copy?.headers.get('x-tenant')]).toEqual([
      'POST',
      'theme=dark',
      'shop',
    ])
    expect(copy?.body).toBeNull()
    expect(await request.text()).toBe('a=1')
  })

  test('ALT-02 at most sixteen times for any path', async () => {
    const piece = fc.constantFrom(...ODD)
    const sent = fc.array(piece, { maxLength: 40 }).map((parts) => `/${parts.join('')}`)
    await fc.assert(
      fc.asyncProperty(sent, async (path) => {
        const asked = listen()
        const { decision } = await asked.auth.authorize(new Request(ORIGIN + path))
        const all = urls(asked)
        expect(all.length).toBeLessThanOrEqual(16)
        expect(new Set(all).size).toBe(all.length)
        if (decision.kind === 'respond') expect(decision.response.status).toBe(400)
      }),
      { numRuns: 200 },
    )
  })

  test.each(READERS.filter(({ name }) => /^(?:find-my-way|Hono|h3|SvelteKit|Express)/.test(name)))(
    'ALT-02 about the path as $name normalizes it',
    async ({ read, anyCase }) => {
      const sent = fc.array(fc.constantFrom(...ODD), { maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(sent, async (parts) => {
          const asked = listen()
          const { pathname } = new URL(`${ORIGIN}/${parts.join('')}`)
          const { decision } = await asked.auth.authorize(new Request(ORIGIN + pathname))
          const reading = anyCase === true ? read(pathname)?.toLowerCase() : read(pathname)
          // An address cannot have a backslash.
          if (decision.kind === 'respond' || (reading ?? '\\').includes('\\')) return
          const escaped = reading?.replaceAll(/%(?![\da-f]{2})/gi, '%25')
          // At its end an address drops spaces, which routers keep.
          const kept = escaped?.replace(/ +$/, (spaces) => '%20'.repeat(spaces.length))
          const expected = new URL(ORIGIN + kept).pathname
          const found = urls(asked).map((path) => path.toUpperCase())
          expect([pathname, found]).toEqual([
            pathname,
            expect.arrayContaining([expected.toUpperCase()]),
          ])
        }),
        { numRuns: 100 },
      )
    },
  )

  test('ALT-02 no further once one spelling is refused', async () => {
    const asked = listen(({ request }) => !request.url.endsWith('/members'))
    await asked.auth.authorize(new Request(`${ORIGIN}/%4Dembers//`))
    expect(urls(asked).filter((path) => path === '/members')).toHaveLength(1)
    expect(urls(asked).at(-1)).toBe('/members')
  })

  test('ALT-02 about an action and the sign-in page only as written', async () => {
    const requests: string[] = []
    const auth = createAuth(
      {
        providers: [passwords({ id: 'Passwords' })],
        pages: { signIn: '/Login/' },
        callbacks: { authorized: ({ request }) => requests.push(request.url) > 0 },
      },
      { env: ENV },
    )
    for (const path of ['/auth/callback/Passwords', '/Login/']) {
      expect(await statusOf(auth, path)).toBe('allowed')
    }
    expect(requests).toEqual([`${ORIGIN}/auth/callback/Passwords`, `${ORIGIN}/Login/`])
  })

  test('ALT-02 and refuses the request when it throws for another spelling', async () => {
    const { auth } = listen(({ request }) => {
      if (request.url.endsWith('/members')) throw new Error('The policy is down.')
      return true
    })
    expect(await statusOf(auth, '/Members')).toBe(307)
  })

  test('ALT-02 also about the path in the request line with its dot segments', async () => {
    const auth = open(startsWith)
    const ask = async (path?: string): Promise<string> => {
      const request = new Request(`${ORIGIN}/x`, { headers: PAGE })
      return (await auth.authorize(request, path === undefined ? {} : { path })).decision.kind
    }
    expect(await ask()).toBe('allow')
    for (const path of [
      '/members/../x',
      '/members/%2e%2e/x',
      '/MEMBERS/../x?y=1',
      '//members/../x',
      'https://app.example/members/../x',
      '/members\\..\\x',
      '/x/../members',
    ]) {
      expect([path, await ask(path)]).toEqual([path, 'respond'])
    }
    for (const path of ['/x', '/x?y=/members', '/y/../x', 'https://app.example/x']) {
      expect([path, await ask(path)]).toEqual([path, 'allow'])
    }
  })

  test('ALT-02 with the copy of the request that the framework makes', async () => {
    const copies: string[] = []
    const auth = open(({ request }) => request.headers.get('x-copy') !== '1')
    const copy = (url: string): Request => {
      copies.push(url)
      return new Request(url, { headers: { 'x-copy': '1' } })
    }
    const { decision } = await auth.authorize(new Request(`${ORIGIN}/Members`), { copy })
    expect([decision.kind, copies]).toEqual(['respond', [`${ORIGIN}/members`]])
  })

  test('ALT-02 about the path of the request where the framework names another URL', async () => {
    const auth = open(startsWith)
    const url = `${ORIGIN}/members`
    const ask = async (path: string): Promise<string | null> => {
      const { decision } = await auth.authorize(new Request(ORIGIN + path, { headers: PAGE }), {
        url,
      })
      return decision.kind === 'allow' ? null : decision.response.headers.get('location')
    }
    expect(await ask('/x')).toBeNull()
    for (const path of ['/members.data', '/%6dembers.data']) {
      const back = new URL((await ask(path)) ?? '').searchParams.get('callbackUrl')
      expect(back).toBe(url)
    }
  })
})

describe('A request scope', () => {
  test.each([
    ...SENT,
    '/members/../x',
    '/members/%2e%2e/x',
    '/MEMBERS/./../x',
    'http://app.example/members/../x',
    'HTTPS://app.example/members/%2e%2e/x',
    'ftp://app.example/members',
    'x://app.example/members/../x',
  ])('ALT-02 over a Node.js server authorizes the path as sent: %s', async (target) => {
    // That the address is the one of the sign-in page says nothing of where the path leads.
    const pages = { signIn: '/x' }
    const auth = createAuth(
      { providers: [passwords()], callbacks: { authorized: startsWith }, pages },
      { env: ENV },
    )
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const verdict = await auth.scope(toScopeSource(request)).authorize({ page: true })
      response.writeHead(verdict.kind === 'allow' ? 200 : 303).end()
    }
    const server = createServer((request, response) => void answer(request, response))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    // A server that listens on a port has an address of this kind.
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: app.example\r\nConnection: close\r\n\r\n`)
    let received = ''
    for await (const part of socket) received += String(part)
    server.close()
    expect(received).toMatch(/^HTTP\/1\.1 303 /)
  })

  test('ALT-02 accepts path and copy, and refuses the path of another URL', async () => {
    const copies: string[] = []
    const auth = createAuth(
      { providers: [passwords()], callbacks: { authorized: startsWith } },
      { env: ENV },
    )
    const ask = async (url: string, options: AuthorizeOptions = {}): Promise<string> => {
      const request = new Request(`${ORIGIN}/x`)
      const scope = auth.scope({ headers: request.headers, url, request })
      return (await scope.authorize(options)).kind
    }
    const copy = (url: string): Request => {
      copies.push(url)
      return new Request(url)
    }
    expect(await ask(`${ORIGIN}/x`)).toBe('allow')
    expect(await ask(`${ORIGIN}/members/../x`)).toBe('refuse')
    // Under a base path the callback is asked about paths without it.
    expect(await ask(`${ORIGIN}/members/x`)).toBe('allow')
    expect(await ask(`${ORIGIN}/x`, { path: '/members/../x', copy })).toBe('refuse')
    expect(copies).toEqual([`${ORIGIN}/members`])
  })
})

describe.each(STRATEGIES)('Every spelling of a path, with %s sessions', (strategy: Strategy) => {
  const store = storeForEachTest()

  /** Only Grace may see the members; `refusal` is what others get. */
  const onlyGrace =
    (refusal: () => boolean | Response): Authorized =>
    ({ auth, request }) => {
      if (auth?.user?.name === 'Grace Hopper') return true
      return new URL(request.url).pathname.startsWith('/members') ? refusal() : true
    }

  const SHAPES = {
    'an object': (config: AuthConfig) => config,
    'a function': (config: AuthConfig) => async () => config,
  } as const

  const ANSWERS = [
    ['the sign-in page', () => false, [307, 401]],
    ['its own response', () => new Response('no', { status: 451 }), [451, 451]],
    ['its own redirect', () => Response.redirect(`${ORIGIN}/plans`, 302), [302, 302]],
  ] as const

  const cookieOf = (browser: Browser): string =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  test.each(
    Object.keys(SHAPES).flatMap((shape) =>
      ANSWERS.map(([name, give, statuses]) => ({ shape, name, give, statuses })),
    ),
  )(
    'ALT-02 gets $name, configured by $shape, with one read of the session',
    async ({ shape, give, statuses }) => {
      await storePeople(store.adapter)
      const watched = watchCalls(store.adapter)
      const config: AuthConfig = {
        providers: [passwords()],
        session: { strategy },
        ...(strategy === 'database' && { adapter: watched.adapter }),
        callbacks: { authorized: onlyGrace(give) },
      }
      const app = createApp(config)
      const make = shape === 'a function' ? SHAPES['a function'] : SHAPES['an object']
      const auth = createAuth(make(config), { env: ENV })
      const ada = cookieOf(await signInWithPassword(app.openBrowser(), 'ada'))
      const grace = cookieOf(await signInWithPassword(app.openBrowser(), 'grace'))
      for (const path of ['/members', '/%6dembers', '/Members/', '//members', '/MEMBERS.data']) {
        expect(await statusOf(auth, path, { ...PAGE, cookie: ada })).toBe(statuses[0])
        expect(await statusOf(auth, path, { ...SCRIPT, cookie: ada })).toBe(statuses[1])
        watched.calls.splice(0)
        expect(await statusOf(auth, path, { ...PAGE, cookie: grace })).toBe('allowed')
        expect(watched.calls).toEqual(strategy === 'database' ? ['getSessionAndUser'] : [])
      }
    },
  )

  test('INP-06 gets 400 where it cannot be decoded, also with a session', async () => {
    await storePeople(store.adapter)
    const app = createApp({
      providers: [passwords()],
      session: { strategy },
      ...(strategy === 'database' && { adapter: store.adapter }),
      callbacks: { authorized: startsWith },
    })
    const cookie = cookieOf(await signInWithPassword(app.openBrowser(), 'ada'))
    for (const headers of [PAGE, SCRIPT]) {
      const request = new Request(`${ORIGIN}/search/100%`, { headers: { ...headers, cookie } })
      const { decision } = await app.auth.authorize(request)
      if (decision.kind === 'allow') throw new Error('The path was let through.')
      expect(decision.response.status).toBe(400)
      expect(decision.response.headers.get('content-type')).toContain(headers.accept)
      expect(decision.response.headers.getSetCookie()).toEqual([])
    }
    expect(app.errors.map(({ type }) => type)).toEqual(['InvalidRequest', 'InvalidRequest'])
    const session = new Request(`${BASE}/session`, { headers: { cookie } })
    expect(await (await app.auth.handle(session)).json()).toMatchObject({
      user: { name: 'Ada Lovelace' },
    })
  })
})

test('INP-06 Without the authorized callback no path is checked', async () => {
  const auth = createAuth({ providers: [passwords()] }, { env: ENV })
  for (const path of UNREADABLE) expect(await statusOf(auth, path)).toBe('allowed')
})
