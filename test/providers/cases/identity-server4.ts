import { service } from '@latchstring/testing/services/identity-server4'
import IdentityServer4 from '@latchstring/core/providers/identity-server4'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const identityServer4: ProviderCase = {
  service,
  provider: IdentityServer4,
  authorization: {
    url: 'https://id4.example.com/connect/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '818727',
      name: 'Alice Smith',
      email: 'alice@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: { id: '88421113', name: null, email: null, image: null, emailVerified: false },
  },
  required: ['issuer'],
  quirks: {
    'asks the userinfo endpoint, because the ID token has no claims of the scopes': async (
      signIn,
    ) => {
      const { requests } = await signIn()
      expect(requests.map(({ url }) => url)).toContain('https://id4.example.com/connect/userinfo')
    },
  },
}
