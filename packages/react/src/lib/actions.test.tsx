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
import { startFakeServer } from '../../test/fake-server.ts'
import type { FakeServer } from '../../test/fake-server.ts'

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

describe('without a provider', () => {
  test('everything works under the default base path', async () => {
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

  test('the base path can be given, and is not sent as a field', async () => {
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

  test('a failure rejects', async () => {
    server.session = new Response('{"error":"AdapterError"}', { status: 503 })
    await expect(getSession()).rejects.toMatchObject({ name: 'AuthClientError', status: 503 })
  })

  test('on a server they say what to use there', async () => {
    // As Node's own does with a path.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to parse URL')))
    vi.stubGlobal('document', undefined)
    await expect(getSession()).rejects.toThrow(/On a server use auth\(\)/)
    vi.unstubAllGlobals()
  })
})

describe('with a provider', () => {
  test('its base path is used for as long as it is mounted', async () => {
    show(null, '/auth')
    await getCsrfToken()
    cleanup()
    await getCsrfToken()
    expect(paths()).toEqual(['GET /auth/csrf', 'GET /api/auth/csrf'])
  })

  test('of several, the outermost is used, or the one with the base path given', async () => {
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

  test('it takes over what getSession reads', async () => {
    show(null)
    server.session = ada
    await act(() => getSession())
    expect(text()).toBe('Ada')
    expect(server.asked()).toHaveLength(1)
  })

  test('getSession at a time when an older answer is on its way asks once more', async () => {
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

  test('it knows the session before a sign-in without a redirect resolves', async () => {
    show(null)
    server.session = ada
    await act(async () => {
      expect(await signIn('password', { redirect: false })).toMatchObject({ ok: true })
    })
    expect(text()).toBe('Ada')
    expect(server.asked()).toHaveLength(1)
  })

  test('a sign-in that failed asks for nothing and is reported', async () => {
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

  test('a sign-in stays successful when the session cannot be read afterwards', async () => {
    show(null)
    server.session = new Response('', { status: 503 })
    expect(await signIn('password', { redirect: false })).toMatchObject({
      ok: true,
      error: undefined,
    })
    expect(text()).toBe('unauthenticated')
  })

  test('a sign-out without a redirect is shown at once', async () => {
    show(ada)
    await act(() => signOut({ redirect: false }))
    expect(text()).toBe('unauthenticated')
    expect(server.asked()).toEqual([])
  })

  test.each([
    ['is over, shows that', null, 'unauthenticated'],
    ['goes on, keeps it', ada, 'Ada'],
  ])('a sign-out that fails, of a session that %s', async (_, session, shown) => {
    Object.assign(server, { session, signOutStatus: 503 })
    show(ada)
    const failing = act(() => signOut())
    await expect(failing).rejects.toMatchObject({ code: 'SignOutError', status: 503 })
    expect(text()).toBe(shown)
  })

  test('a sign-out that leaves the page keeps what is shown', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    show(ada)
    await act(() => signOut({ redirectTo: '/bye' }))
    expect(text()).toBe('Ada')
    expect(assign).toHaveBeenCalledExactlyOnceWith(`${location.origin}/bye`)
  })

  test('getSession tells other tabs when asked to', async () => {
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
