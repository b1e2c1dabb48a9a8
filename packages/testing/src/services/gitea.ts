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
}
