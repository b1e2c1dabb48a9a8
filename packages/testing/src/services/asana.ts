import type { AsanaProfile } from '@latchstring/core/providers/asana'
import type { Service } from '../service.ts'

const USERINFO = 'https://app.asana.com/api/1.0/openid_connect/userinfo'

const ada: AsanaProfile = {
  sub: '4673218951',
  name: 'Ada Example',
  email: 'ada@example.com',
  email_verified: true,
  picture: 'https://s3.amazonaws.com/profile_photos/ada_128x128.png',
}

/** @see https://developers.asana.com/docs/oauth */
export const service: Service = {
  id: 'asana',
  name: 'Asana',
  protocol: 'oauth',
  authorization: {
    url: 'https://app.asana.com/-/oauth_authorize',
    scopes: ['openid', 'email', 'profile', 'users:read', 'tasks:read'],
    defaultScope: 'default',
    pkce: 'supported',
  },
  token: {
    url: 'https://app.asana.com/-/oauth_token',
    authentication: ['client_secret_post'],
    answer: ({ access_token }) => ({
      access_token,
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: 'asana-refresh-token',
      id_token: 'e30.e30.c2lnbmF0dXJl',
      data: { id: '4673218951', name: 'Ada Example', email: 'ada@example.com' },
    }),
  },
  resources: { [USERINFO]: { scope: 'openid' } },
  persons: {
    documented: { answers: { [USERINFO]: ada } },
    minimal: { answers: { [USERINFO]: { sub: '2' } satisfies AsanaProfile } },
  },
  registration: {
    console: 'https://app.asana.com/0/my-apps',
    steps: [
      'Create an app, and open OAuth.',
      'Add the redirect URI, which has to be https.',
      'Choose the scopes openid, email and profile.',
      'Open Manage distribution, and choose who may use the app.',
      'Copy the Client ID and the Client secret.',
    ],
    development: 'https',
    sources: [
      'https://developers.asana.com/docs/oauth',
      'https://developers.asana.com/docs/openid-connect',
    ],
  },
}
