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
    'counts an address as verified where all that the server says of it is true, as .NET writes it':
      async (signIn) => {
        const stated: readonly (readonly [unknown, boolean])[] = [
          [true, true],
          ['True', true],
          [['true', 'True'], true],
          ['False', false],
          [[true, 'False'], false],
          [[], false],
          [[[true]], false],
          ['1', false],
        ]
        for (const [flag, isVerified] of stated) {
          const claims = { sub: '818727', email: 'alice@example.com', email_verified: flag }
          const { user } = await signIn({ person: { claims } })
          expect([flag, user.emailVerified]).toEqual([flag, isVerified])
        }
      },
  },
})
