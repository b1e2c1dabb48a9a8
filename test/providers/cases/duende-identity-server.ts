import { service } from '@latchstring/testing/services/duende-identity-server'
import DuendeIdentityServer from '@latchstring/core/providers/duende-identity-server'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const duendeIdentityServer: ProviderCase = {
  service,
  provider: DuendeIdentityServer,
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
    'goes on with the accounts of `duende-identity-server6` under its id': async (signIn) => {
      const { account } = await signIn({ options: { id: 'duende-identity-server6' } })
      expect(account).toMatchObject({
        provider: 'duende-identity-server6',
        providerAccountId: '818727',
      })
    },
  },
}
