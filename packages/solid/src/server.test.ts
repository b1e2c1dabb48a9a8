// Without a DOM, Solid has another build.
import type { Session } from '@latchstring/core/types'
import { createComponent } from 'solid-js'
import { renderToString } from 'solid-js/web'
import { expect, test, vi } from 'vitest'
import { SessionProvider, useSession } from './index.ts'

const ada: Session = { user: { name: 'Ada' }, expires: '2030-01-01T00:00:00.000Z' }

function Page(): string {
  const { session, status } = useSession()
  return session()?.user?.name ?? status()
}

test('Solid on a server renders the session of each request, sends no request and sets no timer', () => {
  vi.useFakeTimers()
  const fetch = vi.spyOn(globalThis, 'fetch')
  const show = (session: Session | null | undefined): string =>
    renderToString(() =>
      createComponent(SessionProvider, {
        session,
        refetchInterval: 60,
        get children() {
          return createComponent(Page, {})
        },
      }),
    )
  expect(show(ada)).toBe('Ada')
  expect(show(null)).toBe('unauthenticated')
  expect(show(undefined)).toBe('loading')
  // Timers of Solid itself, which clean up.
  vi.runAllTimers()
  expect(fetch).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
