import type { DuendeISUser } from '@latchstring/core/providers/duende-identity-server'
import type { Service } from '../../service.ts'

/** What IdentityServer4 and its successor, Duende IdentityServer, do at an address. */
export const identityServerAt = (issuer: string): Omit<Service, 'id' | 'name'> => ({
  protocol: 'oidc',
  options: { issuer },
  issuer,
  authorization: {
    url: `${issuer}/connect/authorize`,
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'offline_access'],
  },
  token: {
    url: `${issuer}/connect/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: `${issuer}/connect/userinfo`,
  persons: {
    documented: {
      claims: {
        sub: '818727',
        name: 'Alice Smith',
        given_name: 'Alice',
        family_name: 'Smith',
        email: 'alice@example.com',
        // Twice: by the store of ASP.NET Core Identity, and by the profile service.
        email_verified: [true, 'True'],
      } satisfies DuendeISUser,
    },
    minimal: { claims: { sub: '88421113' } },
  },
})
