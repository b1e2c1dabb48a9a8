import {
  expectReadOnce,
  lockable,
  pageRequest,
  stubSettings,
} from '@latchstring/test-kit/framework-app'
import { encode } from '@auth/core/jwt'
import { isActionFailure, isHttpError, isRedirect, type Action, type Handle } from '@sveltejs/kit'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring, {
  CredentialsSignin,
  type FrameworkAuthConfig,
  type KitEvent,
  type LatchstringKit,
  type Session,
} from './index.ts'

// The core is the real one here, and the event is a double. So are the variables of SvelteKit, which Vite makes in an application.

const variables = vi.hoisted((): { env: Record<string, string> } => ({ env: {} }))

vi.mock('$env/dynamic/private', () => variables)

const ORIGIN = 'http://app.test'

stubSettings()

afterEach(() => {
  vi.useRealTimers()
})

const config = {
  providers: [
    lockable(CredentialsSignin),
    {
      id: 'github',
      name: 'GitHub',
      type: 'oauth',
      clientId: 'application',
      clientSecret: 'secret-of-the-application',
      authorization: 'http://127.0.0.1:9/authorize',
      token: 'http://127.0.0.1:9/token',
      userinfo: 'http://127.0.0.1:9/me',
    },
  ],
  session: { updateAge: 0 },
  callbacks: {
    authorized: ({ auth, request }) => auth !== null || !request.url.includes('/members'),
  },
} satisfies FrameworkAuthConfig

type Asked = Parameters<typeof pageRequest>[1] & { readonly event?: Partial<KitEvent> }

interface TestEvent extends KitEvent {
  readonly locals: Partial<App.Locals>
  /** Set by the event. */
  readonly jar: Map<string, unknown>
}

/** An event like that of SvelteKit, whose `url` the client chooses. */
function toEvent(path: string, { event, ...asked }: Asked = {}): TestEvent {
  const jar = new Map<string, unknown>()
  return {
    request: pageRequest(path, asked),
    url: new URL(`${ORIGIN}/what-the-client-says`),
    locals: {},
    cookies: { set: (name, value, options) => void jar.set(name, { value, ...options }) },
    isDataRequest: false,
    ...event,
    jar,
  }
}

type Route = (event: TestEvent) => unknown

const page = (): Response => new Response('content')

/** Serves an event by the hooks in their order; the route may read the session. */
async function serve(
  { handle, guard }: LatchstringKit<Session>,
  event: TestEvent,
  route: Route = page,
): Promise<Response> {
  return handle({
    event,
    resolve: async (served) =>
      guard({
        event: served,
        async resolve() {
          const given = await route(served)
          return given instanceof Response ? given : new Response(JSON.stringify(given ?? null))
        },
      }),
  })
}

const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('nothing was thrown'),
    (error: unknown) => error,
  )

async function signedIn(kit: LatchstringKit<Session>): Promise<string> {
  const event = toEvent('/login')
  const response = await serve(kit, event, async () =>
    kit.signIn('credentials', { username: 'ada', password: 'correct', redirect: false }),
  )
  const [line = ''] = response.headers.getSetCookie()
  expect(line).toContain('session-token')
  return line.slice(0, line.indexOf(';'))
}

const data = { isDataRequest: true }

describe('guard of SvelteKit', () => {
  const route = (id: string | null, params: object = {}) => ({ route: { id }, params })

  test.each([
    ['/de/mitglieder', route('/members'), false],
    ['/de/mitglieder/__data.json', { ...route('/members'), ...data }, false],
    ['/de/mitglieder/7', route('/(app)/[[lang=known]]/members/[id]', { id: '7' }), false],
    ['/de/x', route('/[...path]', { path: 'members/a b' }), false],
    ['/de/x', route('/[u+006d][x+65]mbers'), false],
    ['/de/open', route('/(site)/open'), true],
    ['/open', route('/[...path]', { path: 'open' }), true],
    ['/unknown', route(null), true],
    // The client chooses the route.
    ['/_app/remote/1/read', { ...route('/members'), isRemoteRequest: true }, true],
  ])('asks about %s by the path of its route as well, %j: open %s (INT-02)', async (...row) => {
    const [path, event, open] = row
    // A refused request for data throws a redirect.
    const text = await serve(Latchstring(config), toEvent(path, { event })).then(
      (response) => response.text(),
      () => 'refused',
    )
    expect(text === 'content').toBe(open)
  })
})

describe('handle of SvelteKit, after a move from @auth/sveltekit', () => {
  const OLD_SECRET = 'a secret of .env, which vite dev puts into $env alone'

  afterEach(() => {
    variables.env = {}
  })

  /** Reads a session that the other library has issued, in a development server. */
  async function readOld(env: Record<string, string>) {
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('AUTH_SECRET', '')
    variables.env = env
    const name = 'authjs.session-token'
    const token = { sub: '7', name: 'Ada', email: 'ada@example.com' }
    const cookie = `${name}=${await encode({ token, secret: OLD_SECRET, salt: name })}`
    const kit = Latchstring({ ...config, migrate: { from: 'next-auth', until: '2999-01-01' } })
    const response = await serve(kit, toEvent('/', { cookie }), async () => kit.auth())
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the route returns
    const session = (await response.json()) as Session | null
    return { name: session?.user?.name, cookies: response.headers.getSetCookie() }
  }

  test('takes the old session over with the secret of $env/dynamic/private', async () => {
    const { name, cookies } = await readOld({ AUTH_SECRET: OLD_SECRET, NODE_ENV: 'development' })
    expect(name).toBe('Ada')
    expect(cookies.map((line) => line.split('=')[0])).toEqual([
      'latchstring.session-token',
      'authjs.session-token',
    ])
  })

  test('keeps the old cookies where a development server has no secret', async () => {
    expect(await readOld({})).toEqual({ name: undefined, cookies: [] })
  })

  test('reads no variable of SvelteKit for a page that is prerendered', async () => {
    variables.env = new Proxy(
      {},
      {
        ownKeys: () => expect.unreachable('SvelteKit throws here'),
        get: () => expect.unreachable('SvelteKit throws here'),
      },
    )
    const address = Object.defineProperty(new URL(ORIGIN), 'search', {
      get() {
        throw new Error('Cannot access url.search on a page with prerendering enabled')
      },
    })
    const prerendered = toEvent('/static', { event: { url: address } })
    expect(await (await serve(Latchstring(config), prerendered)).text()).toBe('content')
  })
})

describe('handle of SvelteKit', () => {
  test('finds actions by the URL of the request, not by that of the event', async () => {
    const kit = Latchstring(config)
    const response = await serve(kit, toEvent('/auth/session'), () => expect.unreachable())
    expect(await response.text()).toBe('null')
    const posing = toEvent('/_app/remote/1/read', {
      event: { url: new URL(`${ORIGIN}/auth/session`), isRemoteRequest: true },
    })
    expect(await (await serve(kit, posing)).text()).toBe('content')
  })

  test('does not read the URL of an event that forbids it while it reads a session', async () => {
    const kit = Latchstring(config)
    const event = toEvent('/notes')
    await kit.handle({
      event,
      async resolve() {
        const inQuery: TestEvent = {
          ...event,
          get url(): URL {
            throw new Error('Cannot access `event.url` in a query')
          },
        }
        expect(await kit.auth(inQuery)).toBeNull()
        expect(await kit.auth()).toBeNull()
        return page()
      },
    })
  })

  test('provides the session for server and browser in `locals` with one read', async () => {
    const session = vi.fn(({ session: given }: { session: Session }) => given)
    const kit = Latchstring({ ...config, callbacks: { session } })
    const cookie = await signedIn(kit)
    session.mockClear()
    const response = await serve(kit, toEvent('/', { cookie }), async ({ locals }) => [
      (await locals.auth?.())?.user?.name,
      await locals.client?.(),
      (await kit.auth())?.user?.name,
    ])
    await expectReadOnce(response, session)
  })

  test('waits for a session that is being read, and renews none after the head was sent', async () => {
    const kit = Latchstring(config)
    const cookie = await signedIn(kit)
    const begun = await kit.handle({
      event: toEvent('/', { cookie }),
      resolve(event) {
        void kit.auth(event)
        return page()
      },
    })
    expect(begun.headers.getSetCookie()).toHaveLength(1)
    const late = toEvent('/', { cookie })
    const response = await kit.handle({ event: late, resolve: page })
    expect((await kit.auth(late))?.user?.name).toBe('ada')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(kit.scope(late).takeCookies()).toEqual([])
  })

  test('sets the cookies through the event where a hook throws a redirect', async () => {
    const kit = Latchstring(config)
    const event = toEvent('/', { cookie: await signedIn(kit) })
    const error = await thrown(
      kit.handle({ event, resolve: async () => Promise.reject(await kit.auth(event)) }),
    )
    expect(error).toMatchObject({ user: { name: 'ada' } })
    const [[name, cookie] = []] = event.jar
    expect(name).toBe('latchstring.session-token')
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, secure: false, sameSite: 'lax' })
    expect(Reflect.get(Object(cookie), 'expires')).toBeInstanceOf(Date)
    expect(Reflect.get(Object(cookie), 'value')).toMatch(/^\S{100,}$/)
  })

  test('sets its cookies where SvelteKit turns the redirect of a data request into JSON', async () => {
    const kit = Latchstring(config)
    const event = toEvent('/notes/__data.json', { cookie: await signedIn(kit), event: data })
    const error = await thrown(
      serve(kit, event, async () => {
        await kit.auth()
        return new Response(null, { status: 303, headers: { location: '/elsewhere' } })
      }),
    )
    expect(isRedirect(error) && [error.status, error.location]).toEqual([303, '/elsewhere'])
    expect([...event.jar.keys()]).toEqual(['latchstring.session-token'])
  })

  test('leaves prerendered pages unchanged, and needs no secret for them', async () => {
    vi.stubEnv('AUTH_SECRET', '')
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const kit = Latchstring(config)
    const url = new URL(ORIGIN)
    Object.defineProperty(url, 'search', {
      get() {
        throw new Error('Cannot access url.search on a page with prerendering enabled')
      },
    })
    const prerendered = (path: string): TestEvent => toEvent(path, { event: { url } })
    const response = await serve(kit, prerendered('/members'), async ({ locals }) => [
      await locals.auth?.(),
      await locals.client?.(),
      await kit.auth(),
    ])
    expect(await response.json()).toEqual([null, null, null])
    expect((await serve(kit, prerendered('/auth/signin'))).status).toBe(204)
    const error = await thrown(serve(kit, prerendered('/'), async () => kit.requireSession()))
    expect(error).toHaveProperty('message', expect.stringContaining('is prerendered'))
    expect(logged).not.toHaveBeenCalled()
  })

  test('is named in the error where it is missing, as is a call outside a request', async () => {
    const kit = Latchstring(config)
    expect(await thrown(kit.auth(toEvent('/')))).toHaveProperty(
      'message',
      expect.stringContaining('Export it from src/hooks.server.ts'),
    )
    expect(await thrown(kit.auth())).toHaveProperty(
      'message',
      expect.stringContaining('Pass the event'),
    )
  })

  test('serves simultaneous requests, each with its own session', async () => {
    const kit = Latchstring(config)
    const cookie = await signedIn(kit)
    const names = await Promise.all(
      [cookie, '', cookie, ''].map(async (one) => {
        const response = await serve(kit, toEvent('/', { cookie: one }), async () => {
          await Promise.resolve()
          return (await kit.auth())?.user?.name
        })
        return response.text()
      }),
    )
    expect(names).toEqual(['"ada"', 'null', '"ada"', 'null'])
  })
})

describe('guard of SvelteKit', () => {
  const signInPage = (target: string): string =>
    `${ORIGIN}/auth/signin?callbackUrl=${encodeURIComponent(ORIGIN + target)}`

  test('redirects a page to the sign-in page and refuses a script', async () => {
    const kit = Latchstring(config)
    const response = await serve(kit, toEvent('/members?x=1'), () => expect.unreachable())
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(signInPage('/members?x=1'))
    const headers = { 'sec-fetch-mode': 'cors', accept: 'application/json' }
    const refused = await serve(kit, toEvent('/members', { headers }), () => expect.unreachable())
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { error: 'SessionRequired' },
    ])
  })

  test.each([
    ['/members/__data.json?x=1&x-sveltekit-invalidated=01', '/members?x=1'],
    ['/members/__data.json?x-sveltekit-trailing-slash=1', '/members/'],
    ['/members.html__data.json', '/members.html'],
  ])(
    'redirects the data request %s to the sign-in page with the page as target',
    async (path, target) => {
      const kit = Latchstring(config)
      const event = toEvent(path, { event: data, headers: { 'sec-fetch-mode': 'cors' } })
      const error = await thrown(serve(kit, event, () => expect.unreachable()))
      expect(isRedirect(error) && error.location).toBe(signInPage(target))
    },
  )

  test('redirects an enhanced form to the sign-in page with its page as target', async () => {
    const kit = Latchstring(config)
    const headers = {
      'sec-fetch-mode': 'cors',
      accept: 'application/json',
      'x-sveltekit-action': 'true',
      referer: `${ORIGIN}/members?tab=2`,
    }
    const event = toEvent('/members?/save', { headers, form: { a: '1' } })
    const error = await thrown(serve(kit, event, () => expect.unreachable()))
    expect(isRedirect(error) && [error.status, error.location]).toEqual([
      303,
      signInPage('/members?tab=2'),
    ])
  })

  test('admits signed-in users', async () => {
    const kit = Latchstring(config)
    const response = await serve(kit, toEvent('/members', { cookie: await signedIn(kit) }))
    expect(await response.text()).toBe('content')
  })
})

describe('requireSession of SvelteKit', () => {
  const open = { ...config, callbacks: {} }

  test('returns the session', async () => {
    const kit = Latchstring(open)
    const event = toEvent('/members', { cookie: await signedIn(kit) })
    const response = await serve(kit, event, async () => (await kit.requireSession(event)).user)
    expect(await response.json()).toMatchObject({ name: 'ada' })
  })

  test.each([
    ['a page', '/members', {}, 307],
    ['the data of a page', '/members/__data.json', data, 307],
  ])('throws a redirect for %s', async (_, path, event, status) => {
    const kit = Latchstring(open)
    const error = await thrown(
      serve(kit, toEvent(path, { event }), async () => kit.requireSession()),
    )
    expect(isRedirect(error) && [error.status, error.location]).toEqual([
      status,
      `${ORIGIN}/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/members`)}`,
    ])
  })

  test('throws 303 for a form, and error 401 for a script and a remote function', async () => {
    const kit = Latchstring(open)
    const form = await thrown(
      serve(kit, toEvent('/members', { form: { a: '1' } }), async () => kit.requireSession()),
    )
    expect(isRedirect(form) && form.status).toBe(303)
    const headers = { 'sec-fetch-mode': 'cors' }
    for (const event of [
      toEvent('/members/api', { headers }),
      toEvent('/_app/remote/1/read', { headers, event: { isRemoteRequest: true } }),
    ]) {
      const error = await thrown(serve(kit, event, async () => kit.requireSession(event)))
      expect(isHttpError(error, 401) && error.body).toMatchObject({ error: 'SessionRequired' })
    }
  })

  test('forbids caching of the refusal', async () => {
    const kit = Latchstring(open)
    const event = toEvent('/members')
    const response = await serve(kit, event, async () => {
      // SvelteKit throws this within `resolve`.
      await thrown(kit.requireSession())
      return Response.redirect(`${ORIGIN}/auth/signin`, 307)
    })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('of a sign-in that is too old has the challenge of RFC 9470 in the response that SvelteKit makes of the error', async () => {
    const kit = Latchstring(open)
    const headers = { 'sec-fetch-mode': 'cors' }
    const event = toEvent('/keys', { cookie: await signedIn(kit), headers })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const response = await serve(kit, event, async () => {
      const error = await thrown(kit.auth.require({ maxAge: 10 }))
      return isHttpError(error) ? Response.json(error.body, { status: error.status }) : null
    })
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { error: 'StepUpRequired' },
    ])
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error=.* max_age="10"$/)
  })
})

describe('form actions of SvelteKit', () => {
  const act = (kit: LatchstringKit<Session>, event: TestEvent, route: Route): Promise<Response> =>
    serve(kit, event, async (served) => {
      const error = await Promise.resolve(route(served)).catch((given: unknown) => given)
      if (isRedirect(error))
        return new Response(null, { status: error.status, headers: { location: error.location } })
      if (isActionFailure(error)) return { status: error.status, failure: error.data }
      throw error
    })
  const person = {
    provider: 'credentials',
    username: 'ada',
    password: 'correct',
    redirectTo: '/notes',
  }

  test('`signIn` signs in with a password', async () => {
    const kit = Latchstring(config)
    const response = await act(kit, toEvent('/login', { form: person }), kit.signIn)
    expect([response.status, response.headers.get('location')]).toEqual([303, `${ORIGIN}/notes`])
    expect(response.headers.getSetCookie().join()).toContain('session-token=')
  })

  test('`signIn` redirects to a provider at another origin', async () => {
    const kit = Latchstring(config)
    const response = await act(kit, toEvent('/login', { form: { provider: 'github' } }), kit.signIn)
    expect(response.headers.get('location')).toContain('http://127.0.0.1:9/authorize?')
    expect(response.headers.getSetCookie().length).toBeGreaterThan(1)
  })

  test.each([
    [{ ...person, password: 'wrong' }, {}, 401, { error: 'CredentialsSignin', code: 'locked' }],
    [{ ...person, provider: 'nobody' }, {}, 404, { error: 'InvalidProvider' }],
    [person, { origin: 'https://evil.test' }, 403, { error: 'CrossOriginRequest' }],
  ])(
    '`signIn` returns a failure for errors of the form: %o %o',
    async (form, headers, status, failure) => {
      vi.spyOn(console, 'error').mockReturnValue()
      const kit = Latchstring(config)
      const response = await act(kit, toEvent('/login', { form, headers }), kit.signIn)
      expect(await response.json()).toEqual({ status, failure })
      expect(response.headers.getSetCookie().join()).not.toContain('session-token=')
    },
  )

  test('`signIn` throws errors that the form did not cause', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const kit = Latchstring(config)
    const form = { ...person, password: 'broken' }
    const error = await thrown(act(kit, toEvent('/login', { form }), kit.signIn))
    expect(error).toHaveProperty('type', 'CallbackRouteError')
  })

  test('`signOut` ends the session, for pages of the application only', async () => {
    const kit = Latchstring(config)
    const cookie = await signedIn(kit)
    const form = { redirectTo: '/bye' }
    const response = await act(kit, toEvent('/', { cookie, form }), kit.signOut)
    expect([response.status, response.headers.get('location')]).toEqual([303, `${ORIGIN}/bye`])
    expect(response.headers.getSetCookie().join()).toMatch(/session-token=;/)
    vi.spyOn(console, 'error').mockReturnValue()
    const headers = { origin: 'https://evil.test' }
    const foreign = await act(kit, toEvent('/', { cookie, form, headers }), kit.signOut)
    expect(await foreign.json()).toEqual({
      status: 403,
      failure: { error: 'CrossOriginRequest' },
    })
    expect(foreign.headers.getSetCookie().join()).not.toMatch(/session-token=;/)
  })
})

describe('signing in and out of SvelteKit from code', () => {
  test('`signIn` and `signOut` redirect unless `redirect` is `false`', async () => {
    const kit = Latchstring(config)
    const fields = { username: 'ada', password: 'correct', redirectTo: '/notes' }
    const event = toEvent('/login')
    const error = await thrown(serve(kit, event, async () => kit.signIn('credentials', fields)))
    expect(isRedirect(error) && error.location).toBe(`${ORIGIN}/notes`)
    expect([...event.jar.keys()]).toEqual([
      'latchstring.session-token',
      'latchstring.last-used',
      'latchstring.device',
    ])
    const out = await serve(kit, toEvent('/', { cookie: await signedIn(kit) }), async () =>
      kit.signOut({ redirect: false, redirectTo: '/bye' }),
    )
    expect(await out.json()).toBe(`${ORIGIN}/bye`)
    expect(out.headers.getSetCookie().join()).toMatch(/session-token=;/)
  })

  test('`unstable_update` changes the session for the rest of the request', async () => {
    const kit = Latchstring({
      ...config,
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, name: session?.user?.name ?? null } : token,
      },
    })
    const event = toEvent('/', { cookie: await signedIn(kit) })
    const response = await serve(kit, event, async () => {
      await kit.unstable_update({ user: { name: 'lovelace' } })
      return (await kit.auth(event))?.user?.name
    })
    expect(await response.json()).toBe('lovelace')
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })
})

test('the session of SvelteKit has the type that the callback returns', () => {
  const { auth, requireSession } = Latchstring({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, plan: 'free' as const }) },
  })
  expectTypeOf<Awaited<ReturnType<typeof requireSession>>['plan']>().toEqualTypeOf<'free'>()
  expectTypeOf<NonNullable<Awaited<ReturnType<typeof auth>>>['plan']>().toEqualTypeOf<'free'>()
})

test('hooks and form actions have the types of SvelteKit', () => {
  const { handle, guard, signIn, signOut } = Latchstring(config)
  expectTypeOf(handle).toExtend<Handle>()
  expectTypeOf(guard).toExtend<Handle>()
  expectTypeOf(signIn).toExtend<Action>()
  expectTypeOf(signOut).toExtend<Action>()
})
