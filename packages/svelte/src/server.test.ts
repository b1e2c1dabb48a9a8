// This environment has no DOM.
import type { Session } from '@latchstring/core/types'
import { render } from 'svelte/server'
import { expect, test, vi } from 'vitest'
import App from '../test/app.svelte'

const ada: Session = { user: { name: 'Ada' }, expires: '2030-01-01T00:00:00.000Z' }

test('Svelte on a server renders the session of each request, sends no request and sets no timer', () => {
  vi.useFakeTimers()
  const fetch = vi.spyOn(globalThis, 'fetch')
  const show = (session: Session | null | undefined): string =>
    render(App, { props: { session, refetchInterval: 60, onRender: () => undefined } }).body
  expect(show(ada)).toContain('<p>Ada</p>')
  expect(show(null)).toContain('<p>unauthenticated</p>')
  expect(show(undefined)).toContain('<p>loading</p>')
  expect(fetch).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
