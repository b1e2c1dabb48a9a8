import type { TraktUser } from '@latchstring/core/providers/trakt'
import type { Service } from '../service.ts'

const SETTINGS = 'https://api.trakt.tv/users/settings'

const justine: TraktUser = {
  username: 'justine',
  private: false,
  name: 'Justine Reel',
  vip: true,
  vip_ep: false,
  ids: { slug: 'justine', uuid: 'b6589fc6ab0dc82cf12099d1c2d40ab994e8410c' },
  joined_at: '2010-09-25T17:49:25.000Z',
  location: 'Ghent',
  about: null,
  gender: null,
  age: null,
  images: {
    avatar: { full: 'https://walter.trakt.tv/images/users/000/000/001/avatars/large.jpg' },
  },
}

const API = {
  'content-type': 'application/json',
  'user-agent': true,
  'trakt-api-version': '2',
  'trakt-api-key': true,
} as const

/** @see https://trakt.docs.apiary.io/#reference/authentication-oauth */
export const service: Service = {
  id: 'trakt',
  name: 'Trakt',
  protocol: 'oauth',
  authorization: { url: 'https://trakt.tv/oauth/authorize', pkce: 'ignored' },
  token: {
    url: 'https://api.trakt.tv/oauth/token',
    body: 'json',
    authentication: ['client_secret_post'],
    headers: { 'user-agent': true },
    answer: (standard) => ({
      ...standard,
      token_type: 'bearer',
      scope: 'public',
      created_at: 1_487_889_741,
    }),
    error: (error, description) => ({
      status: 401,
      body: { error, error_description: description },
    }),
  },
  resources: { [SETTINGS]: { headers: API } },
  persons: {
    documented: { answers: { [SETTINGS]: { user: justine, account: { timezone: 'UTC' } } } },
    minimal: {
      answers: {
        [SETTINGS]: { user: { ids: { uuid: 'aa' }, username: 'u', name: '' } satisfies TraktUser },
      },
    },
  },
  registration: {
    console: 'https://trakt.tv/oauth/applications',
    steps: [
      'Choose New Application.',
      'Enter the redirect URI.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://trakt.docs.apiary.io/#reference/authentication-oauth',
      'https://trakt.docs.apiary.io/#reference/users/settings/retrieve-settings',
    ],
  },
}
