import type { ZoomProfile } from '@latchstring/core/providers/zoom'
import type { Service } from '../service.ts'

const ME = 'https://api.zoom.us/v2/users/me'

/** @see https://developers.zoom.us/docs/integrations/oauth/ */
export const service: Service = {
  id: 'zoom',
  name: 'Zoom',
  protocol: 'oauth',
  authorization: {
    url: 'https://zoom.us/oauth/authorize',
    pkce: 'supported',
    // Those that were chosen for the app.
    defaultScope: 'user:read:user',
  },
  token: {
    url: 'https://zoom.us/oauth/token',
    authentication: ['client_secret_basic'],
    // 90 days.
    refresh: { next: 'new', lifetime: 7_776_000 },
    answer: (standard) => ({ ...standard, token_type: 'bearer', api_url: 'https://api.zoom.us' }),
  },
  resources: { [ME]: { scope: 'user:read:user' } },
  persons: {
    documented: {
      answers: {
        [ME]: {
          id: 'KDcuGIm1QgePTO8WbOqwIQ',
          first_name: 'Ada',
          last_name: 'Lovelace',
          display_name: 'Ada L.',
          email: 'ada@example.com',
          type: 2,
          role_name: 'Member',
          pmi: 3_542_471_135,
          timezone: 'Europe/London',
          verified: 1,
          dept: 'Engines',
          created_at: '2018-10-31T04:32:37Z',
          pic_url: 'https://example.zoom.us/p/KDcuGIm1QgePTO8WbOqwIQ/ada.png',
          account_id: 'q6gBJVO5TzexKYTb_I2rpg',
          language: 'en-US',
          status: 'active',
        } satisfies ZoomProfile,
      },
    },
    minimal: {
      answers: { [ME]: { id: 'z8yCxjTTTxyCoKAA6aaaaa', type: 1 } satisfies ZoomProfile },
    },
  },
  registration: {
    console: 'https://marketplace.zoom.us/develop/create',
    steps: [
      'Choose Develop, Build App, and General App, managed by users.',
      'Enter the redirect URI as OAuth Redirect URL.',
      'Open Scopes, and add user:read:user.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://developers.zoom.us/docs/integrations/oauth/',
      'https://developers.zoom.us/docs/api/users/',
    ],
  },
}
