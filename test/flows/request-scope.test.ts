import { createHash } from 'node:crypto'
import type { AuthConfig } from '@latchstring/core'
import {
  createFrameworkAuth,
  type FrameworkAuth,
  type RequestScope,
  type ScopeOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import { BASE, ENV, ORIGIN, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { ADA, PASSWORD, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from './src/memory-store.ts'

let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

type Operations = FrameworkAuth<object>
/** With the callbacks of any session. */
type Config = Partial<AuthConfig<JWT, object>>

/** Credentials over a database need a session that is made by hand, so that only sealed sessions sign in with a password. */
function open(config: Config = {}): Operations {
  return createFrameworkAuth(
    { providers: [passwords(), island()], ...config },
    {
      env: ENV,
      clock: clock.now,
    },
  )
}

/** A provider that is never asked. */
function island() {
  return {
    id: 'island',
    name: 'Island',
    type: 'oauth' as const,
    clientId: 'app',
    clientSecret: 'secret',
    authorization: 'https://island.example/authorize',
    token: 'https://island.example/token',
    userinfo: 'https://island.example/me',
    profile: () => ({ id: '1' }),
  }
}

interface Asked {
  readonly path?: string
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly options?: ScopeOptions
}

/** The cookies of `Set-Cookie` headers as a browser would send them back. */
function cookieHeader(lines: readonly string[]): Record<string, string> {
  const pairs = lines.filter((line) => !/; Max-Age=0/.test(line)).map((line) => line.split(';')[0])
  return pairs.length === 0 ? {} : { cookie: pairs.join('; ') }
}

function scopeFor(auth: Operations, asked: Asked = {}): RequestScope<object> {
  const { path = '/inside', cookies = [], headers = {}, method = 'GET', options } = asked
  const request = new Request(`${ORIGIN}${path}`, {
    method,
    headers: { ...cookieHeader(cookies), ...headers },
  })
  return auth.scope({ headers: request.headers, url: request.url, request }, options)
}

const FORM = { method: 'POST', headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' } }

async function signedIn(auth: Operations): Promise<readonly string[]> {
  const scope = scopeFor(auth, FORM)
  await scope.signIn('credentials', { username: 'ada', password: PASSWORD })
  return scope.takeCookies()
}

describe('owns of a request scope', () => {
  test.each([
    ['/auth/session', true],
    ['/auth/signin/island', true],
    ['/auth/callback/island?code=1', true],
    ['/auth/login', false],
    ['/auth', false],
    ['/auth/', false],
    ['/AUTH/session', false],
    ['/auth/session/', false],
    ['/auth/signin/a/b', false],
    ['/auth/signin%2Fisland', false],
    ['/other/auth/session', false],
  ])('returns for %s: %s', (path, expected) => {
    expect(open().owns(ORIGIN + path)).toBe(expected)
    expect(open().owns(new URL(path, ORIGIN))).toBe(expected)
  })

  test.each([
    ['basePath of the configuration', { config: { basePath: '/api/x' } }, '/api/x'],
    ['path of AUTH_URL', { env: { AUTH_URL: `${ORIGIN}/from/env` } }, '/from/env'],
    ['default of the framework package', { basePath: '/fallback' }, '/fallback'],
    ['root, which is the whole path', { config: { basePath: '/' } }, ''],
    [
      'default of the framework package beside an invalid variable',
      { env: { AUTH_URL: 'nonsense' }, basePath: '/fallback' },
      '/fallback',
    ],
  ])('uses the %s', (_, { config, env, basePath }: OwnsCase, base) => {
    const auth = createFrameworkAuth({ providers: [], ...config }, { env, basePath })
    expect(auth.owns(`${ORIGIN}${base}/session`)).toBe(true)
    expect(auth.owns(`${ORIGIN}/elsewhere/session`)).toBe(false)
  })

  test('returns true for the list of devices only where the option may be set (ALT-02)', () => {
    const owns = (session: { readonly devices?: boolean }): boolean =>
      createFrameworkAuth({ providers: [], session }, { env: ENV }).owns(`${BASE}/devices`)
    expect([owns({}), owns({ devices: false }), owns({ devices: true })]).toEqual([
      false,
      false,
      true,
    ])
    const unknown = createFrameworkAuth(() => ({ providers: [] }), { env: ENV })
    expect(unknown.owns(`${BASE}/devices`)).toBe(true)
  })

  test('does not call a configuration function, and returns false for something other than a URL', () => {
    const config = vi.fn(() => ({ providers: [] }))
    const auth = createFrameworkAuth(config, { env: ENV })
    expect(auth.owns(`${BASE}/session`)).toBe(true)
    expect(auth.owns('not an address')).toBe(false)
    expect(config).not.toHaveBeenCalled()
  })
})

interface OwnsCase {
  readonly config?: Partial<AuthConfig>
  readonly env?: Readonly<Record<string, string>>
  readonly basePath?: string
}

describe.each(STRATEGIES)('a request scope over %s sessions', (strategy: Strategy) => {
  async function signedInWith(config: Config = {}) {
    const store = createMemoryStore()
    const watched = watchCalls(store.adapter)
    const auth = open({
      ...(strategy === 'database' && { adapter: watched.adapter }),
      session: { strategy, updateAge: 0 },
      ...config,
      ...(strategy === 'database' && { providers: [] }),
    })
    if (strategy === 'jwt') return { auth, cookies: await signedIn(auth), watched }
    const user = await store.adapter.createUser?.({ ...ADA, emailVerified: null })
    const token = 'a'.repeat(64)
    await store.adapter.createSession?.({
      sessionToken: `sha256:${createHash('sha256').update(token).digest('base64url')}`,
      userId: user?.id ?? '',
      expires: new Date(clock.now() + 30 * DAY * 1000),
    })
    return { auth, cookies: [`__Host-latchstring.session-token=${token}; Path=/`], watched }
  }

  test('reads the session once for any number of calls of any kind', async () => {
    const session = vi.fn(({ session: given }: { session: object }) => given)
    const { auth, cookies, watched } = await signedInWith({ callbacks: { session } })
    const before = watched.calls.length
    const scope = scopeFor(auth, { cookies })
    const answers = await Promise.all([scope.auth(), scope.client(), scope.auth()])
    expect(answers.every((answer) => answer !== null)).toBe(true)
    expect(session).toHaveBeenCalledOnce()
    const queries = watched.calls.slice(before).filter((name) => name.startsWith('get'))
    expect(queries).toHaveLength(strategy === 'database' ? 1 : 0)
  })

  test.each([
    ['without a session callback', {}],
    [
      'with a session callback',
      {
        callbacks: {
          session: ({ session }: { session: object }) => ({ ...session, since: new Date(0) }),
        },
      },
    ],
  ])('returns from client() the response of GET session, %s', async (_, config) => {
    const { auth, cookies } = await signedInWith(config)
    const scope = scopeFor(auth, { cookies })
    const client = await scope.client()
    const answered = await auth.handle(
      new Request(`${BASE}/session`, { headers: cookieHeader(cookies) }),
    )
    expect(client).toEqual(await answered.json())
    expect(client).toMatchObject({ user: { name: ADA.name } })
  })

  test('does not expose the id of the user to the browser', async () => {
    const { auth, cookies } = await signedInWith()
    const scope = scopeFor(auth, { cookies })
    expect(JSON.stringify(await scope.auth())).toContain('"id"')
    expect(JSON.stringify(await scope.client())).not.toContain('"id"')
  })

  test('renews the session with one cookie, without caching', async () => {
    const { auth, cookies } = await signedInWith()
    clock.advance(DAY)
    const scope = scopeFor(auth, { cookies })
    await scope.auth()
    const response = scope.apply(
      new Response('page', {
        headers: { 'set-cookie': 'own=1', 'cdn-cache-control': 'max-age=60' },
      }),
    )
    const set = response.headers.getSetCookie()
    expect(set).toHaveLength(2)
    expect(set[0]).toBe('own=1')
    expect(set[1]).toMatch(/session-token=[^;]/)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('cdn-cache-control')).toBeNull()
    expect(response.headers.get('vary')).toBe('Cookie')
    expect(scope.apply(new Response('again')).headers.getSetCookie()).toEqual([])
  })

  test('returns no session after it was ended in the same request', async () => {
    const { auth, cookies } = await signedInWith()
    const scope = scopeFor(auth, { cookies, ...FORM })
    expect(await scope.auth()).not.toBeNull()
    const { url } = await scope.form('signout', new URLSearchParams({ redirectTo: '/bye' }))
    expect(url).toBe(`${ORIGIN}/bye`)
    expect(await scope.auth()).toBeNull()
    expect(scope.takeCookies().join()).toMatch(/session-token=;/)
  })

  test('returns an updated session without another read', async () => {
    const session = vi.fn(
      ({ session: given, newSession }: { session: object; newSession?: object }) => ({
        ...given,
        ...newSession,
      }),
    )
    const { auth, cookies } = await signedInWith({ callbacks: { session } })
    const scope = scopeFor(auth, { cookies, ...FORM })
    await scope.auth()
    expect(await scope.update({ plan: 'paid' })).toMatchObject({ plan: 'paid' })
    expect(await scope.auth()).toMatchObject({ plan: 'paid' })
    expect(session).toHaveBeenCalledTimes(2)
  })

  test('extends no session when no cookie can be set', async () => {
    const { auth, cookies, watched } = await signedInWith()
    clock.advance(DAY)
    const request = new Request(`${ORIGIN}/`, { headers: cookieHeader(cookies) })
    const scope = auth.scope({ headers: request.headers, request, readOnly: true })
    expect(await scope.auth()).not.toBeNull()
    expect(scope.takeCookies()).toEqual([])
    expect(watched.calls.filter((name) => /update|compare/.test(name))).toEqual([])
  })
})

describe('signing in within a request scope', () => {
  test('makes the session available to later reads of the request', async () => {
    const scope = scopeFor(open(), FORM)
    expect(await scope.auth()).toBeNull()
    await scope.signIn('credentials', { username: 'ada', password: PASSWORD })
    expect(await scope.auth()).toMatchObject({ user: { name: PEOPLE.ada.name } })
  })

  test('makes a session in several cookies available', async () => {
    const long = 'x'.repeat(7000)
    const auth = open({
      callbacks: {
        jwt: ({ token }) => ({ ...token, long }),
        session: ({ token }) => ({ long: token['long'] }),
      },
    })
    const scope = scopeFor(auth, FORM)
    await scope.signIn('credentials', { username: 'ada', password: PASSWORD })
    expect(await scope.auth()).toEqual({ long })
    expect(scope.takeCookies().filter((line) => line.includes('session-token.'))).toHaveLength(3)
  })

  test('passes cookies at once to a framework that sets them immediately', async () => {
    const lines: string[] = []
    const setCookie = (_: unknown, header: string): void => void lines.push(header)
    const scope = scopeFor(open(), { ...FORM, options: { setCookie } })
    const { url } = await scope.form('signin', { provider: 'island', redirectTo: '/inside' })
    expect(url).toMatch(/^https:\/\/island\.example\/authorize\?/)
    expect(lines.length).toBeGreaterThan(0)
    expect(scope.takeCookies()).toEqual([])
  })

  test('accepts the fields of a form without a script', async () => {
    const auth = open()
    const scope = scopeFor(auth)
    const { action, fields } = await scope.fields('credentials', { redirectTo: '/done' })
    expect(action).toBe('/auth/callback/credentials')
    const response = await auth.handle(
      new Request(ORIGIN + action, {
        method: 'POST',
        headers: { ...cookieHeader(scope.takeCookies()), origin: ORIGIN },
        body: new URLSearchParams({ ...fields, username: 'ada', password: PASSWORD }),
      }),
    )
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/done`)
  })

  test('returns to the page of the form, and ends the session without a provider', async () => {
    const scope = scopeFor(open(), { path: '/page?x=1' })
    const oauth = await scope.fields('island')
    expect(oauth).toMatchObject({
      action: '/auth/signin/island',
      fields: { callbackUrl: '/page?x=1' },
    })
    expect(await scope.fields()).toMatchObject({ action: '/auth/signout' })
    await expect(scope.fields('unknown')).rejects.toMatchObject({ type: 'InvalidProvider' })
  })

  test('gives two forms of one page the same CSRF token', async () => {
    const scope = scopeFor(open())
    const first = await scope.fields('island')
    const second = await scope.fields('credentials')
    expect(first.fields['csrfToken']).toBe(second.fields['csrfToken'])
    expect(scope.takeCookies()).toHaveLength(1)
  })
})

describe('signing out within a request scope', () => {
  /** Values of session cookies that would be kept by the browser. */
  const kept = (lines: readonly string[]): readonly string[] =>
    lines.filter((line) => /session-token(?:\.\d)?=[^;]/.test(line))

  test.each(['signOut', 'update'] as const)(
    'is not undone by a read that ends after %s',
    async (name) => {
      let release = (): void => undefined
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      let calls = 0
      const auth = open({
        session: { updateAge: 0 },
        callbacks: {
          session: async ({ session }) => {
            calls += 1
            if (calls === 1) await gate
            return session
          },
        },
      })
      const cookies = await signedIn(auth)
      const scope = scopeFor(auth, { cookies, ...FORM })
      const reading = scope.auth()
      await vi.waitFor(() => expect(calls).toBe(1))
      await (name === 'signOut' ? scope.signOut() : scope.update({ plan: 'paid' }))
      const set = scope.takeCookies()
      release()
      await reading
      expect(kept(set)).toHaveLength(name === 'signOut' ? 0 : 1)
      expect(scope.takeCookies()).toEqual([])
    },
  )

  test('deletes cookies that were added by a reading before', async () => {
    let long = ''
    const auth = open({
      session: { updateAge: 0 },
      callbacks: { jwt: ({ token }) => ({ ...token, long }) },
    })
    const cookies = await signedIn(auth)
    long = 'x'.repeat(7000)
    const scope = scopeFor(auth, { cookies, ...FORM })
    await scope.auth()
    await scope.signOut()
    expect(kept(scope.takeCookies())).toEqual([])
  })
})

describe('form of a request scope', () => {
  test.each([
    ['FormData', (entries: [string, string][]) => toFormData(entries)],
    ['URLSearchParams', (entries: [string, string][]) => new URLSearchParams(entries)],
    ['a parsed object', (entries: [string, string][]) => Object.fromEntries(entries)],
    [
      'a parsed object of lists',
      (entries: [string, string][]) =>
        Object.fromEntries(entries.map(([name, value]) => [name, [value, 'second']])),
    ],
  ])('signs in by %s, with provider or providerId', async (_, make) => {
    for (const name of ['provider', 'providerId']) {
      const scope = scopeFor(open(), FORM)
      const fields: [string, string][] = [
        [name, 'credentials'],
        ['username', 'ada'],
        ['password', PASSWORD],
        ['redirectTo', '/inside'],
      ]
      expect(await scope.form('signin', make(fields))).toMatchObject({ url: `${ORIGIN}/inside` })
      expect(await scope.auth()).not.toBeNull()
    }
  })

  test('passes parameters to the authorization request, except its own fields', async () => {
    const scope = scopeFor(open(), FORM)
    const { url } = await scope.form('signin', {
      provider: 'island',
      'authorizationParams-login_hint': 'ada',
      scope: 'everything',
    })
    const { searchParams } = new URL(url)
    expect(searchParams.get('login_hint')).toBe('ada')
    expect(searchParams.get('scope')).toBeNull()
  })

  test('redirects to the sign-in page without a provider', async () => {
    const { url } = await scopeFor(open(), FORM).form('signin', {})
    expect(new URL(url).pathname).toBe('/auth/signin')
  })

  test.each([
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ referer: 'https://evil.example/app.example' }],
    [{ referer: 'nonsense' }],
  ])('refuses a form sent with %j without an effect (CSR-04)', async (headers) => {
    for (const action of ['signin', 'signout'] as const) {
      vi.spyOn(console, 'error').mockReturnValue()
      const scope = scopeFor(open(), { method: 'POST', headers })
      const fields = { provider: 'credentials', username: 'ada', password: PASSWORD }
      await expect(scope.form(action, fields)).rejects.toMatchObject({ type: 'CrossOriginRequest' })
      expect(scope.takeCookies()).toEqual([])
    }
  })

  test('throws an error for a wrong password, and sets no session', async () => {
    const scope = scopeFor(open(), FORM)
    const fields = { provider: 'credentials', username: 'ada', password: 'wrong' }
    vi.spyOn(console, 'error').mockReturnValue()
    await expect(scope.form('signin', fields)).rejects.toMatchObject({
      type: 'CredentialsSignin',
      code: 'credentials',
    })
    expect(scope.takeCookies().join()).not.toContain('session-token=e')
  })

  test('never redirects to another origin', async () => {
    const scope = scopeFor(open(), FORM)
    const fields = {
      provider: 'credentials',
      username: 'ada',
      password: PASSWORD,
      redirectTo: 'https://evil.example',
    }
    expect((await scope.form('signin', fields)).url.startsWith(ORIGIN)).toBe(true)
  })
})

function toFormData(entries: readonly [string, string][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

describe('verdicts of a request scope', () => {
  const JSON_HEADERS = { accept: 'application/json', 'sec-fetch-mode': 'cors' }

  test('requireSession redirects a navigation to the sign-in page and refuses a script', async () => {
    const page = await scopeFor(open(), {
      path: '/members?x=1',
      headers: { 'sec-fetch-mode': 'navigate' },
    }).requireSession()
    expect(page).toEqual({
      kind: 'redirect',
      status: 307,
      url: `${BASE}/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/members?x=1`)}`,
    })
    const script = await scopeFor(open(), {
      path: '/members',
      headers: JSON_HEADERS,
    }).requireSession()
    expect(script).toMatchObject({
      kind: 'refuse',
      status: 401,
      body: { error: 'SessionRequired' },
    })
    const form = await scopeFor(open(), {
      path: '/members',
      method: 'POST',
      headers: { 'sec-fetch-mode': 'navigate' },
    }).requireSession()
    expect(form).toMatchObject({ kind: 'redirect', status: 303 })
  })

  test('requireSession lets signed-in users pass', async () => {
    const auth = open()
    expect(await scopeFor(auth, { cookies: await signedIn(auth) }).requireSession()).toEqual({
      kind: 'allow',
    })
  })

  test('requireSession refuses with the URL that the framework names', async () => {
    const verdict = await scopeFor(open(), { path: '/members.data' }).requireSession({
      page: true,
      url: `${ORIGIN}/members`,
    })
    expect(verdict.kind === 'redirect' && verdict.url).toMatch(/members$/)
  })

  test('authorize returns the decision of the callback', async () => {
    const own = new Response('no', { status: 418 })
    const ask = async (answer: boolean | Response) =>
      scopeFor(open({ callbacks: { authorized: () => answer } }), {
        headers: JSON_HEADERS,
      }).authorize()
    expect(await ask(true)).toEqual({ kind: 'allow' })
    expect(await ask(false)).toMatchObject({ kind: 'refuse', status: 401 })
    expect(await ask(own)).toEqual({ kind: 'respond', response: own })
    expect(await scopeFor(open()).authorize()).toEqual({ kind: 'allow' })
  })

  test('a broken configuration refuses every request', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const auth = createFrameworkAuth(
      { providers: [], callbacks: { authorized: () => true } },
      { env: { NODE_ENV: 'production' } },
    )
    for (const ask of ['authorize', 'requireSession'] as const) {
      const verdict = await scopeFor(auth)[ask]()
      expect(verdict.kind).toBe('respond')
      expect(verdict.kind === 'respond' && verdict.response.status).toBe(500)
    }
  })
})

describe('responses of a request scope', () => {
  test('a response without a read session is unchanged', () => {
    const response = new Response('page')
    expect(scopeFor(open()).apply(response)).toBe(response)
  })

  test('a response that switches protocols is unchanged, also after the session was read', async () => {
    const scope = scopeFor(open())
    await scope.auth()
    const response = Object.defineProperty(new Response(null), 'status', { value: 101 })
    expect(scope.apply(response)).toBe(response)
  })

  test('a response after a read session varies by Cookie, and keeps body and status', async () => {
    const scope = scopeFor(open())
    await scope.auth()
    const response = scope.apply(Response.redirect('https://app.example/x', 303))
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('https://app.example/x')
    expect(response.headers.get('vary')).toBe('Cookie')
    expect(response.headers.get('cache-control')).toBeNull()
  })

  test.each(['public, max-age=60', 's-maxage=60', 'max-age=0, S-MaxAge = 1'])(
    'a session read for a response with %s is reported once for each path',
    async (value) => {
      const warn = vi.fn()
      const auth = open({ logger: { warn } })
      for (const path of ['/shared?secret=1', '/shared?secret=2', '/other']) {
        const scope = scopeFor(auth, { path })
        await scope.auth()
        scope.apply(new Response('page', { headers: { 'cache-control': value } }))
      }
      await vi.waitFor(() => expect(warn.mock.lastCall?.[1]).toContain('/other'))
      expect(warn).toHaveBeenCalledTimes(2)
      expect(warn.mock.calls[0]?.[0]).toBe('session-in-public-response')
      expect(warn.mock.calls[0]?.[1]).toContain('/shared')
      expect(warn.mock.calls[0]?.[1]).not.toContain('secret')
    },
  )
})

describe('a body read before the request scope', () => {
  const request = (headers: Record<string, string>, body: BodyInit): Request =>
    new Request(`${BASE}/callback/credentials`, {
      method: 'POST',
      headers: { origin: ORIGIN, ...headers },
      body,
    })

  async function prepared(auth: Operations) {
    const scope = scopeFor(auth)
    const { fields } = await scope.fields('credentials')
    return {
      headers: cookieHeader(scope.takeCookies()),
      fields: { ...fields, username: 'ada', password: PASSWORD },
    }
  }

  test.each(['form', 'JSON', 'FormData'])('is taken from what a parser left: %s', async (kind) => {
    const auth = open()
    const { headers, fields } = await prepared(auth)
    const isJson = kind === 'JSON'
    const sent = request(
      {
        ...headers,
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      isJson ? JSON.stringify(fields) : new URLSearchParams(fields),
    )
    await sent.text()
    const parsed = kind === 'FormData' ? toFormData(Object.entries(fields)) : fields
    const response = await auth.handle(sent, parsed)
    expect(response.status).toBe(302)
    expect(response.headers.getSetCookie().join()).toContain('session-token=e')
  })

  test('causes an error with the fix when it was not kept', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const auth = open()
    const { headers, fields } = await prepared(auth)
    const sent = request(headers, new URLSearchParams(fields))
    await sent.text()
    const response = await auth.handle(sent)
    expect(error.mock.calls.join()).toMatch(/BodyConsumed.*\n.*before the body parser/)
    expect(response.headers.getSetCookie().join()).not.toContain('session-token=e')
  })

  test('is refused where the parser turned a field into something other than text', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const auth = open()
    const { headers, fields } = await prepared(auth)
    const sent = request(headers, new URLSearchParams(fields))
    const response = await auth.handle(sent, { ...fields, username: { $ne: '' } })
    expect(response.headers.getSetCookie().join()).not.toContain('session-token=e')
  })
})
