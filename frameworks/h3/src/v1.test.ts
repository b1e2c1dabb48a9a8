import { createServer } from 'node:http'
import { ENV } from '@latchstring/test-kit/app'
import { listen } from '@latchstring/test-kit/node-http'
import { named } from '@latchstring/test-kit/framework-app'
import { PASSWORD, passwords } from '@latchstring/test-kit/people'
import {
  createApp,
  createRouter,
  defineEventHandler,
  readBody,
  sendRedirect,
  setResponseHeader,
  toNodeListener,
  toWebHandler,
  type App,
  type H3Event,
} from 'h3-1'
import { afterEach, describe, expect, test, vi } from 'vitest'
import Latchstring, { type LatchstringH3 } from './v1.ts'

const { AUTH_URL: _, ...WITHOUT_URL } = ENV

/** Each read renews the session, so that its cookie is visible in the response. */
const config = {
  providers: [passwords()],
  trustHost: true,
  session: { updateAge: 0 },
  logger: { warn: () => undefined, error: () => undefined },
}

const latchstring = Latchstring(config, { env: WITHOUT_URL })

const whoami = async (event: H3Event) => named(await latchstring.auth(event))

type Ask = (path: string, init?: RequestInit) => Promise<Response>

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Serves an application by a server of Node.js. */
async function overNode(app: App): Promise<Ask> {
  const listener = toNodeListener(app)
  const server = createServer((request, response) => {
    listener(request, response)
  })
  const port = await listen(server)
  closers.push(() => server.close())
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
}

/** Serves an application as on runtimes without Node.js, where h3 imitates the messages of Node.js. */
function overWeb(app: App): Promise<Ask> {
  const handle = toWebHandler(app)
  return Promise.resolve((path, init) => {
    const request = new Request(`http://127.0.0.1:1${path}`, init)
    request.headers.set('host', '127.0.0.1:1')
    return handle(request)
  })
}

const RUNTIMES: Readonly<Record<string, (app: App) => Promise<Ask>>> = {
  'a server of Node.js': overNode,
  'a handler for the web': overWeb,
}

const pairs = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

const FORM = 'application/x-www-form-urlencoded'

function post(fields: Readonly<Record<string, string>>, cookie = '', type = FORM): RequestInit {
  const body = type === FORM ? new URLSearchParams(fields).toString() : JSON.stringify(fields)
  return { method: 'POST', body, headers: { 'content-type': type, cookie } }
}

/** Signs in and returns the cookies of the session. */
async function signIn(ask: Ask, type = FORM): Promise<string> {
  const first = await ask('/auth/csrf')
  // The body is that of the action.
  const { csrfToken } = (await first.json()) as { csrfToken: string }
  const fields = { csrfToken, username: 'ada', password: PASSWORD }
  return pairs(await ask('/auth/callback/credentials', post(fields, pairs(first), type)))
}

const SESSION = 'latchstring.session-token='

function expectRenewed(response: Response): void {
  const lines = response.headers.getSetCookie().filter((line) => line.startsWith(SESSION))
  expect(lines).toHaveLength(1)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('vary')).toMatch(/cookie/i)
}

function createApplication(inFront?: (event: H3Event) => unknown): App {
  const router = createRouter()
    .get('/whoami', defineEventHandler(whoami))
    .get(
      '/hop',
      defineEventHandler(async (event) => {
        await whoami(event)
        return sendRedirect(event, '/whoami')
      }),
    )
    .get(
      '/me',
      defineEventHandler(async (event) => ({
        name: named(await latchstring.requireSession(event)),
      })),
    )
    .get(
      '/page',
      defineEventHandler((event) => latchstring.requireSession(event, { page: true })),
    )
    .post(
      '/act/signin',
      defineEventHandler((event) => latchstring.form(event, 'signin')),
    )
    .get(
      '/enter',
      defineEventHandler((event) =>
        latchstring.signIn(event, 'credentials', { username: 'ada', password: PASSWORD }),
      ),
    )
    .get(
      '/leave',
      defineEventHandler((event) => latchstring.signOut(event)),
    )
  const app = createApp()
  if (inFront) app.use(defineEventHandler(inFront))
  return app.use(latchstring).use(router.handler)
}

describe.each(Object.keys(RUNTIMES))('h3 1 over %s', (name) => {
  const run = RUNTIMES[name] ?? overNode

  test('answers the HTTP actions and leaves other paths to the application', async () => {
    const ask = await run(createApplication())
    expect(await (await ask('/auth/session')).json()).toBeNull()
    expect((await ask('/auth/nonsense')).status).toBe(404)
    expect(await (await ask('/whoami')).text()).toBe('nobody')
  })

  test('renews the session that a handler reads, on its response and on a redirect (CKI-12)', async () => {
    const ask = await run(createApplication())
    const cookie = await signIn(ask)
    const response = await ask('/whoami', { headers: { cookie } })
    expect(await response.text()).toBe('Ada Lovelace')
    expectRenewed(response)
    const hop = await ask('/hop', { headers: { cookie } })
    expect(hop.status).toBe(302)
    expectRenewed(hop)
  })

  test.each([FORM, 'application/json'])(
    'signs in with %s that earlier middleware has read',
    async (type) => {
      const inFront = async (event: H3Event): Promise<void> => {
        if (event.method === 'POST') await readBody(event)
      }
      const ask = await run(createApplication(inFront))
      expect(await signIn(ask, type)).toContain(SESSION)
    },
  )

  test('redirects a page without a session, refuses a script, and admits signed-in users', async () => {
    const ask = await run(createApplication())
    const page = await ask('/page?x=1')
    expect(page.status).toBe(307)
    const { searchParams } = new URL(page.headers.get('location') ?? '')
    expect(new URL(searchParams.get('callbackUrl') ?? '').search).toBe('?x=1')
    const script = await ask('/me', { headers: { accept: 'application/json' } })
    expect(script.status).toBe(401)
    expect(await script.json()).toMatchObject({ error: 'SessionRequired' })
    const allowed = await ask('/me', { headers: { cookie: await signIn(ask) } })
    expect(await allowed.json()).toEqual({ name: 'Ada Lovelace' })
  })

  test('signs in by a form whether or not middleware has read its fields', async () => {
    const inFront = async (event: H3Event): Promise<void> => {
      if (event.path.endsWith('?read')) await readBody(event)
    }
    const ask = await run(createApplication(inFront))
    const fields = { provider: 'credentials', username: 'ada', password: PASSWORD }
    for (const path of ['/act/signin', '/act/signin?read']) {
      expect(pairs(await ask(path, post(fields)))).toContain(SESSION)
    }
  })

  test('signs in by a form of the application, and by functions', async () => {
    const ask = await run(createApplication())
    const fields = { provider: 'credentials', username: 'ada', password: PASSWORD }
    const response = await ask('/act/signin', post({ ...fields, redirectTo: '/in' }))
    expect(response.status).toBe(303)
    expect(new URL(response.headers.get('location') ?? '').pathname).toBe('/in')
    expect(pairs(response)).toContain(SESSION)
    expect(pairs(await ask('/enter'))).toContain(SESSION)
    const left = await ask('/leave', { headers: { cookie: pairs(response) } })
    expect(left.status).toBe(302)
    expect(left.headers.getSetCookie().join()).toContain('Max-Age=0')
  })

  test('adds `Cookie` to a `Vary` header that the application has set', async () => {
    const ask = await run(createApplication((event) => setResponseHeader(event, 'vary', 'Origin')))
    const response = await ask('/auth/csrf')
    expect(response.headers.get('vary')).toMatch(/origin/i)
    expect(response.headers.get('vary')).toMatch(/cookie/i)
  })
})

/** Sets the members that Nitro sets before it serves a request. */
const withRules = (rules: object) => (event: H3Event) => {
  Object.assign(event.context, { _nitro: { routeRules: rules } })
}

test('A sign-out over h3 1 deletes the cookie of a session that was read before it, and does not set it again (CKI-12)', async () => {
  const ask = await overNode(createApplication(async (event) => void (await whoami(event))))
  const cookie = await signIn(ask)
  const csrf = await ask('/auth/csrf', { headers: { cookie } })
  // The body is that of the action.
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const out = await ask('/auth/signout', post({ csrfToken }, `${cookie}; ${pairs(csrf)}`))
  const lines = out.headers.getSetCookie().filter((line) => line.startsWith(SESSION))
  expect(lines).toEqual([expect.stringMatching(/^latchstring\.session-token=;.*Max-Age=0/)])
})

test.each(['cache', 'swr', 'isr', 'prerender'])(
  'A response of Nitro that the rule `%s` caches for other visitors contains no user and sets no cookie',
  async (rule) => {
    const ask = await overNode(createApplication(withRules({ [rule]: 60 })))
    const cookie = await signIn(ask)
    const response = await ask('/whoami', { headers: { cookie } })
    expect(await response.text()).toBe('nobody')
    expect(response.headers.getSetCookie()).toEqual([])
    const failure = vi.spyOn(console, 'error').mockReturnValue()
    expect((await ask('/me', { headers: { cookie } })).status).toBe(500)
    expect(String(failure.mock.calls)).toContain('cached for all visitors')
    failure.mockRestore()
  },
)

test('A rule of Nitro that caches nothing leaves the session readable in the handler', async () => {
  const ask = await overNode(createApplication(withRules({ cache: false, headers: {} })))
  const response = await ask('/whoami', { headers: { cookie: await signIn(ask) } })
  expect(await response.text()).toBe('Ada Lovelace')
})

test('A cached handler of Nitro that runs with the cookies of one visitor reads no session', async () => {
  const ask = await overNode(
    createApplication((event) => {
      Object.assign(event.context, { cache: { options: {} } })
    }),
  )
  const response = await ask('/whoami', { headers: { cookie: await signIn(ask) } })
  expect(await response.text()).toBe('nobody')
})

function guarded(): { guard: LatchstringH3; asked: string[] } {
  const asked: string[] = []
  const authorized = ({ auth }: { auth: object | null }) => {
    asked.push(auth === null ? 'signed out' : 'signed in')
    return auth !== null
  }
  const guard = Latchstring({ ...config, callbacks: { authorized } }, { env: WITHOUT_URL })
  return { guard, asked }
}

test('authorize in front of a cache of Nitro is first called without a session, and then with the session of the request', async () => {
  const { guard, asked } = guarded()
  const app = createApp()
    .use(guard)
    .use(defineEventHandler(withRules({ cache: { swr: true } })))
    .use(defineEventHandler((event) => guard.authorize(event)))
    .use(defineEventHandler(() => 'inside'))
  const ask = await overNode(app)
  const response = await ask('/', { headers: { cookie: await signIn(ask) } })
  expect(await response.text()).toBe('inside')
  expect(response.headers.get('vary')).toMatch(/cookie/i)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(asked).toEqual(['signed out', 'signed in'])
  expect((await ask('/')).status).toBe(401)
})

test('Prerendering of Nitro reads no session, answers no action, and needs no secret', async () => {
  const early = Latchstring(config, { env: {}, prerendering: true })
  const app = createApp()
    .use(early)
    .use(defineEventHandler((event) => early.authorize(event)))
    .use(defineEventHandler(async (event) => named(await early.auth(event))))
  const ask = await overNode(app)
  expect(await (await ask('/auth/session')).text()).toBe('nobody')
})

test('A request of a Nitro application to itself reads the session and sets no cookie', async () => {
  const app = createApplication((event) => {
    // Nitro passes these members of the request being served.
    Reflect.set(event.node.req, '__unenv__', { nitro: { errors: [] } })
  })
  const cookie = await signIn(await overNode(createApplication()))
  const response = await (await overNode(app))('/whoami', { headers: { cookie } })
  expect(await response.text()).toBe('Ada Lovelace')
  expect(response.headers.getSetCookie()).toEqual([])
})
