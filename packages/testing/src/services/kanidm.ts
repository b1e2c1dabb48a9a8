import type { KanidmProfile } from '@latchstring/core/providers/kanidm'
import type { Service } from '../service.ts'

const ISSUER = 'https://idm.example.com/oauth2/openid/example'

/** @see https://kanidm.github.io/kanidm/stable/integrations/oauth2.html */
export const service: Service = {
  id: 'kanidm',
  name: 'Kanidm',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/public_key.jwk`,
  idTokenAlgorithm: 'ES256',
  userinfo: `${ISSUER}/userinfo`,
  // There is no hash of the access token.
  idToken: (claims) => ({ ...claims, at_hash: undefined }),
  authorization: {
    url: 'https://idm.example.com/ui/oauth2',
    scopes: ['openid', 'profile', 'email', 'groups'],
    pkce: 'required',
  },
  token: {
    url: 'https://idm.example.com/oauth2/token',
    authentication: ['client_secret_basic'],
    answer: (standard) => ({ ...standard, expires_in: 900 }),
  },
  persons: {
    documented: {
      claims: {
        sub: '8a1f4c7e-2b3d-4e5f-9a6b-7c8d9e0f1a2b',
        name: 'Ada Lovelace',
        preferred_username: 'ada@idm.example.com',
        email: 'ada@example.com',
        email_verified: true,
        scopes: ['email', 'openid', 'profile'],
      } satisfies KanidmProfile,
    },
    minimal: { claims: { sub: '2' } satisfies KanidmProfile },
  },
  registration: {
    console: 'https://kanidm.github.io/kanidm/stable/integrations/oauth2.html',
    steps: [
      'Run kanidm system oauth2 create with a name, which is the client id, a display name and the address of the application.',
      'Run kanidm system oauth2 add-redirect-url with the redirect URI.',
      'Run kanidm system oauth2 update-scope-map with a group and the scopes openid, profile and email.',
      'Run kanidm system oauth2 show-basic-secret, and copy the client secret.',
      'Use https://<host>/oauth2/openid/<name> as issuer.',
    ],
    sources: [
      'https://kanidm.github.io/kanidm/stable/integrations/oauth2.html',
      'https://github.com/kanidm/kanidm/blob/master/server/lib/src/idm/oauth2.rs',
    ],
  },
}
