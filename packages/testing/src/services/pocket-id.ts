import type { PocketIDProfile } from '@latchstring/core/providers/pocket-id'
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
}
