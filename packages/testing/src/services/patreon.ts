import type { PatreonProfile } from '@latchstring/core/providers/patreon'
import type { Service } from '../service.ts'

const IDENTITY = 'https://www.patreon.com/api/oauth2/v2/identity'

const ada: PatreonProfile = {
  data: {
    type: 'user',
    id: '12345678',
    attributes: {
      full_name: 'Ada Example',
      email: 'ada@example.com',
      is_email_verified: true,
      image_url: 'https://c8.patreon.com/2/200/12345678',
    },
  },
  links: { self: 'https://www.patreon.com/api/oauth2/v2/user/12345678' },
}

/** @see https://docs.patreon.com/#apiv2-oauth */
export const service: Service = {
  id: 'patreon',
  name: 'Patreon',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.patreon.com/oauth2/authorize',
    scopes: ['identity', 'identity[email]', 'identity.memberships', 'campaigns'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://www.patreon.com/api/oauth2/token',
    authentication: ['client_secret_post'],
    answer: (standard) => ({
      ...standard,
      expires_in: 2678400,
      refresh_token: 'patreon-refresh-token',
      version: '0.0.1',
    }),
  },
  resources: {
    [IDENTITY]: { scope: 'identity', query: { 'fields[user]': /\bfull_name\b/ } },
  },
  persons: {
    documented: { answers: { [IDENTITY]: ada } },
    minimal: {
      answers: {
        [IDENTITY]: {
          data: { type: 'user', id: '2', attributes: { email: null } },
        } satisfies PatreonProfile,
      },
    },
  },
  registration: {
    console: 'https://www.patreon.com/portal/registration/register-clients',
    steps: [
      'Create a client with the API version 2.',
      'Enter the redirect URI.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: ['https://docs.patreon.com/#apiv2-oauth'],
  },
}
