import type { Service } from '@latchstring/testing'
import { expect } from 'vitest'
import type { ProviderCase } from '../case.ts'
import { idOnly, openIdRequest } from '../common.ts'

/** What the providers for IdentityServer4 and its successor have to do, whatever they are called. */
export const identityServerCase = (
  service: Service,
  server: string,
): Omit<ProviderCase, 'provider'> => ({
  service,
  addressProvenBy: 'operator',
  ...openIdRequest(`${server}/connect/authorize`),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '818727',
      name: 'Alice Smith',
      email: 'alice@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('88421113'),
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
