import type { PingProfile } from '@latchstring/core/providers/ping-id'
import { openidAt } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://auth.pingone.eu/abfba8f6-49eb-49f5-a5d9-80ad5c98f9f6/as'

const ADA: PingProfile = {
  sub: 'bd9b0ac4-3a5d-4a8f-9f23-5c9f1f2f8f4e',
  name: 'Ada Byron',
  preferred_username: 'ada',
  given_name: 'Ada',
  family_name: 'Byron',
  email: 'ada@example.com',
  picture: 'https://example.com/ada.png',
  env: 'abfba8f6-49eb-49f5-a5d9-80ad5c98f9f6',
  org: '5d4b7f0c-1c0f-4c57-8a4e-0a2a5f0a9a10',
  'p1.region': 'EU',
}

/** @see https://docs.pingidentity.com/pingone/applications/p1_add_app_worker.html */
export const service: Service = {
  id: 'ping-id',
  name: 'Ping Identity',
  ...openidAt(ISSUER, {
    authorization: 'authorize',
    token: 'token',
    userinfo: 'userinfo',
    scopes: ['openid', 'profile', 'email', 'address', 'phone'],
  }),
  persons: {
    documented: {
      claims: { sub: ADA.sub },
      answers: { [`${ISSUER}/userinfo`]: ADA },
    },
    minimal: { claims: { sub: 'bd9b0ac4' } },
  },
  registration: {
    console: 'https://console.pingone.com/',
    steps: [
      'Open Applications and add an application of the type OIDC Web App.',
      'Enter the redirect URI, and choose the grant type authorization code with PKCE S256 and the token authentication method Client Secret Basic.',
      'Allow the scopes openid, profile and email, and enable the application.',
      'Copy client ID, client secret and issuer ID.',
    ],
    sources: ['https://docs.pingidentity.com/pingone/applications/p1_add_app_worker.html'],
  },
}
