import type { GumroadProfile } from '@latchstring/core/providers/gumroad'
import type { Service } from '../service.ts'

const USER = 'https://api.gumroad.com/v2/user'

const ada: GumroadProfile = {
  success: true,
  user: {
    user_id: 'G_-mnBf9b1j9A7a4ub4nFQ==',
    id: '3523953790117',
    name: 'Ada Maker',
    display_name: 'Ada Maker',
    email: 'ada@example.com',
    bio: 'I draw.',
    twitter_handle: null,
    url: 'https://ada.gumroad.com',
    profile_url: 'https://public-files.gumroad.com/ada.jpg',
    links: null,
  },
}

/** @see https://gumroad.com/api */
export const service: Service = {
  id: 'gumroad',
  name: 'Gumroad',
  protocol: 'oauth',
  authorization: {
    url: 'https://gumroad.com/oauth/authorize',
    pkce: 'supported',
    scopes: ['view_profile', 'edit_products', 'view_sales', 'mark_sales_as_shipped', 'edit_sales'],
  },
  token: {
    url: 'https://api.gumroad.com/oauth/token',
    authentication: ['client_secret_post'],
    // An access token is good until it is revoked, and there is a refresh token all the same.
    refresh: { next: 'new' },
    answer: ({ expires_in: _never, ...standard }) => ({ ...standard, created_at: 1_700_000_000 }),
  },
  resources: { [USER]: { scope: 'view_profile' } },
  persons: {
    documented: { answers: { [USER]: ada } },
    minimal: {
      answers: {
        [USER]: {
          success: true,
          user: { user_id: 'm==', name: null, display_name: 'm' },
        } satisfies GumroadProfile,
      },
    },
  },
  registration: {
    console: 'https://gumroad.com/settings/advanced',
    steps: [
      'Open Settings, Advanced, Applications.',
      'Enter a name and the redirect URI, and choose Create application.',
      'Copy the Application ID and the Application Secret.',
    ],
    sources: ['https://gumroad.com/api'],
  },
}
