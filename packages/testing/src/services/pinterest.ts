import type { PinterestProfile } from '@latchstring/core/providers/pinterest'
import type { Service } from '../service.ts'

const ACCOUNT = 'https://api.pinterest.com/v5/user_account'

const weaver: PinterestProfile = {
  id: '2783136121146311751',
  account_type: 'PINNER',
  username: 'weaverofreeds',
  profile_image: 'https://i.pinimg.com/280x280_RS/5c/88/2f/5c882f4b02468fcd6cda2ce569c2c166.jpg',
  website_url: 'https://reeds.example.com',
  about: 'Baskets',
  business_name: null,
}

/** @see https://developers.pinterest.com/docs/getting-started/connect-app/ */
export const service: Service = {
  id: 'pinterest',
  name: 'Pinterest',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.pinterest.com/oauth',
    requires: { scope: true },
    scopeSeparator: ',',
    scopes: ['user_accounts:read', 'boards:read', 'pins:read'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.pinterest.com/v5/oauth/token',
    authentication: ['client_secret_basic'],
    answer: (standard) => ({
      ...standard,
      response_type: 'authorization_code',
      token_type: 'bearer',
      refresh_token: 'refresh',
      // Since 2025-05: pinterest/pinterest-python-sdk#156.
      refresh_token_expires_in: 5_184_000,
      refresh_token_expires_at: 4_102_444_800,
    }),
    error: (error, message) => ({ status: 400, body: { error, code: 283, message } }),
  },
  resources: { [ACCOUNT]: { scope: 'user_accounts:read' } },
  persons: {
    documented: { answers: { [ACCOUNT]: weaver } },
    minimal: { answers: { [ACCOUNT]: { id: '7' } satisfies PinterestProfile } },
  },
  registration: {
    console: 'https://developers.pinterest.com/apps/',
    steps: [
      'Connect an app, and wait until it has been approved.',
      'Open the app, choose Configure, and add the redirect URI.',
      'Copy the App ID and the App secret key.',
      'Ask for standard access before people outside of your team sign in.',
    ],
    sources: [
      'https://developers.pinterest.com/docs/getting-started/connect-app/',
      'https://developers.pinterest.com/docs/api/v5/user_account-get',
    ],
  },
}
