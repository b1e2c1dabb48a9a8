import type { OryHydraProfile } from '@latchstring/core/providers/ory-hydra'
import { audienceList, openidAt } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.projects.oryapis.com'

/** @see https://www.ory.com/docs/hydra/ */
export const service: Service = {
  id: 'hydra',
  name: 'Hydra',
  ...openidAt(ISSUER, {
    authorization: 'oauth2/auth',
    token: 'oauth2/token',
    userinfo: 'userinfo',
    authentication: ['client_secret_basic'],
  }),
  idToken: audienceList(),
  persons: {
    documented: {
      claims: {
        sub: '3f6c1f0e-93d2-4a51-9a0d-6d1e5f3b7c20',
        name: 'Ada Byron',
        email: 'ada@example.com',
        email_verified: true,
        amr: ['password'],
        sid: '0e2a7d41',
      } satisfies OryHydraProfile,
    },
    minimal: { claims: { sub: '3f6c1f0e' } },
  },
  registration: {
    console: 'https://console.ory.sh/',
    steps: [
      'Open OAuth 2, OAuth2 Clients, and create a client for the authorization code grant, or run hydra create oauth2-client.',
      'Enter the redirect URI.',
      'Allow the scopes openid, profile and email.',
      'Copy client ID and client secret, which are shown once.',
    ],
    sources: [
      'https://www.ory.com/docs/hydra/',
      'https://www.ory.com/docs/oauth2-oidc/authorization-code-flow',
    ],
  },
}
