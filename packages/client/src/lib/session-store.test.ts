import type { Session } from '@latchstring/core/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthClient } from '../index.ts'
import { createSessionStore, keepFresh, sessionActions } from '../store.ts'
import type { SessionStore } from '../store.ts'
import { startFakeServer } from '../../test/fake-server.ts'
import type { FakeServer } from '../../test/fake-server.ts'

const expires = '2030-01-01T00:00:00.000Z'
const ada: Session = { user: { name: 'Ada' }, expires }
const grace: Session = { user: { name: 'Grace' }, expires }
const busy = new Response('{"error":"AdapterError","message":"busy"}', { status: 503 })

let server: FakeServer

beforeEach(() => {
  server = startFakeServer()
})

afterEach(() => {
  vi.useRealTimers()
})

const createStore = (initial: Session | null | undefined): SessionStore<Session> =>
  createSessionStore(createAuthClient({ onError: () => {} }), initial)

describe('refresh of a session store', () => {
  test('shares one request between calls at the same time', async () => {
    server.session = ada
    const store = createStore(undefined)
    expect(await Promise.all([store.refresh(), store.refresh()])).toEqual([ada, ada])
    expect(server.asked()).toHaveLength(1)
  })

  test('repeats a request that was sent before a change', async () => {
    const release = server.holdSession()
    server.session = ada
    const store = createStore(undefined)
    const first = store.refresh()
    server.session = null
    const second = store.refresh(true)
    release()
    expect(await Promise.all([first, second])).toEqual([null, null])
    expect(server.asked()).toHaveLength(2)
  })

  test('repeats a request that was sent before two changes of different kinds', async () => {
    const release = server.holdSession()
    server.session = ada
    const store = createStore(undefined)
    const first = store.refresh()
    server.session = grace
    store.set(grace)
    const second = store.refresh(true)
    release()
    expect(await Promise.all([first, second])).toEqual([grace, grace])
    expect(store.get()).toEqual(grace)
  })

  test('repeats a request that failed, if it was sent before a change', async () => {
    const release = server.holdSession()
    server.session = busy
    const store = createStore(ada)
    const first = store.refresh()
    server.session = grace
    store.set(grace)
    release()
    expect(await first).toEqual(grace)
  })

  test('is what getSession of its actions does, after a change', async () => {
    const release = server.holdSession()
    server.session = ada
    const store = createStore(undefined)
    const first = store.refresh()
    server.session = grace
    const second = sessionActions(store).getSession()
    release()
    expect(await Promise.all([first, second])).toEqual([grace, grace])
  })

  test('rejects when the server cannot answer, and keeps the session', async () => {
    server.session = busy
    const store = createStore(ada)
    await expect(store.refresh()).rejects.toMatchObject({ status: 503 })
    expect(store.get()).toEqual(ada)
    expect(server.asked()).toHaveLength(1)
  })
})

test('subscribe of a session store calls the listener until the subscription ends', () => {
  const store = createStore(null)
  const listener = vi.fn()
  const end = store.subscribe(listener)
  store.set(ada)
  expect(listener).toHaveBeenCalledOnce()
  end()
  store.set(grace)
  expect(listener).toHaveBeenCalledOnce()
})

describe('keepFresh', () => {
  /** Stands for the window, which Node.js lacks. */
  function stubPage(): EventTarget {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('document', { hidden: false })
    return page
  }

  test('repeats a request when another tab has changed the session meanwhile', async () => {
    stubPage()
    const release = server.holdSession()
    server.session = ada
    const store = createStore(undefined)
    let hear = (): void => {}
    const client = {
      ...store.client,
      subscribe: (listener: () => void) => {
        hear = listener
        return () => {}
      },
    }
    const stop = keepFresh({ ...store, client }, {})
    server.session = grace
    hear()
    release()
    await store.refresh()
    expect(store.get()).toEqual(grace)
    expect(server.asked()).toHaveLength(2)
    stop()
  })

  test('sends requests at an interval only where there is one', () => {
    stubPage()
    vi.useFakeTimers()
    const refresh = vi.fn(() => Promise.resolve(null))
    const store = { client: createStore(ada).client, get: () => ada, refresh, age: () => 0 }
    for (const refetchInterval of [undefined, 0]) {
      const stop = keepFresh(store, { refetchInterval })
      expect(vi.getTimerCount()).toBe(0)
      stop()
    }
    const stop = keepFresh(store, { refetchInterval: 2 })
    vi.advanceTimersByTime(1_999)
    expect(refresh).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(refresh).toHaveBeenCalledOnce()
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not listen to the page once it has ended', () => {
    const page = stubPage()
    const refresh = vi.fn(() => Promise.resolve(null))
    const { client } = createStore(ada)
    const stop = keepFresh({ client, get: () => ada, refresh, age: () => 60_000 }, {})
    page.dispatchEvent(new Event('online'))
    expect(refresh).toHaveBeenCalledOnce()
    stop()
    page.dispatchEvent(new Event('online'))
    page.dispatchEvent(new Event('visibilitychange'))
    expect(refresh).toHaveBeenCalledOnce()
  })
})
