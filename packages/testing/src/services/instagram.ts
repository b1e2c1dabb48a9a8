import type { InstagramProfile } from '@latchstring/core/providers/instagram'
import type { Service } from '../service.ts'

const ME = 'https://graph.instagram.com/me'

const ada: InstagramProfile = {
  user_id: '17841405793187218',
  id: '26341234567890123',
  username: 'ada.paints',
  name: 'Ada Paints',
  account_type: 'BUSINESS',
  profile_picture_url: 'https://scontent.cdninstagram.com/ada.jpg',
}

/** @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login */
export const service: Service = {
  id: 'instagram',
  name: 'Instagram',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.instagram.com/oauth/authorize',
    requires: { scope: /\binstagram_business_basic\b/ },
    scopeSeparator: ',',
    scopes: [
      'instagram_business_basic',
      'instagram_business_content_publish',
      'instagram_business_manage_comments',
      'instagram_business_manage_messages',
    ],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.instagram.com/oauth/access_token',
    authentication: ['client_secret_post'],
    answer: ({ access_token }, { scope }) => ({
      data: [
        { access_token, user_id: 17_841_405_793_187_218, permissions: scope.replaceAll(' ', ',') },
      ],
    }),
    error: (_error, description) => ({
      status: 400,
      body: { error_type: 'OAuthException', code: 400, error_message: description },
    }),
  },
  resources: { [ME]: { token: 'query:access_token', query: { fields: /\buser_id\b/ } } },
  persons: {
    documented: { answers: { [ME]: { data: [ada] } } },
    minimal: {
      answers: { [ME]: { user_id: '1', username: 'm' } satisfies InstagramProfile },
    },
  },
  registration: {
    console: 'https://developers.facebook.com/apps/',
    steps: [
      'Create an app of the type Business, and add the product Instagram.',
      'Open API setup with Instagram login, then Business login settings.',
      'Enter the redirect URI, which has to be https.',
      'Copy the Instagram app ID and the Instagram app secret.',
      'Ask for Advanced Access to admit accounts that are not yours.',
    ],
    development: 'https',
    sources: [
      'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login',
      'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started',
    ],
  },
}
