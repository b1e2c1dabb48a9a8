import { createControlStore } from '@latchstring/test-kit/control-store'
import {
  expectReadOnce,
  lockable,
  pageRequest,
  stubSettings,
} from '@latchstring/test-kit/framework-app'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import {
  CredentialsSignin,
  defineAuth,
  formHandlers,
  type AstroAuth,
  type AstroContext,
  type AstroScope,
  type FrameworkAuthConfig,
  type Session,
} from './server.ts'
import { ALL, prerender } from './route.ts'

// The core is the real one here, and the context is a double.

const ORIGIN = 'http://app.test'
const SITE = { basePath: '/auth', trailingSlash: 'ignore' } as const

stubSettings()

const config = {
  providers: [lockable(CredentialsSignin)],
  session: { updateAge: 0 },
  callbacks: {
    authorized: ({ auth, request }) => auth !== null || !request.url.includes('/members'),
  },
} satisfies FrameworkAuthConfig

interface Locals {
  readonly auth: () => Promise<Session | null>
  readonly latchstring: AstroScope<Session>
}

interface TestContext extends AstroContext {
  readonly locals: Locals
}

type Asked = Parameters<typeof pageRequest>[1] & { readonly context?: Partial<AstroContext> }

function toContext(path: string, { context, ...asked }: Asked = {}): TestContext {
  const request = pageRequest(path, asked)
  // The middleware sets these members.
  const locals = {} as Locals
  return {
    request,
    url: new URL(request.url),
    isPrerendered: false,
    routePattern: '/[page]',
    ...context,
    locals,
  }
}

const page = async (): Promise<Response> => new Response('content')

const signInForm = (password = 'correct'): FormData => {
  const form = new FormData()
  form.set('provider', 'credentials')
  form.set('username', 'ada')
  form.set('password', password)
  form.set('redirectTo', '/after')
  return form
}

const POSTED = { form: { x: '1' } }

async function signedIn(auth: AstroAuth<Session>): Promise<string> {
  const context = toContext('/login', POSTED)
  const response = await auth.middleware(SITE)(context, async () => {
    await context.locals.latchstring.form('signin', signInForm())
    return page()
  })
  const [line = ''] = response.headers.getSetCookie()
  expect(line).toContain('session-token')
  return line.slice(0, line.indexOf(';'))
}

const unreachable = async (): Promise<never> => expect.unreachable('the page was rendered')

describe('the middleware of Astro', () => {
  test('answers the actions, and leaves other paths below the base path to the application', async () => {
    const onRequest = defineAuth(config).middleware(SITE)
    const response = await onRequest(toContext('/auth/session'), unreachable)
    expect(await response.text()).toBe('null')
    expect(await (await onRequest(toContext('/auth/nonsense'), page)).text()).toBe('content')
    expect(await (await onRequest(toContext('/auth/session/'), page)).text()).toBe('content')
  })

  test('answers the actions with a slash at the end where Astro redirects to it', async () => {
    const onRequest = defineAuth(config).middleware({ ...SITE, trailingSlash: 'always' })
    const response = await onRequest(toContext('/auth/session/'), unreachable)
    expect(await response.text()).toBe('null')
    const csrf = await onRequest(toContext('/auth/csrf/?x=/'), unreachable)
    // The response of `GET csrf`.
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const [cookie = ''] = csrf.headers.getSetCookie()
    const form = toContext('/auth/callback/credentials/', {
      form: { username: 'ada', password: 'correct', csrfToken },
      cookie: cookie.slice(0, cookie.indexOf(';')),
    })
    const signed = await onRequest(form, unreachable)
    expect(signed.headers.getSetCookie().join()).toContain('session-token')
    const enter = toContext('/enter/')
    await onRequest(enter, page)
    expect((await enter.locals.latchstring.fields()).action).toBe('/auth/signout/')
    const other = toContext('/notes/', POSTED)
    await onRequest(other, page)
    expect(await other.request.text()).toBe('x=1')
  })

  test('reads the session once for a page and sets its cookie on the response', async () => {
    const session = vi.fn(({ session: given }: { session: Session }) => given)
    const auth = defineAuth({ ...config, callbacks: { session } })
    const context = toContext('/', { cookie: await signedIn(auth) })
    session.mockClear()
    const response = await auth.middleware(SITE)(context, async () =>
      Response.json([
        (await context.locals.auth())?.user?.name,
        await context.locals.latchstring.client(),
        (await auth.auth(context))?.user?.name,
      ]),
    )
    await expectReadOnce(response, session)
  })

  test('waits for a session that is being read, and renews none after the head was sent', async () => {
    const auth = defineAuth(config)
    const cookie = await signedIn(auth)
    const begun = toContext('/', { cookie })
    const response = await auth.middleware(SITE)(begun, async () => {
      void begun.locals.auth()
      return page()
    })
    expect(response.headers.getSetCookie()).toHaveLength(1)
    const late = toContext('/', { cookie })
    expect((await auth.middleware(SITE)(late, page)).headers.getSetCookie()).toEqual([])
    expect((await late.locals.auth())?.user?.name).toBe('ada')
    expect((await auth.middleware(SITE)(late, page)).headers.getSetCookie()).toEqual([])
  })

  test('reads the session of a rewritten request once, and sets its cookie once', async () => {
    const auth = defineAuth(config)
    const onRequest = auth.middleware(SITE)
    const first = toContext('/', { cookie: await signedIn(auth) })
    const response = await onRequest(first, async () => {
      const { locals } = first
      await locals.auth()
      const rewritten = { ...toContext('/elsewhere'), locals }
      const inner = await onRequest(rewritten, async () =>
        Response.json((await locals.auth())?.user?.name),
      )
      expect(inner.headers.getSetCookie()).toEqual([])
      return inner
    })
    expect(await response.json()).toBe('ada')
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  test('sets the cookie of a page that failed on the response of the error page', async () => {
    const auth = defineAuth(config)
    const onRequest = auth.middleware(SITE)
    const context = toContext('/', { cookie: await signedIn(auth) })
    const failing = onRequest(context, async () => {
      await context.locals.auth()
      throw new Error('boom')
    })
    await expect(failing).rejects.toThrow('boom')
    const errorPage = await onRequest({ ...context, locals: {} }, page)
    expect(errorPage.headers.getSetCookie()).toHaveLength(1)
    expect(errorPage.headers.get('cache-control')).toBe('private, no-store')
  })

  test('does nothing while pages are prerendered, and needs neither request nor secret', async () => {
    vi.stubEnv('AUTH_SECRET', '')
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const auth = defineAuth(config)
    for (const path of ['/members', '/auth/session']) {
      const context = toContext(path, { context: { isPrerendered: true } })
      Object.defineProperty(context, 'request', {
        get: () => expect.unreachable('the request was read'),
      })
      const { locals } = context
      const response = await auth.middleware(SITE)(context, async () =>
        Response.json([
          await locals.auth(),
          await auth.auth(context),
          await locals.latchstring.client(),
          (await locals.latchstring.authorize()) ?? 'allowed',
        ]),
      )
      expect(await response.json()).toEqual([null, null, null, 'allowed'])
      await expect(locals.latchstring.requireSession()).rejects.toThrow('is prerendered')
      await expect(locals.latchstring.fields()).rejects.toThrow('is prerendered')
    }
    expect(logged).not.toHaveBeenCalled()
  })

  test('serves simultaneous requests, each with its own session', async () => {
    const auth = defineAuth(config)
    const cookie = await signedIn(auth)
    const onRequest = auth.middleware(SITE)
    const names = await Promise.all(
      [cookie, '', cookie, ''].map(async (one) => {
        const context = toContext('/', { cookie: one })
        const response = await onRequest(context, async () => {
          await Promise.resolve()
          return Response.json((await context.locals.auth())?.user?.name ?? null)
        })
        return response.text()
      }),
    )
    expect(names).toEqual(['"ada"', 'null', '"ada"', 'null'])
  })

  test('is named in the error where it did not run, and refuses a base path other than that of the route', async () => {
    const auth = defineAuth(config)
    await expect(auth.auth(toContext('/'))).rejects.toThrow('did not go through the middleware')
    const other = defineAuth({ ...config, basePath: '/api/auth' })
    expect(() => other.middleware(SITE)).toThrow(
      '"/api/auth", and the route of Astro is at "/auth"',
    )
    expect(() => other.middleware({ ...SITE, basePath: '/api/auth' })).not.toThrow()
  })
})

describe('the route of Astro', () => {
  test('is not prerendered, and leaves paths that are not actions to the page of the application', () => {
    expect(prerender).toBe(false)
    const response = ALL({ locals: { latchstring: {} } })
    expect([response.status, response.body]).toEqual([404, null])
    expect(() => ALL({ locals: {} })).toThrow('The middleware of Latchstring did not run.')
  })
})

describe('requireSession in Astro', () => {
  const SCRIPT = { 'sec-fetch-mode': 'cors', accept: 'application/json' }

  test('redirects a page to the sign-in page with its own address as target, and refuses a script', async () => {
    const onRequest = defineAuth(config).middleware(SITE)
    const context = toContext('/members?x=1')
    const guarded = async (): Promise<Response> =>
      Response.json(await context.locals.latchstring.requireSession())
    const response = await onRequest(context, guarded)
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(
      `${ORIGIN}/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/members?x=1`)}`,
    )
    expect(response.headers.get('cache-control')).toContain('no-store')
    const script = toContext('/members', { headers: SCRIPT })
    const refused = await onRequest(script, async () =>
      Response.json(await script.locals.latchstring.requireSession()),
    )
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { error: 'SessionRequired' },
    ])
  })

  test('refuses even where the page catches what it throws', async () => {
    const onRequest = defineAuth(config).middleware(SITE)
    const context = toContext('/members')
    const response = await onRequest(context, async () => {
      await context.locals.latchstring.requireSession().catch(() => undefined)
      return new Response('members-content')
    })
    expect([response.status, await response.text()]).toEqual([307, ''])
  })

  test('refuses a call of an Astro action in the format that scripts of Astro read', async () => {
    const onRequest = defineAuth(config).middleware(SITE)
    const context = toContext('/_actions/secret', {
      headers: SCRIPT,
      context: { routePattern: '/_actions/[...path]' },
    })
    const response = await onRequest(context, async () => {
      // Astro handles an error of an action like this.
      await context.locals.latchstring.requireSession().catch(() => undefined)
      return new Response('{"code":"INTERNAL_SERVER_ERROR"}', { status: 500 })
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      type: 'AstroActionError',
      code: 'UNAUTHORIZED',
      status: 401,
    })
  })

  test('returns the session of a signed-in user', async () => {
    const auth = defineAuth(config)
    const context = toContext('/members', { cookie: await signedIn(auth) })
    const response = await auth.middleware(SITE)(context, async () => {
      const session = await context.locals.latchstring.requireSession()
      return Response.json(session.user?.name)
    })
    expect([response.status, await response.json()]).toEqual([200, 'ada'])
  })
})

describe('sessions in Astro', () => {
  const session = { strategy: 'jwt', revocation: true, devices: true } as const

  test('lists where the user of the request is signed in, and ends the sessions elsewhere', async () => {
    const auth = defineAuth({ ...config, adapter: createControlStore().adapter, session })
    const [here, there] = [await signedIn(auth), await signedIn(auth)]
    const context = toContext('/account', { cookie: here })
    await auth.middleware(SITE)(context, async () => {
      const { sessions } = context.locals.latchstring
      expect(await sessions.list()).toHaveLength(2)
      const current = await sessions.current({ maxStale: 0 })
      expect(current?.userId).toEqual(expect.any(String))
      await sessions.end({ user: current?.userId ?? '', except: 'current', requireFresh: 60 })
      expect(await sessions.list()).toMatchObject([{ id: current?.id, current: true }])
      return page()
    })
    const read = async (cookie: string): Promise<unknown> => {
      const later = toContext('/', { cookie })
      await auth.middleware(SITE)(later, page)
      return later.locals.auth()
    }
    expect(await read(there)).toBeNull()
    expect(await read(here)).not.toBeNull()
  })

  test('cannot be asked for while pages are prerendered', async () => {
    const auth = defineAuth(config)
    const context = toContext('/', { context: { isPrerendered: true } })
    await auth.middleware(SITE)(context, page)
    expect(() => context.locals.latchstring.sessions).toThrow('The page is prerendered')
  })
})

describe('authorize in Astro', () => {
  test('refuses a protected page, however its path is spelled, in the middleware of the application', async () => {
    const onRequest = defineAuth(config).middleware(SITE)
    const ask = async (path: string): Promise<number> => {
      const context = toContext(path)
      const response = await onRequest(
        context,
        async () => (await context.locals.latchstring.authorize()) ?? page(),
      )
      return response.status
    }
    expect([await ask('/members'), await ask('/%6dembers'), await ask('/open')]).toEqual([
      307, 307, 200,
    ])
  })
})

/** Cookie by which a device is recognized, which a sign-in sets beside that of the session. */
const SIGNED_IN = ['latchstring.session-token', 'latchstring.device']

const cookieNames = ({ headers }: Response): readonly string[] =>
  headers.getSetCookie().map((line) => line.split('=')[0] ?? '')

const CODES = new Map([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [429, 'TOO_MANY_REQUESTS'],
])

describe('form handlers of Astro', () => {
  class ActionError extends Error {
    readonly code: string
    constructor({ code, message }: { code: string; message?: string }) {
      super(message)
      this.code = code
    }

    /** Works like that of Astro. */
    static statusToCode(status: number): string {
      return CODES.get(status) ?? 'INTERNAL_SERVER_ERROR'
    }
  }
  const { signIn, signOut } = formHandlers(ActionError)

  test('redirect a form sent without a script, whatever the page responds', async () => {
    const auth = defineAuth(config)
    const context = toContext('/login?_action=signIn', POSTED)
    const response = await auth.middleware(SITE)(context, async () => {
      expect(await signIn(signInForm(), context)).toEqual({ url: `${ORIGIN}/after` })
      return page()
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${ORIGIN}/after`])
    expect(cookieNames(response)).toEqual(SIGNED_IN)
  })

  test('do not change the response to a script or a redirect by the page', async () => {
    const onRequest = defineAuth(config).middleware(SITE)
    const called = toContext('/_actions/signIn', {
      ...POSTED,
      context: { routePattern: '/_actions/[...path]' },
    })
    const response = await onRequest(called, async () =>
      Response.json(await signIn(signInForm(), called)),
    )
    expect([response.status, await response.json()]).toEqual([200, { url: `${ORIGIN}/after` }])
    const context = toContext('/login', POSTED)
    const redirected = await onRequest(context, async () => {
      await signIn(signInForm(), context)
      return new Response(null, { status: 302, headers: { location: '/own' } })
    })
    expect(redirected.headers.get('location')).toBe('/own')
    expect(cookieNames(redirected)).toEqual(SIGNED_IN)
  })

  test('delete the session cookie on sign-out', async () => {
    const auth = defineAuth(config)
    const context = toContext('/', { ...POSTED, cookie: await signedIn(auth) })
    const response = await auth.middleware(SITE)(context, async () => {
      await signOut(new FormData(), context)
      return page()
    })
    expect(response.status).toBe(303)
    expect(response.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/)
  })

  test.each([
    { what: 'a wrong password', password: 'wrong', code: 'UNAUTHORIZED', message: 'locked' },
    {
      what: 'a page of another site',
      headers: { origin: 'https://evil.test' },
      code: 'FORBIDDEN',
      message: 'CrossOriginRequest',
    },
    {
      what: 'a failure of the application',
      password: 'broken',
      code: 'INTERNAL_SERVER_ERROR',
      message: 'CallbackRouteError',
    },
  ])('reject $what (CSR-04)', async ({ password, headers, code, message }) => {
    const context = toContext('/login', { ...POSTED, ...(headers && { headers }) })
    const response = await defineAuth(config).middleware(SITE)(context, async () => {
      const failure = await signIn(signInForm(password), context).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ActionError)
      expect(failure).toMatchObject({ code, message })
      return page()
    })
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
  })

  test('reject a form that was sent too often, and a page that says so gets Retry-After', async () => {
    const limits = { password: { application: { points: 1, window: 60 } } }
    const onRequest = defineAuth({ ...config, limits }).middleware(SITE)
    async function submit(): Promise<{ readonly code: unknown; readonly wait: string | null }> {
      const context = toContext('/login', POSTED)
      let code: unknown
      const { headers } = await onRequest(context, async () => {
        const failed = signIn(signInForm('wrong'), context)
        await failed.catch((error: unknown) => {
          code = Reflect.get(Object(error), 'code')
        })
        return new Response('page', { status: 429 })
      })
      return { code, wait: headers.get('retry-after') }
    }
    expect(await submit()).toEqual({ code: 'UNAUTHORIZED', wait: null })
    expect(await submit()).toEqual({ code: 'TOO_MANY_REQUESTS', wait: '60' })
  })
})

test('The session type of Astro follows the return type of the callbacks', () => {
  const auth = defineAuth({
    ...config,
    callbacks: { session: ({ session }) => ({ ...session, plan: 'free' as const }) },
  })
  expectTypeOf<Awaited<ReturnType<typeof auth.auth>>>().toExtend<{ plan: 'free' } | null>()
  expectTypeOf<App.Locals['auth']>().returns.resolves.toEqualTypeOf<Session | null>()
})
