import type { GiteaProfile } from '@latchstring/core/providers/gitea'
import type { Service } from '../service.ts'

const ISSUER = 'https://gitea.example.com/'

/** @see https://docs.gitea.com/development/oauth2-provider */
export const service: Service = {
  id: 'gitea',
  name: 'Gitea',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}login/oauth/keys`,
  userinfo: `${ISSUER}login/oauth/userinfo`,
  authorization: {
    url: `${ISSUER}login/oauth/authorize`,
    scopes: ['openid', 'profile', 'email', 'groups', 'read:user', 'read:repository'],
    pkce: 'supported',
  },
  token: {
    url: `${ISSUER}login/oauth/access_token`,
    authentication: ['client_secret_post', 'client_secret_basic'],
    answer: ({ scope: _scope, ...standard }) => ({
      ...standard,
      token_type: 'bearer',
      refresh_token: 'eyJhbGciOiJSUzI1NiJ9',
    }),
  },
  persons: {
    documented: {
      claims: {
        sub: '5',
        name: 'Ada Lovelace',
        preferred_username: 'ada',
        profile: 'https://gitea.example.com/ada',
        picture: 'https://gitea.example.com/avatars/ab12',
        website: '',
        locale: 'en-US',
        updated_at: 1_700_000_000,
        email: 'ada@example.com',
        email_verified: true,
      } satisfies GiteaProfile,
    },
    minimal: { claims: { sub: '2' } satisfies GiteaProfile },
  },
  registration: {
    console: 'https://docs.gitea.com/development/oauth2-provider',
    steps: [
      'Open Settings, Applications on your server, and create an OAuth2 application.',
      'Enter the redirect URI under Redirect URIs, and keep Confidential Client ticked.',
      'Copy the Client ID and the Client Secret.',
      'Use the address of the server as issuer, with the slash at its end.',
    ],
    sources: [
      'https://docs.gitea.com/development/oauth2-provider',
      'https://github.com/go-gitea/gitea/blob/main/services/oauth2_provider/access_token.go',
    ],
  },
}
