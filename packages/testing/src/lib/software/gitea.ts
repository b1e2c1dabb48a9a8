import type { GiteaProfile } from '@latchstring/core/providers/gitea'
import type { Service } from '../../service.ts'
import { audienceList } from './openid.ts'

/** What a server of Gitea, or of Forgejo, which began as Gitea, does at an address. */
export function giteaAt(
  issuer: string,
  scopes: readonly string[],
  person: Pick<GiteaProfile, 'name' | 'preferred_username' | 'profile' | 'picture' | 'email'>,
): Omit<Service, 'id' | 'name'> {
  return {
    protocol: 'oidc',
    options: { issuer },
    issuer,
    jwksUri: `${issuer}login/oauth/keys`,
    userinfo: `${issuer}login/oauth/userinfo`,
    authorization: { url: `${issuer}login/oauth/authorize`, scopes, pkce: 'supported' },
    token: {
      url: `${issuer}login/oauth/access_token`,
      authentication: ['client_secret_post', 'client_secret_basic'],
      answer: ({ scope: _scope, ...standard }) => ({
        ...standard,
        token_type: 'bearer',
        refresh_token: 'eyJhbGciOiJSUzI1NiJ9',
      }),
    },
    idToken: (claims, facts) => ({ ...audienceList()(claims, facts), at_hash: undefined }),
    persons: {
      documented: {
        claims: {
          ...person,
          sub: '5',
          website: '',
          locale: 'en-US',
          updated_at: 1_700_000_000,
          email_verified: true,
        } satisfies GiteaProfile,
      },
      minimal: { claims: { sub: '2' } satisfies GiteaProfile },
    },
  }
}
