import type { Service } from '@latchstring/testing'
import { expect } from 'vitest'
import type { ProviderCase } from '../case.ts'

/** What the providers for IdentityServer4 and its successor have to do, whatever they are called. */
export const identityServerCase = (
  service: Service,
  server: string,
): Omit<ProviderCase, 'provider'> => ({
  service,
  authorization: {
    url: `${server}/connect/authorize`,
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
      expect(requests.map(({ url }) => url)).toContain(`${server}/connect/userinfo`)
    },
  },
})
