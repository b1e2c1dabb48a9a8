import { createAuthClient } from '@latchstring/client'
import type { AuthClient } from '@latchstring/client'
import type { RefetchOptions } from '@latchstring/client/store'
import type { Session } from '@latchstring/core/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFakeServer } from './fake-server.ts'
import type { FakeServer } from './fake-server.ts'

/** What an application is started with. */
export interface BoundOptions extends RefetchOptions {
  readonly session?: Session | null | undefined
  readonly basePath?: string
  /** Whether its component requires a session, and what it does without one. */
  readonly required?: boolean
  readonly onUnauthenticated?: () => void
}

/** An application in the document, whose one component shows the user's name, or else the status, in a `<p>`. */
export interface BoundApp {
  /** Every status it has rendered. */
  readonly statuses: readonly string[]
  /** What it is given for flows. */
  readonly auth: Pick<AuthClient<Session>, 'getSession' | 'signIn' | 'signOut' | 'update'>
  /** The server has rendered another session. */
  readonly seed: (session: Session | null) => void
  readonly unmount: () => void
}

/** How an application is made with the binding at hand. */
export interface Binding {
  /** Starts an application in that element, over the markup of a server if there is some. */
  readonly start: (container: Element, options: BoundOptions) => BoundApp
  /** What a server of that framework sends for `<p>text</p>`. */
  readonly markup: (text: string) => string
  /** Renders its component without what gives the session. */
  readonly startAlone: (container: Element) => unknown
  /** What the error of that says. */
  readonly advice: RegExp
}

const expires = '2030-01-01T00:00:00.000Z'
const ada: Session = { user: { name: 'Ada' }, expires }
const grace: Session = { user: { name: 'Grace' }, expires }
const busy = new Response('{"error":"AdapterError","message":"busy"}', { status: 503 })

let server: FakeServer
let running: BoundApp[] = []

/** Advances the time, and runs timers and effects. */
async function pass(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
}

function addElement(markup = ''): Element {
  const container = document.createElement('div')
  container.innerHTML = markup
  document.body.append(container)
  return container
}

const text = (): string | null => document.body.textContent

function look(): void {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

/** A message from another tab; channels of Node deliver in real time. */
async function hearFromOtherTab(basePath = '/auth'): Promise<void> {
  const before = server.calls.length
  createAuthClient({ basePath }).notify()
  vi.useRealTimers()
  await vi.waitFor(() => expect(server.calls.length).toBeGreaterThan(before))
  vi.useFakeTimers()
  await pass()
}

/** The rules that bindings of all frameworks follow. The file that calls this has a DOM. */
export function testBinding(name: string, { start, markup, startAlone, advice }: Binding): void {
  async function show(options: BoundOptions = {}): Promise<BoundApp> {
    const app = start(addElement(), options)
    running.push(app)
    await pass()
    return app
  }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    server = startFakeServer()
  })

  afterEach(() => {
    for (const app of running) app.unmount()
    running = []
    document.body.replaceChildren()
    vi.useRealTimers()
  })

  describe(`the first session in ${name}`, () => {
    test('is shown at once without a request when the server provides it', async () => {
      const { statuses } = await show({ session: ada })
      expect(new Set(statuses)).toEqual(new Set(['authenticated']))
      expect(text()).toBe('Ada')
      expect(server.calls).toEqual([])
    })

    test('is not fetched when the server provides null', async () => {
      const { statuses } = await show({ session: null })
      expect(new Set(statuses)).toEqual(new Set(['unauthenticated']))
      expect(server.calls).toEqual([])
    })

    test('is fetched once when the server does not provide it, with the status loading', async () => {
      server.session = ada
      const { statuses } = await show()
      expect(statuses[0]).toBe('loading')
      expect(text()).toBe('Ada')
      expect(server.asked()).toEqual(['/auth/session'])
    })

    test('is fetched below the given base path', async () => {
      await show({ basePath: '/app/auth/' })
      expect(server.asked()).toEqual(['/app/auth/session'])
    })

    test('stays unknown while the server is down, and is requested again until it responds', async () => {
      server.session = busy
      await show()
      expect(text()).toBe('loading')
      server.session = ada
      await pass(1_000)
      expect(text()).toBe('Ada')
    })

    test.each([
      ['a session', ada, 'authenticated', 'Ada'],
      ['null', null, 'unauthenticated', 'unauthenticated'],
      ['nothing', undefined, 'loading', 'loading'],
    ])('hydrates markup rendered with %s without a mismatch', (_, session, status, shown) => {
      const container = addElement(markup(shown))
      const paragraph = container.firstElementChild
      const app = start(container, { session })
      running.push(app)
      expect(app.statuses).toEqual([status])
      expect(text()).toBe(shown)
      expect(container.firstElementChild).toBe(paragraph)
      expect(console.error).not.toHaveBeenCalled()
      expect(console.warn).not.toHaveBeenCalled()
    })
  })

  describe(`the session in ${name}`, () => {
    test('stays when the server cannot be reached', async () => {
      await show({ session: ada, refetchInterval: 60 })
      server.session = busy
      await pass(60_000)
      expect(server.asked()).toHaveLength(1)
      expect(text()).toBe('Ada')
    })

    test('is fetched again at the interval while a user is signed in', async () => {
      await show({ session: ada, refetchInterval: 60 })
      server.session = grace
      await pass(60_000)
      expect(text()).toBe('Grace')
      server.session = null
      await pass(60_000)
      expect(text()).toBe('unauthenticated')
      await pass(120_000)
      expect(server.asked()).toHaveLength(2)
    })

    test('is fetched again when the page becomes visible, at most every 5 seconds', async () => {
      await show({ session: ada })
      server.session = grace
      look()
      expect(server.asked()).toHaveLength(0)
      await pass(5_000)
      look()
      await pass()
      expect(text()).toBe('Grace')
    })

    test('is fetched again when another tab has changed it', async () => {
      await show({ session: ada })
      server.session = null
      await hearFromOtherTab()
      expect(text()).toBe('unauthenticated')
    })

    test('is replaced when the server renders another one', async () => {
      const app = await show({ session: null })
      app.seed(ada)
      await pass()
      expect(text()).toBe('Ada')
      app.seed(null)
      await pass()
      expect(text()).toBe('unauthenticated')
      expect(server.calls).toEqual([])
    })

    test('is not fetched after the application was unmounted', async () => {
      const app = await show({ session: ada, refetchInterval: 60 })
      app.unmount()
      running = []
      await pass(60_000)
      look()
      expect(server.calls).toEqual([])
      expect(vi.getTimerCount()).toBe(0)
    })

    test('is separate for each application', async () => {
      server.session = grace
      await show({ session: ada, basePath: '/one' })
      await show({ basePath: '/two' })
      expect(text()).toBe('AdaGrace')
      expect(server.asked()).toEqual(['/two/session'])
    })
  })

  describe(`the functions in ${name}`, () => {
    test('update the session with data, and show the result of the server', async () => {
      const { auth } = await show({ session: ada })
      const data: unknown[] = []
      server.onUpdate = (sent) => {
        data.push(sent)
        return grace
      }
      expect(await auth.update({ name: 'Grace' })).toEqual(grace)
      await pass()
      expect(data).toEqual([{ name: 'Grace' }])
      expect(text()).toBe('Grace')
    })

    test('reject a failed update, and keep the session', async () => {
      const { auth } = await show({ session: ada })
      server.onUpdate = () => busy.clone()
      await expect(auth.update()).rejects.toMatchObject({ code: 'AdapterError', status: 503 })
      await pass()
      expect(text()).toBe('Ada')
    })

    test('show the new user before a sign-in without a redirect resolves', async () => {
      const { auth } = await show({ session: null })
      server.session = ada
      const { ok } = await auth.signIn('password', { redirect: false, username: 'ada' })
      await pass()
      expect(ok).toBe(true)
      expect(text()).toBe('Ada')
    })

    test('show no user after a sign-out without a redirect', async () => {
      const { auth } = await show({ session: ada })
      const { url } = await auth.signOut({ redirect: false })
      expect(new URL(url).pathname).toBe('/bye')
      await pass()
      expect(text()).toBe('unauthenticated')
    })

    test('reject a failed sign-out, and keep the session', async () => {
      server.signOutStatus = 500
      server.session = ada
      const { auth } = await show({ session: ada })
      await expect(auth.signOut({ redirect: false })).rejects.toMatchObject({
        code: 'SignOutError',
      })
      await pass()
      expect(text()).toBe('Ada')
    })

    test('request the session, and show the response', async () => {
      const { auth } = await show({ session: null })
      server.session = ada
      expect(await auth.getSession()).toEqual(ada)
      await pass()
      expect(text()).toBe('Ada')
    })
  })

  describe(`a required session in ${name}`, () => {
    test('opens the sign-in page when there is no session, with the status loading', async () => {
      const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
      const { statuses } = await show({ session: null, required: true })
      expect(new Set(statuses)).toEqual(new Set(['loading']))
      const callbackUrl = encodeURIComponent(location.href)
      expect(assign).toHaveBeenCalledExactlyOnceWith(
        `/auth/signin?error=SessionRequired&callbackUrl=${callbackUrl}`,
      )
    })

    test('calls onUnauthenticated instead, once each time there is no session', async () => {
      const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
      const onUnauthenticated = vi.fn()
      const { auth } = await show({ session: ada, required: true, onUnauthenticated })
      expect(text()).toBe('Ada')
      expect(onUnauthenticated).not.toHaveBeenCalled()
      await auth.signOut({ redirect: false })
      await pass()
      expect(text()).toBe('loading')
      expect(onUnauthenticated).toHaveBeenCalledOnce()
      expect(assign).not.toHaveBeenCalled()
    })

    test('waits while the session is unknown', async () => {
      server.session = busy
      const onUnauthenticated = vi.fn()
      await show({ required: true, onUnauthenticated })
      await pass(3_000)
      expect(text()).toBe('loading')
      expect(onUnauthenticated).not.toHaveBeenCalled()
    })
  })

  test(`a component of ${name} without a provider throws an error that names what is missing`, () => {
    expect(() => startAlone(addElement())).toThrow(advice)
  })
}
