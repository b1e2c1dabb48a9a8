import type { FoursquareProfile } from '@latchstring/core/providers/foursquare'
import type { Service } from '../service.ts'

const SELF = 'https://api.foursquare.com/v2/users/self'

const jimmy: FoursquareProfile = {
  meta: { code: 200, requestId: '59a45921351e3d43b07028b5' },
  response: {
    user: {
      id: '32',
      firstName: 'Jimmy',
      lastName: 'Foursquare',
      gender: 'none',
      relationship: 'self',
      photo: {
        prefix: 'https://irs0.4sqi.net/img/user/',
        suffix: '/32_xlQrTq.png',
      },
      homeCity: 'New York, NY',
      contact: { verifiedPhone: 'true', phone: '5551234567', email: 'jimmy@example.com' },
    },
  },
}

/** @see https://docs.foursquare.com/developer/reference/v2-authentication */
export const service: Service = {
  id: 'foursquare',
  name: 'Foursquare',
  protocol: 'oauth',
  authorization: { url: 'https://foursquare.com/oauth2/authenticate', pkce: 'ignored' },
  token: {
    url: 'https://foursquare.com/oauth2/access_token',
    authentication: ['client_secret_post'],
    answer: ({ access_token: accessToken }) => ({ access_token: accessToken }),
  },
  resources: { [SELF]: { token: 'query:oauth_token', query: { v: /^20\d{6}$/ } } },
  persons: {
    documented: { answers: { [SELF]: jimmy } },
    minimal: {
      answers: { [SELF]: { response: { user: { id: '2' } } } satisfies FoursquareProfile },
    },
  },
  registration: {
    console: 'https://foursquare.com/developers/home',
    steps: [
      'Open a project that has the legacy API v2.',
      'Open Project Settings, OAuth Authentication, and enter the redirect URI as Redirect URL.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://docs.foursquare.com/developer/reference/v2-authentication',
      'https://docs.foursquare.com/developer/docs/using-oauth-authentication',
    ],
  },
}
