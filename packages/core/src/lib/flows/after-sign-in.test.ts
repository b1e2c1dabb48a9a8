import { expect, it, vi } from 'vitest'
import { createEndingStore, createSignOutApp } from '../../../test/sign-out-request.ts'
import { afterSignIn } from './after-sign-in.ts'

vi.mock(import('../responses/last-used.ts'), async (original) => ({
  ...(await original()),
  rememberWayIn: () => {
    throw new Error('A file of the deployment is missing.')
  },
}))

const acme = {
  id: 'acme',
  name: 'Acme',
  type: 'oidc',
  issuer: 'https://acme.example',
  clientId: 'app',
  clientSecret: 'secret',
} as const

it('A sign-in whose way in cannot be remembered is told and logged all the same', async () => {
  const told = vi.fn()
  const logged = vi.fn()
  const context = createSignOutApp({
    providers: [acme, { ...acme, id: 'other' }],
    adapter: createEndingStore().adapter,
    events: { signIn: told },
    logger: { error: logged },
  }).open()
  const account = { provider: 'acme', type: 'oidc', providerAccountId: '1', userId: '1' } as const
  const jar = await afterSignIn(context, { user: { id: '1' }, account, isNewUser: false })
  expect(jar.changes()).toEqual([])
  expect(told).toHaveBeenCalledWith({ user: { id: '1' }, account, isNewUser: false })
  expect(logged.mock.calls.join()).toContain('A file of the deployment is missing.')
})
