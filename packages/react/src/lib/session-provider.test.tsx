// @vitest-environment happy-dom
import { createAuthClient } from '@latchstring/client'
import type { Session } from '@latchstring/core/types'
import { act, cleanup, render } from '@testing-library/react'
import { StrictMode, useContext, useEffect } from 'react'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SessionContext, SessionProvider, signIn, useSession } from '../index.ts'
import type { SessionContextValue, SessionProviderProps } from '../index.ts'
import { startFakeServer } from '../../../client/test/fake-server.ts'
import type { FakeServer } from '../../../client/test/fake-server.ts'

const expires = '2030-01-01T00:00:00.000Z'
const ada: Session = { user: { name: 'Ada' }, expires }
const grace: Session = { user: { name: 'Grace' }, expires }
const busy = new Response('{"error":"AdapterError","message":"busy"}', { status: 503 })

let server: FakeServer
let seen: SessionContextValue[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  server = startFakeServer()
  seen = []
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Page(): ReactElement {
  const value = useSession()
  seen.push(value)
  return <p>{value.data?.user?.name ?? value.status}</p>
}

function Private(props: { readonly onUnauthenticated?: () => void }): ReactElement {
  const { status } = useSession({ required: true, ...props })
  return <p>{status}</p>
}

function Reader(): string | undefined {
  return useContext(SessionContext)?.data?.user?.name ?? undefined
}

function SignInAtOnce(): null {
  useEffect(() => void signIn('github'), [])
  return null
}

/** Advances the time, and runs timers and effects. */
async function pass(milliseconds = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

async function show(props: SessionProviderProps = {}): Promise<ReturnType<typeof render>> {
  const view = render(
    <SessionProvider {...props}>
      <Page />
    </SessionProvider>,
  )
  await pass()
  return view
}

const statuses = (): string[] => seen.map(({ status }) => status)
const text = (): string | null => document.body.textContent
const update = (data?: unknown): Promise<Session | null> | undefined => seen.at(-1)?.update(data)

function look(at: 'hidden' | 'visible' = 'visible'): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(at === 'hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

/** A message from another tab; channels of Node deliver in real time. */
async function hearFromOtherTab(basePath = '/api/auth'): Promise<void> {
  const before = server.calls.length
  createAuthClient({ basePath }).notify()
  vi.useRealTimers()
  await vi.waitFor(() => expect(server.calls.length).toBeGreaterThan(before))
  vi.useFakeTimers()
  await pass()
}

describe('the first session of SessionProvider', () => {
  test('is shown at once without a request when the server gives it', async () => {
    await show({ session: ada })
    expect(new Set(statuses())).toEqual(new Set(['authenticated']))
    expect(text()).toBe('Ada')
    expect(server.calls).toEqual([])
  })

  test('is not fetched when the server gives null', async () => {
    await show({ session: null })
    expect(new Set(statuses())).toEqual(new Set(['unauthenticated']))
    expect(server.calls).toEqual([])
  })

  test('is fetched once when it is not given, with the status loading', async () => {
    server.session = ada
    await show({ session: undefined })
    expect(statuses()[0]).toBe('loading')
    expect(text()).toBe('Ada')
    expect(server.asked()).toEqual(['/api/auth/session'])
  })

  test('is null after the request without a signed-in user', async () => {
    await show()
    expect(statuses()).toEqual(['loading', 'unauthenticated'])
  })

  test('is fetched once in StrictMode', async () => {
    server.session = ada
    render(<Page />, {
      wrapper: ({ children }) => (
        <StrictMode>
          <SessionProvider>{children}</SessionProvider>
        </StrictMode>
      ),
    })
    await pass()
    expect(text()).toBe('Ada')
    expect(server.asked()).toHaveLength(1)
  })

  test.each([
    ['a session', ada, 'Ada'],
    ['null', null, 'unauthenticated'],
    ['nothing', undefined, 'loading'],
  ])('hydrates server markup rendered with %s without a mismatch', async (_, session, shown) => {
    const app = (
      <SessionProvider session={session}>
        <Page />
      </SessionProvider>
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(app)
    expect(container.textContent).toBe(shown)
    const onRecoverableError = vi.fn()
    render(app, { container, hydrate: true, onRecoverableError })
    await pass()
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(console.error).not.toHaveBeenCalled()
  })

  test('is replaced by another session of the server, and unchanged by the same one', async () => {
    const { rerender } = await show({ session: ada })
    const again = (session: Session | null | undefined): void =>
      rerender(
        <SessionProvider session={session}>
          <Page />
        </SessionProvider>,
      )
    server.onUpdate = () => grace
    await act(() => update({}))
    again({ ...ada })
    expect(text()).toBe('Grace')
    again(undefined)
    expect(text()).toBe('Grace')
    again(null)
    expect(text()).toBe('unauthenticated')
    expect(server.asked()).toEqual([])
  })
})

describe('SessionProvider while the server cannot be reached', () => {
  test('keeps the session', async () => {
    await show({ session: ada, refetchInterval: 60 })
    server.session = busy
    await pass(60_000)
    expect(server.asked()).toHaveLength(1)
    expect(text()).toBe('Ada')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    await pass(60_000)
    expect(text()).toBe('Ada')
    expect(console.error).toHaveBeenCalledTimes(2)
  })

  test('repeats the request at growing intervals while no session is known', async () => {
    server.session = busy
    await show()
    await pass(1_000)
    expect(server.asked()).toHaveLength(2)
    await pass(1_999)
    expect(server.asked()).toHaveLength(2)
    await pass(1)
    expect(server.asked()).toHaveLength(3)
    expect(text()).toBe('loading')
    server.session = ada
    await pass(4_000)
    expect(text()).toBe('Ada')
    await pass(600_000)
    expect(server.asked()).toHaveLength(4)
  })

  test('repeats the request when the browser is online again', async () => {
    server.session = busy
    await show()
    server.session = ada
    act(() => void window.dispatchEvent(new Event('online')))
    await pass()
    expect(text()).toBe('Ada')
  })
})

describe('SessionProvider on a change of visibility', () => {
  test('requests the session again when the page becomes visible, at most every five seconds', async () => {
    await show({ session: null })
    server.session = ada
    await pass(4_999)
    look()
    expect(server.asked()).toEqual([])
    await pass(1)
    look()
    look()
    await pass()
    expect(server.asked()).toHaveLength(1)
    expect(text()).toBe('Ada')
    look()
    await pass(4_999)
    look()
    expect(server.asked()).toHaveLength(1)
  })

  test('sends no request when the page becomes hidden', async () => {
    await show({ session: ada })
    await pass(10_000)
    look('hidden')
    expect(server.calls).toEqual([])
  })

  test('sends no request when switched off', async () => {
    await show({ session: ada, refetchOnWindowFocus: false })
    await pass(10_000)
    look()
    expect(server.calls).toEqual([])
  })

  test('does not render again for an equal session', async () => {
    await show({ session: ada })
    server.session = { ...ada }
    const renders = seen.length
    await pass(10_000)
    look()
    await pass()
    expect(server.asked()).toHaveLength(1)
    expect(seen).toHaveLength(renders)
  })
})

describe('refetchInterval of SessionProvider', () => {
  test('requests the session at the interval while a user is signed in', async () => {
    server.session = ada
    await show({ session: ada, refetchInterval: 30 })
    await pass(29_999)
    expect(server.asked()).toHaveLength(0)
    await pass(1)
    await pass(30_000)
    expect(server.asked()).toHaveLength(2)
    server.session = null
    await pass(30_000)
    expect(text()).toBe('unauthenticated')
    await pass(300_000)
    expect(server.asked()).toHaveLength(3)
  })

  test.each([
    ['refetchWhenOffline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
    ['refetchWhenHidden', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
  ])('is paused only by %s={false}', async (prop, leave) => {
    server.session = ada
    await show({ session: ada, refetchInterval: 10, [prop]: false })
    const away = leave()
    await pass(30_000)
    expect(server.asked()).toHaveLength(0)
    away.mockRestore()
    await pass(10_000)
    expect(server.asked()).toHaveLength(1)
    cleanup()
    leave()
    await show({ session: ada, refetchInterval: 10 })
    await pass(10_000)
    expect(server.asked()).toHaveLength(2)
  })

  test('supports intervals longer than a timer can wait', async () => {
    await show({ session: ada, refetchInterval: 60 * 60 * 24 * 30 })
    await pass(60_000)
    expect(server.calls).toEqual([])
  })
})

describe('SessionProvider with other tabs', () => {
  test('shows a sign-in and a sign-out of another tab', async () => {
    await show({ session: null })
    server.session = ada
    await hearFromOtherTab()
    expect(text()).toBe('Ada')
    server.session = null
    await hearFromOtherTab()
    expect(text()).toBe('unauthenticated')
  })

  test('shows an update made through another provider without a request of its own', async () => {
    server.onUpdate = () => grace
    server.session = grace
    const other = render(<SessionProvider session={ada}>{null}</SessionProvider>)
    await show({ session: ada })
    await act(() => update({}))
    vi.useRealTimers()
    await vi.waitFor(() => expect(server.asked()).toHaveLength(1))
    vi.useFakeTimers()
    other.unmount()
    await pass()
    expect(server.asked()).toHaveLength(1)
  })

  test('stops listening, waiting and sending requests when it is unmounted', async () => {
    server.session = busy
    const { unmount } = await show({ refetchInterval: 1 })
    const asked = server.asked().length
    unmount()
    expect(vi.getTimerCount()).toBe(0)
    look()
    window.dispatchEvent(new Event('online'))
    const heard = vi.fn()
    const end = createAuthClient().subscribe(heard)
    createAuthClient().notify()
    vi.useRealTimers()
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    end()
    expect(server.asked()).toHaveLength(asked)
  })
})

describe('update of useSession', () => {
  test('sends the data and shows the new session without a loading state', async () => {
    server.onUpdate = (data) => ({ ...ada, user: { name: String(data) } })
    await show({ session: ada })
    let updated: Session | null | undefined
    await act(async () => {
      updated = await update('Countess')
    })
    expect(updated?.user?.name).toBe('Countess')
    expect(text()).toBe('Countess')
    expect(statuses()).not.toContain('loading')
    const [, post] = server.calls
    expect(post).toMatchObject({ method: 'POST', path: '/api/auth/session' })
    expect(JSON.parse(post?.body ?? '')).toEqual({ csrfToken: 'token', data: 'Countess' })
  })

  test('runs the callbacks again without data', async () => {
    const received = vi.fn(() => grace)
    server.onUpdate = received
    await show({ session: ada })
    await act(() => update())
    expect(received).toHaveBeenCalledExactlyOnceWith({})
    expect(text()).toBe('Grace')
  })

  test('shows an ended session as signed out', async () => {
    await show({ session: ada })
    await act(() => update())
    expect(text()).toBe('unauthenticated')
  })

  test('rejects on a failure and keeps the session', async () => {
    server.onUpdate = () => busy.clone()
    await show({ session: ada })
    await expect(update()).rejects.toMatchObject({ code: 'AdapterError', status: 503 })
    expect(text()).toBe('Ada')
  })

  test('is not overwritten by the response to an earlier request', async () => {
    const release = server.holdSession()
    server.session = ada
    server.onUpdate = () => (server.session = grace)
    await show()
    await act(() => update({}))
    expect(text()).toBe('Grace')
    release()
    await pass()
    expect(text()).toBe('Grace')
  })
})

describe('useSession with a required session', () => {
  test('opens the sign-in page without a session, with the status loading', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    render(
      <SessionProvider session={null} basePath="/auth">
        <Private />
      </SessionProvider>,
    )
    await pass()
    expect(text()).toBe('loading')
    const callbackUrl = encodeURIComponent(location.href)
    expect(assign).toHaveBeenCalledExactlyOnceWith(
      `/auth/signin?error=SessionRequired&callbackUrl=${callbackUrl}`,
    )
  })

  test('calls onUnauthenticated once without a session', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const calls: string[] = []
    const app = (name: string): ReactElement => (
      <SessionProvider session={null}>
        <Private onUnauthenticated={() => void calls.push(name)} />
      </SessionProvider>
    )
    const { rerender } = render(app('first'))
    rerender(app('second'))
    await pass()
    expect(calls).toEqual(['first'])
    expect(assign).not.toHaveBeenCalled()
  })

  test('waits while the session is unknown or cannot be fetched', async () => {
    server.session = busy
    const onUnauthenticated = vi.fn()
    render(
      <SessionProvider>
        <Private onUnauthenticated={onUnauthenticated} />
      </SessionProvider>,
    )
    await pass(3_000)
    expect(text()).toBe('loading')
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test('has the status authenticated with a session', async () => {
    render(
      <SessionProvider session={ada}>
        <Private />
      </SessionProvider>,
    )
    expect(text()).toBe('authenticated')
  })
})

describe('SessionProvider in the component tree', () => {
  test('provides the value of useSession in SessionContext', () => {
    render(<Reader />, {
      wrapper: ({ children }) => <SessionProvider session={ada}>{children}</SessionProvider>,
    })
    expect(text()).toBe('Ada')
  })

  test('is named by the error of useSession outside a provider', () => {
    expect(() => render(<Page />)).toThrow(/needs a <SessionProvider>/)
  })

  test('is independent of providers with other base paths', async () => {
    server.session = ada
    render(
      <SessionProvider basePath="/one">
        <SessionProvider basePath="/two" session={grace}>
          <Page />
        </SessionProvider>
      </SessionProvider>,
    )
    await pass()
    expect(server.asked()).toEqual(['/one/session'])
    expect(text()).toBe('Grace')
  })

  test('is available to effects of its children', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    render(<SignInAtOnce />, {
      wrapper: ({ children }) => (
        <SessionProvider basePath="/auth" session={null}>
          {children}
        </SessionProvider>
      ),
    })
    await pass()
    expect(server.calls.map(({ path }) => path)).toContain('/auth/signin/github')
    expect(assign).toHaveBeenCalledExactlyOnceWith('https://github.test/authorize')
  })
})
