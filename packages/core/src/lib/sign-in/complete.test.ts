import { expect, it, vi } from 'vitest'
import { OIDC } from '../../../test/oauth-provider.ts'
import { createEndingStore, createSignOutApp } from '../../../test/sign-out-request.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { afterSignIn } from './complete.ts'

it('A sign-in whose provider cannot be remembered emits signIn, and the error is logged', async () => {
  const told = vi.fn()
  const logged = vi.fn()
  const opened = createSignOutApp({
    providers: [OIDC, { ...OIDC, id: 'other' }],
    adapter: createEndingStore().adapter,
    events: { signIn: told },
    logger: { error: logged },
  }).open()
  const jar = new CookieJar('')
  vi.spyOn(jar, 'set').mockImplementation(() => {
    throw new Error('The mark cannot be kept.')
  })
  const account = { provider: 'acme', type: 'oidc', providerAccountId: '1', userId: '1' } as const
  const identity = { user: { id: '1' }, account, isNewUser: false }
  expect(await afterSignIn({ ...opened, jar }, identity)).toBe(jar)
  expect(told).toHaveBeenCalledWith({ user: { id: '1' }, account, isNewUser: false })
  expect(logged.mock.calls.join()).toContain('The mark cannot be kept.')
})
