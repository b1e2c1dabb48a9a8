import { cookieOf, stubSettings } from '@latchstring/test-kit/framework-app'
import Credentials from '@latchstring/core/providers/credentials'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import Latchstring, {
  CredentialsSignin,
  type FrameworkAuthConfig,
  type LatchstringStart,
  type Session,
} from './index.ts'

// The core is the real one, and TanStack Start is a double.

const ORIGIN = 'http://app.test'
const CALL = { 'x-tsr-serverfn': 'true', 'sec-fetch-mode': 'cors', accept: 'application/json' }

stubSettings()

afterEach(() => {
  vi.restoreAllMocks()
})

const config = {
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: 'password' } },
      authorize({ username, password }) {
        if (password !== 'correct') throw new CredentialsSignin()
        return { id: '1', name: String(username) }
      },
    }),
  ],
  session: { updateAge: 0 },
  callbacks: { authorized: ({ auth }) => auth !== null },
} satisfies FrameworkAuthConfig

interface Asked {
  readonly form?: Record<string, string>
  readonly headers?: Record<string, string>
}

const toRequest = (path: string, { form, headers }: Asked = {}): Request =>
  new Request(ORIGIN + path, {
    method: form ? 'POST' : 'GET',
    headers: { 'sec-fetch-mode': 'navigate', ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  })

/** Uses a thrown response as that of the request, like TanStack Start. */
async function makeResponse(route: () => unknown): Promise<Response> {
  try {
    const given = await route()
    return given instanceof Response ? given : Response.json(given ?? null)
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

/** Serves a request by the middleware and a route. */
async function serve(
  { middleware }: LatchstringStart,
  request: Request,
  route: () => unknown = () => 'content',
): Promise<Response> {
  const served = await middleware(request, async () => ({ response: await makeResponse(route) }))
  return served instanceof Response ? served : served.response
}

async function signIn(username: string): Promise<string> {
  const latchstring = Latchstring(config)
  const response = await serve(latchstring, toRequest('/login', { form: {} }), () =>
    latchstring.signIn('credentials', { username, password: 'correct', redirectTo: '/' }),
  )
  return cookieOf(response)
}

describe('A guard of TanStack Start', () => {
  test.each(['requireSession', 'authorize'] as const)(
    'redirects a navigation to the sign-in page with the page as target, by %s',
    async (guard) => {
      const latchstring = Latchstring(config)
      const response = await serve(latchstring, toRequest('/members?a=1'), latchstring[guard])
      expect(response.status).toBe(307)
      const { pathname, searchParams } = new URL(response.headers.get('location') ?? '')
      expect(pathname).toBe('/auth/signin')
      expect(searchParams.get('callbackUrl')).toBe(`${ORIGIN}/members?a=1`)
      expect(response.headers.get('cache-control')).toContain('no-store')
    },
  )

  test.each(['requireSession', 'authorize'] as const)(
    'redirects the caller of a server function to the sign-in page with its page as target, by %s',
    async (guard) => {
      const latchstring = Latchstring(config)
      const headers = { ...CALL, referer: `${ORIGIN}/notes?a=1` }
      const request = toRequest('/_serverFn/1', { headers })
      const response = await serve(latchstring, request, latchstring[guard])
      const href = response.headers.get('location') ?? ''
      expect(response).toMatchObject({ options: { href, reloadDocument: true } })
      expect(decodeURIComponent(href)).toMatch(/\/auth\/signin\?callbackUrl=.*\/notes\?a=1$/)
    },
  )

  test('refuses another script with 401', async () => {
    const latchstring = Latchstring(config)
    const request = toRequest('/members/api', { headers: { 'sec-fetch-mode': 'cors' } })
    const response = await serve(latchstring, request, latchstring.requireSession)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'SessionRequired' })
  })

  test('returns the session of a signed-in user', async () => {
    const latchstring = Latchstring(config)
    const request = toRequest('/members', { headers: { cookie: await signIn('ada') } })
    const response = await serve(latchstring, request, async () => {
      await latchstring.authorize()
      return (await latchstring.requireSession()).user?.name
    })
    expect(await response.json()).toBe('ada')
  })
})

describe('The middleware of TanStack Start', () => {
  test('answers the actions, and leaves a page below the base path to the application', async () => {
    const latchstring = Latchstring(config)
    const action = await serve(latchstring, toRequest('/auth/session'), () => 'the application')
    expect(await action.json()).toBeNull()
    const page = await serve(latchstring, toRequest('/auth/login'), () => 'own page')
    expect(await page.json()).toBe('own page')
  })

  test('keeps the mark of a redirect on a response when it sets cookies (CKI-12)', async () => {
    const latchstring = Latchstring(config)
    const options = { to: '/notes' }
    const request = toRequest('/hop', { headers: { cookie: await signIn('ada') } })
    const response = await serve(latchstring, request, async () => {
      await latchstring.auth()
      throw Object.assign(new Response(null, { status: 307 }), { options })
    })
    expect(response).toMatchObject({ options })
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  test('copies a response with immutable headers before it sets cookies (CKI-12)', async () => {
    const latchstring = Latchstring(config)
    const request = toRequest('/hop', { headers: { cookie: await signIn('ada') } })
    const response = await serve(latchstring, request, async () => {
      await latchstring.auth()
      return Response.redirect(`${ORIGIN}/notes`)
    })
    expect(response.headers.get('location')).toBe(`${ORIGIN}/notes`)
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  test('passes the session to later middleware in the context', async () => {
    const { middleware } = Latchstring(config)
    const request = toRequest('/', { headers: { cookie: await signIn('ada') } })
    const name = await new Promise((resolve) => {
      void middleware(request, async ({ auth }) => {
        resolve((await auth())?.user?.name)
        return { response: new Response() }
      })
    })
    expect(name).toBe('ada')
  })

  test('keeps the sessions of simultaneous requests separate', async () => {
    const latchstring = Latchstring(config)
    const people = ['ada', 'grace', 'linus']
    const cookies = await Promise.all(people.map((name) => signIn(name)))
    const names = await Promise.all(
      cookies.map(async (cookie) => {
        const response = await serve(
          latchstring,
          toRequest('/', { headers: { cookie } }),
          async () => {
            await new Promise((resolve) => setImmediate(resolve))
            return (await latchstring.auth())?.user?.name
          },
        )
        return response.text()
      }),
    )
    expect(names).toEqual(people.map((name) => JSON.stringify(name)))
  })

  test('forbids caching of the result of a server function that read the session', async () => {
    const latchstring = Latchstring({ ...config, session: { updateAge: 86_400 } })
    const headers = { ...CALL, cookie: await signIn('ada') }
    const read = await serve(
      latchstring,
      toRequest('/_serverFn/1', { headers }),
      latchstring.client,
    )
    expect(read.headers.getSetCookie()).toEqual([])
    expect(read.headers.get('cache-control')).toBe('private, no-store')
    expect(read.headers.get('vary')).toBe('Cookie')
    const other = await serve(latchstring, toRequest('/_serverFn/2', { headers }))
    expect(other.headers.get('cache-control')).toBeNull()
  })

  test('leaves a call of a server function that has no response to TanStack Start', async () => {
    const latchstring = Latchstring(config)
    const headers = { cookie: await signIn('ada') }
    const served = { response: undefined }
    const given = latchstring.middleware(toRequest('/_serverFn/1', { headers }), async () => {
      await latchstring.auth()
      return served
    })
    expect(await given).toBe(served)
  })

  test('is named in the error when a session is read without it', async () => {
    await expect(Latchstring(config).auth()).rejects.toThrow(/requestMiddleware.*src\/start\.ts/)
  })
})

describe('A TanStack Start form of the application', () => {
  const fields = { provider: 'credentials', username: 'ada', password: 'correct', redirectTo: '/a' }

  test('signs in and out', async () => {
    const latchstring = Latchstring(config)
    const request = toRequest('/login', { form: fields, headers: { origin: ORIGIN } })
    const response = await serve(latchstring, request, async () =>
      latchstring.form('signin', await request.clone().formData()),
    )
    expect(response.status).toBe(303)
    expect(response).toMatchObject({ options: { href: `${ORIGIN}/a`, reloadDocument: true } })
    const headers = { origin: ORIGIN, cookie: cookieOf(response) }
    const out = await serve(latchstring, toRequest('/logout', { form: {}, headers }), () =>
      latchstring.form('signout', {}),
    )
    expect(out.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/)
  })

  test.each([
    ['of another site (CSR-04)', fields, { origin: 'https://evil.test' }, 'CrossOriginRequest'],
    [
      'with a wrong password',
      { ...fields, password: 'x' },
      { origin: ORIGIN },
      'CredentialsSignin',
    ],
  ])('%s throws an error and does not sign in', async (_what, form, headers, type) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const latchstring = Latchstring(config)
    let thrown: unknown
    const response = await serve(latchstring, toRequest('/login', { form, headers }), () =>
      latchstring.form('signin', form).catch((error: unknown) => (thrown = error)),
    )
    expect(thrown).toMatchObject({ type })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

test('A prerendered page of TanStack Start has no session, and needs no secret', async () => {
  vi.stubEnv('TSS_PRERENDERING', 'true')
  vi.stubEnv('AUTH_SECRET', '')
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const latchstring = Latchstring(config)
  const { authorize, auth, client, requireSession, scope } = latchstring
  const response = await serve(latchstring, toRequest('/static'), async () => {
    await authorize()
    return [await auth(), await client()]
  })
  expect(await response.json()).toEqual([null, null])
  await expect(serve(latchstring, toRequest('/static'), requireSession)).rejects.toThrow(
    'prerendered',
  )
  await expect(serve(latchstring, toRequest('/static'), scope)).rejects.toThrow('prerendered')
  expect(log).not.toHaveBeenCalled()
})

test('An updated session of TanStack Start is read later in the same request', async () => {
  const latchstring = Latchstring({
    ...config,
    callbacks: {
      jwt: ({ token, trigger }) => (trigger === 'update' ? { ...token, name: 'lovelace' } : token),
    },
  })
  const headers = { cookie: await signIn('ada') }
  const response = await serve(latchstring, toRequest('/name', { headers }), async () => {
    await latchstring.unstable_update()
    return (await latchstring.auth())?.user?.name
  })
  expect(await response.json()).toBe('lovelace')
  const out = await serve(latchstring, toRequest('/out', { headers }), () => latchstring.signOut())
  expect(out.headers.getSetCookie().join()).toContain('Max-Age=0')
})

test('The functions for TanStack Start have the session type of the configuration', () => {
  const { auth, requireSession } = Latchstring({
    ...config,
    callbacks: { session: ({ session }) => ({ ...session, plan: 'free' as const }) },
  })
  type Wanted = Session & { plan: 'free' }
  expectTypeOf(auth).returns.resolves.toExtend<Wanted | null>()
  expectTypeOf(requireSession).returns.resolves.toExtend<Wanted>()
})
