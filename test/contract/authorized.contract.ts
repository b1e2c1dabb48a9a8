import type { Awaitable, Callbacks, Session } from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { ORIGIN } from '@latchstring/test-kit/app'
import { including } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import type { PlainConfig } from './src/target.ts'
import { readLocation } from '@latchstring/test-kit/story'

type Authorized = NonNullable<Callbacks['authorized']>

function page(path: string, headers: Readonly<Record<string, string>> = {}): Request {
  const all = { host: 'app.example', accept: 'text/html', ...headers }
  return new Request(ORIGIN + path, { headers: all })
}

/** The callback authorized, as middleware asks it. */
export function authorized(suite: Suite): void {
  const { proves, open } = suite

  const withCallback = (callback: Authorized, more: Partial<PlainConfig> = {}) =>
    open({ providers: [passwords()], callbacks: { authorized: callback }, ...more })

  proves(
    [
      'CB-authorized',
      'CB-authorized-auth',
      'CB-authorized-request',
      'OP-auth-middleware-authorized',
    ],
    'authorized in middleware gets the session or null, and the request',
    async () => {
      const callback = vi.fn<Authorized>(({ auth }) => auth !== null)
      const app = withCallback(callback)
      const visitor = app.visit()
      const stranger = page('/private?tab=1')
      expect((await app.guard(stranger)).passed).toBe(false)
      expect(callback.mock.calls[0]?.[0].auth).toBeNull()
      const { request } = callback.mock.calls[0]?.[0] ?? {}
      // Whichever address the server itself listens at is in front.
      const { pathname, search } = new URL(request?.url ?? '')
      expect([pathname, search]).toEqual(['/private', '?tab=1'])
      expect(request?.headers.get('accept')).toBe('text/html')
      expect(await request?.clone().text()).toBe('')
      await visitor.submitPassword()
      const cookie = visitor.headers().get('cookie') ?? ''
      expect((await app.guard(page('/private', { cookie }))).passed).toBe(true)
      expect(callback.mock.calls[1]?.[0].auth).toEqual(
        including({ user: including({ name: ADA.name }) }),
      )
      expectTypeOf<Parameters<Authorized>[0]['auth']>().toEqualTypeOf<Session | null>()
      expectTypeOf<Parameters<Authorized>[0]['request']>().toEqualTypeOf<Request>()
    },
  )

  proves(['CB-authorized-true'], 'authorized that returns true allows the request', async () => {
    expect((await withCallback(() => true).guard(page('/private'))).passed).toBe(true)
    expect((await withCallback(async () => true).guard(page('/private'))).passed).toBe(true)
  })

  proves(
    ['CB-authorized-false'],
    'authorized that returns false redirects to the sign-in page, and the sign-in back',
    async () => {
      const { passed, response } = await withCallback(() => false).guard(page('/private?tab=1'))
      expect(passed).toBe(false)
      const location = readLocation(response)
      expect(location.href.startsWith(`${ORIGIN}${suite.target.basePath}/signin?`)).toBe(true)
      expect(location.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/private?tab=1`)
      const script = page('/api/private', { accept: 'application/json' })
      expect((await withCallback(() => false).guard(script)).response.status).toBe(401)
    },
  )

  proves(
    ['CB-authorized-response'],
    'authorized that returns a response sends that response',
    async () => {
      const own = withCallback(() => new Response('Members only', { status: 402 }))
      const { passed, response } = await own.guard(page('/private'))
      expect(passed).toBe(false)
      expect([response.status, await response.text()]).toEqual([402, 'Members only'])
      type Verdict = boolean | Response | undefined
      expectTypeOf<ReturnType<Authorized>>().toEqualTypeOf<Awaitable<Verdict>>()
    },
  )

  proves(
    ['CB-authorized-loop'],
    'the sign-in page is shown even if the authorized callback refuses it',
    async () => {
      const app = withCallback(() => false)
      const location = readLocation((await app.guard(page('/private'))).response)
      expect((await app.guard(page(location.pathname + location.search))).passed).toBe(true)
      const own = withCallback(() => false, { pages: { signIn: '/door' } })
      const door = readLocation((await own.guard(page('/private'))).response)
      expect(door.pathname).toBe('/door')
      expect((await own.guard(page('/door?callbackUrl=x'))).passed).toBe(true)
      expect((await own.guard(page('/doorway'))).passed).toBe(false)
    },
  )
}
