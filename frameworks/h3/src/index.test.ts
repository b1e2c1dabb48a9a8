import { BASE, ENV, ORIGIN } from '@latchstring/test-kit/app'
import { createBrowser, type Browser } from '@latchstring/test-kit/browser'
import {
  cookieNames,
  expectEnterAndLeave,
  expectFormSignIn,
  expectRefusals,
  expectRenewed,
  named,
  SESSION,
} from '@latchstring/test-kit/framework-app'
import { PASSWORD, passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { H3, onError, readBody, type H3Event } from 'h3'
import { expect, test, vi } from 'vitest'
import Latchstring, { AuthError } from './index.ts'

/** Each read renews the session, so that its cookie is visible in the response. */
const config = {
  providers: [passwords()],
  session: { updateAge: 0 },
  logger: { warn: () => undefined },
}

const latchstring = Latchstring(config, { env: ENV })

const whoami = async (event: H3Event) => named(await latchstring.auth(event))

function createApp() {
  return new H3({ silent: true })
    .use(latchstring)
    .get('/whoami', whoami)
    .get('/me', async (event) => ({ name: named(await latchstring.requireSession(event)) }))
}

function visit(app: { fetch(request: Request): Response | Promise<Response> }): Browser {
  return createBrowser(async (request) => app.fetch(request))
}

const signedIn = async (app: Parameters<typeof visit>[0]): Promise<Browser> =>
  signInWithPassword(visit(app))

test('Middleware of h3 2 answers the HTTP actions and leaves other paths to the application', async () => {
  const browser = visit(createApp().get('/auth/login', () => 'own page'))
  expect(await (await browser.open(`${BASE}/session`)).json()).toBeNull()
  expect(await (await browser.open(`${BASE}/login`)).text()).toBe('own page')
  expect((await browser.open(`${BASE}/nonsense`)).status).toBe(404)
})

test('A handler of h3 2 gets the session, and its response has the renewed cookie and forbids caching (CKI-12)', async () => {
  const response = await (await signedIn(createApp())).open(`${ORIGIN}/whoami`)
  expect(await response.text()).toBe('Ada Lovelace')
  expectRenewed(response)
  expect(cookieNames(response)).toHaveLength(1)
})

test('requireSession of h3 2 redirects a page, refuses a script with 401, and returns the session of a user', async () => {
  const app = createApp()
  const page = await visit(app).open(`${ORIGIN}/me?x=1`, { 'sec-fetch-mode': 'navigate' })
  expect(page.status).toBe(307)
  const target = new URL(page.headers.get('location') ?? '')
  expect(target.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/me?x=1`)
  const json = { 'sec-fetch-mode': 'cors', accept: 'application/json' }
  const script = await visit(app).open(`${ORIGIN}/me`, json)
  expect(script.status).toBe(401)
  expect(await script.json()).toMatchObject({ error: 'SessionRequired' })
  const allowed = await (await signedIn(app)).open(`${ORIGIN}/me`)
  expect(await allowed.json()).toEqual({ name: 'Ada Lovelace' })
})

test('An error handler of an h3 2 application sees a refusal before it is sent', async () => {
  const seen = vi.fn()
  const app = new H3()
    .use(latchstring)
    .use(onError(({ status }) => seen(status)))
    .get('/me', (event) => latchstring.requireSession(event))
  const page = await visit(app).open(`${ORIGIN}/me`, { 'sec-fetch-mode': 'navigate' })
  expect(page.headers.get('location')).toContain('/auth/signin')
  expect(seen).toHaveBeenCalledWith(307)
})

test('authorize of h3 2 calls the `authorized` callback, and returns its response', async () => {
  const authorized = ({ request }: { request: Request }) =>
    request.url.endsWith('/own') ? new Response('own', { status: 418 }) : false
  const guarded = Latchstring({ ...config, callbacks: { authorized } }, { env: ENV })
  const app = new H3()
    .use(guarded)
    .use((event) => guarded.authorize(event))
    .get('/**', () => 'inside')
  expect((await visit(app).open(`${ORIGIN}/own`)).status).toBe(418)
  expect((await visit(app).open(`${ORIGIN}/x`, { 'sec-fetch-mode': 'navigate' })).status).toBe(307)
})

test('A session read before an h3 2 handler fails or finds no page is renewed on the response', async () => {
  const app = createApp()
    .get('/boom', async (event) => {
      await latchstring.auth(event)
      throw new Error('boom')
    })
    .use('/lost', async (event) => void (await latchstring.auth(event)))
  const browser = await signedIn(app)
  const boom = await browser.open(`${ORIGIN}/boom`)
  expect(boom.status).toBe(500)
  expectRenewed(boom)
  const lost = await browser.open(`${ORIGIN}/lost`)
  expect(lost.status).toBe(404)
  expectRenewed(lost)
})

test('A `Cache-Control` set by earlier h3 2 middleware does not make a response with a session public', async () => {
  const app = new H3()
    .use(({ res }) => {
      res.headers.set('cache-control', 'public, s-maxage=60')
      res.headers.set('vary', 'Origin')
      res.headers.append('set-cookie', 'own=1')
      res.headers.set('x-kept', 'yes')
    })
    .use(latchstring)
    .get('/whoami', whoami)
  const browser = await signedIn(app)
  for (const address of [`${ORIGIN}/whoami`, `${BASE}/session`]) {
    const response = await browser.open(address)
    expectRenewed(response)
    expect(response.headers.get('vary')).toMatch(/origin/i)
    expect(response.headers.get('x-kept')).toBe('yes')
    expect(cookieNames(response)).toContain('own')
  }
})

const RULES = { routeRules: { cache: { maxAge: 60 } } }

test('A response of h3 2 that a route rule caches for other visitors contains no user and sets no cookie', async () => {
  const app = new H3()
    .use(latchstring)
    // Works like a route rule.
    .use((event) => {
      Object.assign(event.context, RULES)
    })
    .get('/cached', async (event) => {
      const { client } = latchstring.scope(event)
      return `${await whoami(event)} ${JSON.stringify(await client())}`
    })
    .get('/me', (event) => latchstring.requireSession(event))
  const failure = vi.spyOn(console, 'error').mockReturnValue()
  const browser = await signedIn(app)
  const response = await browser.open(`${ORIGIN}/cached`)
  expect(await response.text()).toBe('nobody null')
  expect(cookieNames(response)).toEqual([])
  expect((await browser.open(`${ORIGIN}/me`)).status).toBe(500)
  expect(String(failure.mock.calls)).toContain('cached for all visitors')
  failure.mockRestore()
})

test('A response of h3 2 whose caching rule is found after the session was read sets no session cookie', async () => {
  const app = new H3()
    .use(latchstring)
    .use(async (event) => {
      await latchstring.auth(event)
      Object.assign(event.context, RULES)
    })
    .get('/cached', () => 'for everybody')
  const response = await (await signedIn(app)).open(`${ORIGIN}/cached`)
  expect(await response.text()).toBe('for everybody')
  expect(cookieNames(response)).toEqual([])
})

test('A handler of h3 2 whose request lost its cookies to a cache reads no session', async () => {
  const app = new H3().use(latchstring).get('/cached', async (event) => {
    const before = await whoami(event)
    event.req.headers.delete('cookie')
    return `${before}, ${await whoami(event)}`
  })
  const response = await (await signedIn(app)).open(`${ORIGIN}/cached`)
  expect(await response.text()).toBe('Ada Lovelace, nobody')
})

test('authorize of h3 2 in front of a cache is first called without a session, and then with the session of the request', async () => {
  const asked: string[] = []
  const authorized = ({ auth }: { auth: object | null }) => {
    asked.push(auth === null ? 'signed out' : 'signed in')
    return auth !== null
  }
  const guarded = Latchstring({ ...config, callbacks: { authorized } }, { env: ENV })
  const app = new H3()
    .use(guarded)
    .use((event) => {
      Object.assign(event.context, RULES)
      return guarded.authorize(event)
    })
    .get('/cached', () => 'inside')
  const browser = await signedIn(app)
  asked.length = 0
  const response = await browser.open(`${ORIGIN}/cached`)
  expect(await response.text()).toBe('inside')
  expect(response.headers.get('vary')).toMatch(/cookie/i)
  expect(cookieNames(response)).toEqual([])
  expect(asked).toEqual(['signed out', 'signed in'])
  expect((await visit(app).open(`${ORIGIN}/cached`)).status).toBe(307)
})

test('A stream of h3 2 reads the session without renewing it after its head was sent', async () => {
  const app = new H3().use(latchstring).get('/stream', (event) => {
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      controller.enqueue(new TextEncoder().encode(await whoami(event)))
      controller.close()
    }
    return new ReadableStream({ pull }, { highWaterMark: 0 })
  })
  const response = await (await signedIn(app)).open(`${ORIGIN}/stream`)
  expect(cookieNames(response)).toEqual([])
  expect(await response.text()).toBe('Ada Lovelace')
})

function createForms() {
  return new H3()
    .use(latchstring)
    .use(
      onError(({ cause }) =>
        cause instanceof AuthError ? new Response(cause.type, { status: 401 }) : undefined,
      ),
    )
    .get('/whoami', whoami)
    .post('/act/signin', (event) => latchstring.form(event, 'signin'))
    .post('/act/signout', (event) => latchstring.form(event, 'signout'))
    .get('/enter', (event) =>
      latchstring.signIn(event, 'credentials', { username: 'ada', password: PASSWORD }),
    )
    .get('/leave', (event) => latchstring.signOut(event, { redirectTo: '/bye' }))
}

test('Forms of an application on h3 2 sign in and out, as form fields and as JSON', async () => {
  const browser = visit(createForms())
  await expectFormSignIn(browser)
  await browser.submitJson(`${ORIGIN}/act/signout`, { redirectTo: '/out' })
  expect(browser.cookies.has(SESSION)).toBe(false)
})

test('A form from another site and a wrong password throw an error in h3 2 and sign in no user (CSR-04)', async () => {
  const browser = visit(createForms())
  await expectRefusals(browser)
})

test.each([
  ['', 'application/x-www-form-urlencoded'],
  ['', 'application/json'],
  [null, undefined],
])(
  'A form of h3 2 whose empty body %j with the type %s was read leads to the sign-in page',
  async (body, type) => {
    const app = new H3({ silent: true })
      .use(latchstring)
      .post('/form', async (event) =>
        latchstring.form(event, 'signin', await readBody<Record<string, string>>(event)),
      )
    const headers = { origin: ORIGIN, ...(type !== undefined && { 'content-type': type }) }
    const request = new Request(`${ORIGIN}/form`, { method: 'POST', body, headers })
    const response = await app.fetch(request)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain('/auth/signin')
  },
)

test('A body that h3 2 cannot read as fields is the fault of the request, and one that was read is that of the application', async () => {
  const failed = async (body: string, type: string, reads: boolean): Promise<unknown> => {
    let cause: unknown
    const app = new H3({ silent: true })
      .use(latchstring)
      .use(onError((error) => void (cause = error.cause)))
      .post('/form', async (event) => {
        if (reads) await event.req.text()
        return latchstring.form(event, 'signin')
      })
    const headers = { origin: ORIGIN, 'content-type': type }
    await app.fetch(new Request(`${ORIGIN}/form`, { method: 'POST', body, headers }))
    return cause instanceof AuthError ? cause.type : cause
  }
  expect(await failed('{', 'application/json', false)).toBe('InvalidRequest')
  expect(await failed('a=b', 'text/plain', false)).toBe('InvalidRequest')
  expect(await failed('a=b', 'application/x-www-form-urlencoded', true)).toBe('BodyConsumed')
})

test('signIn and signOut of h3 2 redirect with the cookies they set', async () => {
  const browser = visit(createForms())
  await expectEnterAndLeave(browser)
})

test('Reading the session in h3 2 without the middleware throws an error that says how to add it', async () => {
  const failure = vi.spyOn(console, 'error').mockReturnValue()
  const app = new H3().get('/', whoami)
  expect((await app.request('/')).status).toBe(500)
  expect(String(failure.mock.calls)).toContain('app.use(latchstring)')
  failure.mockRestore()
})
