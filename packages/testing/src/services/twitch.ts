import type { TwitchProfile } from '@latchstring/core/providers/twitch'
import type { Service } from '../service.ts'

const ISSUER = 'https://id.twitch.tv/oauth2'

const brook: TwitchProfile = {
  sub: '713936733',
  preferred_username: 'BrookStreams',
  email: 'brook@example.com',
  email_verified: true,
  picture: 'https://static-cdn.jtvnw.net/jtv_user_pictures/brook-300x300.png',
}

/** @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export const service: Service = {
  id: 'twitch',
  name: 'Twitch',
  protocol: 'oidc',
  issuer: ISSUER,
  discovery: { jwks_uri: `${ISSUER}/keys`, claims_parameter_supported: true },
  authorization: {
    url: `${ISSUER}/authorize`,
    pkce: 'ignored',
    scopes: ['openid', 'user:read:email'],
  },
  token: {
    url: `${ISSUER}/token`,
    authentication: ['client_secret_post'],
    refresh: { next: 'same' },
    answer: (standard, { scope }) => ({
      ...standard,
      scope: scope.split(' '),
      token_type: 'bearer',
    }),
    error: (_error, message) => ({ status: 400, body: { status: 400, message } }),
  },
  userinfo: `${ISSUER}/userinfo`,
  persons: {
    documented: { claims: brook },
    minimal: { claims: { sub: '5' } satisfies TwitchProfile },
  },
  registration: {
    console: 'https://dev.twitch.tv/console/apps',
    steps: [
      'Choose Register Your Application.',
      'Enter the redirect URI as OAuth Redirect URL, and the category Website Integration.',
      'Choose the client type Confidential.',
      'Copy the Client ID, and make a New Secret.',
    ],
    sources: [
      'https://dev.twitch.tv/docs/authentication/register-app/',
      'https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/',
    ],
  },
}
