// @vitest-environment happy-dom
import type { Session } from '@latchstring/core/types'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  getCsrfToken,
  getProviders,
  getSession,
  SessionProvider,
  signIn,
  signOut,
  useSession,
} from '../index.ts'
import { startFakeServer } from '../../../client/test/fake-server.ts'
import type { FakeServer } from '../../../client/test/fake-server.ts'

const ada: Session = { user: { name: 'Ada' }, expires: '2030-01-01T00:00:00.000Z' }

let server: FakeServer

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  server = startFakeServer()
})

afterEach(cleanup)

function Page(): ReactElement {
  const { data, status } = useSession()
  return <p>{data?.user?.name ?? status}</p>
}

function show(session: Session | null, basePath?: string): void {
  render(
    <SessionProvider session={session} basePath={basePath}>
      <Page />
    </SessionProvider>,
  )
}

const text = (): string | null => document.body.textContent
const paths = (): string[] => server.calls.map(({ method, path }) => `${method} ${path}`)

describe('the actions of the React package without a provider', () => {
  test('use the default base path', async () => {
    server.session = ada
    expect(await getSession()).toEqual(ada)
    expect(await getCsrfToken()).toBe('token')
    expect(Object.keys(await getProviders())).toEqual(['github', 'password'])
    expect(await signOut({ redirect: false })).toEqual({ url: `${location.origin}/bye` })
    await signIn('github', { redirectTo: '/inbox' }, { prompt: 'login' }).catch(() => {})
    expect(paths()).toEqual([
      'GET /api/auth/session',
      'GET /api/auth/csrf',
      'GET /api/auth/providers',
      'GET /api/auth/csrf',
      'POST /api/auth/signout',
      'GET /api/auth/providers',
      'GET /api/auth/csrf',
      'POST /api/auth/signin/github?prompt=login',
    ])
  })

  test('use a given base path, which is not sent as a field', async () => {
    await signIn('github', { basePath: '/auth', hint: 'x' })
    const post = server.calls.at(-1)
    expect(post?.path).toBe('/auth/signin/github')
    expect([...new URLSearchParams(post?.body).keys()]).toEqual([
      'hint',
      'csrfToken',
      'callbackUrl',
    ])
    await getSession({ basePath: '/auth' })
    expect(server.asked()).toEqual(['/auth/session'])
  })

  test('reject when a request fails', async () => {
    server.session = new Response('{"error":"AdapterError"}', { status: 503 })
    await expect(getSession()).rejects.toMatchObject({ name: 'AuthClientError', status: 503 })
  })

  test('throw on a server and say what to use there', async () => {
    // `fetch` of Node.js also rejects a path.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to parse URL')))
    vi.stubGlobal('document', undefined)
    await expect(getSession()).rejects.toThrow(/On a server use auth\(\)/)
    vi.unstubAllGlobals()
  })
})

describe('the actions of the React package with a provider', () => {
  test('use its base path while it is mounted', async () => {
    show(null, '/auth')
    await getCsrfToken()
    cleanup()
    await getCsrfToken()
    expect(paths()).toEqual(['GET /auth/csrf', 'GET /api/auth/csrf'])
  })

  test('use the outermost of several providers, or the one with the given base path', async () => {
    render(
      <SessionProvider session={null} basePath="/outer">
        <SessionProvider session={null} basePath="/inner">
          <Page />
        </SessionProvider>
      </SessionProvider>,
    )
    server.session = ada
    await getCsrfToken()
    expect(paths()).toEqual(['GET /outer/csrf'])
    await act(() => getSession({ basePath: '/inner' }))
    expect(text()).toBe('Ada')
  })

  test('share the result of getSession with it', async () => {
    show(null)
    server.session = ada
    await act(() => getSession())
    expect(text()).toBe('Ada')
    expect(server.asked()).toHaveLength(1)
  })

  test('request the session again in getSession while an earlier request is pending', async () => {
    show(null)
    const release = server.holdSession()
    const older = getSession()
    server.session = ada
    const newer = [getSession(), getSession()]
    release()
    await act(async () => {
      expect(await Promise.all([older, ...newer])).toEqual([ada, ada, ada])
    })
    expect(server.asked()).toHaveLength(2)
  })

  test('update it before a sign-in without a redirect resolves', async () => {
    show(null)
    server.session = ada
    await act(async () => {
      expect(await signIn('password', { redirect: false })).toMatchObject({ ok: true })
    })
    expect(text()).toBe('Ada')
    expect(server.asked()).toHaveLength(1)
  })

  test('return a failed sign-in without another request', async () => {
    show(null)
    server.signInStatus = 401
    const result = await signIn('password', { redirect: false })
    expect(result).toEqual({
      error: 'CredentialsSignin',
      code: undefined,
      status: 401,
      ok: false,
      url: null,
    })
    expect(server.asked()).toEqual([])
  })

  test('report a successful sign-in when the session cannot be read afterwards', async () => {
    show(null)
    server.session = new Response('', { status: 503 })
    expect(await signIn('password', { redirect: false })).toMatchObject({
      ok: true,
      error: undefined,
    })
    expect(text()).toBe('unauthenticated')
  })

  test('show a sign-out without a redirect at once', async () => {
    show(ada)
    await act(() => signOut({ redirect: false }))
    expect(text()).toBe('unauthenticated')
    expect(server.asked()).toEqual([])
  })

  test.each([
    ['is over, shows that', null, 'unauthenticated'],
    ['goes on, keeps it', ada, 'Ada'],
  ])('handle a failing sign-out of a session that %s', async (_, session, shown) => {
    Object.assign(server, { session, signOutStatus: 503 })
    show(ada)
    const failing = act(() => signOut())
    await expect(failing).rejects.toMatchObject({ code: 'SignOutError', status: 503 })
    expect(text()).toBe(shown)
  })

  test('keep the shown session during a sign-out that leaves the page', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    show(ada)
    await act(() => signOut({ redirectTo: '/bye' }))
    expect(text()).toBe('Ada')
    expect(assign).toHaveBeenCalledExactlyOnceWith(`${location.origin}/bye`)
  })

  test('notify other tabs in getSession on request', async () => {
    show(ada)
    const heard = new Promise<unknown>((resolve) => {
      const channel = new BroadcastChannel('latchstring:/api/auth')
      channel.addEventListener('message', (event) => {
        channel.close()
        resolve(event.data)
      })
    })
    await act(() => getSession({ broadcast: true }))
    expect(await heard).toBeNull()
  })
})
