import type { OsuProfile } from '@latchstring/core/providers/osu'
import type { Service } from '../service.ts'

const ME = 'https://osu.ppy.sh/api/v2/me'

const ada: OsuProfile = {
  id: 1234567,
  username: 'Ada',
  avatar_url: 'https://a.ppy.sh/1234567?1501234567.jpg',
  country_code: 'AU',
  default_group: 'default',
  is_active: true,
  is_bot: false,
  is_deleted: false,
  is_online: true,
  is_supporter: true,
  last_visit: '2026-11-01T00:00:00+00:00',
  pm_friends_only: false,
  profile_colour: '#000000',
  country: { code: 'AU', name: 'Australia' },
  join_date: '2010-01-01T00:00:00+00:00',
  playmode: 'osu',
  playstyle: ['mouse', 'touch'],
  is_restricted: false,
}

/** @see https://osu.ppy.sh/docs/index.html#authentication */
export const service: Service = {
  id: 'osu',
  name: 'osu!',
  protocol: 'oauth',
  authorization: {
    url: 'https://osu.ppy.sh/oauth/authorize',
    scopes: ['identify', 'public', 'friends.read', 'chat.read', 'chat.write', 'forum.write'],
    defaultScope: 'identify',
    pkce: 'supported',
  },
  token: {
    url: 'https://osu.ppy.sh/oauth/token',
    authentication: ['client_secret_post', 'client_secret_basic'],
    answer: ({ access_token, token_type }) => ({
      access_token,
      token_type,
      expires_in: 86400,
      refresh_token: 'osu-refresh-token',
    }),
  },
  resources: { [ME]: { scope: 'identify' } },
  persons: {
    documented: { answers: { [ME]: ada } },
    minimal: {
      answers: {
        [ME]: {
          id: 2,
          username: 'm',
          avatar_url: '/images/layout/avatar-guest.png',
        } satisfies OsuProfile,
      },
    },
  },
  registration: {
    console: 'https://osu.ppy.sh/home/account/edit#oauth',
    steps: [
      'Open the account settings, OAuth, New OAuth Application.',
      'Enter the redirect URI as Application Callback URL.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: ['https://osu.ppy.sh/docs/index.html#authentication'],
  },
}
