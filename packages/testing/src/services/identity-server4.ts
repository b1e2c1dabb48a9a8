import type { IdentityServer4Profile } from '@latchstring/core/providers/identity-server4'
import type { Service } from '../service.ts'

const ISSUER = 'https://id4.example.com'

/** @see https://identityserver4.readthedocs.io/en/latest/topics/clients.html */
export const service: Service = {
  id: 'identity-server4',
  name: 'IdentityServer4',
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
      } satisfies IdentityServer4Profile,
    },
    minimal: { claims: { sub: '88421113' } },
  },
  registration: {
    console: 'https://identityserver4.readthedocs.io/en/latest/topics/clients.html',
    steps: [
      'Add a client with the grant type authorization_code, a secret and RequirePkce to the configuration of the server.',
      'Enter the redirect URI in RedirectUris.',
      'Allow the scopes openid, profile and email.',
    ],
    sources: [
      'https://identityserver4.readthedocs.io/en/latest/topics/clients.html',
      'https://identityserver4.readthedocs.io/en/latest/reference/client.html',
    ],
  },
}
