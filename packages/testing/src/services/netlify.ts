import type { NetlifyProfile } from '@latchstring/core/providers/netlify'
import type { Service } from '../service.ts'

const USER = 'https://api.netlify.com/api/v1/user'

const ada: NetlifyProfile = {
  id: '58d5b4b1a2b3c40001a1b2c3',
  full_name: 'Ada Example',
  email: 'ada@example.com',
  avatar_url: 'https://www.gravatar.com/avatar/ada',
  login_providers: ['github'],
  site_count: 3,
  created_at: '2017-03-25T00:00:00.000Z',
  last_login: '2026-11-01T00:00:00.000Z',
}

/** @see https://docs.netlify.com/api/get-started/ */
export const service: Service = {
  id: 'netlify',
  name: 'Netlify',
  protocol: 'oauth',
  authorization: {
    url: 'https://app.netlify.com/authorize',
    // There are none.
    scopes: [],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.netlify.com/oauth/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: ({ access_token, token_type }) => ({
      access_token,
      token_type,
      refresh_token: 'netlify-refresh-token',
      created_at: 1573979017,
    }),
  },
  resources: { [USER]: {} },
  persons: {
    documented: { answers: { [USER]: ada } },
    minimal: {
      answers: {
        [USER]: { id: 'm', full_name: null, avatar_url: null } satisfies NetlifyProfile,
      },
    },
  },
  registration: {
    console: 'https://app.netlify.com/user/applications',
    steps: [
      'Open User settings, Applications, OAuth applications, and choose New OAuth app.',
      'Enter the redirect URI.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://docs.netlify.com/api/get-started/',
      'https://www.netlify.com/blog/2016/10/10/integrating-with-netlify-oauth2/',
    ],
  },
}
