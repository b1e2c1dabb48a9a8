import type { DuendeISUser } from '@latchstring/core/providers/duende-identity-server6'
import type { Service } from '../service.ts'

const ISSUER = 'https://id.example.com'

/** @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/ */
export const service: Service = {
  id: 'duende-identity-server6',
  name: 'DuendeIdentityServer6',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  authorization: {
    url: `${ISSUER}/connect/authorize`,
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'offline_access'],
  },
  token: {
    url: `${ISSUER}/connect/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: `${ISSUER}/connect/userinfo`,
  persons: {
    documented: {
      claims: {
        sub: '818727',
        name: 'Alice Smith',
        given_name: 'Alice',
        family_name: 'Smith',
        email: 'alice@example.com',
        email_verified: true,
      } satisfies DuendeISUser,
    },
    minimal: { claims: { sub: '88421113' } },
  },
  registration: {
    console: 'https://docs.duendesoftware.com/identityserver/fundamentals/clients/',
    steps: [
      'Add a client with the grant type authorization_code, a secret and RequirePkce to the configuration of the server.',
      'Enter the redirect URI in RedirectUris.',
      'Allow the scopes openid, profile and email.',
    ],
    sources: [
      'https://docs.duendesoftware.com/identityserver/fundamentals/clients/',
      'https://docs.duendesoftware.com/identityserver/reference/models/client/',
    ],
  },
}
