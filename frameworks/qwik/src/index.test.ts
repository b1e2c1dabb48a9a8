import { encode } from '@latchstring/core/jwt'
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
import { expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring, {
  type FrameworkAuthConfig,
  type QwikActionEvent,
  type QwikEvent,
  type QwikRequestEvent,
} from './index.ts'

// The core is the real one here, and the event of Qwik City is a double.

/** Each read renews the session, so that its cookie is visible in the response. */
const config = {
  providers: [passwords(), UNREACHED_PROVIDER],
  session: { updateAge: 0 },
} satisfies FrameworkAuthConfig

const latchstring = Latchstring(config, { env: ENV })

/** The object that ends a request when it is thrown. */
class Abort {}

type TestEvent = QwikRequestEvent & QwikActionEvent & { text: (body: string) => object }

interface Made {
  readonly event: TestEvent
  readonly response: Promise<Response>
}

/** An event like that of Qwik City: its head has the headers that are set when the stream is first requested. */
function createEvent(request: Request, platform: object): Made {
  const cookies = new Map<string, string>()
  const headers = new Headers()
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/\/q-data\.json$/, '')
  let status = 200
  let stream: WritableStream<Uint8Array> | undefined
  let resolve: (response: Response) => void = () => undefined
  const answered = new Promise<Response>((settle) => {
    resolve = settle
  })
  const open = (): WritableStream<Uint8Array> => {
    if (stream) return stream
    // The adapter of Qwik City for Node.js also sends one value of each header, and all cookies that were set.
    const sent = new Headers([...new Map(headers)])
    for (const [name, value] of cookies) sent.append('set-cookie', `${name}=${value}`)
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    stream = writable
    const empty = [204, 303, 307].includes(status)
    resolve(new Response(empty ? null : readable, { status, headers: sent }))
    return stream
  }
  const event: TestEvent = {
    request,
    url,
    headers,
    platform,
    sharedMap: new Map(),
    cookie: { set: (name, value) => void cookies.set(name, value) },
    status: () => status,
    get headersSent() {
      return stream !== undefined
    },
    getWritableStream: open,
    fail(code) {
      status = code
      headers.delete('cache-control')
      return {}
    },
    text(body) {
      return event.send(new Response(body, { status }))
    },
    send(response) {
      ;({ status } = response)
      for (const [name, value] of response.headers) {
        const equals = value.indexOf('=')
        if (name === 'set-cookie') cookies.set(value.slice(0, equals), value.slice(equals + 1))
        else headers.append(name, value)
      }
      const writable = event.getWritableStream()
      void (response.body ? response.body.pipeTo(writable) : writable.close()).catch(
        () => undefined,
      )
      return new Abort()
    },
  }
  return { event, response: answered }
}

type Page = (event: TestEvent) => unknown

interface Application {
  readonly before?: (event: TestEvent) => void
  readonly platform?: object
  readonly plugin?: (event: TestEvent) => Promise<void>
}

/** An application of one page. */
function serve(
  page: Page,
  { before, platform = {}, plugin = latchstring.onRequest }: Application = {},
) {
  return async (request: Request): Promise<Response> => {
    const { event, response } = createEvent(request, platform)
    try {
      before?.(event)
      await plugin(event)
      const body = await page(event)
      if (!event.headersSent) event.text(String(body))
    } catch (thrown) {
      if (!(thrown instanceof Abort)) event.send(new Response(String(thrown), { status: 500 }))
    }
    return response
  }
}

const visit = (page: Page, application?: Application): Browser =>
  createBrowser(serve(page, application))

/** A browser with a session that another page of the same application has created. */
async function signedIn(page: Page, application?: Application): Promise<Browser> {
  let handle = serve(page)
  const browser = createBrowser((request) => handle(request))
  await submitPassword(browser, 'ada')
  handle = serve(page, application)
  return browser
}

const whoami: Page = async (event) => named(await latchstring.auth(event))
const NAVIGATION = { 'sec-fetch-mode': 'navigate' }
const DATA = '/login/q-data.json?qaction=one'
const FOREIGN = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }

const signIn: Page = async (event) => {
  const form = Object.fromEntries(new URLSearchParams(await event.request.text()))
  return JSON.stringify((await latchstring.submitSignIn(form, event)) ?? 'nothing')
}

test('A `Cache-Control` that earlier Qwik City code has set makes neither an action nor a page with a session public', async () => {
  const before = ({ headers, cookie }: TestEvent) => {
    headers.set('cache-control', 'public, s-maxage=60')
    headers.set('x-kept', 'yes')
    cookie.set('before', '1')
  }
  const browser = await signedIn(whoami, { before })
  for (const path of ['/auth/session', '/whoami']) {
    const response = await browser.open(ORIGIN + path)
    expect(await response.text()).toContain('Ada Lovelace')
    expectRenewed(response)
    expect(response.headers.get('x-kept')).toBe('yes')
    expect(cookieNames(response)).toContain('before')
  }
})

test('With `shareSession` Qwik City code finds the session of the browser in `sharedMap`, and without it nothing is read', async () => {
  const page: Page = ({ sharedMap }) =>
    JSON.stringify(sharedMap.get('session') ?? String(sharedMap.has('session')))
  const shared = Latchstring(config, { env: ENV, shareSession: true })
  const browser = await signedIn(page, { plugin: shared.onRequest })
  const response = await browser.open(`${ORIGIN}/notes`)
  expect(await response.json()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  expectRenewed(response)
  const stranger = visit(page, { plugin: shared.onRequest })
  expect(await (await stranger.open(`${ORIGIN}/notes`)).json()).toBe('true')
  const made = visit(page, { plugin: shared.onRequest, platform: { static: true } })
  expect(await (await made.open(`${ORIGIN}/notes`)).json()).toBe('true')
  const unread = await (await signedIn(page)).open(`${ORIGIN}/notes`)
  expect([await unread.json(), cookieNames(unread)]).toEqual(['false', []])
})

test('A page of Qwik City below the base path is shown by the application', async () => {
  const browser = visit(() => 'own page')
  expect(await (await browser.open(`${BASE}/login`)).text()).toBe('own page')
  expect(await (await browser.open(`${BASE}/session`)).json()).toBeNull()
})

test('A session that a Qwik City stream reads after it has begun is not renewed, as no cookie can be set', async () => {
  const seal = vi.fn(encode)
  const late = Latchstring({ ...config, jwt: { encode: seal } }, { env: ENV })
  const name = vi.fn()
  const page: Page = async (event) => {
    event.text('begun')
    name(named(await late.auth(event)))
  }
  const browser = await signedIn(page, { plugin: late.onRequest })
  expect(await (await browser.open(`${ORIGIN}/stream`)).text()).toBe('begun')
  await vi.waitFor(() => expect(name).toHaveBeenCalledWith('Ada Lovelace'))
  expect(seal).not.toHaveBeenCalled()
})

test('A Qwik City page that is made public after it has read the session is private where it sets a session cookie', async () => {
  const browser = await signedIn(async (event) => {
    const name = await whoami(event)
    event.headers.set('cache-control', 'public, s-maxage=60')
    return name
  })
  expectRenewed(await browser.open(`${ORIGIN}/whoami`))
})

test('Page data of Qwik City that depends on the session is never cached, and other data is cached as its page says', async () => {
  const cached: Page = (event) => event.headers.set('cache-control', 'max-age=5')
  const plain = await visit(cached).open(`${ORIGIN}/plain/q-data.json`)
  expect(plain.headers.get('cache-control')).toBe('max-age=5')
  const read = visit(async (event) => {
    await cached(event)
    return whoami(event)
  })
  const data = await read.open(`${ORIGIN}/whoami/q-data.json`)
  expect(data.headers.get('cache-control')).toBe('private, no-store')
  const page = await read.open(`${ORIGIN}/whoami`)
  expect(page.headers.get('cache-control')).toBe('max-age=5')
})

test('Qwik City sends every cookie of a sign-in with its attributes, although it sends only the last of several headers (CKI-12)', async () => {
  const response = await visit(signIn).submit(`${ORIGIN}/login?qaction=one`, {
    provider: 'harbour',
  })
  expect(cookieNames(response).length).toBeGreaterThan(1)
  for (const line of response.headers.getSetCookie()) expect(line).toMatch(/; Path=\/.*; Secure/)
})

test('A session that Qwik City reads after the head was sent is not renewed', async () => {
  let later: Promise<unknown> | undefined
  const browser = await signedIn((event) => {
    event.text('first')
    later = Promise.resolve(whoami(event))
  })
  const response = await browser.open(`${ORIGIN}/stream`)
  expect(await later).toBe('Ada Lovelace')
  expect(cookieNames(response)).toEqual([])
})

test('An action of Qwik City redirects the browser, and gives its router the address', async () => {
  const plain = visit(signIn)
  const response = await plain.submit(`${ORIGIN}/login?qaction=one`, FIELDS)
  expect([response.status, response.headers.get('location')]).toEqual([303, `${ORIGIN}/in`])
  expect(plain.cookies.has(SESSION)).toBe(true)
  const routed = visit(signIn)
  const data = await routed.submit(ORIGIN + DATA, { provider: 'harbour' })
  expect([data.status, await data.text()]).toEqual([200, '"nothing"'])
  expect(data.headers.get('location')).toMatch(/^https:\/\/harbour\.example\/authorize/)
})

test('An action of Qwik City takes the fields as components that were written for @auth/qwik submit them', async () => {
  const { provider, redirectTo, ...fields } = FIELDS
  const submitted = { providerId: provider, options: { redirectTo, ...fields } }
  const page: Page = async (event) => latchstring.submitSignIn(submitted, event)
  const response = await visit(page).submit(`${ORIGIN}/login?qaction=one`, {})
  expect([response.status, response.headers.get('location')]).toEqual([303, `${ORIGIN}/in`])
  const asked = { providerId: 'harbour', authorizationParams: { prompt: 'consent' } }
  const away: Page = async (event) => latchstring.submitSignIn(asked, event)
  const left = await visit(away).submit(`${ORIGIN}/login?qaction=one`, {})
  expect(left.headers.get('location')).toContain('prompt=consent')
})

test('An action of Qwik City returns a form error to its page, without the password', async () => {
  let sharedMap: ReadonlyMap<string, unknown> | undefined
  const page: Page = (event) => {
    event.sharedMap.set('@actionFormData', FIELDS)
    ;({ sharedMap } = event)
    return signIn(event)
  }
  const wrong = { ...FIELDS, password: 'wrong' }
  const failed = await visit(page).submit(`${ORIGIN}/login?qaction=one`, wrong)
  expect(failed.status).toBe(401)
  expect(await failed.json()).toEqual({
    failed: true,
    error: 'CredentialsSignin',
    code: 'credentials',
  })
  expect(sharedMap?.has('@actionFormData')).toBe(false)
  const crossed = await visit(page).submit(`${ORIGIN}/login?qaction=one`, FIELDS, FOREIGN)
  expect([crossed.status, await crossed.json()]).toEqual([
    403,
    { failed: true, error: 'CrossOriginRequest' },
  ])
  expect(cookieNames(crossed)).toEqual([])
})

test('An action of Qwik City that was called too often answers 429 with the seconds to wait', async () => {
  const limits = { password: { application: { points: 1, window: 60 } } }
  const logger = { warn: () => undefined }
  const limited = Latchstring({ providers: [passwords()], limits, logger }, { env: ENV })
  const wrong = { ...FIELDS, password: 'wrong' }
  const page: Page = async (event) => JSON.stringify(await limited.submitSignIn(wrong, event))
  const browser = visit(page, { plugin: limited.onRequest })
  const first = await browser.submit(`${ORIGIN}/login?qaction=one`, wrong)
  expect([first.status, first.headers.has('retry-after')]).toEqual([401, false])
  const second = await browser.submit(`${ORIGIN}/login?qaction=one`, wrong)
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await second.json()).toEqual({ failed: true, error: 'TooManyRequests', retryAfter: 60 })
})

test('An action of Qwik City throws an error that the form did not cause', async () => {
  const authorize = () => {
    throw new Error('The store is away.')
  }
  const logger = { error: () => undefined }
  const broken = Latchstring({ providers: [passwords({ authorize })], logger }, { env: ENV })
  const page: Page = (event) => broken.submitSignIn(FIELDS, event)
  const browser = visit(page, { plugin: broken.onRequest })
  expect((await browser.submit(`${ORIGIN}/login?qaction=one`, FIELDS)).status).toBe(500)
})

test('signIn and signOut of Qwik City redirect when called from code, unless `redirect` is `false`', async () => {
  const given = { username: 'ada', password: PASSWORD, redirectTo: '/in' }
  const enter = visit((event) => latchstring.signIn(event, 'credentials', given))
  expect((await enter.open(`${ORIGIN}/enter`)).headers.get('location')).toBe(`${ORIGIN}/in`)
  const still = { ...given, redirect: false }
  const stay = visit((event) => latchstring.signIn(event, 'credentials', still))
  expect(await (await stay.open(`${ORIGIN}/enter`)).text()).toBe(`${ORIGIN}/in`)
  expect(stay.cookies.has(SESSION)).toBe(true)
  const out = { redirectTo: '/out', redirect: false }
  const leave = await signedIn((event) => latchstring.signOut(event, out))
  expect(await (await leave.open(`${ORIGIN}/leave`)).text()).toBe(`${ORIGIN}/out`)
  expect(leave.cookies.has(SESSION)).toBe(false)
  const left = await signedIn((event) => latchstring.signOut(event))
  expect((await left.open(`${ORIGIN}/leave`)).status).toBe(303)
})

test('An action of Qwik City signs out, and refuses a form from another site', async () => {
  const browser = await signedIn((event) => latchstring.submitSignOut({}, event))
  await browser.submit(`${ORIGIN}/login?qaction=two`, {}, FOREIGN)
  expect(browser.cookies.has(SESSION)).toBe(true)
  expect((await browser.submit(`${ORIGIN}/login?qaction=two`, {})).status).toBe(303)
  expect(browser.cookies.has(SESSION)).toBe(false)
})

const members: Page = async (event) => named(await latchstring.requireSession(event))

test('requireSession of Qwik City redirects pages, their data and actions to the sign-in page, and refuses scripts', async () => {
  const ask = async (path: string, headers: Record<string, string>, form?: object) => {
    const browser = visit(members)
    const response = await (form
      ? browser.submit(ORIGIN + path, {}, headers)
      : browser.open(ORIGIN + path, headers))
    const target = new URL(response.headers.get('location') ?? '', ORIGIN)
    return [response.status, target.pathname, target.searchParams.get('callbackUrl')]
  }
  const script = { 'sec-fetch-mode': 'cors', referer: `${ORIGIN}/login?x=1` }
  expect(await ask('/me?x=1', NAVIGATION)).toEqual([307, '/auth/signin', `${ORIGIN}/me?x=1`])
  expect(await ask('/me/q-data.json?x=1', script)).toEqual([
    307,
    '/auth/signin',
    `${ORIGIN}/me?x=1`,
  ])
  expect(await ask(DATA, script, {})).toEqual([303, '/auth/signin', `${ORIGIN}/login?x=1`])
  const json = { ...script, accept: 'application/json' }
  const refused = await visit(members).open(`${ORIGIN}/api`, json)
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'SessionRequired' }])
  const allowed = await (await signedIn(members)).open(`${ORIGIN}/me`, NAVIGATION)
  expect(await allowed.text()).toBe('Ada Lovelace')
})

test('requireSession and `auth.require` of Qwik 2 lead back to the page with the parameters that a loader does not get', async () => {
  for (const ask of [latchstring.requireSession, latchstring.auth.require]) {
    const page: Page = async (event) => {
      const url = new URL('/', event.url)
      // As the loader of a layout that declares no parameter.
      const copy = Object.create(event, { url: { value: url } }) as typeof event
      await ask(copy)
      return 'shown'
    }
    const response = await visit(page).open(`${ORIGIN}/me?x=1`, NAVIGATION)
    const target = new URL(response.headers.get('location') ?? '', ORIGIN)
    expect(target.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/me?x=1`)
  }
})

test('The guard of Qwik City calls the `authorized` callback, and sends its response', async () => {
  const authorized = vi.fn(({ request }: { request: Request }) => {
    if (request.url.endsWith('/own')) return new Response('own', { status: 418 })
    return request.url.endsWith('/open')
  })
  const guarded = Latchstring({ ...config, callbacks: { authorized } }, { env: ENV })
  const plugin = async (event: QwikRequestEvent) => {
    await guarded.onRequest(event)
    await guarded.guard(event)
  }
  const browser = visit(() => 'inside', { plugin })
  expect(await (await browser.open(`${ORIGIN}/open`)).text()).toBe('inside')
  expect((await browser.open(`${ORIGIN}/own`)).status).toBe(418)
  expect((await browser.open(`${ORIGIN}/closed`)).status).toBe(307)
  expect((await browser.open(`${ORIGIN}/closed/q-data.json`)).status).toBe(307)
})

const asLoaderRequest = (event: TestEvent): void => {
  Object.assign(event.url, { pathname: '/closed/page' })
  Object.assign(event, { internalRequest: 'loader' })
}

test('The guard of Qwik 2 asks about the page whose loader a request names in a header', async () => {
  const authorized = vi.fn(({ request }: { request: Request }) => !request.url.includes('/closed'))
  const guarded = Latchstring({ ...config, callbacks: { authorized } }, { env: ENV })
  const plugin = async (event: QwikRequestEvent) => {
    await guarded.onRequest(event)
    await guarded.guard(event)
  }
  const address = `${ORIGIN}/q-loader-page.build.json`
  const before = asLoaderRequest
  const refused = await visit(() => 'inside', { plugin, before }).open(address)
  expect(refused.headers.get('location')).toContain(encodeURIComponent('/closed/page'))
  expect(await (await visit(() => 'inside', { plugin }).open(address)).text()).toBe('inside')
})

test('Loaders of Qwik 2, which are given a copy of the event, find the session of their request', async () => {
  const page: Page = async (event) => {
    const { sharedMap, headers } = event
    const copy = { ...event, request: new Request(event.request), sharedMap, headers }
    return named(await latchstring.auth(copy))
  }
  const browser = await signedIn(page, { before: asLoaderRequest })
  const response = await browser.open(`${ORIGIN}/q-loader-page.build.json`)
  expect(await response.text()).toBe('Ada Lovelace')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('Static generation of Qwik City reads no session, and refuses every other call', async () => {
  const withoutSecret = Latchstring(config, { env: {} })
  const plugin = async (event: QwikRequestEvent) => {
    await withoutSecret.onRequest(event)
    await withoutSecret.guard(event)
  }
  const application = { plugin, platform: { static: true } }
  const page: Page = async (event) =>
    JSON.stringify([await withoutSecret.auth(event), await withoutSecret.client(event)])
  expect(await (await visit(page, application).open(`${ORIGIN}/static`)).text()).toBe('[null,null]')
  expect((await visit(page, application).open(`${BASE}/signin`)).status).toBe(204)
  const needy = visit((event) => withoutSecret.requireSession(event), application)
  expect(await (await needy.open(`${ORIGIN}/static`)).text()).toContain('generated at build time')
})

test('The Qwik City configuration function gets the environment of the request', async () => {
  // This test sets its own platform.
  const env = vi.fn(({ platform }: QwikEvent) => Reflect.get(platform, 'env') as typeof ENV)
  const onWorkers = Latchstring(config, { env })
  const page: Page = async (event) => named(await onWorkers.auth(event))
  const browser = visit(page, { plugin: onWorkers.onRequest, platform: { env: ENV } })
  await submitPassword(browser, 'ada')
  expect(await (await browser.open(`${ORIGIN}/whoami`)).text()).toBe('Ada Lovelace')
  expect(env).toHaveBeenCalledTimes(3)
})

test('The session in `sharedMap` of Qwik City belongs to the same request', async () => {
  const browser = await signedIn(async (event) => {
    const auth = event.sharedMap.get('auth')
    const updated = await latchstring.unstable_update(event, { user: { name: 'Countess' } })
    expect(typeof auth === 'function' && (await auth())).toEqual(updated)
    expect(await latchstring.client(event)).toMatchObject({ user: { name: 'Ada Lovelace' } })
    return 'updated'
  })
  await expectUpdated(browser)
})

test('Functions of Qwik City return what the session callback returns', () => {
  const callbacks = { session: () => ({ expires: '', shop: 'one' }) }
  const { auth, requireSession } = Latchstring({ ...config, callbacks }, { env: ENV })
  expectTypeOf(auth).returns.resolves.toEqualTypeOf<{ expires: string; shop: string } | null>()
  expectTypeOf(requireSession).returns.resolves.toEqualTypeOf<{ expires: string; shop: string }>()
})

test('Functions of Qwik City throw an error that names the missing plugin', async () => {
  const { event } = createEvent(new Request(ORIGIN), {})
  await expect(latchstring.auth(event)).rejects.toThrow('src/routes/plugin@auth.ts')
})
