import type { WordPressProfile } from '@latchstring/core/providers/wordpress'
import type { Service } from '../service.ts'

const ME = 'https://public-api.wordpress.com/rest/v1.1/me'

/** @see https://developer.wordpress.com/docs/api/wpcc/ */
export const service: Service = {
  id: 'wordpress',
  name: 'WordPress.com',
  protocol: 'oauth',
  authorization: {
    url: 'https://public-api.wordpress.com/oauth2/authorize',
    pkce: 'supported',
    scopes: ['auth', 'global'],
  },
  token: {
    url: 'https://public-api.wordpress.com/oauth2/token',
    authentication: ['client_secret_post'],
    answer: (standard) => ({
      access_token: standard['access_token'],
      token_type: 'bearer',
      blog_id: '0',
      blog_url: null,
      scope: 'auth',
    }),
  },
  resources: { [ME]: { scope: 'auth' } },
  persons: {
    documented: {
      answers: {
        [ME]: {
          ID: 78_972_699,
          display_name: 'Ada Lovelace',
          username: 'adalovelace',
          email: 'ada@example.com',
          primary_blog: 84_426_500,
          language: 'en',
          token_site_id: null,
          token_scope: ['auth'],
          avatar_URL: 'https://1.gravatar.com/avatar/767fc9c115a1b989744c755db47feb60?s=96',
          profile_URL: 'https://gravatar.com/adalovelace',
          verified: true,
          email_verified: true,
        } satisfies WordPressProfile,
      },
    },
    minimal: { answers: { [ME]: { ID: 7, username: 'm' } satisfies WordPressProfile } },
  },
  registration: {
    console: 'https://developer.wordpress.com/apps/',
    steps: [
      'Choose Create New Application.',
      'Enter the redirect URI as Redirect URL, and choose the type Web.',
      'Open the application, and copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://developer.wordpress.com/docs/api/wpcc/',
      'https://developer.wordpress.com/docs/oauth2/',
      'https://developer.wordpress.com/docs/api/1.1/get/me/',
    ],
  },
}
