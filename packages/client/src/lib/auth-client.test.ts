import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { Session } from '@latchstring/core/types'
import { AuthClientError, createAuthClient } from '../index.ts'
import type { AuthClient, AuthClientOptions, SignInResponse } from '../index.ts'
import { startAuthServer } from '../../test/auth-server.ts'
import type { AuthServer, Received } from '../../test/auth-server.ts'

const signedIn: Session = { user: { name: 'Ada' }, expires: '2030-01-01T00:00:00.000Z' }

let server: AuthServer
let errors: AuthClientError[]
let page: { href: string; assign: (url: string) => void; reload: () => void }

beforeEach(async () => {
  server = await startAuthServer()
  errors = []
  page = { href: `${server.origin}/here?tab=2`, assign: vi.fn(), reload: vi.fn() }
  vi.stubGlobal('location', page)
})

afterEach(() => server.close())

function client(options: AuthClientOptions = {}): AuthClient {
  return createAuthClient({
    origin: server.origin,
    onError: (error) => errors.push(error),
    ...options,
  })
}

const posted = (): Received | undefined => server.received.find(({ method }) => method === 'POST')

const form = (): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(posted()?.body ?? ''))

describe('a read by the client', () => {
  test('getSession returns the session of GET session', async () => {
    server.replies.set('GET /api/auth/session', { json: signedIn })
    expect(await client().getSession()).toEqual(signedIn)
    expect(server.received).toMatchObject([{ method: 'GET', path: '/api/auth/session' }])
  })

  test('getSession returns null without a session', async () => {
    expect(await client().getSession()).toBeNull()
    expect(errors).toEqual([])
  })

  test.each([
    [
      'a 503',
      { status: 503, json: { error: 'AdapterError', message: 'busy' } },
      'AdapterError',
      503,
    ],
    ['a 500 without a body', { status: 500, text: '' }, 'UnexpectedAnswer', 500],
    ['a page of a proxy', { status: 502, text: '<h1>Bad gateway</h1>' }, 'UnexpectedAnswer', 502],
    ['a page in place of JSON', { text: '<h1>Sign in</h1>' }, 'UnexpectedAnswer', 200],
    ['an empty answer', { text: '' }, 'UnexpectedAnswer', 200],
    ['a wrong path', { status: 404, text: '' }, 'UnexpectedAnswer', 404],
    ['JSON that is not a session', { json: ['x'] }, 'UnexpectedAnswer', 200],
  ])('%s rejects and is not reported as signed out', async (_, reply, code, status) => {
    server.replies.set('GET /api/auth/session', reply)
    await expect(client().getSession()).rejects.toMatchObject({
      name: 'AuthClientError',
      code,
      status,
    })
    expect(errors).toMatchObject([{ code, status }])
  })

  test.each([
    [{ status: 503, json: { message: 'The store is busy.' } }, 'session: 503. The store is busy.'],
    [{ status: 500, json: {} }, 'session: 500. Check `basePath`.'],
    [
      { text: '<h1>Sign in</h1>' },
      'session: the response is not JSON. Check `basePath` and redirects.',
    ],
  ])('the error of %j names the URL, and the cause or the fix', async (reply, message) => {
    server.replies.set('GET /api/auth/session', reply)
    const url = `${server.origin}/api/auth/`
    await expect(client().getSession()).rejects.toThrow(url + message)
  })

  test('getSession rejects with the cause when the server is down', async () => {
    const auth = client()
    await server.close()
    await expect(auth.getSession()).rejects.toBeInstanceOf(AuthClientError)
    expect(errors).toMatchObject([{ code: 'NetworkError', status: 0 }])
    expect(errors[0]?.cause).toBeInstanceOf(Error)
    server = await startAuthServer()
  })

  test('an error is written to the console unless onError is given', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    server.replies.set('GET /api/auth/session', { status: 500, text: '' })
    await expect(createAuthClient({ origin: server.origin }).getSession()).rejects.toThrow()
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ name: 'AuthClientError' }))
  })

  test('getCsrfToken returns the token, and an empty one when tokens are switched off', async () => {
    expect(await client().getCsrfToken()).toBe('token-1')
    server.replies.set('GET /api/auth/csrf', { status: 404, text: '' })
    expect(await client().getCsrfToken()).toBe('')
    expect(errors).toEqual([])
  })

  test('getCsrfToken rejects when the token cannot be fetched', async () => {
    server.replies.set('GET /api/auth/csrf', { status: 500, text: '' })
    await expect(client().getCsrfToken()).rejects.toMatchObject({ status: 500 })
  })

  test('getProviders returns the providers by id', async () => {
    const providers = await client().getProviders()
    expect(providers['github']).toEqual({
      id: 'github',
      name: 'github',
      type: 'oauth',
      signinUrl: `${server.origin}/api/auth/signin/github`,
      callbackUrl: `${server.origin}/api/auth/callback/github`,
    })
  })
})

describe('base path and origin of the client', () => {
  test.each([
    ['/auth', '/auth/session'],
    ['/auth/', '/auth/session'],
    ['auth', '/auth/session'],
    ['//auth', '/auth/session'],
    ['/app/api/auth', '/app/api/auth/session'],
    ['/', '/session'],
  ])('%s asks %s', async (basePath, path) => {
    server.replies.set(`GET ${path}`, { json: null })
    await client({ basePath }).getSession()
    expect(server.received[0]?.path).toBe(path)
  })

  test('a slash at the end of the origin is not doubled', async () => {
    await client({ origin: `${server.origin}/` }).getSession()
    expect(server.received[0]?.path).toBe('/api/auth/session')
  })

  test('the origin of the page is the default', async () => {
    const asked: string[] = []
    const fetchNull = (input: string): Promise<Response> => {
      asked.push(input)
      return Promise.resolve(new Response('null'))
    }
    await createAuthClient({ fetch: fetchNull }).getSession()
    expect(asked).toEqual(['/api/auth/session'])
  })

  test('a missing origin outside a browser causes an error with the fix', async () => {
    await expect(createAuthClient({ onError: () => {} }).getSession()).rejects.toThrow(
      /parse URL.*pass `origin`/,
    )
  })

  test('clients are frozen and independent of each other', async () => {
    server.replies.set('GET /one/session', { json: signedIn })
    server.replies.set('GET /two/session', { json: null })
    const [one, two] = [client({ basePath: '/one' }), client({ basePath: '/two' })]
    expect(Object.isFrozen(one)).toBe(true)
    expect(await Promise.all([one.getSession(), two.getSession()])).toEqual([signedIn, null])
  })
})

describe('signIn of the client', () => {
  test('posts a form to signin/:provider and follows the redirect of the server', async () => {
    await client().signIn('github', { redirectTo: '/inbox' })
    expect(posted()).toMatchObject({
      path: '/api/auth/signin/github',
      headers: {
        'x-auth-return-redirect': '1',
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
    })
    expect(form()).toEqual({ csrfToken: 'token-1', callbackUrl: '/inbox' })
    expect(page.assign).toHaveBeenCalledExactlyOnceWith('https://github.test/authorize?state=1')
  })

  test('returns to the current page by default', async () => {
    await client().signIn('github')
    expect(form()['callbackUrl']).toBe(page.href)
  })

  test('returns to the exact URL of the current page', async () => {
    page.href = `${server.origin}/here?q=a%20b&tab`
    await client().signIn('github')
    expect(form()['callbackUrl']).toBe(page.href)
  })

  test('accepts callbackUrl, and prefers redirectTo', async () => {
    await client().signIn('github', { callbackUrl: '/old' })
    await client().signIn('github', { callbackUrl: '/old', redirectTo: '/new' })
    const posts = server.received.filter(({ method }) => method === 'POST')
    expect(posts.map(({ body }) => new URLSearchParams(body).getAll('callbackUrl'))).toEqual([
      ['/old'],
      ['/new'],
    ])
  })

  test.each([
    ['a record', { prompt: 'login', login_hint: 'a b' }],
    ['a string', 'prompt=login&login_hint=a+b'],
    [
      'pairs',
      [
        ['prompt', 'login'],
        ['login_hint', 'a b'],
      ],
    ],
    ['URLSearchParams', new URLSearchParams('prompt=login&login_hint=a b')],
  ])('sends authorization parameters as %s in the query', async (_, parameters) => {
    await client().signIn('github', {}, parameters)
    expect(posted()?.path).toBe('/api/auth/signin/github?prompt=login&login_hint=a+b')
  })

  test('posts credentials to callback/:provider without absent fields', async () => {
    await client().signIn('password', {
      username: 'ada',
      password: 'p&ss=ü',
      remember: true,
      otp: undefined,
      redirectTo: '/',
    })
    expect(posted()?.path).toBe('/api/auth/callback/password')
    expect(form()).toEqual({
      username: 'ada',
      password: 'p&ss=ü',
      remember: 'true',
      csrfToken: 'token-1',
      callbackUrl: '/',
    })
  })

  test('leaves out a field that is null', async () => {
    await client().signIn('password', { username: 'ada', otp: null, redirectTo: '/' })
    expect(form()).toEqual({ username: 'ada', csrfToken: 'token-1', callbackUrl: '/' })
  })

  test('loads a target without a fragment once', async () => {
    await client().signIn('password')
    expect(page.assign).toHaveBeenCalledOnce()
    expect(page.reload).not.toHaveBeenCalled()
  })

  test('reloads a target with a fragment', async () => {
    server.replies.set('POST /api/auth/callback/password', { json: { url: '/here#top' } })
    await client().signIn('password')
    expect(page.assign).toHaveBeenCalledWith(`${server.origin}/here#top`)
    expect(page.reload).toHaveBeenCalledOnce()
  })

  test.each([
    ['no provider', undefined],
    ['an unknown provider', 'gitlab'],
    ['a member every object has', 'constructor'],
  ])('opens the sign-in page with %s', async (_, provider) => {
    await client().signIn(provider, { redirectTo: '/in?a=b' })
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(
      `${server.origin}/api/auth/signin?callbackUrl=%2Fin%3Fa%3Db`,
    )
    expect(posted()).toBeUndefined()
  })

  test('opens the sign-in page with an unknown provider', async () => {
    server.replies.set('GET /api/auth/providers', { json: { github: null } })
    await client().signIn('github', { redirectTo: '/in' })
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(
      `${server.origin}/api/auth/signin?callbackUrl=%2Fin`,
    )
  })

  test('refuses a WebAuthn provider and says what to use', async () => {
    await expect(client().signIn('passkey')).rejects.toThrow(TypeError)
    await expect(client().signIn('passkey', { redirect: false })).rejects.toThrow(
      /"passkey".*WebAuthn/,
    )
  })

  test('opens the error page when the providers cannot be fetched', async () => {
    server.replies.set('GET /api/auth/providers', { status: 503, json: { error: 'AdapterError' } })
    await client().signIn('github')
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(`${server.origin}/api/auth/error`)
  })

  test('never opens a URL that runs as script', async () => {
    server.replies.set('POST /api/auth/signin/github', { json: { url: 'javascript:alert(1)' } })
    await client().signIn('github', { redirectTo: 'javascript:alert(2)' })
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(`${server.origin}/api/auth/error`)
  })
})

const signIn = (): Promise<SignInResponse> =>
  client().signIn('password', { redirect: false, username: 'ada' })

describe('signIn of the client without a redirect', () => {
  test('returns ok on success', async () => {
    expect(await signIn()).toEqual({
      error: undefined,
      code: undefined,
      status: 200,
      ok: true,
      url: `${server.origin}/welcome`,
    })
    expect(form()).not.toHaveProperty('redirect')
    expect(page.assign).not.toHaveBeenCalled()
  })

  test('resolves relative URLs against the page', async () => {
    server.replies.set('POST /api/auth/callback/password', { json: { url: '/first-steps' } })
    expect(await signIn()).toMatchObject({ ok: true, url: `${server.origin}/first-steps` })
  })

  test.each([
    [
      'an absolute address',
      200,
      { url: 'https://app.test/in?error=CredentialsSignin&code=locked' },
    ],
    ['a relative address', 200, { url: '/in?error=CredentialsSignin&code=locked' }],
    [
      'an error status',
      401,
      { error: 'X', message: 'no', url: '/in?error=CredentialsSignin&code=locked' },
    ],
  ])('reports wrong credentials from %s', async (_, status, json) => {
    server.replies.set('POST /api/auth/callback/password', { status, json })
    expect(await signIn()).toEqual({
      error: 'CredentialsSignin',
      code: 'locked',
      status,
      ok: false,
      url: null,
    })
    expect(errors).toEqual([])
  })

  test.each([
    [
      'an error without an address',
      403,
      { error: 'MissingCSRF', message: 'expired' },
      'MissingCSRF',
    ],
    ['an error without a code', 500, { message: 'oops' }, 'Configuration'],
    ['an answer without an address', 200, {}, 'Configuration'],
    ['an address that would run as script', 200, { url: 'javascript:alert(1)' }, 'Configuration'],
    ['an address of another scheme', 200, { url: 'xhttps://app.test/' }, 'Configuration'],
    ['an invalid URL', 200, { url: 'https://[' }, 'Configuration'],
    ['an address that is not a string', 200, { url: 7 }, 'Configuration'],
  ])('%s', async (_, status, json, error) => {
    server.replies.set('POST /api/auth/callback/password', { status, json })
    expect(await signIn()).toEqual({ error, code: undefined, status, ok: false, url: null })
  })

  test('does not report the error that the current page shows', async () => {
    page.href = `${server.origin}/in?next=1&error=CredentialsSignin&code=credentials`
    await signIn()
    expect(form()['callbackUrl']).toBe(`${server.origin}/in?next=1&code=credentials`)
  })

  test('returns a result when the server does not respond', async () => {
    const failing = client({ fetch: () => Promise.reject(new TypeError('fetch failed')) })
    expect(await failing.signIn('password', { redirect: false })).toEqual({
      error: 'NetworkError',
      code: undefined,
      status: 0,
      ok: false,
      url: null,
    })
    expect(page.assign).not.toHaveBeenCalled()
  })
})

describe('signOut of the client', () => {
  test('posts the CSRF token and follows the redirect of the server', async () => {
    await client().signOut({ redirectTo: '/bye' })
    expect(posted()).toMatchObject({
      path: '/api/auth/signout',
      headers: { 'x-auth-return-redirect': '1' },
    })
    expect(form()).toEqual({ csrfToken: 'token-1', callbackUrl: '/bye' })
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(`${server.origin}/bye`)
  })

  test.each([true, false])(
    'posts everywhere: %s, and follows the redirect or returns it',
    async (everywhere) => {
      const redirect = !everywhere
      const left = await client().signOut({ everywhere, redirect, redirectTo: '/bye' })
      expect(form()).toMatchObject({ everywhere: String(everywhere), callbackUrl: '/bye' })
      expect(left).toEqual(redirect ? undefined : { url: `${server.origin}/bye` })
      expect(page.assign).toHaveBeenCalledTimes(redirect ? 1 : 0)
    },
  )

  test('returns the URL without a redirect', async () => {
    expect(await client().signOut({ redirect: false })).toEqual({ url: `${server.origin}/bye` })
    expect(form()['callbackUrl']).toBe(page.href)
    expect(page.assign).not.toHaveBeenCalled()
  })

  test('rejects a failed sign-out and stays on the page', async () => {
    server.replies.set('POST /api/auth/signout', { status: 503, json: { error: 'SignOutError' } })
    const heard = vi.fn()
    const end = client().subscribe(heard)
    await expect(client().signOut()).rejects.toMatchObject({ code: 'SignOutError', status: 503 })
    expect(page.assign).not.toHaveBeenCalled()
    // A sealed session may have ended in spite of the failure, so other tabs are notified.
    await flushTasks()
    // One call for the sign-out, and one for the message that `flushTasks` posts.
    expect(heard).toHaveBeenCalledTimes(2)
    end()
  })
})

describe('update of the client', () => {
  test('posts the CSRF token and data as JSON and returns the new session', async () => {
    server.replies.set('POST /api/auth/session', { json: signedIn })
    expect(await client().update({ user: { name: 'Ada' } })).toEqual(signedIn)
    expect(posted()).toMatchObject({
      path: '/api/auth/session',
      headers: { 'content-type': 'application/json' },
    })
    expect(JSON.parse(posted()?.body ?? '')).toEqual({
      csrfToken: 'token-1',
      data: { user: { name: 'Ada' } },
    })
  })

  test('posts an empty object without data, so that the callbacks run again', async () => {
    server.replies.set('POST /api/auth/session', { json: signedIn })
    await client().update()
    expect(JSON.parse(posted()?.body ?? '')).toEqual({ csrfToken: 'token-1', data: {} })
  })

  test('rejects a refused update', async () => {
    server.replies.set('POST /api/auth/session', { status: 400, json: null })
    await expect(client().update({})).rejects.toMatchObject({ status: 400 })
  })
})

/** Waits until a message posted now has arrived, and therefore all earlier ones. */
async function flushTasks(): Promise<void> {
  const receiver = client()
  await new Promise<void>((resolve) => {
    const end = receiver.subscribe(() => {
      end()
      resolve()
    })
    client().notify()
  })
}

describe('subscribe of the client', () => {
  test('notifies another client of a sign-in with credentials, an update and a sign-out', async () => {
    server.replies.set('POST /api/auth/session', { json: null })
    const heard = vi.fn()
    const end = client().subscribe(heard)
    await client().signIn('password', { redirect: false })
    await client().update()
    await client().signOut({ redirect: false })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3))
    expect(heard).toHaveBeenCalledWith()
    end()
  })

  test('sends no part of the session in its message', async () => {
    server.replies.set('POST /api/auth/session', { json: signedIn })
    const channel = new BroadcastChannel('latchstring:/api/auth')
    const message = new Promise<unknown>((resolve) => {
      channel.addEventListener('message', (event) => resolve(event.data))
    })
    await client().update({ secret: 1 })
    expect(await message).toBeNull()
    channel.close()
  })

  test('does not notify of a sign-in that failed or continues at another site', async () => {
    server.replies.set('POST /api/auth/callback/password', { status: 401, json: { error: 'X' } })
    const heard = vi.fn()
    const end = client().subscribe(heard)
    await client().signIn('password', { redirect: false })
    await client().signIn('github', { redirect: false })
    await flushTasks()
    expect(heard).toHaveBeenCalledOnce()
    end()
  })

  test('does not notify a client of its own changes or of those under another base path', async () => {
    const own = client()
    const heard = vi.fn()
    const end = own.subscribe(heard)
    own.notify()
    client({ basePath: '/other' }).notify()
    await flushTasks()
    expect(heard).toHaveBeenCalledOnce()
    end()
  })

  test('stops notifying an ended subscription and continues with others', async () => {
    const own = client()
    const [first, second] = [vi.fn(), vi.fn()]
    const endFirst = own.subscribe(first)
    const endSecond = own.subscribe(second)
    endFirst()
    await flushTasks()
    expect(first).not.toHaveBeenCalled()
    expect(second).toHaveBeenCalledOnce()
    endSecond()
  })

  test('keeps a later subscription of a client when an earlier one ends', async () => {
    const own = client()
    const heard = vi.fn()
    const endFirst = own.subscribe(() => {})
    const endSecond = own.subscribe(heard)
    endFirst()
    own.notify()
    await flushTasks()
    expect(heard).toHaveBeenCalledOnce()
    endSecond()
  })

  test('notifies others of changes by a client whose subscription has ended', async () => {
    const own = client()
    own.subscribe(() => {})()
    const heard = vi.fn()
    const end = client().subscribe(heard)
    own.notify()
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    end()
  })

  test('opens a channel only while there is a subscription', () => {
    const open = new Set<object>()
    class CountedChannel {
      constructor() {
        open.add(this)
      }
      addEventListener(): void {}
      postMessage(): void {}
      close(): void {
        open.delete(this)
      }
    }
    vi.stubGlobal('BroadcastChannel', CountedChannel)
    const own = client()
    own.notify()
    expect(open.size).toBe(0)
    const end = own.subscribe(() => {})
    own.notify()
    expect(open.size).toBe(1)
    end()
    expect(open.size).toBe(0)
  })

  test('does everything else without BroadcastChannel', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const auth = client()
    auth.subscribe(() => {})()
    expect(await auth.signOut({ redirect: false })).toEqual({ url: `${server.origin}/bye` })
  })
})

test('createAuthClient types sessions and the results of signIn', () => {
  interface Mine {
    role: 'admin' | 'user'
  }
  const mine = createAuthClient<Mine>({ origin: 'https://app.test' })
  expectTypeOf(mine.getSession).returns.resolves.toEqualTypeOf<Mine | null>()
  expectTypeOf(mine.update).returns.resolves.toEqualTypeOf<Mine | null>()
  expectTypeOf(createAuthClient().getSession).returns.resolves.toEqualTypeOf<Session | null>()
  const stay = (): Promise<SignInResponse> => mine.signIn('x', { redirect: false, email: 'a@b' })
  expectTypeOf(stay).returns.resolves.toHaveProperty('ok')
  const either = (redirect: boolean): Promise<SignInResponse | void> =>
    mine.signIn('x', { redirect })
  const leave = (): Promise<void> => mine.signIn('x')
  expectTypeOf(leave).returns.resolves.toBeVoid()
  // @ts-expect-error -- a sign-in with a redirect has no result
  const wrong = (): Promise<SignInResponse> => mine.signIn('x', { redirect: true })
  expect([stay, leave, either, wrong]).toHaveLength(4)
})
