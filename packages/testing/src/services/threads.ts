import type { ThreadsProfile } from '@latchstring/core/providers/threads'
import type { Service } from '../service.ts'

const ME = 'https://graph.threads.com/v1.0/me'

const ori: ThreadsProfile = {
  id: '17841405793187218',
  username: 'ori.threads',
  name: 'Ori Loom',
  threads_profile_picture_url: 'https://scontent.cdninstagram.com/v/t51/ori.jpg?oe=68',
}

/** @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions */
export const service: Service = {
  id: 'threads',
  name: 'Threads',
  protocol: 'oauth',
  authorization: {
    url: 'https://threads.com/oauth/authorize',
    requires: { scope: /\bthreads_basic\b/ },
    scopeSeparator: ',',
    scopes: ['threads_basic', 'threads_content_publish', 'threads_read_replies'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://graph.threads.com/oauth/access_token',
    authentication: ['client_secret_post'],
    answer: ({ access_token: token }) => ({ access_token: token, user_id: 17_841_405_793_187_218 }),
    error: (_error, message) => ({
      status: 400,
      body: { error_type: 'OAuthException', code: 400, error_message: message },
    }),
  },
  resources: {
    [ME]: { token: 'query:access_token', query: { fields: /\bid\b/ }, scope: 'threads_basic' },
  },
  persons: {
    documented: { answers: { [ME]: ori } },
    minimal: { answers: { [ME]: { id: '17841400000000001' } satisfies ThreadsProfile } },
  },
  registration: {
    console: 'https://developers.facebook.com/apps/',
    steps: [
      'Create an app with the use case Access the Threads API.',
      'Under Use cases, Customize, Settings, add the redirect URI, with https.',
      'Copy the Threads app ID and the Threads app secret.',
      'Add people as Threads testers until the permission threads_basic has been approved.',
    ],
    development: 'https',
    sources: [
      'https://developers.facebook.com/docs/threads/get-started',
      'https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions',
      'https://developers.facebook.com/docs/threads/threads-profiles',
    ],
  },
}
