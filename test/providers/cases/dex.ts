import { service } from '@latchstring/testing/services/dex'
import Dex from '@latchstring/core/providers/dex'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const dex: ProviderCase = {
  service,
  provider: Dex,
  authorization: {
    url: 'https://dex.example.com/dex/auth',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'CgcyMzQyNzQ5EgZnaXRodWI',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: { id: 'CgE3EgRtb2Nr', name: null, email: null, image: null, emailVerified: false },
  },
  required: ['issuer'],
  quirks: {
    'does not call an address verified that the connector does not': async (signIn) => {
      const claims = { sub: 'CgE4EgRtb2Nr', email: 'a@example.com', email_verified: false }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ email: 'a@example.com', emailVerified: false })
    },
  },
}
