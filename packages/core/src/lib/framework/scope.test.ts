import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrameworkAuth } from '../../framework.ts'
import { createCore, type Core } from '../engine/auth.ts'
import { createCache } from '../kit/cache.ts'
import { InvalidRequest, SignOutError, TooManyRequests } from '../errors/classes.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Cookie } from '../types/cookies.ts'
import type { RequestScope } from '../types/scope.ts'
import type { Session } from '../types/session.ts'
import type { Awaitable } from '../types/utility.ts'
import { createAnonymousScope, authorizeCachedPage, withoutCookies } from './anonymous-scope.ts'
import { createScope } from './scope.ts'

const ORIGIN = 'https://app.example'
const ENV = { AUTH_SECRET: 'a secret of more than thirty-two characters', AUTH_URL: ORIGIN }

const passwords = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: { username: {} },
  authorize: () => ({ id: '1', name: 'Ada' }),
}

const open = (config: Partial<AuthConfig> = {}) =>
  createFrameworkAuth({ providers: [passwords], ...config }, { env: ENV })

function scopeOf(
  auth: ReturnType<typeof open>,
  headers: Readonly<Record<string, string>> = {},
): RequestScope<object> {
  const request = new Request(`${ORIGIN}/page`, { headers: { origin: ORIGIN, ...headers } })
  return auth.scope({ headers: request.headers, url: request.url, request })
}

/** Signs in and returns the cookies of the session. */
async function signedIn(auth: ReturnType<typeof open>): Promise<string> {
  const scope = scopeOf(auth)
  await scope.signIn('credentials', { username: 'ada' })
  return scope
    .takeCookies()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** A scope of an application whose configuration fails with this error. */
function scopeThatFails(error: Error): RequestScope<object> {
  const config = { providers: [] }
  const core: Core = {
    ...createCore(config, { env: ENV }),
    resolve: () => {
      throw error
    },
  }
  const request = new Request(`${ORIGIN}/page`)
  const application = { core, config, reported: createCache<string>({ entries: 1 }) }
  return createScope<object>(application, { headers: request.headers, request })
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

describe('takeCookies of a request scope', () => {
  test('returns separate cookies for the same name on several domains', async () => {
    const error = new SignOutError('The store failed.')
    const options = { maxAge: 0, path: '/' }
    error.cookies = [
      { name: 'session', value: '', options },
      { name: 'session', value: '', options: { ...options, domain: 'app.example' } },
      { name: 'session', value: '', options: { ...options, domain: 'a.app.example' } },
      { name: 'session', value: 'again', options },
    ]
    const scope = scopeThatFails(error)
    await scope.signOut().catch(() => undefined)
    const lines = scope.takeCookies()
    expect(lines).toHaveLength(3)
    expect(lines.find((line) => line.includes('Domain=app.example'))).toMatch(/^session=;/)
    expect(lines.find((line) => line.includes('Domain=a.app.example'))).toMatch(/^session=;/)
    expect(lines.find((line) => !line.includes('Domain='))).toMatch(/^session=again;/)
    expect(scope.takeCookies()).toEqual([])
  })

  test('returns the last of two cookies with the same name', async () => {
    const scope = scopeOf(open())
    await scope.signIn('credentials', { username: 'ada' })
    await scope.signOut()
    const lines = scope.takeCookies().filter((line) => line.includes('session-token'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Max-Age=0')
  })

  test('returns the cookies of a failed sign-out, which end the session in the browser', async () => {
    const error = new SignOutError('The store failed.')
    const cookie: Cookie = { name: 'session', value: '', options: { maxAge: 0 } }
    error.cookies = [cookie]
    const scope = scopeThatFails(error)
    await expect(scope.signOut()).rejects.toBe(error)
    expect(scope.takeCookies()).toEqual([expect.stringMatching(/^session=; Max-Age=0/)])
  })

  test('returns no cookies of another failure', async () => {
    const scope = scopeThatFails(new InvalidRequest('Wrong.'))
    await expect(scope.signOut()).rejects.toThrow('Wrong.')
    expect(scope.takeCookies()).toEqual([])
  })
})

test('setCookies of a request scope passes each cookie once, also as a header', async () => {
  const scope = scopeOf(open())
  await scope.signIn('credentials', { username: 'ada' })
  const set = vi.fn<(cookie: Cookie, header: string) => void>()
  scope.setCookies(set)
  expect(set).toHaveBeenCalled()
  for (const [{ name, value, options }, header] of set.mock.calls) {
    expect(header).toMatch(`${name}=${value}; `)
    expect(header.includes('HttpOnly')).toBe(options.httpOnly)
  }
  expect(scope.takeCookies()).toEqual([])
})

describe('a change of the session in a request scope', () => {
  test('applies to the next read, also of a request without cookies', async () => {
    const scope = scopeOf(open())
    await scope.signIn('credentials', { username: 'ada' })
    expect(await scope.auth()).toMatchObject({ user: { name: 'Ada' } })
    expect(await scope.client()).toMatchObject({ user: { name: 'Ada' } })
    await scope.signOut()
    expect(await scope.auth()).toBeNull()
    expect(await scope.client()).toBeNull()
  })

  test('leaves the other cookies of the request for the next read', async () => {
    const auth = open()
    const scope = scopeOf(auth, { cookie: await signedIn(auth) })
    const { fields } = await scope.fields()
    expect(await scope.auth()).toMatchObject({ user: { name: 'Ada' } })
    await scope.update()
    expect((await scope.fields()).fields['csrfToken']).toBe(fields['csrfToken'])
  })

  test('is not overwritten by a read that finishes after an update and a sign-out', async () => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const session = vi.fn<(read: { readonly session: Session }) => Awaitable<Session>>(
      (read) => read.session,
    )
    const auth = open({ session: { updateAge: 0 }, callbacks: { session } })
    const scope = scopeOf(auth, { cookie: await signedIn(auth) })
    session.mockImplementationOnce(async (read) => {
      await gate
      return read.session
    })
    const reading = scope.auth()
    await vi.waitFor(() => expect(session).toHaveBeenCalledOnce())
    await scope.update()
    await scope.signOut()
    scope.takeCookies()
    release()
    await reading
    expect(scope.takeCookies()).toEqual([])
  })

  test.each(['auth', 'update', 'client', 'requireSession', 'authorize'] as const)(
    'by %s makes the response vary by Cookie',
    async (name) => {
      const scope = scopeOf(open())
      await scope[name]()
      expect(scope.apply(new Response('page')).headers.get('vary')).toBe('Cookie')
    },
  )
})

const shared = (): Headers => new Headers({ 'cache-control': 'public' })

describe('The sessions object', () => {
  test('of a request scope has the session that was opened in the scope', async () => {
    const { sessions, signIn, signOut } = scopeOf(open())
    expect(await sessions.current()).toBeNull()
    await signIn('credentials', { username: 'ada' })
    expect(await sessions.current()).toMatchObject({ userId: '1' })
    await signOut()
    expect(await sessions.current()).toBeNull()
  })

  test('of a request has the session of that request, and without a request none', async () => {
    const auth = open()
    const headers = new Headers({ cookie: await signedIn(auth) })
    const url = `${ORIGIN}/page`
    expect(await auth.sessions({ headers, url }).current()).toMatchObject({ userId: '1' })
    expect(await auth.sessions().current()).toBeNull()
  })
})

describe('applyTo of a request scope', () => {
  async function warningsFor(
    use: (scope: RequestScope<object>) => unknown,
    headers: Headers,
  ): Promise<readonly unknown[]> {
    const warn = vi.fn()
    const auth = open({ logger: { warn }, clientAddress: 'peer' })
    const scope = scopeOf(auth)
    await use(scope)
    scope.applyTo(headers)
    // The warning is logged asynchronously, and this read ends after it.

    await auth.session({ headers: new Headers() })
    await new Promise(setImmediate)
    return warn.mock.calls
  }

  test('warns about a publicly cached response that sets cookies, even if no session was read', async () => {
    const calls = await warningsFor((scope) => scope.fields(), shared())
    expect(calls).toEqual([
      ['session-in-public-response', expect.stringContaining('The response of /page says so.')],
    ])
  })

  test('warns about a publicly cached response whose session was read, even without cookies', async () => {
    expect(await warningsFor((scope) => scope.auth(), shared())).toHaveLength(1)
  })

  test('does not warn about a publicly cached response unrelated to the session', async () => {
    expect(await warningsFor(() => undefined, shared())).toEqual([])
  })

  test('does not warn about a response that caches do not share', async () => {
    expect(await warningsFor((scope) => scope.auth(), new Headers())).toEqual([])
  })
})

describe('apply of a request scope', () => {
  test('copies a response with its status, status text and body', async () => {
    const scope = scopeOf(open())
    await scope.auth()
    const response = scope.apply(new Response('page', { status: 200, statusText: 'Fine' }))
    expect([response.status, response.statusText, await response.text()]).toEqual([
      200,
      'Fine',
      'page',
    ])
    expect(response.headers.get('vary')).toBe('Cookie')
  })

  test('returns a response that already varies by Cookie unchanged', async () => {
    const scope = scopeOf(open())
    await scope.auth()
    const response = new Response('page', { headers: { vary: 'Accept, Cookie' } })
    expect(scope.apply(response)).toBe(response)
  })

  test('adds Cookie to the existing Vary header', async () => {
    const scope = scopeOf(open())
    await scope.auth()
    const response = new Response('page', { headers: { vary: 'Accept' } })
    expect(scope.apply(response).headers.get('vary')).toBe('Accept, Cookie')
  })

  test('sets cookies on a response that already varies by Cookie', async () => {
    const scope = scopeOf(open())
    await scope.fields()
    const response = new Response('page', { headers: { vary: 'Cookie' } })
    expect(scope.apply(response).headers.getSetCookie()).toHaveLength(1)
  })
})

describe('A sign-in that was tried too often', () => {
  const FIELDS = { provider: 'credentials', username: 'ada' }
  const WAYS = {
    signIn: (scope: RequestScope<object>) => scope.signIn('credentials', { username: 'ada' }),
    form: (scope: RequestScope<object>) => scope.form('signin', FIELDS),
  }

  async function refusedScope(way: keyof typeof WAYS = 'form'): Promise<RequestScope<object>> {
    const auth = open({
      providers: [{ ...passwords, authorize: () => null }],
      limits: { password: { application: { points: 1, window: 60 } } },
    })
    await WAYS[way](scopeOf(auth)).catch(() => undefined)
    const scope = scopeOf(auth)
    await expect(WAYS[way](scope)).rejects.toThrow(TooManyRequests)
    return scope
  }

  const waitOf = (scope: RequestScope<object>, init: ResponseInit): string | null =>
    scope.apply(new Response('page', init)).headers.get('retry-after')

  test.each(['signIn', 'form'] as const)(
    'by %s of a request scope gives a response with 429 the header Retry-After',
    async (way) => {
      expect(waitOf(await refusedScope(way), { status: 429 })).toBe('60')
    },
  )

  test.each([200, 303, 401, 503])('gives a response with %i no Retry-After', async (status) => {
    expect(waitOf(await refusedScope(), { status })).toBeNull()
  })

  test('leaves Retry-After to an application that has set it', async () => {
    const headers = { 'Retry-After': '5' }
    const scope = await refusedScope()
    expect(waitOf(scope, { status: 429, headers })).toBe('5')
    const prepared = new Headers(headers)
    scope.applyTo(prepared, 429)
    expect(prepared.get('retry-after')).toBe('5')
  })

  test('gives no Retry-After once something else of the same scope has succeeded', async () => {
    const scope = await refusedScope()
    await scope.signOut()
    expect(waitOf(scope, { status: 429 })).toBeNull()
  })

  test('sets Retry-After for the status 429', async () => {
    const scope = await refusedScope()
    const headers = new Headers()
    scope.applyTo(headers)
    scope.applyTo(headers, 401)
    expect(headers.has('retry-after')).toBe(false)
    scope.applyTo(headers, 429)
    expect(headers.get('retry-after')).toBe('60')
  })
})

test('A sign-in with a wrong password gives a response with 429 no Retry-After', async () => {
  const scope = scopeOf(open({ providers: [{ ...passwords, authorize: () => null }] }))
  await expect(scope.signIn('credentials', { username: 'ada' })).rejects.toThrow()
  const response = scope.apply(new Response('page', { status: 429 }))
  expect(response.headers.has('retry-after')).toBe(false)
})

describe('authorize of a request scope', () => {
  async function pathsAskedAbout(
    members: { readonly url?: string },
    options?: Parameters<RequestScope<object>['authorize']>[0],
  ): Promise<readonly string[]> {
    const asked: string[] = []
    const auth = open({
      callbacks: {
        authorized: ({ request }) => {
          asked.push(new URL(request.url).pathname)
          return true
        },
      },
    })
    const request = new Request(`${ORIGIN}/x`)
    const { url } = members
    const source = { headers: request.headers, request, ...(url === undefined ? {} : { url }) }
    await auth.scope(source).authorize(options)
    return asked
  }

  test('checks the path of the request', async () => {
    expect(await pathsAskedAbout({})).toEqual(['/x'])
  })

  test('also checks the path as sent where the two differ only by ".." (INP-06)', async () => {
    expect(await pathsAskedAbout({ url: `${ORIGIN}/a/../x` })).toEqual(['/x', '/a'])
  })

  test('checks only the path of the request when the source has the URL of another page', async () => {
    expect(await pathsAskedAbout({ url: `${ORIGIN}/a/../y` })).toEqual(['/x'])
  })

  test('checks the path that the framework names', async () => {
    const url = `${ORIGIN}/x`
    expect(await pathsAskedAbout({ url }, { path: '/a/../x' })).toEqual(['/x', '/a'])
  })

  test.each(['authorize', 'requireSession'] as const)(
    'called as %s redirects a page, with the URL of the options, source or request, and refuses a script',
    async (ask) => {
      const auth = open({ callbacks: { authorized: () => false } })
      const request = new Request(`${ORIGIN}/x`)
      const returnTo = async (
        source: { readonly url?: string },
        options?: Parameters<RequestScope<object>['authorize']>[0],
      ) => {
        const scope = auth.scope({ headers: request.headers, request, ...source })
        const verdict = await scope[ask](options)
        return verdict.kind === 'redirect'
          ? new URL(verdict.url).searchParams.get('callbackUrl')
          : verdict.kind
      }
      const url = `${ORIGIN}/of-source`
      expect(await returnTo({ url }, { page: true, url: `${ORIGIN}/named` })).toBe(
        `${ORIGIN}/named`,
      )
      expect(await returnTo({ url }, { page: true })).toBe(url)
      expect(await returnTo({}, { page: true })).toBe(`${ORIGIN}/x`)
      expect(await returnTo({ url })).toBe('refuse')
    },
  )

  test("passes a request of the framework's class to the callback for another spelling of the path", async () => {
    const asked: Request[] = []
    const auth = open({
      callbacks: {
        authorized: ({ request }) => {
          asked.push(request)
          return true
        },
      },
    })
    const copy = vi.fn((url: string) => new Request(url, { headers: { 'x-copied': '1' } }))
    const request = new Request(`${ORIGIN}/x`)
    await auth.scope({ headers: request.headers, request }).authorize({ path: '/a/../x', copy })
    expect(copy.mock.calls).toEqual([[`${ORIGIN}/a`]])
    expect(asked.map(({ headers }) => headers.get('x-copied'))).toEqual([null, '1'])
  })
})

describe('authorize without a scope', () => {
  test('refuses a request that is not known to be for a page, and redirects one that the framework says is for a page', async () => {
    const auth = open({ callbacks: { authorized: () => false } })
    const statusOf = async (options?: { readonly page: boolean }) => {
      const { decision } = await auth.authorize(new Request(`${ORIGIN}/x`), options)
      return decision.kind === 'respond' ? decision.response.status : decision.kind
    }
    expect(await statusOf()).toBe(401)
    expect(await statusOf({ page: true })).toBe(307)
  })
})

describe('A response that all visitors share', () => {
  const authorized = ({ auth: session }: { readonly auth: object | null }): boolean =>
    session !== null

  test('is made for the request without its cookies, whose other headers and method stay', () => {
    const headers = { cookie: 'a=1', accept: 'text/html' }
    const copy = withoutCookies(new Request(`${ORIGIN}/page?a=1`, { method: 'PUT', headers }))
    expect([copy.url, copy.method]).toEqual([`${ORIGIN}/page?a=1`, 'PUT'])
    expect([...copy.headers]).toEqual([['accept', 'text/html']])
  })

  test('has no session, extends no session, and requireSession says how to get one', async () => {
    const session = vi.fn((read: { readonly session: Session }) => read.session)
    const auth = open({ session: { updateAge: 0 }, callbacks: { session, authorized } })
    const headers = { cookie: await signedIn(auth) }
    const anonymous = createAnonymousScope(auth, new Request(`${ORIGIN}/page`, { headers }))
    expect(await anonymous.auth()).toBeNull()
    expect(await anonymous.client()).toBeNull()
    await expect(anonymous.requireSession()).rejects.toThrow(
      /^The response of this route is cached for all visitors, .* call `authorize` in middleware in front of it\.$/,
    )
    expect(await anonymous.authorize({ page: true })).toMatchObject({ kind: 'redirect' })
    expect(anonymous.takeCookies()).toEqual([])
    expect(session).not.toHaveBeenCalled()
  })

  test('in front of a cache is sent to allowed visitors, and `authorized` gets the session only after it refused without one', async () => {
    const asked: (object | null)[] = []
    let isPublic = true
    const auth = open({
      callbacks: {
        authorized: (question) => {
          asked.push(question.auth)
          return isPublic || authorized(question)
        },
      },
    })
    const cookie = await signedIn(auth)
    const anonymous = createAnonymousScope(
      auth,
      new Request(`${ORIGIN}/page`, { headers: { cookie } }),
    )
    const own = scopeOf(auth, { cookie })
    expect(await authorizeCachedPage(anonymous, own).authorize()).toEqual({ kind: 'allow' })
    expect(asked).toEqual([null])
    isPublic = false
    expect(await authorizeCachedPage(anonymous, own).authorize()).toEqual({ kind: 'allow' })
    expect(asked.slice(1)).toMatchObject([null, { user: { name: 'Ada' } }])
    expect(await authorizeCachedPage(anonymous, undefined).authorize()).toMatchObject({
      kind: 'refuse',
    })
    const page = { page: true } as const
    expect(await authorizeCachedPage(anonymous, scopeOf(auth)).authorize(page)).toMatchObject({
      kind: 'redirect',
    })
    expect(await authorizeCachedPage(anonymous, own).auth()).toBeNull()
  })
})
