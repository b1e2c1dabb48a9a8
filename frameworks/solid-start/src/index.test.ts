import { BASE, ENV, ORIGIN, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { createBrowser, type Browser } from '@latchstring/test-kit/browser'
import {
  cookieNames,
  expectRenewed,
  FIELDS,
  expectUpdated,
  named,
  SESSION,
} from '@latchstring/test-kit/framework-app'
import { PASSWORD, passwords, submitPassword } from '@latchstring/test-kit/people'
import { provideRequestEvent } from 'solid-js/web/storage'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring, {
  type FrameworkAuthConfig,
  type LatchstringStart,
  type SignInFailure,
  type StartEvent,
  type StartH3Event,
} from './index.ts'

// The core is the real one here; H3 and SolidStart are doubles.

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Each read renews the session, so that its cookie is visible in the response. */
const config = {
  providers: [passwords(), UNREACHED_PROVIDER],
  session: { updateAge: 0 },
} satisfies FrameworkAuthConfig

const latchstring = Latchstring(config, { env: ENV })

const whoami = async () => named(await latchstring.auth())

type Middleware = LatchstringStart['middleware']
interface PageEvent extends StartEvent {
  readonly locals: App.RequestEventLocals
}

type Page = (event: PageEvent) => unknown

/** Merges headers like H3: prepared headers win, and those of a success are not added to an error. */
function toResponse(result: unknown, { status = 200, headers, errHeaders }: StartH3Event['res']) {
  if (!(result instanceof Response)) return new Response(String(result), { status, headers })
  const merged = new Headers(result.headers)
  for (const [name, value] of result.status >= 400 ? errHeaders : headers) {
    if (name === 'set-cookie') merged.append(name, value)
    else merged.set(name, value)
  }
  return new Response(result.body, { status: result.status, headers: merged })
}

interface Application {
  readonly middleware?: readonly Middleware[]
  readonly context?: object
  /** An API route, whose errors go to H3. */
  readonly isRoute?: boolean
}

/** Copies a redirect that a server function throws to the prepared response, like SolidStart. */
async function render(page: Page, event: PageEvent): Promise<unknown> {
  try {
    return await page(event)
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    const { response } = event
    for (const [name, value] of thrown.headers) response.headers.set(name, value)
    response.status = thrown.status
    return null
  }
}

/** An application of SolidStart 2, of one page. */
function serve(page: Page, { middleware = [], context = {}, isRoute = false }: Application = {}) {
  return async (request: Request): Promise<Response> => {
    const res = { headers: new Headers(), errHeaders: new Headers() }
    const h3Event = { req: request, res, context }
    // The middleware sets its members.
    const locals = {} as App.RequestEventLocals
    const event = { request, response: res, locals, nativeEvent: h3Event }
    const chain = [...middleware, latchstring.middleware]
    const run = async (index: number): Promise<unknown> => {
      const [next] = chain.slice(index)
      if (next) return next(h3Event, () => run(index + 1))
      return isRoute ? page(event) : render(page, event)
    }
    try {
      return toResponse(await provideRequestEvent(event, () => run(0)), res)
    } catch {
      return new Response(null, { status: 500, headers: res.errHeaders })
    }
  }
}

const visit = (page: Page, application?: Application): Browser =>
  createBrowser(serve(page, application))

/** A browser with a session that another page of the same application has created. */
async function signedIn(page: Page, application?: Application): Promise<Browser> {
  let handle = serve(page, { context: { nitro: {} } })
  const browser = createBrowser((request) => handle(request))
  await submitPassword(browser, 'ada')
  handle = serve(page, application)
  return browser
}

const NAVIGATION = { 'sec-fetch-mode': 'navigate' }
const SERVER_FUNCTION = `${ORIGIN}/_server?id=one`
const SCRIPTED = { 'x-server-instance': 'server-fn:0', referer: `${ORIGIN}/login?x=1` }
const publicly: Middleware = (event, next) => {
  event.res.headers.set('cache-control', 'public, s-maxage=60')
  event.res.headers.set('x-kept', 'yes')
  event.res.headers.append('set-cookie', 'before=1')
  return Promise.resolve(next())
}

test('A `Cache-Control` that SolidStart middleware has set makes neither an action nor a page with a session public (CKI-12)', async () => {
  const application = { middleware: [publicly] }
  for (const page of [whoami, async () => new Response(await whoami())]) {
    const browser = await signedIn(page, application)
    for (const path of ['/auth/session', '/whoami']) {
      const response = await browser.open(ORIGIN + path)
      expectRenewed(response)
      expect(await response.text()).toContain('Ada Lovelace')
      expect(response.headers.get('x-kept')).toBe('yes')
      expect(cookieNames(response).filter((name) => name === 'before')).toHaveLength(1)
    }
  }
})

test('A session read before a page of SolidStart throws is renewed on the error response', async () => {
  const browser = await signedIn(async () => {
    await latchstring.auth()
    throw new Error('boom')
  })
  const response = await browser.open(`${ORIGIN}/boom`)
  expect(response.status).toBe(500)
  expectRenewed(response)
})

test('A session of SolidStart that is being read when the head is made is renewed, and a later one is not', async () => {
  let later: () => Promise<string> = whoami
  const browser = await signedIn(() => {
    void latchstring.auth()
    return 'shell'
  })
  expectRenewed(await browser.open(`${ORIGIN}/begun`))
  const streaming = await signedIn(({ locals: { auth } }) => {
    later = async () => named(await auth())
    return 'shell'
  })
  const response = await streaming.open(`${ORIGIN}/later`)
  expect(await later()).toBe('Ada Lovelace')
  expect(cookieNames(response)).toEqual([])
})

const signIn = async ({ request }: StartEvent) => {
  const result = await latchstring.signIn(new URLSearchParams(await request.text()))
  expectTypeOf(result).toEqualTypeOf<SignInFailure>()
  return JSON.stringify(result)
}

test('An action of SolidStart signs in, and redirects its script to a path and the browser to a URL', async () => {
  for (const [headers, location] of [
    [SCRIPTED, '/in'],
    [{}, `${ORIGIN}/in`],
  ] as const) {
    const browser = visit(signIn)
    const response = await browser.submit(SERVER_FUNCTION, FIELDS, headers)
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
    const github = { provider: 'harbour', redirectTo: '/in' }
    const started = await browser.submit(SERVER_FUNCTION, github, headers)
    expect(started.headers.get('location')).toMatch(/^https:\/\/harbour\.example\/authorize/)
  }
})

test('An action of SolidStart returns a form error as a value to a script, and otherwise in the address of the page', async () => {
  const wrong = { ...FIELDS, password: 'wrong' }
  const scripted = await visit(signIn).submit(SERVER_FUNCTION, wrong, SCRIPTED)
  expect(await scripted.json()).toEqual({ error: 'CredentialsSignin', code: 'credentials' })
  const { referer } = SCRIPTED
  const plain = await visit(signIn).submit(SERVER_FUNCTION, wrong, { referer })
  expect(plain.headers.get('location')).toBe(
    `${ORIGIN}/login?x=1&error=CredentialsSignin&code=credentials`,
  )
  const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  const crossed = await visit(signIn).submit(SERVER_FUNCTION, FIELDS, foreign)
  expect(crossed.headers.get('location')).toBe(`${ORIGIN}/?error=CrossOriginRequest`)
  expect(cookieNames(crossed)).toEqual([])
})

test('An action of SolidStart throws an error that the form did not cause', async () => {
  const authorize = () => {
    throw new Error('The store is away.')
  }
  const logger = { error: () => undefined }
  const broken = Latchstring({ providers: [passwords({ authorize })], logger }, { env: ENV })
  const around: Middleware = (event) =>
    broken.middleware(event, () => broken.signIn(new URLSearchParams(FIELDS)))
  const response = await visit(whoami, { middleware: [around] }).submit(SERVER_FUNCTION, FIELDS)
  expect(response.status).toBe(500)
})

test('signIn and signOut of SolidStart redirect when called from code, unless `redirect` is `false`', async () => {
  const given = { username: 'ada', password: PASSWORD, redirectTo: '/in' }
  const enter = visit(() => latchstring.signIn('credentials', given))
  expect((await enter.open(`${ORIGIN}/enter`)).headers.get('location')).toBe(`${ORIGIN}/in`)
  const stay = visit(() => latchstring.signIn('credentials', { ...given, redirect: false }))
  expect(await (await stay.open(`${ORIGIN}/enter`)).text()).toBe(`${ORIGIN}/in`)
  expect(stay.cookies.has(SESSION)).toBe(true)
  const leave = await signedIn(() => latchstring.signOut({ redirect: false, redirectTo: '/out' }))
  expect(await (await leave.open(`${ORIGIN}/leave`)).text()).toBe(`${ORIGIN}/out`)
  expect(leave.cookies.has(SESSION)).toBe(false)
  const left = await (
    await signedIn(() => latchstring.signOut({ redirectTo: '/out' }))
  ).open(`${ORIGIN}/leave`)
  expect([left.status, left.headers.get('location')]).toEqual([303, `${ORIGIN}/out`])
})

test('An action of SolidStart signs out, and refuses a form from another site', async () => {
  const signOut = () => latchstring.signOut(new FormData())
  const browser = await signedIn(signOut)
  const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  await browser.submit(SERVER_FUNCTION, {}, foreign)
  expect(browser.cookies.has(SESSION)).toBe(true)
  expect((await browser.submit(SERVER_FUNCTION, {})).status).toBe(303)
  expect(browser.cookies.has(SESSION)).toBe(false)
})

test('requireSession of SolidStart redirects a page and the caller of a server function to the sign-in page, with the page as target', async () => {
  const page = async () => named(await latchstring.requireSession())
  const target = async (url: string, headers: Record<string, string>) => {
    const response = await visit(page).open(url, headers)
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '', ORIGIN).searchParams.get('callbackUrl')
  }
  expect(await target(`${ORIGIN}/me?x=1`, {})).toBe(`${ORIGIN}/me?x=1`)
  const headers = { ...SCRIPTED, 'sec-fetch-mode': 'cors' }
  expect(await target(SERVER_FUNCTION, headers)).toBe(`${ORIGIN}/login?x=1`)
  expect(await target(SERVER_FUNCTION, {})).toBe(`${ORIGIN}/`)
  const posted = await visit(page).submit(SERVER_FUNCTION, {}, headers)
  const signInPage = new URL(posted.headers.get('location') ?? '', ORIGIN)
  expect(signInPage.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/login?x=1`)
  expect(await (await (await signedIn(page)).open(`${ORIGIN}/me`)).text()).toBe('Ada Lovelace')
})

test('requireSession of SolidStart answers a page that is requested as JSON with 401', async () => {
  let status: number | undefined
  const browser = visit(async (event) => {
    await latchstring.requireSession().catch(() => undefined)
    status = event.response.status
    return 'shell'
  })
  await browser.open(`${ORIGIN}/me`, { accept: 'application/json', 'sec-fetch-mode': 'cors' })
  expect(status).toBe(401)
})

test('`auth.require` of SolidStart answers a page that is requested as JSON with the challenge of RFC 9470', async () => {
  const page: Page = async () => {
    await latchstring.auth.require({ maxAge: 10 }).catch(() => undefined)
    return 'shell'
  }
  const browser = await signedIn(page)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const asked = { accept: 'application/json', 'sec-fetch-mode': 'cors' }
  const response = await browser.open(`${ORIGIN}/keys`, asked)
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error=.* max_age="10"$/)
})

test('`auth.require` in an API route of SolidStart 2 redirects a browser to the sign-in page, and answers a script with 401', async () => {
  const page: Page = async () => Response.json(await latchstring.auth.require({ maxAge: 10 }))
  const browser = await signedIn(page, { isRoute: true })
  expect((await browser.open(`${ORIGIN}/api`)).status).toBe(200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const sent = await browser.open(`${ORIGIN}/api`, NAVIGATION)
  const { pathname, searchParams } = new URL(sent.headers.get('location') ?? '', ORIGIN)
  expect([sent.status, pathname, searchParams.get('max_age')]).toEqual([303, '/auth/signin', '10'])
  const refused = await browser.open(`${ORIGIN}/api`, {
    'sec-fetch-mode': 'cors',
    accept: 'application/json',
  })
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'StepUpRequired' }])
})

test('A POST to a protected page of SolidStart is redirected to the sign-in page by 303', async () => {
  const page: Page = async (event) => {
    const { response } = event
    const refused: unknown = await latchstring.requireSession().catch((thrown: unknown) => thrown)
    // The router sets the status like this.
    if (refused instanceof Response) {
      response.headers.set('location', refused.headers.get('location') ?? '')
    }
    response.status = 302
    return 'shell'
  }
  expect((await visit(page).submit(`${ORIGIN}/me`, {}, NAVIGATION)).status).toBe(303)
  expect((await visit(page).open(`${ORIGIN}/me`)).status).toBe(302)
  expect((await visit(page).submit(SERVER_FUNCTION, {}, NAVIGATION)).status).toBe(302)
})

test('protect of SolidStart refuses a script with 401 before the API route handler runs', async () => {
  const handler = vi.fn((_event: StartEvent, session: { user?: { name?: string | null } }) =>
    named(session),
  )
  const route = latchstring.protect(handler)
  const asked = { accept: 'application/json', 'sec-fetch-mode': 'cors' }
  const refused = await visit(route).open(`${ORIGIN}/api`, asked)
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'SessionRequired' }])
  const sent = await visit(route).open(`${ORIGIN}/api`, { 'sec-fetch-mode': 'navigate' })
  expect(sent.status).toBe(307)
  expect(handler).not.toHaveBeenCalled()
  const allowed = await (await signedIn(route)).open(`${ORIGIN}/api`, asked)
  expect(await allowed.text()).toBe('Ada Lovelace')
})

test('The guard of SolidStart calls the `authorized` callback, and gives a script the address to go to', async () => {
  const authorized = vi.fn(({ request }: { request: Request }) => request.url.endsWith('/open'))
  const guarded = Latchstring({ ...config, callbacks: { authorized } }, { env: ENV })
  const around: Middleware = (event, next) =>
    guarded.middleware(event, () => guarded.guard(event, next))
  const browser = visit(() => 'inside', { middleware: [around] })
  expect(await (await browser.open(`${ORIGIN}/open`)).text()).toBe('inside')
  expect((await browser.open(`${ORIGIN}/closed`)).status).toBe(307)
  const posted = await browser.submit(SERVER_FUNCTION, {}, NAVIGATION)
  expect(posted.status).toBe(303)
  const scripted = await browser.submit(SERVER_FUNCTION, {}, SCRIPTED)
  expect(scripted.status).toBe(401)
  const target = new URL(scripted.headers.get('location') ?? '', ORIGIN)
  expect(target.pathname).toBe('/auth/signin')
  expect(target.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/login?x=1`)
})

const IS_CACHED = {
  'a rule of the route': { context: { nitro: {}, routeRules: { cache: {} } } },
  'incremental generation': { context: { nitro: {}, routeRules: { isr: true } } },
  'a copy of the request': { context: {} },
}

test.each(Object.entries(IS_CACHED))(
  'A page of SolidStart that Nitro caches by %s has no session, and refuses visitors where it is protected',
  async (_, { context }) => {
    vi.stubGlobal('__nitro__', { default: {} })
    const open = await signedIn(whoami, { context })
    const response = await open.open(`${ORIGIN}/cached`)
    expect(await response.text()).toBe('nobody')
    expect(cookieNames(response)).toEqual([])
    const closed = await signedIn(async () => named(await latchstring.requireSession()), {
      context,
    })
    expect((await closed.open(`${ORIGIN}/cached`)).status).toBe(303)
    const form = await signedIn(whoami, { context })
    expect(await (await form.submit(`${ORIGIN}/cached`, {})).text()).toBe('Ada Lovelace')
    expect((await open.open(`${BASE}/session`)).status).toBe(500)
  },
)

test('A page of SolidStart that Nitro does not cache has its session', async () => {
  vi.stubGlobal('__nitro__', { default: {} })
  const context = { nitro: {}, routeRules: { headers: {} } }
  const browser = await signedIn(whoami, { context })
  expect(await (await browser.open(`${ORIGIN}/whoami`)).text()).toBe('Ada Lovelace')
})

test('Prerendering of SolidStart reads no session, and refuses every other call', async () => {
  vi.stubGlobal('__nitro__', { prerender: {} })
  const withoutSecret = Latchstring(config, { env: {} })
  const middleware: Middleware = (event, next) =>
    withoutSecret.middleware(event, () => withoutSecret.guard(event, next))
  const open = (path: string, page: Page) =>
    visit(page, { middleware: [middleware] }).open(ORIGIN + path)
  const page: Page = async ({ locals }) =>
    JSON.stringify([await withoutSecret.auth(), await locals.auth(), await locals.client()])
  expect(await (await open('/static', page)).text()).toBe('[null,null,null]')
  expect((await open('/auth/signin', page)).status).toBe(204)
  await expect(
    open('/static', async () => {
      expect(() => withoutSecret.scope()).toThrow('The page is prerendered')
      return withoutSecret.requireSession()
    }),
  ).resolves.toMatchObject({ status: 500 })
})

test('A copied event of SolidStart, as in a single-flight mutation, has the session that its action has changed', async () => {
  const browser = visit(async (event) => {
    const before = await whoami()
    await latchstring.scope().signIn('credentials', { username: 'ada', password: PASSWORD })
    const copy = { ...event, request: new Request(`${ORIGIN}/in`) }
    return [
      before,
      await provideRequestEvent(copy, whoami),
      named(await latchstring.auth(copy)),
    ].join()
  })
  const response = await browser.open(SERVER_FUNCTION)
  expect(await response.text()).toBe('nobody,Ada Lovelace,Ada Lovelace')
  expect(cookieNames(response)).toEqual([
    SESSION,
    '__Host-latchstring.last-used',
    '__Host-latchstring.device',
  ])
})

test('unstable_update of SolidStart changes the session in `locals` of the same request', async () => {
  const browser = await signedIn(async ({ locals }) => {
    const updated = await latchstring.unstable_update({ user: { name: 'Countess' } })
    expect(await locals.auth()).toEqual(updated)
    expect(await locals.client()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    return 'updated'
  })
  await expectUpdated(browser)
})

test('Functions of SolidStart return what the session callback returns', () => {
  const callbacks = { session: () => ({ expires: '', shop: 'one' }) }
  const { auth, requireSession } = Latchstring({ ...config, callbacks }, { env: ENV })
  expectTypeOf(auth).returns.resolves.toEqualTypeOf<{ expires: string; shop: string } | null>()
  expectTypeOf(requireSession).returns.resolves.toEqualTypeOf<{ expires: string; shop: string }>()
})

test('Functions of SolidStart name the cause when called outside a request or without the middleware', async () => {
  await expect(latchstring.auth()).rejects.toThrow('No request is served here')
  const request = new Request(ORIGIN)
  const response = { headers: new Headers() }
  const event = { request, response, locals: {}, nativeEvent: {} }
  await expect(latchstring.auth(event)).rejects.toThrow('Put it first in `createMiddleware`')
})
