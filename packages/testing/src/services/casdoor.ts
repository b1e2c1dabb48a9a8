import type { CasdoorProfile } from '@latchstring/core/providers/casdoor'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://door.example.com'
const USERINFO = `${ISSUER}/api/userinfo`

const alice: CasdoorProfile = {
  sub: 'f9d9c1d4-5f63-4cbb-a6f5-2f0b0c1f5e6a',
  iss: ISSUER,
  aud: '0ba528121ea87b3eb54d',
  preferred_username: 'alice',
  name: 'Alice Liddell',
  email: 'alice@example.com',
  email_verified: true,
  picture: 'https://cdn.example.com/avatar/alice.png',
  groups: [],
}

/** @see https://casdoor.org/docs/how-to-connect/oauth */
export const service: Service = {
  id: 'casdoor',
  name: 'Casdoor',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/.well-known/jwks`,
  userinfo: USERINFO,
  discovery: { token_endpoint_auth_methods_supported: undefined },
  idToken: audienceList(),
  authorization: {
    url: `${ISSUER}/login/oauth/authorize`,
    scopes: ['openid', 'email', 'profile', 'address', 'phone', 'offline_access'],
    pkce: 'supported',
    iss: ISSUER,
  },
  token: {
    url: `${ISSUER}/api/login/oauth/access_token`,
    authentication: ['client_secret_post'],
    answer: (standard) => ({ ...standard, expires_in: 604_800, refresh_token: 'eyJhbGciOiJSUzI1' }),
  },
  persons: {
    // In the ID token, `name` is the user name and the flag of the address has another spelling.
    documented: {
      claims: {
        sub: alice.sub,
        owner: 'built-in',
        name: 'alice',
        displayName: 'Alice Liddell',
        emailVerified: true,
        email: 'alice@example.com',
        tokenType: 'access-token',
      },
      answers: { [USERINFO]: alice },
    },
    minimal: { claims: { sub: '2' }, answers: { [USERINFO]: { sub: '2' } } },
  },
  registration: {
    console: 'https://casdoor.org/docs/application/config',
    steps: [
      'Open Applications in your Casdoor, and add an application.',
      'Enter the redirect URI under Redirect URLs.',
      'Copy Client ID and Client secret.',
      'Use the address of the server as issuer.',
    ],
    sources: [
      'https://casdoor.org/docs/how-to-connect/oidc-client',
      'https://casdoor.org/docs/how-to-connect/oauth',
    ],
  },
}
