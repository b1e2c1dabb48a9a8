import type { EventbriteProfile } from '@latchstring/core/providers/eventbrite'
import type { Service } from '../service.ts'

const ME = 'https://www.eventbriteapi.com/v3/users/me/'

const john: EventbriteProfile = {
  id: '12345',
  name: 'John Doe',
  first_name: 'John',
  last_name: 'Doe',
  is_public: false,
  image_id: '22331908',
  emails: [
    { email: 'old@example.com', verified: true, primary: false },
    { email: 'john@example.com', verified: true, primary: true },
  ],
}

/** @see https://www.eventbrite.com/platform/api#/introduction/authentication */
export const service: Service = {
  id: 'eventbrite',
  name: 'Eventbrite',
  protocol: 'oauth',
  authorization: { url: 'https://www.eventbrite.com/oauth/authorize', pkce: 'ignored' },
  token: {
    url: 'https://www.eventbrite.com/oauth/token',
    authentication: ['client_secret_post'],
    answer: ({ access_token: accessToken }) => ({
      access_token: accessToken,
      token_type: 'bearer',
    }),
  },
  resources: { [ME]: {} },
  persons: {
    documented: { answers: { [ME]: john } },
    minimal: { answers: { [ME]: { id: '2', emails: [] } satisfies EventbriteProfile } },
  },
  registration: {
    console: 'https://www.eventbrite.com/platform/api-keys',
    steps: [
      'Create an API key.',
      'Enter the redirect URI as OAuth Redirect URI.',
      'Copy API key as client id, and Client secret.',
    ],
    sources: [
      'https://www.eventbrite.com/platform/api#/introduction/authentication',
      'https://www.eventbrite.com/platform/api#/reference/user/retrieve-your-user/retrieve-your-user',
    ],
  },
}
