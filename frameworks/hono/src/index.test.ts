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
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { csrf } from 'hono/csrf'
import type { ExtractSchema } from 'hono/types'
import { expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring, { AuthError, type HonoConfigInput, type LatchstringEnv } from './index.ts'

/** Each read renews the session, so that its cookie is visible in the response. */
const config = { providers: [passwords()], session: { updateAge: 0 } }

const latchstring = Latchstring(config, { env: ENV })

function createApp() {
  return new Hono()
    .use(latchstring)
    .get('/whoami', async (c) => c.text(named(await c.var.auth())))
    .get('/me', latchstring.requireSession(), (c) => c.json({ name: named(c.var.authSession) }))
}

function visit(app: { fetch(request: Request): Response | Promise<Response> }): Browser {
  return createBrowser(async (request) => app.fetch(request))
}

const signedIn = async (app: Parameters<typeof visit>[0]): Promise<Browser> =>
  signInWithPassword(visit(app))

test('Middleware of Hono answers the HTTP actions and leaves other paths to the application', async () => {
  const app = createApp()
    .get('/auth/login', (c) => c.text('own page'))
    .notFound((c) => c.text('own', 404))
  const browser = visit(app)
  expect(await (await browser.open(`${BASE}/session`)).json()).toBeNull()
  expect(await (await browser.open(`${BASE}/login`)).text()).toBe('own page')
  expect((await browser.open(`${BASE}/nonsense`)).status).toBe(404)
  const response = await app.fetch(new Request(`${BASE}/session`, { method: 'HEAD' }))
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('')
})

test('A handler of Hono gets the session, and its response has the renewed cookie and forbids caching (CKI-12)', async () => {
  const app = createApp()
  const browser = await signedIn(app)
  const response = await browser.open(`${ORIGIN}/whoami`)
  expect(await response.text()).toBe('Ada Lovelace')
  expectRenewed(response)
  expect(cookieNames(response)).toHaveLength(1)
})

test('A session that a handler of Hono does not read causes no work and changes no response', async () => {
  const app = new Hono().use(latchstring).get('/plain', (c) => c.text('plain'))
  const browser = await signedIn(app)
  const response = await browser.open(`${ORIGIN}/plain`)
  expect(cookieNames(response)).toEqual([])
  expect(response.headers.get('vary')).toBeNull()
})

test('requireSession of Hono redirects a page to the sign-in page, refuses a script, and lets signed-in users pass', async () => {
  const app = createApp()
  const page = await visit(app).open(`${ORIGIN}/me?x=1`, { 'sec-fetch-mode': 'navigate' })
  expect(page.status).toBe(307)
  const target = new URL(page.headers.get('location') ?? '')
  expect(target.pathname).toBe('/auth/signin')
  expect(target.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/me?x=1`)
  const script = await visit(app).open(`${ORIGIN}/me`, {
    'sec-fetch-mode': 'cors',
    accept: 'application/json',
  })
  expect(script.status).toBe(401)
  expect(await script.json()).toMatchObject({ error: 'SessionRequired' })
  const allowed = await (await signedIn(app)).open(`${ORIGIN}/me`)
  expect(await allowed.json()).toEqual({ name: 'Ada Lovelace' })
  expectRenewed(allowed)
})

test('requireSession of Hono works without the middleware, and sets the cookies', async () => {
  const app = new Hono().get('/me', latchstring.requireSession(), async (c) =>
    c.text(named(await latchstring.auth(c))),
  )
  const browser = await signedIn(createApp())
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await app.request(`${ORIGIN}/me`, { headers: { cookie } })
  expect(await response.text()).toBe('Ada Lovelace')
  expectRenewed(response)
})

test('authorize of Hono calls the `authorized` callback, and returns its response', async () => {
  const authorized = vi.fn(({ request }: { request: Request }) =>
    request.url.endsWith('/own') ? new Response('own', { status: 418 }) : false,
  )
  const guarded = Latchstring({ ...config, callbacks: { authorized } }, { env: ENV })
  const app = new Hono().use(guarded, guarded.authorize()).get('*', (c) => c.text('inside'))
  const browser = visit(app)
  expect((await browser.open(`${ORIGIN}/own`)).status).toBe(418)
  expect((await browser.open(`${ORIGIN}/other`)).status).toBe(307)
  expect((await browser.open(`${BASE}/session`)).status).toBe(200)
})

test('A sign-in page whose path is not ASCII, which Hono decodes, is open to strangers', async () => {
  const options = {
    pages: { signIn: '/für-alle/ein gang' },
    callbacks: { authorized: () => false },
  }
  const guarded = Latchstring({ ...config, ...options }, { env: ENV })
  const app = new Hono().use(guarded, guarded.authorize()).get('*', (c) => c.text('inside'))
  const browser = visit(app)
  expect((await browser.open(`${ORIGIN}/für-alle/ein%20gang`)).status).toBe(200)
  for (const path of ['für-alle', 'für-alle/x/../ein', 'f%25C3%25BCr-alle/ein%20gang']) {
    expect((await browser.open(`${ORIGIN}/${path}`)).status).toBe(307)
  }
})

test('A session that is read before a handler of Hono throws is renewed on the error page', async () => {
  const app = createApp()
    .get('/boom', async (c) => {
      await c.var.auth()
      throw new Error('boom')
    })
    .onError((_, c) => c.text('broken', 500))
  const response = await (await signedIn(app)).open(`${ORIGIN}/boom`)
  expect(response.status).toBe(500)
  expectRenewed(response)
})

test('Cookies of the application and of the session are separate headers in Hono (CKI-12)', async () => {
  const app = new Hono()
    .use(async (c, next) => {
      c.header('Set-Cookie', 'before=1', { append: true })
      await next()
    })
    .use(latchstring)
    .get('/cookie', async (c) => {
      c.header('Set-Cookie', 'a=1', { append: true })
      c.header('Set-Cookie', 'b=2', { append: true })
      return c.text(named(await c.var.auth()))
    })
  const browser = await signedIn(app)
  const response = await browser.open(`${ORIGIN}/cookie`)
  expect(cookieNames(response).toSorted()).toEqual([SESSION, 'a', 'b', 'before'])
  const action = await browser.open(`${BASE}/session`)
  expect(cookieNames(action).toSorted()).toEqual([SESSION, 'before'])
})

test('Middleware of Hono that makes every response public does not make an action public', async () => {
  const app = new Hono()
    .use(async (c, next) => {
      c.res.headers.set('Cache-Control', 'public, s-maxage=60')
      c.res.headers.set('X-Kept', 'yes')
      await next()
    })
    .use(latchstring)
    .get('/whoami', async (c) => c.text(named(await c.var.auth())))
  const browser = await signedIn(app)
  for (const path of ['/auth/session', '/whoami']) {
    const response = await browser.open(ORIGIN + path)
    expectRenewed(response)
    expect(response.headers.get('x-kept')).toBe('yes')
  }
})

test('CORS middleware of Hono answers preflight requests for actions, and its headers are kept on their responses', async () => {
  const app = new Hono().use(cors({ origin: 'https://other.example' })).use(latchstring)
  const headers = { origin: 'https://other.example', 'access-control-request-method': 'GET' }
  const preflight = await app.request(`${BASE}/session`, { method: 'OPTIONS', headers })
  expect(preflight.status).toBe(204)
  const response = await app.request(`${BASE}/csrf`, { headers })
  expect(response.headers.get('access-control-allow-origin')).toBe('https://other.example')
  expect(response.headers.get('vary')).toMatch(/cookie/i)
  expect(response.headers.get('vary')).toMatch(/origin/i)
})

test.each([
  ['parseBody', async (c: Context) => void (await c.req.parseBody())],
  ['text', async (c: Context) => void (await c.req.text())],
  ['formData', async (c: Context) => void (await c.req.formData())],
])(
  'A sign-in with Hono succeeds after earlier middleware has read its form with c.req.%s',
  async (_, read) => {
    const app = new Hono()
      .use(async (c, next) => {
        if (c.req.method === 'POST') await read(c)
        await next()
      })
      .use(latchstring)
    const browser = visit(app)
    expect((await submitPassword(browser, 'ada')).status).toBe(302)
    expect(browser.cookies.has(SESSION)).toBe(true)
  },
)

test('A sign-in by JSON with Hono succeeds after earlier middleware has read it with c.req.json', async () => {
  const app = new Hono()
    .use(csrf())
    .use(async (c, next) => {
      if (c.req.method === 'POST') await c.req.json()
      await next()
    })
    .use(latchstring)
  const browser = visit(app)
  const body = { csrfToken: await browser.csrf(BASE), username: 'ada', password: PASSWORD }
  await browser.submitJson(`${BASE}/callback/credentials`, body)
  expect(browser.cookies.has(SESSION)).toBe(true)
})

test('A body read without Hono causes BodyConsumed and no sign-in', async () => {
  const error = vi.fn()
  const loud = Latchstring({ ...config, logger: { error } }, { env: ENV })
  const app = new Hono()
    .use(async (c, next) => {
      if (c.req.method === 'POST') await c.req.raw.text()
      await next()
    })
    .use(loud)
  const browser = visit(app)
  const failed = await submitPassword(browser, 'ada')
  expect(failed.headers.get('location')).toContain('/auth/error')
  expect(browser.cookies.has(SESSION)).toBe(false)
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ type: 'BodyConsumed' }))
})

function createFormApp() {
  return createApp()
    .post('/act/signin', (c) => latchstring.form(c, 'signin'))
    .post('/act/signout', (c) => latchstring.form(c, 'signout'))
    .post('/act/update', async (c) => {
      await latchstring.unstable_update(c, { user: { name: 'Countess' } })
      return c.text(named(await c.var.auth()))
    })
    .get('/enter', (c) =>
      latchstring.signIn(c, 'credentials', { username: 'ada', password: PASSWORD }),
    )
    .get('/leave', (c) => latchstring.signOut(c, { redirectTo: '/bye' }))
    .onError((error, c) => c.text(error instanceof AuthError ? error.type : 'unknown', 401))
}

test('Forms of an application on Hono sign in and out, with effect in the same request', async () => {
  const browser = visit(createFormApp())
  await expectFormSignIn(browser)
  await expectFormSignOut(browser)
})

test('A form from another site and a wrong password throw an error in Hono and sign in no user (CSR-04)', async () => {
  const browser = visit(createFormApp())
  await expectRefusals(browser)
})

test('signIn and signOut of Hono redirect with the cookies they set', async () => {
  const browser = visit(createFormApp())
  await expectEnterAndLeave(browser)
})

test('A sub-application of Hono shares the session of its request, read once', async () => {
  const session = vi.fn(({ session: read }: { session: object }) => read)
  const counted = Latchstring({ ...config, callbacks: { session } }, { env: ENV })
  const inner = new Hono<LatchstringEnv>()
    .use(counted)
    .get('/whoami', counted.requireSession(), async (c) => c.text(named(await c.var.auth())))
  const app = new Hono().basePath('/api').use(counted).route('/inner', inner)
  // The base path of the actions is that of the configuration, independent of that of the application.
  const browser = visit(new Hono().use(counted).mount('/', app.fetch))
  await submitPassword(browser, 'ada')
  session.mockClear()
  const response = await browser.open(`${ORIGIN}/api/inner/whoami`)
  expect(await response.text()).toBe('Ada Lovelace')
  expect(cookieNames(response)).toEqual([SESSION])
  expect(session).toHaveBeenCalledTimes(1)
})

test('Variables of other middleware in Hono are kept, and are not used as a session', async () => {
  const app = new Hono<{ Variables: { session: string } }>()
    .use(latchstring)
    .use(async (c, next) => {
      c.set('session', 'theirs')
      c.set('auth', async () => ({ user: { name: 'admin' }, expires: '' }))
      await next()
    })
    .get('/theirs', (c) => c.text(c.var.session))
    .get('/me', latchstring.requireSession(), (c) => c.text(named(c.var.authSession)))
  expect((await visit(app).open(`${ORIGIN}/me`)).status).toBe(307)
  expect(await (await visit(app).open(`${ORIGIN}/theirs`)).text()).toBe('theirs')
})

test('Reading the session in Hono without the middleware throws an error with the fix', async () => {
  const app = new Hono()
    .get('/', async (c) => c.text(named(await latchstring.auth(c))))
    .onError((error, c) => c.text(error.message, 500))
  expect(await (await app.request('/')).text()).toContain('app.use(latchstring)')
})

test('A stream of Hono reads the session without renewing it after its head was sent', async () => {
  let read: Promise<unknown> | undefined
  const app = new Hono().use(latchstring).get('/stream', (c) => {
    const body = new ReadableStream(
      {
        async pull(controller) {
          read = c.var.auth()
          controller.enqueue(new TextEncoder().encode(named(await c.var.auth())))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return c.body(body)
  })
  const response = await (await signedIn(app)).open(`${ORIGIN}/stream`)
  expect(cookieNames(response)).toEqual([])
  expect(await response.text()).toBe('Ada Lovelace')
  await expect(read).resolves.not.toBeNull()
})

interface Bindings {
  readonly AUTH_SECRET: string
  readonly AUTH_URL: string
  readonly PEOPLE: { readonly label: string }
}

test('Bindings of a Worker are read by the configuration of their requests, which is resolved once for each environment', async () => {
  const made = vi.fn<Extract<HonoConfigInput<never, object, Bindings>, Function>>(
    (_request, env) => ({
      ...config,
      providers: [passwords({ name: env.PEOPLE.label })],
      secret: env.AUTH_SECRET,
    }),
  )
  const bound = Latchstring(made)
  const app = new Hono<{ Bindings: Bindings }>().use(bound)
  const providers = async (env: Bindings) =>
    (await app.request(`${env.AUTH_URL}/auth/providers`, {}, env)).text()
  const first = {
    AUTH_SECRET: ENV['AUTH_SECRET'] ?? '',
    AUTH_URL: 'https://one.example',
    PEOPLE: { label: 'One' },
  }
  const second = { ...first, AUTH_URL: 'https://two.example', PEOPLE: { label: 'Two' } }
  for (const env of [first, second, first]) {
    const text = await providers(env)
    expect(text).toContain(`"name":"${env.PEOPLE.label}"`)
    expect(text).toContain(`"callbackUrl":"${env.AUTH_URL}/auth/callback/credentials"`)
  }
})

test('The option `env` names the variables of a Hono application, and the resolved configuration is cached', async () => {
  const variables = { ...ENV, AUTH_URL: 'https://chosen.example' }
  const warn = vi.fn()
  const env = vi.fn(() => variables)
  const app = new Hono().use(Latchstring({ ...config, debug: false, logger: { warn } }, { env }))
  for (const _ of [1, 2]) {
    const response = await app.request('https://chosen.example/auth/providers')
    expect(JSON.stringify(await response.json())).toContain('https://chosen.example/auth/')
  }
  expect(env).toHaveBeenCalled()
})

test('Variables of the process are used where an environment of Hono has none of the library', async () => {
  vi.stubEnv('AUTH_URL', 'https://process.example')
  vi.stubEnv('AUTH_SECRET', ENV['AUTH_SECRET'] ?? '')
  const app = new Hono().use(Latchstring(config))
  const ask = async (env: object) =>
    (await app.request('https://x.example/auth/providers', {}, env)).text()
  expect(await ask({ incoming: {}, outgoing: {} })).toContain('https://process.example/auth/')
  expect(await ask({ ...ENV, QUEUE: {} })).toContain(`${ORIGIN}/auth/`)
})

test('The types of Hono contain the session of the callbacks and the responses of a guard', () => {
  const typed = Latchstring({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, plan: 'free' as const }) },
  })
  const app = new Hono()
    .use(typed)
    .get('/plan', async (c) => c.json({ plan: (await c.var.auth())?.plan }))
    .get('/mine', typed.requireSession(), (c) => c.json({ plan: c.var.authSession.plan }))
  type Schema = ExtractSchema<typeof app>
  expectTypeOf<Extract<Schema['/mine']['$get'], { status: 401 }>['output']>().toEqualTypeOf<{
    error: string
    message: string
  }>()
  expectTypeOf<Exclude<Schema['/mine']['$get'], { status: 401 }>['output']>().toEqualTypeOf<{
    plan: 'free'
  }>()
  expectTypeOf(typed.auth).returns.resolves.exclude(null).toHaveProperty('plan')
})
