import type { RedditProfile } from '@latchstring/core/providers/reddit'
import type { Service } from '../service.ts'

const ME = 'https://oauth.reddit.com/api/v1/me'

const spez: RedditProfile = {
  id: '1w72',
  name: 'marsh_warbler',
  icon_img:
    'https://styles.redditmedia.com/t5_abc/styles/profileIcon_warbler.jpg?width=256&amp;height=256&amp;s=6c0b',
  has_verified_email: true,
  is_suspended: false,
  over_18: false,
  created_utc: 1_118_030_400,
}

/** @see https://github.com/reddit-archive/reddit/wiki/OAuth2 */
export const service: Service = {
  id: 'reddit',
  name: 'Reddit',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.reddit.com/api/v1/authorize',
    requires: { scope: true },
    stateRequired: true,
    pkce: 'ignored',
    scopes: ['identity', 'read', 'history'],
  },
  token: {
    url: 'https://www.reddit.com/api/v1/access_token',
    authentication: ['client_secret_basic'],
    headers: { 'user-agent': true },
    refresh: { needs: { duration: 'permanent' }, next: 'none' },
    answer: (standard) => ({ ...standard, token_type: 'bearer' }),
    // Reddit names the error with status 200.
    error: (error) => ({ status: 200, body: { error } }),
  },
  resources: { [ME]: { headers: { 'user-agent': /^\w+:\w+:v\d/ }, scope: 'identity' } },
  persons: {
    documented: { answers: { [ME]: spez } },
    minimal: { answers: { [ME]: { id: '2x' } satisfies RedditProfile } },
  },
  registration: {
    console: 'https://www.reddit.com/prefs/apps',
    steps: [
      'Choose create another app, and the type web app.',
      'Enter the redirect URI; an app has one.',
      'Copy the id under the name of the app, and the secret.',
    ],
    sources: [
      'https://github.com/reddit-archive/reddit/wiki/OAuth2',
      'https://www.reddit.com/dev/api/#GET_api_v1_me',
    ],
  },
}
