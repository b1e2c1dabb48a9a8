import { service } from '@latchstring/testing/services/slack'
import Slack from '@latchstring/core/providers/slack'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const slack: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Slack,
  authorization: {
    url: 'https://slack.com/openid/connect/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'T0R7GR:U0R7MFMJM',
      name: 'Juno Kite',
      email: 'juno@kites.example',
      image: 'https://secure.gravatar.com/avatar/3b4f.jpg',
      emailVerified: false,
    },
    minimal: idOnly('T1C9HU:U0R7MFMJM'),
  },
  quirks: {
    'keeps two people apart who have the same user id in two workspaces': async (signIn) => {
      const [one, other] = [await signIn(), await signIn({ person: service.persons.minimal })]
      expect(one.user.id).not.toBe(other.user.id)
    },
    'signs nobody in without the workspace': async (signIn) => {
      const person = { claims: { sub: 'U0R7MFMJM' } }
      await expect(signIn({ person })).rejects.toThrow('has no `id`')
    },
    'has the user id alone where the application says so': async (signIn) => {
      const { user } = await signIn({ options: { accountIds: 'user' } })
      expect(user.id).toBe('U0R7MFMJM')
    },
    'sends no challenge, which Slack takes from public clients only': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.has('code_challenge')).toBe(false)
    },
    'can use PKCE where the app has it': async (signIn) => {
      const { authorization } = await signIn({
        options: { checks: ['pkce', 'state', 'nonce'] },
        service: { authorization: { ...service.authorization, pkce: 'required' } },
      })
      expect(authorization.searchParams.get('code_challenge_method')).toBe('S256')
    },
  },
}
