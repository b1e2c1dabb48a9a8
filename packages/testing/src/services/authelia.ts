import type { AutheliaProfile } from '@latchstring/core/providers/authelia'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://auth.example.com'
const USERINFO = `${ISSUER}/api/oidc/userinfo`

const john: AutheliaProfile = {
  sub: '3a1f0b1e-7b67-4f0e-9a3c-6f1c8d2f4b55',
  name: 'John Doe',
  preferred_username: 'john',
  email: 'john@example.com',
  email_verified: true,
  alt_emails: ['jd@example.com'],
  picture: 'https://example.com/john.png',
  rat: 1_700_000_000,
}

/** @see https://www.authelia.com/integration/openid-connect/openid-connect-1.0-claims/ */
export const service: Service = {
  id: 'authelia',
  name: 'Authelia',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/jwks.json`,
  userinfo: USERINFO,
  idToken: audienceList(),
  authorization: {
    url: `${ISSUER}/api/oidc/authorization`,
    scopes: ['openid', 'offline_access', 'profile', 'groups', 'email', 'phone', 'address'],
    pkce: 'supported',
    iss: ISSUER,
  },
  token: {
    url: `${ISSUER}/api/oidc/token`,
    authentication: ['client_secret_basic'],
    answer: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 3599 }),
  },
  persons: {
    // The ID token says who it is, and nothing about them.
    documented: {
      claims: { sub: john.sub, jti: '0e0fbd0a-3f8b-4f0f-8a0e-0a6f8c2b9d11', amr: ['pwd', 'otp'] },
      answers: { [USERINFO]: john },
    },
    minimal: {
      claims: { sub: '9f2c5d9e-0d1a-4f4f-8b1f-0f3a6b2c1d77' },
      answers: { [USERINFO]: { sub: '9f2c5d9e-0d1a-4f4f-8b1f-0f3a6b2c1d77' } },
    },
  },
  registration: {
    console: 'https://www.authelia.com/configuration/identity-providers/openid-connect/clients/',
    steps: [
      'Add a client to identity_providers.oidc.clients in the configuration of Authelia.',
      'Enter the redirect URI under redirect_uris.',
      'Allow the scopes openid, profile and email.',
      'Set require_pkce to true and pkce_challenge_method to S256.',
      'Make a random client_id, and a client_secret, whose hash is in the configuration.',
      'Use the address of the portal as issuer.',
    ],
    sources: [
      'https://www.authelia.com/integration/openid-connect/introduction/',
      'https://www.authelia.com/integration/openid-connect/openid-connect-1.0-claims/',
    ],
  },
}
