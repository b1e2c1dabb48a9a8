import type { MastodonProfile } from '@latchstring/core/providers/mastodon'
import type { Service } from '../service.ts'

const SERVER = 'https://mastodon.example'
const ME = `${SERVER}/api/v1/accounts/verify_credentials`

const ada: MastodonProfile = {
  id: '14715',
  username: 'ada',
  acct: 'ada',
  display_name: 'Ada 🦣',
  locked: false,
  bot: false,
  created_at: '2016-11-24T10:02:12.085Z',
  note: '<p>I write programs.</p>',
  url: `${SERVER}/@ada`,
  avatar: `${SERVER}/system/accounts/avatars/original/ada.gif`,
  avatar_static: `${SERVER}/system/accounts/avatars/static/ada.png`,
  header: `${SERVER}/headers/original/missing.png`,
  header_static: `${SERVER}/headers/original/missing.png`,
  followers_count: 821,
  following_count: 178,
  statuses_count: 33120,
  last_status_at: '2026-11-01',
}

/** @see https://docs.joinmastodon.org/methods/oauth/ */
export const service: Service = {
  id: 'mastodon',
  name: 'Mastodon',
  protocol: 'oauth',
  options: { issuer: SERVER },
  authorization: {
    url: `${SERVER}/oauth/authorize`,
    // An application has the scopes it was registered with.
    scopes: ['profile'],
    defaultScope: 'read',
    pkce: 'supported',
  },
  token: {
    url: `${SERVER}/oauth/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: ({ access_token, token_type, scope }) => ({
      access_token,
      token_type,
      scope,
      created_at: 1573979017,
    }),
  },
  resources: { [ME]: { scope: 'profile' } },
  persons: {
    documented: { answers: { [ME]: ada } },
    minimal: {
      answers: {
        [ME]: { id: '2', username: 'm', display_name: '' } satisfies MastodonProfile,
      },
    },
  },
  registration: {
    console: 'https://mastodon.social/settings/applications',
    steps: [
      'Sign in to the server, and open Preferences, Development, New application.',
      'Enter the redirect URI.',
      'Choose the scope profile and no other.',
      'Copy the Client key and the Client secret.',
      'Set the issuer to the address of the server.',
    ],
    sources: [
      'https://docs.joinmastodon.org/methods/oauth/',
      'https://docs.joinmastodon.org/api/oauth-scopes/',
    ],
  },
}
