// This environment has no DOM.
import type { Session } from '@latchstring/core/types'
import { createSSRApp } from 'vue'
import type { App } from 'vue'
import { expect, test, vi } from 'vitest'
import { createLatchstring, useAuth } from './index.ts'
import type { Auth } from './index.ts'

const ada: Session = { user: { name: 'Ada' }, expires: '2030-01-01T00:00:00.000Z' }

function render(app: App): Auth {
  return app.runWithContext(() => useAuth())
}

test('the Vue plugin on a server sends no request and sets no timer', () => {
  vi.useFakeTimers()
  const fetch = vi.spyOn(globalThis, 'fetch')
  const plugin = createLatchstring({ session: ada, refetchInterval: 60 })
  expect(render(createSSRApp({}).use(plugin)).session.value).toEqual(ada)
  expect(render(createSSRApp({}).use(createLatchstring())).status.value).toBe('loading')
  expect(fetch).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('one Vue plugin gives each server application its own state', async () => {
  vi.stubGlobal('fetch', async () => Response.json(ada))
  const plugin = createLatchstring({ session: null, basePath: '/auth' })
  const [one, other] = [render(createSSRApp({}).use(plugin)), render(createSSRApp({}).use(plugin))]
  await one.getSession()
  expect(one.session.value).toEqual(ada)
  expect(other.session.value).toBeNull()
})
