import type { ForgejoProfile } from '@latchstring/core/providers/forgejo'
import type { Service } from '../service.ts'

const ISSUER = 'https://forgejo.example.com/'

/** @see https://forgejo.org/docs/latest/user/oauth2-provider/ */
export const service: Service = {
  id: 'forgejo',
  name: 'Forgejo',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}login/oauth/keys`,
  userinfo: `${ISSUER}login/oauth/userinfo`,
  authorization: {
    url: `${ISSUER}login/oauth/authorize`,
    scopes: ['openid', 'profile', 'email', 'groups'],
    pkce: 'supported',
  },
  token: {
    url: `${ISSUER}login/oauth/access_token`,
    authentication: ['client_secret_post', 'client_secret_basic'],
    answer: ({ scope: _scope, ...standard }) => ({
      ...standard,
      token_type: 'bearer',
      refresh_token: 'eyJhbGciOiJSUzI1NiJ9',
    }),
  },
  persons: {
    documented: {
      claims: {
        sub: '5',
        name: 'Grace Hopper',
        preferred_username: 'grace',
        profile: 'https://forgejo.example.com/grace',
        picture: 'https://forgejo.example.com/avatars/cd34',
        website: '',
        locale: 'en-US',
        updated_at: 1_700_000_000,
        email: 'grace@example.com',
        email_verified: true,
      } satisfies ForgejoProfile,
    },
    minimal: { claims: { sub: '2' } satisfies ForgejoProfile },
  },
  registration: {
    console: 'https://forgejo.org/docs/latest/user/oauth2-provider/',
    steps: [
      'Open Settings, Applications on your server, and create an OAuth2 application.',
      'Enter the redirect URI under Redirect URIs, and keep Confidential client ticked.',
      'Copy the Client ID and the Client secret.',
      'Use the address of the server as issuer, with the slash at its end.',
    ],
    sources: ['https://forgejo.org/docs/latest/user/oauth2-provider/'],
  },
}
