import type { PocketIDProfile } from '@latchstring/core/providers/pocket-id'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://id.example.com'

/** @see https://pocket-id.org/docs */
export const service: Service = {
  id: 'pocket-id',
  name: 'Pocket ID',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/.well-known/jwks.json`,
  userinfo: `${ISSUER}/api/oidc/userinfo`,
  idToken: audienceList(),
  authorization: {
    url: `${ISSUER}/authorize`,
    scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
    pkce: 'supported',
    iss: ISSUER,
  },
  token: {
    url: `${ISSUER}/api/oidc/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  persons: {
    documented: {
      claims: {
        sub: 'f4b89dc2-62fb-46bf-9f5f-c34f4eafe93e',
        type: 'id-token',
        name: 'Tim Cook',
        display_name: 'Tim Cook',
        given_name: 'Tim',
        family_name: 'Cook',
        preferred_username: 'tim',
        email: 'tim@example.com',
        email_verified: true,
        picture: `${ISSUER}/api/users/f4b89dc2-62fb-46bf-9f5f-c34f4eafe93e/profile-picture.png`,
      } satisfies PocketIDProfile,
    },
    minimal: { claims: { sub: '2' } satisfies PocketIDProfile },
  },
  registration: {
    console: 'https://pocket-id.org/docs',
    steps: [
      'Open OIDC Clients in the settings of your Pocket ID, and add a client.',
      'Enter the redirect URI under Callback URLs.',
      'Turn PKCE on, and keep Public Client off.',
      'Copy the Client ID and the Client secret.',
      'Use the address of the server as issuer.',
    ],
    sources: [
      'https://pocket-id.org/docs',
      'https://github.com/pocket-id/pocket-id/blob/main/backend/internal/controller/well_known_controller.go',
    ],
  },
}
