import { service } from '@latchstring/testing/services/freshbooks'
import Freshbooks from '@latchstring/core/providers/freshbooks'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const ME = 'https://api.freshbooks.com/auth/api/v1/users/me'

export const freshbooks: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Freshbooks,
  authorization: {
    url: 'https://auth.freshbooks.com/oauth/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '2192788',
      name: 'Simon Kovalic',
      email: 'skovalic@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'makes no name of half a name': async (signIn) => {
      const answer = { response: { id: 2, first_name: null, last_name: 'Kovalic' } }
      const { user } = await signIn({ person: { answers: { [ME]: answer } } })
      expect(user.name).toBe('Kovalic')
    },
    'asks for no scope, so that those of the app hold': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.has('scope')).toBe(false)
    },
  },
}
