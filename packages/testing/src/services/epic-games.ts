import type { EpicGamesProfile } from '@latchstring/core/providers/epic-games'
import type { Service } from '../service.ts'

const USERINFO = 'https://api.epicgames.dev/epic/oauth/v2/userInfo'

const ada: EpicGamesProfile = {
  sub: '9626f441055349ce8cb7d7d5a483eaa2',
  preferred_username: 'AdaPlays',
}

/** @see https://dev.epicgames.com/docs/web-api-ref/authentication */
export const service: Service = {
  id: 'epic-games',
  name: 'Epic Games',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.epicgames.com/id/authorize',
    requires: { scope: true },
    scopes: ['basic_profile', 'friends_list', 'presence', 'country', 'openid'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.epicgames.dev/epic/oauth/v2/token',
    // The header is not decoded: aspnet-contrib/AspNet.Security.OAuth.Providers#766.
    authentication: ['client_secret_basic'],
    answer: (standard) => ({
      ...standard,
      token_type: 'bearer',
      expires_in: 7200,
      // A text, where accounts have a number.
      expires_at: '2099-01-01T00:00:00.000Z',
      refresh_token: 'epic-refresh-token',
      refresh_expires_in: 28800,
      refresh_expires_at: '2099-01-01T06:00:00.000Z',
      account_id: '9626f441055349ce8cb7d7d5a483eaa2',
      client_id: 'xyza7891lhxMVYGCON7LgnKZZ8HQGD5H',
      application_id: 'fghi4567O03HROxjqwbn7kgXpBhnhWwv',
    }),
    error: (error, description) => ({
      status: 400,
      body: {
        error,
        error_description: description,
        errorCode: 'errors.com.epicgames.account.oauth.authorization_code_not_found',
        numericErrorCode: 18059,
      },
    }),
  },
  resources: { [USERINFO]: { scope: 'basic_profile' } },
  persons: {
    documented: { answers: { [USERINFO]: ada } },
    minimal: { answers: { [USERINFO]: { sub: 'm' } satisfies EpicGamesProfile } },
  },
  registration: {
    console: 'https://dev.epicgames.com/portal',
    steps: [
      'Create a product, and a client in its Product Settings.',
      'Enter the redirect URI at the client.',
      'Create an application under Epic Account Services with the permission Basic Profile, and link the client.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://dev.epicgames.com/docs/web-api-ref/authentication',
      'https://dev.epicgames.com/docs/epic-account-services/getting-started',
    ],
  },
}
