import type { FacebookProfile } from '@latchstring/core/providers/facebook'
import type { Service } from '../service.ts'

const ME = 'https://graph.facebook.com/v26.0/me'

const jane: FacebookProfile = {
  id: '10228845511662244',
  name: 'Jane Doe',
  email: 'jane@example.com',
  picture: {
    data: {
      height: 50,
      is_silhouette: false,
      url: 'https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=10228845511662244',
      width: 50,
    },
  },
}

/** @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export const service: Service = {
  id: 'facebook',
  name: 'Facebook',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.facebook.com/v26.0/dialog/oauth',
    scopes: ['email', 'public_profile', 'openid', 'user_birthday', 'user_friends'],
    pkce: 'supported',
  },
  token: {
    url: 'https://graph.facebook.com/v26.0/oauth/access_token',
    authentication: ['client_secret_post'],
    answer: ({ scope: _scope, ...standard }) => ({
      ...standard,
      token_type: 'bearer',
      expires_in: 5_183_944,
    }),
    error: (_, message) => ({
      status: 400,
      body: { error: { message, type: 'OAuthException', code: 100, fbtrace_id: 'AVCJkjuF4eJ' } },
    }),
  },
  resources: { [ME]: { query: { fields: /(?:^|,)picture(?:,|$)/ } } },
  persons: {
    documented: { answers: { [ME]: jane } },
    minimal: { answers: { [ME]: { id: '2' } satisfies FacebookProfile } },
  },
  registration: {
    console: 'https://developers.facebook.com/apps/',
    steps: [
      'Create an app with the use case Authenticate and request data from users with Facebook Login.',
      'Open the settings of Facebook Login, and enter the redirect URI under Valid OAuth Redirect URIs.',
      'Add the permission email to the use case.',
      'Open App settings, Basic, and copy App ID as client id, and App secret.',
      'Publish the app, so that people without a role in it can sign in.',
    ],
    searchTerms: ['meta'],
    sources: [
      'https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow',
      'https://developers.facebook.com/docs/graph-api/changelog',
    ],
  },
}
