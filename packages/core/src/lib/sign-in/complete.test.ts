import { expect, it, vi } from 'vitest'
import { OIDC } from '../../../test/oauth-provider.ts'
import { createEndingStore, createSignOutApp } from '../../../test/sign-out-request.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { afterSignIn } from './complete.ts'

it('A sign-in whose provider cannot be remembered emits signIn, and the error is logged', async () => {
  const onSignIn = vi.fn()
  const logged = vi.fn()
  const opened = createSignOutApp({
    providers: [OIDC, { ...OIDC, id: 'other' }],
    adapter: createEndingStore().adapter,
    events: { signIn: onSignIn },
    logger: { error: logged },
  }).open()
  const jar = new CookieJar('')
  vi.spyOn(jar, 'set').mockImplementation(() => {
    throw new Error('The cookie cannot be set.')
  })
  const account = { provider: 'acme', type: 'oidc', providerAccountId: '1', userId: '1' } as const
  const identity = { user: { id: '1' }, account, isNewUser: false }
  expect(await afterSignIn({ ...opened, jar }, identity)).toBe(jar)
  expect(onSignIn).toHaveBeenCalledWith({ user: { id: '1' }, account, isNewUser: false })
  expect(logged.mock.calls.join()).toContain('The cookie cannot be set.')
})
