import formbody from '@fastify/formbody'
import { BASE, ENV, ORIGIN } from '@latchstring/test-kit/app'
import { createBrowser, type Browser } from '@latchstring/test-kit/browser'
import {
  cookieNames,
  expectEnterAndLeave,
  expectFormSignIn,
  expectFormSignOut,
  expectRefusals,
  expectRenewed,
  named,
  SESSION,
} from '@latchstring/test-kit/framework-app'
import {
  PASSWORD,
  passwords,
  signInWithPassword,
  submitPassword,
} from '@latchstring/test-kit/people'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring, { AuthError } from './index.ts'

/** Each read renews the session, so that its cookie is visible in the response. */
const config = { providers: [passwords()], session: { updateAge: 0 } }

const latchstring = Latchstring(config, { env: ENV })
/** Starts an application; tests can add routes before. */
async function createApp(
  add?: (app: FastifyInstance) => unknown,
  before?: (app: FastifyInstance) => unknown,
): Promise<FastifyInstance> {
  const app = Fastify()
  await before?.(app)
  await app.register(latchstring)
  app.get('/whoami', async (request) => named(await request.auth()))
  app.get('/me', { onRequest: latchstring.requireSession() }, async (request) => ({
    name: named(await request.auth()),
  }))
  await add?.(app)
  return app
}

async function inject(app: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { statusCode, headers, rawPayload } = await app.inject({
    // The type of Fastify is narrower than that of the kit; the tests use these methods only.
    method: request.method as NonNullable<InjectOptions['method']>,
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(request.body && { payload: await request.text() }),
  })
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
  const isEmpty = rawPayload.length === 0
  return new Response(isEmpty ? null : new Uint8Array(rawPayload), {
    status: statusCode,
    headers: pairs,
  })
}

const visit = (app: FastifyInstance): Browser =>
  createBrowser(async (request) => inject(app, request))

const signedIn = async (app: FastifyInstance): Promise<Browser> => signInWithPassword(visit(app))

test('an action of Fastify is answered with the content type of the library, unchanged', async () => {
  const browser = visit(await createApp())
  const types = await Promise.all(
    ['session', 'signin'].map(async (action) =>
      (await browser.open(`${BASE}/${action}`)).headers.get('content-type'),
    ),
  )
  expect(types).toEqual(['application/json', 'text/html; charset=utf-8'])
})

test('The plugin of Fastify answers the HTTP actions and leaves other paths to the application', async () => {
  const app = await createApp((into) => into.get('/auth/login', () => 'own page'))
  const browser = visit(app)
  expect(await (await browser.open(`${BASE}/session`)).json()).toBeNull()
  expect(await (await browser.open(`${BASE}/login`)).text()).toBe('own page')
  expect((await browser.open(`${BASE}/nonsense`)).status).toBe(404)
  const head = await inject(app, new Request(`${BASE}/session`, { method: 'HEAD' }))
  expect([head.status, await head.text()]).toEqual([200, ''])
  const deleted = await inject(app, new Request(`${BASE}/session`, { method: 'DELETE' }))
  expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, POST'])
})

test('A handler of Fastify gets the session, and its response has the renewed cookie and forbids caching (CKI-12)', async () => {
  const app = await createApp()
  const response = await (await signedIn(app)).open(`${ORIGIN}/whoami`)
  expect(await response.text()).toBe('Ada Lovelace')
  expectRenewed(response)
  expect(cookieNames(response)).toHaveLength(1)
  expect(await (await visit(app).open(`${ORIGIN}/whoami`)).text()).toBe('nobody')
})

test('requireSession of Fastify redirects a page to the sign-in page, refuses a script, and admits signed-in users', async () => {
  const app = await createApp()
  const page = await visit(app).open(`${ORIGIN}/me?x=1`, { 'sec-fetch-mode': 'navigate' })
  expect(page.status).toBe(307)
  const target = new URL(page.headers.get('location') ?? '')
  expect(target.pathname).toBe('/auth/signin')
  expect(target.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/me?x=1`)
  const script = await visit(app).open(`${ORIGIN}/me`, { 'sec-fetch-mode': 'cors' })
  expect(script.status).toBe(401)
  expect(await script.json()).toMatchObject({ error: 'SessionRequired' })
  const allowed = await (await signedIn(app)).open(`${ORIGIN}/me`)
  expect(await allowed.json()).toEqual({ name: 'Ada Lovelace' })
  expectRenewed(allowed)
})

test.each(['onRequest', 'preValidation'])(
  'requireSession of Fastify as %s refuses visitors without a session before their body is validated, and runs no handler',
  async (hook) => {
    const handler = vi.fn(() => 'inside')
    const body = { type: 'object', required: ['text'] }
    const app = await createApp((into) =>
      into.post('/notes', { [hook]: latchstring.requireSession(), schema: { body } }, handler),
    )
    const response = await visit(app).submitJson(`${ORIGIN}/notes`, {})
    expect(response.status).toBe(401)
    expect(handler).not.toHaveBeenCalled()
    const known = await (await signedIn(app)).submitJson(`${ORIGIN}/notes`, {})
    expect(known.status).toBe(400)
  },
)

test('authorize of Fastify calls the `authorized` callback, and sends its response', async () => {
  const authorized = vi.fn(({ request }: { request: Request }) =>
    request.url.endsWith('/own') ? new Response('own', { status: 418 }) : false,
  )
  const guarded = Latchstring({ ...config, callbacks: { authorized } }, { env: ENV })
  const app = Fastify()
  await app.register(guarded)
  app.addHook('onRequest', guarded.authorize())
  app.get('/*', () => 'inside')
  const own = await visit(app).open(`${ORIGIN}/own`)
  expect([own.status, await own.text()]).toEqual([418, 'own'])
  expect((await visit(app).open(`${ORIGIN}/other`)).status).toBe(307)
  expect((await visit(app).open(`${BASE}/session`)).status).toBe(200)
})

test.each(['plain', 'with parsers of forms and of everything'])(
  'A sign-in reaches the actions unchanged, whatever parses bodies in Fastify: %s',
  async (kind) => {
    const app = await createApp(undefined, async (into) => {
      if (kind === 'plain') return
      await into.register(formbody)
      into.addContentTypeParser('*', { parseAs: 'string' }, async () => ({ lost: true }))
    })
    const browser = await signedIn(app)
    expect(browser.cookies.has(SESSION)).toBe(true)
    const other = visit(app)
    const body = { csrfToken: await other.csrf(BASE), username: 'ada', password: PASSWORD }
    await other.submitJson(`${BASE}/callback/credentials`, body)
    expect(other.cookies.has(SESSION)).toBe(true)
  },
)

test.each([
  ['GET', 'GET', 307, 401],
  ['HEAD', 'HEAD', 307, 401],
  ['HEAD', 'GET', 307, 401],
  ['OPTIONS', 'OPTIONS', 303, 401],
  ['PUT', 'PUT', 303, 401],
  ['DELETE', 'DELETE', 303, 401],
  ['PROPFIND', 'PROPFIND', 303, 401],
  ['TRACE', 'TRACE', 405, 405],
])(
  'A guarded page of Fastify answers %s without a session, by a route for %s, with %i in a browser and with %i to a script',
  async (method, routed, inBrowser, toScript) => {
    const guarded = Latchstring(
      { ...config, callbacks: { authorized: () => false } },
      { env: ENV, decorator: false },
    )
    const host = new URL(ORIGIN).host
    for (const onRequest of [latchstring.requireSession(), guarded.authorize()]) {
      const app = await createApp((into) => {
        into.addHttpMethod('PROPFIND')
        into.route({ method: routed, url: '/page', onRequest, handler: async () => 'inside' })
      })
      // The types of `inject` lack some methods.
      const wanted = { method, url: '/page' } as Pick<InjectOptions, 'method' | 'url'>
      const page = await app.inject({ ...wanted, headers: { host, 'sec-fetch-mode': 'navigate' } })
      expect([page.statusCode, inBrowser === 405 ? '' : page.body]).toEqual([inBrowser, ''])
      const script = await app.inject({ ...wanted, headers: { host } })
      expect(script.statusCode).toBe(toScript)
      expect(script.body).not.toContain('inside')
    }
  },
)

test('A redirect of Fastify has no body: one of a guard and one of an action', async () => {
  const app = await createApp()
  const guarded = await visit(app).open(`${ORIGIN}/me`, { 'sec-fetch-mode': 'navigate' })
  const action = await submitPassword(visit(app), 'ada')
  for (const response of [guarded, action]) {
    expect(response.headers.get('location')).not.toBeNull()
    expect([await response.text(), response.headers.get('content-type')]).toEqual(['', null])
  }
})

test('A session that is read before a handler of Fastify throws is renewed on the error response', async () => {
  const app = await createApp((into) =>
    into.get('/boom', async (request) => {
      await request.auth()
      throw new Error('boom')
    }),
  )
  const response = await (await signedIn(app)).open(`${ORIGIN}/boom`)
  expect(response.status).toBe(500)
  expectRenewed(response)
})

test('Headers and cookies of other Fastify plugins stay beside those of the session, and make no action public (CKI-12)', async () => {
  const app = await createApp(
    (into) =>
      into.get('/cookie', async (request, reply) => {
        void reply.header('set-cookie', 'a=1').header('set-cookie', 'b=2')
        return named(await request.auth())
      }),
    (into) =>
      into.addHook('onRequest', async (_, reply) => {
        void reply.header('set-cookie', 'before=1').header('access-control-allow-origin', '*')
        void reply.header('cache-control', 'public, s-maxage=60')
      }),
  )
  const browser = await signedIn(app)
  const response = await browser.open(`${ORIGIN}/cookie`)
  expect(cookieNames(response).toSorted()).toEqual([SESSION, 'a', 'b', 'before'])
  expectRenewed(response)
  const action = await browser.open(`${BASE}/session`)
  expect(cookieNames(action).toSorted()).toEqual([SESSION, 'before'])
  expect(action.headers.get('access-control-allow-origin')).toBe('*')
  expectRenewed(action)
})

test('A response that a Fastify handler writes itself has the cookies of the session', async () => {
  const app = await createApp((into) =>
    into.get('/raw', async (request, reply) => {
      await request.auth()
      reply.hijack()
      reply.raw.writeHead(200, { 'set-cookie': 'own=1' })
      reply.raw.end('raw')
    }),
  )
  const response = await (await signedIn(app)).open(`${ORIGIN}/raw`)
  expect(cookieNames(response).toSorted()).toEqual([SESSION, 'own'])
})

async function createFormApp(): Promise<FastifyInstance> {
  return createApp(async (app) => {
    await app.register(formbody)
    app.post('/act/signin', (request, reply) => latchstring.form(request, reply, 'signin'))
    app.post('/act/signout', (request, reply) => latchstring.form(request, reply, 'signout'))
    app.post('/act/update', async (request) => {
      await latchstring.unstable_update(request, { user: { name: 'Countess' } })
      return named(await request.auth())
    })
    app.get('/enter', (request, reply) =>
      latchstring.signIn(request, reply, 'credentials', { username: 'ada', password: PASSWORD }),
    )
    app.get('/leave', (request, reply) =>
      latchstring.signOut(request, reply, { redirectTo: '/bye' }),
    )
    app.setErrorHandler((error, _request, reply) =>
      reply.code(401).send(error instanceof AuthError ? error.type : 'unknown'),
    )
  })
}

test('Forms of an application on Fastify sign in and out', async () => {
  const browser = visit(await createFormApp())
  await expectFormSignIn(browser)
  await expectFormSignOut(browser)
})

test('A form from another site and a wrong password fail with an error in Fastify, and sign in no user (CSR-04)', async () => {
  const browser = visit(await createFormApp())
  await expectRefusals(browser)
  const empty = await browser.submit(`${ORIGIN}/act/signin`, {})
  expect(empty.status).not.toBe(500)
  expect(browser.cookies.has(SESSION)).toBe(false)
})

test('signIn and signOut of Fastify redirect with the cookies they set', async () => {
  const browser = visit(await createFormApp())
  await expectEnterAndLeave(browser)
})

test('A Fastify plugin with its own prefix shares the session, which is read once', async () => {
  const session = vi.fn(({ session: read }: { session: object }) => read)
  const counted = Latchstring({ ...config, callbacks: { session } }, { env: ENV })
  const app = Fastify()
  await app.register(counted)
  app.addHook('preHandler', async (request) => void (await request.auth()))
  await app.register(
    async (inner) => {
      inner.get('/whoami', { onRequest: counted.requireSession() }, async (request) =>
        named(await counted.auth(request)),
      )
    },
    { prefix: '/inner' },
  )
  const browser = await signedIn(app)
  session.mockClear()
  const response = await browser.open(`${ORIGIN}/inner/whoami`)
  expect(await response.text()).toBe('Ada Lovelace')
  expect(cookieNames(response)).toEqual([SESSION])
  expect(session).toHaveBeenCalledTimes(1)
})

test('A decorator name that another Fastify plugin uses fails with the fix, and another name is accepted', async () => {
  const taken = Fastify()
  taken.decorateRequest('auth', () => Promise.resolve({ expires: '', user: { name: 'admin' } }))
  await expect(async () => taken.register(latchstring)).rejects.toThrow('`decorator`')
  for (const decorator of ['latchstring', false] as const) {
    const other = Latchstring(config, { env: ENV, decorator })
    const app = Fastify()
    app.decorateRequest('auth', () => Promise.resolve({ expires: '', user: { name: 'admin' } }))
    await app.register(other)
    app.get('/me', { onRequest: other.requireSession() }, () => 'inside')
    app.get('/has', (request) => Reflect.has(request, 'latchstring'))
    expect((await visit(app).open(`${ORIGIN}/me`)).status).toBe(307)
    expect(await (await visit(app).open(`${ORIGIN}/has`)).json()).toBe(decorator !== false)
  }
})

test('Reading the session of a Fastify request that the plugin has not seen throws an error with the fix', async () => {
  const app = Fastify()
  app.get('/', async (request) => latchstring.auth(request))
  expect((await app.inject('/')).json()).toMatchObject({
    // Matchers have the type `any`.
    message: expect.stringContaining('app.register(latchstring)') as unknown,
  })
})

test('A real Fastify server keeps cookies, bodies and the connection', async () => {
  const app = await createApp()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const browser = createBrowser(async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = request.body ? await request.text() : undefined
      const { method, headers } = request
      const init = { method, headers, redirect: 'manual' as const }
      return fetch(address + pathname + search, body === undefined ? init : { ...init, body })
    })
    await submitPassword(browser, 'ada')
    const response = await browser.open(`${ORIGIN}/whoami`)
    expect(await response.text()).toBe('Ada Lovelace')
    expectRenewed(response)
  } finally {
    await app.close()
  }
})

test('The types of Fastify contain the session that the callbacks return', () => {
  const typed = Latchstring({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, plan: 'free' as const }) },
  })
  expectTypeOf(typed.auth).returns.resolves.exclude(null).toHaveProperty('plan')
})
