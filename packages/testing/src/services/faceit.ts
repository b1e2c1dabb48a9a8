import type { FACEITProfile } from '@latchstring/core/providers/faceit'
import type { Service } from '../service.ts'

const USERINFO = 'https://api.faceit.com/auth/v1/resources/userinfo'

const player: FACEITProfile = {
  guid: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  sub: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  nickname: 'm0nalisa',
  email: 'mona@example.com',
  picture: 'https://assets.faceit-cdn.net/avatars/0a1b2c3d_1550597459219.jpg',
  locale: 'en',
}

/** @see https://docs.faceit.com/getting-started/authentication/oauth2 */
export const service: Service = {
  id: 'faceit',
  name: 'FACEIT',
  protocol: 'oauth',
  authorization: {
    url: 'https://accounts.faceit.com/',
    requires: { redirect_popup: 'true' },
    scopes: ['openid', 'email', 'profile', 'membership'],
    pkce: 'supported',
  },
  token: {
    url: 'https://api.faceit.com/auth/v1/oauth/token',
    authentication: ['client_secret_basic'],
    answer: (standard) => ({ ...standard, id_token: 'e30.e30.c2lnbmF0dXJl' }),
  },
  resources: { [USERINFO]: { scope: 'openid' } },
  persons: {
    documented: { answers: { [USERINFO]: player } },
    minimal: { answers: { [USERINFO]: { guid: '2' } satisfies FACEITProfile } },
  },
  registration: {
    console: 'https://developers.faceit.com/apps',
    steps: [
      'Create an app in App Studio, with an OAuth2 consent screen.',
      'Create an OAuth2 client with the grant type Authorization Code and the scopes openid, email and profile.',
      'Enter the redirect URI.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://docs.faceit.com/getting-started/authentication/oauth2',
      'https://api.faceit.com/auth/v1/openid_configuration',
    ],
  },
}
