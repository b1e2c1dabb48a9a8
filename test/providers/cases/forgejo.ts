import { service } from '@latchstring/testing/services/forgejo'
import Forgejo from '@latchstring/core/providers/forgejo'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const forgejo: ProviderCase = {
  service,
  provider: Forgejo,
  authorization: {
    url: 'https://forgejo.example.com/login/oauth/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  required: ['issuer'],
  users: {
    documented: {
      id: '5',
      name: 'Grace Hopper',
      email: 'grace@example.com',
      image: 'https://forgejo.example.com/avatars/cd34',
      emailVerified: false,
    },
    minimal: { id: '2', name: null, email: null, image: null, emailVerified: false },
  },
  quirks: {
    'does not count the address of an active account as verified': async (signIn) => {
      const { user } = await signIn()
      expect(user).toMatchObject({ email: 'grace@example.com', emailVerified: false })
    },
  },
}
