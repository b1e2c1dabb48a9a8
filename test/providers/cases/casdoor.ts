import { service } from '@latchstring/testing/services/casdoor'
import Casdoor from '@latchstring/core/providers/casdoor'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

const USERINFO = 'https://door.example.com/api/userinfo'

export const casdoor: ProviderCase = {
  service,
  provider: Casdoor,
  authorization: {
    url: 'https://door.example.com/login/oauth/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  required: ['issuer'],
  users: {
    documented: {
      id: 'f9d9c1d4-5f63-4cbb-a6f5-2f0b0c1f5e6a',
      name: 'Alice Liddell',
      email: 'alice@example.com',
      image: 'https://cdn.example.com/avatar/alice.png',
      emailVerified: true,
    },
    minimal: { id: '2', name: null, email: null, image: null, emailVerified: false },
  },
  quirks: {
    'does not call an address verified that Casdoor does not': async (signIn) => {
      const answers = { [USERINFO]: { sub: '2', email: 'new@example.com' } }
      const { user } = await signIn({ person: { claims: { sub: '2' }, answers } })
      expect(user).toMatchObject({ email: 'new@example.com', emailVerified: false })
    },
  },
}
