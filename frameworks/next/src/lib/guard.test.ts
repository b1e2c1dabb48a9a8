import { type NextFetchEvent, NextRequest, NextResponse } from 'next/server.js'
import { expect, test } from 'vitest'
import { createDouble, EXPIRES, toSession } from '../../test/framework-auth-double.ts'
import { createUniversalAuth } from './universal-auth.ts'

// The core is a double here: these tests are about the conversions between Next.js and the core.

// The class of the event is not public; only the member that distinguishes it is needed.
const EVENT = { waitUntil: () => undefined } as unknown as NextFetchEvent
const ROUTE = { params: Promise.resolve({}) }
/** Parses each `Set-Cookie` header to its pair and its attributes, which have no order and no case. */
function cookiesOf(response: Response): readonly (readonly string[])[] {
  return response.headers.getSetCookie().map((header) => {
    const [pair = '', ...attributes] = header.split('; ')
    return [pair, ...attributes.map((attribute) => attribute.toLowerCase()).toSorted()]
  })
}

const request = () => new NextRequest('http://localhost:3000/inside?tab=1')

test('middleware lets an allowed request pass', async () => {
  const auth = createUniversalAuth(() => createDouble())
  const response = await auth(request(), EVENT)
  expect(response.headers.get('x-middleware-next')).toBe('1')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.has('cache-control')).toBe(false)
})

test('only middleware without a function of its own says that nothing else protects the page', async () => {
  const asked: unknown[] = []
  const core = createDouble()
  const auth = createUniversalAuth(() => ({
    ...core,
    scope: (source) => ({
      ...core.scope(source),
      async authorize(options) {
        asked.push(options?.sole)
        return { kind: 'allow' }
      },
    }),
  }))
  const handled = auth(() => NextResponse.next())
  await auth(request(), EVENT)
  await handled(request(), EVENT)
  await handled(request(), ROUTE)
  expect(asked).toEqual([true, false, false])
})

test('middleware returns the response of the core for a refused request', async () => {
  const denied = new Response(null, { status: 307, headers: { location: 'https://app.test/in' } })
  const core = createDouble({
    authorize: { session: null, cookies: [], decision: { kind: 'respond', response: denied } },
  })
  const response = await createUniversalAuth(() => core)(request(), EVENT)
  expect(response.status).toBe(307)
  expect(response.headers.get('location')).toBe('https://app.test/in')
})

test('a refused request does not reach the handler', async () => {
  const denied = Response.json({ error: 'Unauthorized' }, { status: 401 })
  const core = createDouble({
    authorize: { session: null, cookies: [], decision: { kind: 'respond', response: denied } },
  })
  let ran = false
  const GET = createUniversalAuth(() => core)(() => {
    ran = true
    return new Response('secret')
  })
  const response = await GET(request(), ROUTE)
  expect(response.status).toBe(401)
  expect(ran).toBe(false)
})

test.each([undefined, null, 'context'])(
  'a wrapped handler called with %j is not treated as middleware',
  async (context) => {
    const redirect = new Response(null, { status: 307, headers: { location: '/login' } })
    const handler = createUniversalAuth(() => createDouble())<unknown>(() => redirect)
    // The response is not copied.
    expect(await handler(request(), context)).toBe(redirect)
  },
)

test('a handler whose check throws does not run', async () => {
  const core = createDouble({ authorize: new Error('store is down') })
  let ran = false
  const GET = createUniversalAuth(() => core)(() => {
    ran = true
  })
  await expect(GET(request(), ROUTE)).rejects.toThrow('store is down')
  expect(ran).toBe(false)
})

test('a wrapped handler gets the session and its context, and its response is returned', async () => {
  const core = createDouble({
    authorize: { session: toSession('Ada'), cookies: [], decision: { kind: 'allow' } },
  })
  const GET = createUniversalAuth(() => core)(async (req, { params }) =>
    Response.json({ name: req.auth?.user?.name, path: req.nextUrl.pathname, ...(await params) }),
  )
  const response = await GET(request(), { params: Promise.resolve({ id: '7' }) })
  expect(await response.json()).toEqual({ name: 'Ada', path: '/inside', id: '7' })
})

test('wrapped middleware that returns nothing lets the request pass', async () => {
  const core = createDouble()
  const proxy = createUniversalAuth(() => core)(() => undefined)
  const response = await proxy(request(), EVENT)
  expect(response.headers.get('x-middleware-next')).toBe('1')
})

test('every cookie is set by a header of its own, beside those of the handler (CKI-12)', async () => {
  const core = createDouble({
    authorize: {
      session: toSession('Ada'),
      decision: { kind: 'allow' },
      cookies: [
        { name: 'session.0', value: 'a', options: { path: '/', expires: EXPIRES, httpOnly: true } },
        { name: 'session.1', value: 'b', options: { path: '/', sameSite: true, secure: true } },
      ],
    },
  })
  const GET = createUniversalAuth(() => core)(() => {
    const response = NextResponse.json({ ok: true }, { status: 201 })
    response.cookies.set('theme', 'dark')
    return response
  })
  const response = await GET(request(), ROUTE)
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ ok: true })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(cookiesOf(response)).toEqual([
    ['theme=dark', 'path=/'],
    ['session.0=a', 'expires=sun, 06 nov 1994 08:49:37 gmt', 'httponly', 'path=/'],
    ['session.1=b', 'path=/', 'samesite=strict', 'secure'],
  ])
})

const RENEWED = createDouble({
  authorize: {
    session: toSession('Ada'),
    cookies: [{ name: 'session', value: 'a', options: { path: '/' } }],
    decision: { kind: 'allow' },
  },
})

test('A response of middleware that sets no cookie and redirects nowhere is handed on as it is', async () => {
  const response = new Response('x')
  const guarded = createUniversalAuth(() => createDouble())(() => response)
  expect(await guarded(request(), EVENT)).toBe(response)
})

test('CCH-02 a response that sets a cookie is private, whatever Cache-Control the handler set', async () => {
  const auth = createUniversalAuth(() => RENEWED)
  const headers = {
    'cache-control': 'public, max-age=60',
    'cdn-cache-control': 'max-age=60',
    'vercel-cdn-cache-control': 'max-age=60',
    'surrogate-control': 'max-age=60',
    expires: 'Thu, 01 Jan 2099 00:00:00 GMT',
    etag: '"1"',
  }
  const guarded = auth(() => new Response('x', { headers }))
  for (const response of [await guarded(request(), EVENT), await guarded(request(), ROUTE)]) {
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'private, no-store',
      'content-type': 'text/plain;charset=UTF-8',
      etag: '"1"',
      'set-cookie': 'session=a; Path=/',
      vary: 'Cookie',
    })
  }
})

test('CCH-02 a response that sets a cookie keeps headers unrelated to caches', async () => {
  const headers = { 'x-expires': 'a', 'expires-after': 'b', 'cdn-cache-control-note': 'c' }
  const GET = createUniversalAuth(() => RENEWED)(() => new Response(null, { headers }))
  expect(Object.fromEntries((await GET(request(), ROUTE)).headers)).toMatchObject(headers)
})

test.each([
  [undefined, 'Cookie'],
  ['Accept', 'Accept, Cookie'],
  ['X-Cookie', 'X-Cookie, Cookie'],
  ['Cookie-Consent', 'Cookie-Consent, Cookie'],
  ['accept, COOKIE', 'accept, COOKIE'],
  ['*', '*'],
])('CCH-02 a response that sets a cookie varies by it beside %s', async (vary, expected) => {
  const headers = vary === undefined ? {} : { vary }
  const GET = createUniversalAuth(() => RENEWED)(() => new Response('x', { headers }))
  expect((await GET(request(), ROUTE)).headers.get('vary')).toBe(expected)
})

test('headers that middleware passes on to the page are unchanged', async () => {
  const passOn = new Headers({ 'cache-control': 'no-cache', 'cdn-cache-control': 'max-age=1' })
  const proxy = createUniversalAuth(() => RENEWED)(() =>
    NextResponse.next({ request: { headers: passOn } }),
  )
  const response = await proxy(request(), EVENT)
  expect(response.headers.get('x-middleware-request-cache-control')).toBe('no-cache')
  expect(response.headers.get('x-middleware-request-cdn-cache-control')).toBe('max-age=1')
})

test('cookies are set on a redirect, whose headers cannot be changed', async () => {
  const core = createDouble({
    authorize: {
      session: null,
      cookies: [{ name: 'session', value: '', options: { path: '/', maxAge: 0 } }],
      decision: { kind: 'allow' },
    },
  })
  const GET = createUniversalAuth(() => core)(() => Response.redirect('https://app.test/home'))
  const response = await GET(request(), ROUTE)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('https://app.test/home')
  expect(cookiesOf(response)).toEqual([['session=', 'max-age=0', 'path=/']])
})

test('a relative Location is made absolute for middleware', async () => {
  const redirect = new Response(null, { status: 307, headers: { location: '/login?from=inside' } })
  const core = createDouble({
    authorize: { session: null, cookies: [], decision: { kind: 'respond', response: redirect } },
  })
  const response = await createUniversalAuth(() => core)(request(), EVENT)
  expect(Object.fromEntries(response.headers)).toEqual({
    location: 'http://localhost:3000/login?from=inside',
  })
})

test('a relative Location of a route handler is left to the browser', async () => {
  const redirect = new Response(null, { status: 307, headers: { location: '/login' } })
  const core = createDouble({
    authorize: { session: null, cookies: [], decision: { kind: 'respond', response: redirect } },
  })
  const response = await createUniversalAuth(() => core)(() => undefined)(request(), ROUTE)
  expect(response.headers.get('location')).toBe('/login')
})

test('an error that Next.js throws while it prerenders a route is passed on before the configuration is read', async () => {
  const bailout = new Error('Dynamic server usage')
  const prerendered = request()
  Object.defineProperty(prerendered, 'headers', {
    get: () => {
      throw bailout
    },
  })
  let configured = false
  const GET = createUniversalAuth(() => {
    configured = true
    return createDouble()
  })(() => undefined)
  await expect(GET(prerendered, ROUTE)).rejects.toBe(bailout)
  expect(configured).toBe(false)
})

const redirected = (): Response => Response.redirect('http://localhost:3000/login')
const unauthorized = (): Response => Response.json({}, { status: 401 })
const shown = (): Response => new Response('for all')

test.each([
  ['401', unauthorized, 'away', 503],
  ['a redirection', redirected, 'away', 503],
  ['a page for all', shown, 'away', 200],
  ['401', unauthorized, 'there', 401],
  ['a redirection', redirected, 'there', 302],
])(
  'AWY-01 the answer of a handler, %s, with a store that is %s',
  async (_what, handler, store, status) => {
    const core = createDouble()
    const auth = createUniversalAuth(() => ({
      ...core,
      scope: (source) => ({
        ...core.scope(source),
        requireSession: async () => ({
          kind: 'refuse',
          status: store === 'away' ? 503 : 401,
          body: {},
          headers: { 'retry-after': '5' },
        }),
      }),
    }))
    const guarded = auth(handler)
    expect((await guarded(request(), EVENT)).status).toBe(status)
    expect((await guarded(request(), ROUTE)).status).toBe(status)
  },
)
