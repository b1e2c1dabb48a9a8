import type { GiteaProfile } from '@latchstring/core/providers/gitea'
import type { Service } from '../../service.ts'
import { audienceList } from './openid.ts'

/**
 * What a server of Gitea, or of Forgejo, which began as Gitea, does.
 *
 * @param root - address of the server, with a slash at its end: what applications configure
 * @param issuer - how the server writes it into the discovery document and ID tokens
 */
export function giteaAt(
  { root, issuer }: { readonly root: string; readonly issuer: string },
  scopes: readonly string[],
  person: Pick<GiteaProfile, 'name' | 'preferred_username' | 'profile' | 'picture' | 'email'>,
): Omit<Service, 'id' | 'name'> {
  return {
    protocol: 'oidc',
    options: { issuer: root },
    issuer,
    jwksUri: `${root}login/oauth/keys`,
    userinfo: `${root}login/oauth/userinfo`,
    authorization: { url: `${root}login/oauth/authorize`, scopes, pkce: 'supported' },
    token: {
      url: `${root}login/oauth/access_token`,
      authentication: ['client_secret_post', 'client_secret_basic'],
      answer: ({ scope: _scope, ...standard }) => ({ ...standard, token_type: 'bearer' }),
      // With INVALIDATE_REFRESH_TOKENS; REFRESH_TOKEN_EXPIRATION_TIME is 730 hours.
      refresh: { next: 'new', lifetime: 730 * 3600 },
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
