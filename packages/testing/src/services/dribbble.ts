import type { DribbbleProfile } from '@latchstring/core/providers/dribbble'
import type { Service } from '../service.ts'

const USER = 'https://api.dribbble.com/v2/user'

const dan: DribbbleProfile = {
  id: 1,
  name: 'Dana Cederholm',
  login: 'simpledana',
  html_url: 'https://dribbble.com/simpledana',
  avatar_url: 'https://cdn.dribbble.com/users/1/avatars/normal/dc.jpg',
  bio: 'Co-founder and designer',
  location: 'Salem, MA',
  links: { web: 'http://simpledana.example' },
  can_upload_shot: true,
  pro: true,
  followers_count: 29_262,
  created_at: '2009-07-08T02:51:22Z',
  type: 'User',
  teams: [],
}

/** @see https://developer.dribbble.com/v2/oauth/ */
export const service: Service = {
  id: 'dribbble',
  name: 'Dribbble',
  protocol: 'oauth',
  authorization: {
    url: 'https://dribbble.com/oauth/authorize',
    scopes: ['public', 'upload'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://dribbble.com/oauth/token',
    authentication: ['client_secret_post'],
    answer: ({ expires_in: _lifetime, ...standard }) => ({
      ...standard,
      token_type: 'bearer',
      created_at: 1_700_000_000,
    }),
  },
  resources: { [USER]: { scope: 'public' } },
  persons: {
    documented: { answers: { [USER]: dan } },
    minimal: { answers: { [USER]: { id: 2 } satisfies DribbbleProfile } },
  },
  registration: {
    console: 'https://dribbble.com/account/applications/new',
    steps: [
      'Register an application.',
      'Enter the redirect URI as Callback URL.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://developer.dribbble.com/v2/oauth/',
      'https://developer.dribbble.com/v2/user/',
    ],
  },
}
