import { pageRequest, stubSettings } from '@latchstring/test-kit/framework-app'
import { describe, expect, test, vi } from 'vitest'
import Credentials from '@latchstring/core/providers/credentials'
import {
  authorize,
  CredentialsSignin,
  Latchstring,
  latchstring,
  requireSession,
  submit,
  type FrameworkAuthConfig,
  type RemixContext,
  type RemixMiddleware,
  type RequestScope,
} from './index.ts'

// The core is the real one here, and the context is a double.

const ORIGIN = 'http://app.test'

stubSettings()

const config = {
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: 'password' } },
      authorize: ({ username, password }) =>
        password === 'correct' ? { id: '1', name: String(username) } : null,
    }),
  ],
  session: { updateAge: 0 },
  callbacks: {
    authorized: ({ auth, request }) => auth !== null || !request.url.includes('/rules'),
  },
} satisfies FrameworkAuthConfig

type Asked = Parameters<typeof pageRequest>[1]

function toContext(path: string, asked?: Asked): RemixContext {
  const values = new Map<object, unknown>()
  const request = pageRequest(path, asked)
  return {
    request,
    has: (key) => values.has(key),
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
  }
}

const page = async (): Promise<Response> => new Response('content')
const unreachable = async (): Promise<never> => expect.unreachable('the handler ran')

const scopeOf = (context: RemixContext): RequestScope<unknown> =>
  // The middleware has set the scope.
  context.get(Latchstring) as RequestScope<unknown>

/** Middleware that reads the form, like that of Remix. */
async function readForm(context: RemixContext): Promise<void> {
  context.set(FormData, await context.request.formData())
}

const SIGN_IN = {
  provider: 'credentials',
  username: 'ada',
  password: 'correct',
  redirectTo: '/after',
}

const cookieOf = (response: Response): string => {
  const [line = ''] = response.headers.getSetCookie()
  return line.slice(0, line.indexOf(';'))
}

async function signedIn(middleware: RemixMiddleware): Promise<string> {
  const context = toContext('/login', { form: SIGN_IN })
  const cookie = cookieOf(await middleware(context, async () => submit(context, 'signin')))
  expect(cookie).toContain('session-token')
  return cookie
}

describe('the middleware of Remix', () => {
  test('answers the actions, also when the form was read before', async () => {
    const middleware = latchstring(config)
    expect(await (await middleware(toContext('/auth/session'), unreachable)).text()).toBe('null')
    expect(await (await middleware(toContext('/auth/nonsense'), page)).text()).toBe('content')
    const csrf = await middleware(toContext('/auth/csrf'), unreachable)
    // The response of `GET csrf`.
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const form = { ...SIGN_IN, csrfToken }
    const context = toContext('/auth/callback/credentials', { form, cookie: cookieOf(csrf) })
    await readForm(context)
    const response = await middleware(context, unreachable)
    expect(response.headers.getSetCookie().join()).toContain('session-token')
  })

  test('logs how to fix a request whose body was read and not kept', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const context = toContext('/auth/callback/credentials', { form: SIGN_IN })
    await context.request.text()
    const response = await latchstring(config)(context, unreachable)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(logged.mock.calls.join()).toContain('BodyConsumed')
  })

  test('gives handlers the session and sets its cookie on the response, but not after the head was sent', async () => {
    const middleware = latchstring(config)
    const context = toContext('/', { cookie: await signedIn(middleware) })
    const response = await middleware(context, async () =>
      Response.json(await scopeOf(context).client()),
    )
    expect(await response.json()).toMatchObject({ user: { name: 'ada' } })
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const late = toContext('/', { cookie: cookieOf(response) })
    await middleware(late, page)
    expect(await scopeOf(late).auth()).toMatchObject({ user: { name: 'ada' } })
    expect(scopeOf(late).takeCookies()).toEqual([])
  })
})

describe('guards of Remix', () => {
  test('redirect visitors without a session to the sign-in page, and refuse scripts', async () => {
    const middleware = latchstring(config)
    const ask = async (guard: RemixMiddleware, path: string, asked?: Asked): Promise<Response> => {
      const context = toContext(path, asked)
      return middleware(context, async () => guard(context, page))
    }
    const script = { headers: { 'sec-fetch-mode': 'cors', accept: 'application/json' } }
    expect((await ask(requireSession(), '/members')).headers.get('location')).toBe(
      `${ORIGIN}/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/members`)}`,
    )
    expect((await ask(requireSession(), '/members', script)).status).toBe(401)
    expect((await ask(authorize(), '/rules')).status).toBe(307)
    expect((await ask(authorize(), '/open')).status).toBe(200)
    const cookie = await signedIn(middleware)
    for (const guard of [requireSession(), authorize()]) {
      expect(await (await ask(guard, '/rules', { cookie })).text()).toBe('content')
    }
  })

  test('name the middleware where it is missing', async () => {
    await expect(requireSession()(toContext('/'), unreachable)).rejects.toThrow(
      'Put `latchstring()` first',
    )
  })
})

describe('submit in Remix', () => {
  test('redirects after a form, also after one that was read before', async () => {
    const middleware = latchstring(config)
    const context = toContext('/login', { form: SIGN_IN })
    const response = await middleware(context, async () => {
      await readForm(context)
      return submit(context, 'signin')
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${ORIGIN}/after`])
    const out = toContext('/logout', { form: {}, cookie: cookieOf(response) })
    const left = await middleware(out, async () => submit(out, 'signout'))
    expect(left.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/)
  })

  test('throws for wrong credentials and for a form from another site (CSR-04)', async () => {
    const middleware = latchstring(config)
    const wrong = toContext('/login', { form: { ...SIGN_IN, password: 'wrong' } })
    await expect(middleware(wrong, async () => submit(wrong, 'signin'))).rejects.toThrow(
      CredentialsSignin,
    )
    const foreign = toContext('/login', { form: SIGN_IN, headers: { origin: 'https://evil.test' } })
    await expect(middleware(foreign, async () => submit(foreign, 'signin'))).rejects.toMatchObject({
      type: 'CrossOriginRequest',
    })
  })
})
