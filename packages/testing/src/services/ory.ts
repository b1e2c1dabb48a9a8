import type { OryProfile } from '@latchstring/core/providers/ory'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.projects.oryapis.com'

/** @see https://www.ory.com/docs/oauth2-oidc/wellknown-endpoint-discovery */
export const service: Service = {
  id: 'ory',
  name: 'Ory',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/.well-known/jwks.json`,
  userinfo: `${ISSUER}/userinfo`,
  discovery: {
    token_endpoint_auth_methods_supported: [
      'client_secret_post',
      'client_secret_basic',
      'private_key_jwt',
      'none',
    ],
  },
  idToken: audienceList(),
  authorization: {
    url: `${ISSUER}/oauth2/auth`,
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    pkce: 'supported',
    stateRequired: true,
  },
  token: {
    url: `${ISSUER}/oauth2/token`,
    // What a client is registered with, which is this one if nothing is said.
    authentication: ['client_secret_basic'],
    answer: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 3599 }),
  },
  persons: {
    documented: {
      claims: {
        sub: '04d75756-1f0d-4c1e-9b0a-0c2d7f4e6a11',
        jti: '5f0b1c9d-2c4e-4d5c-8a35-6f0a2b7d4c88',
        auth_time: 1_700_000_000,
        given_name: 'Ada',
        family_name: 'Lovelace',
        username: 'ada',
        email: 'ada@example.com',
        email_verified: true,
        updated_at: 1_700_000_000,
      } satisfies OryProfile,
    },
    minimal: { claims: { sub: '2' } satisfies OryProfile },
  },
  registration: {
    console: 'https://console.ory.sh/',
    steps: [
      'Open OAuth 2, OAuth2 Clients in the project, and create a client with the grant Authorization Code.',
      'Enter the redirect URI under Redirect URIs, and allow the scopes openid, profile and email.',
      'Copy the client id and the client secret.',
      'Use the address of the project as issuer.',
    ],
    sources: [
      'https://www.ory.com/docs/oauth2-oidc/wellknown-endpoint-discovery',
      'https://www.ory.com/docs/oauth2-oidc/openid-connect-claims-scope-custom',
    ],
  },
}
