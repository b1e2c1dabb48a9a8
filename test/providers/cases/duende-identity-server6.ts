import { service } from '@latchstring/testing/services/duende-identity-server6'
import DuendeIdentityServer6 from '@latchstring/core/providers/duende-identity-server6'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const duendeIdentityServer6: ProviderCase = {
  service,
  provider: DuendeIdentityServer6,
  authorization: {
    url: 'https://id.example.com/connect/authorize',
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
      expect(requests.map(({ url }) => url)).toContain('https://id.example.com/connect/userinfo')
    },
  },
}
