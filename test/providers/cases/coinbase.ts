import { service } from '@latchstring/testing/services/coinbase'
import Coinbase from '@latchstring/core/providers/coinbase'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const coinbase: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Coinbase,
  authorization: {
    url: 'https://login.coinbase.com/oauth2/auth',
    params: { response_type: 'code', scope: 'wallet:user:email wallet:user:read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '9da7a204-544e-5fd1-9a12-61176c5d4cd8',
      name: 'User One',
      email: 'user1@example.com',
      image: 'https://images.coinbase.com/avatar?h=vR%2FY8igBoPwuwGren5JMwvDNGpURAY',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'shows the user name to people without a name': async (signIn) => {
      const answers = { 'https://api.coinbase.com/v2/user': { data: { id: '2', username: 'u2' } } }
      const { user } = await signIn({ person: { answers } })
      expect(user.name).toBe('u2')
    },
  },
}
