import { mark } from '../lib/provider-kit/marks/gitlab.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of GitLab. */
export interface GitLabOIDCProfile extends StandardClaims {
  /** Id of the user, as `GET /api/v4/user` has it. */
  readonly sub: string
  /** Display name. */
  readonly name?: string
  /** The user name. It can be changed. */
  readonly nickname?: string
  readonly preferred_username?: string
  /** The primary address. */
  readonly email?: string
  /** Whether the address is confirmed; an instance that asks for no confirmation says so of every address. */
  readonly email_verified?: boolean
  /** Address of the avatar. */
  readonly picture?: string
  /** Page of the account. */
  readonly profile?: string
  /** Paths of the groups the user is a direct member of. */
  readonly groups_direct?: readonly string[]
}

const cloud = 'https://gitlab.com'

/**
 * Sign-in with GitLab by OpenID Connect, on gitlab.com or self-managed.
 *
 * The application at GitLab needs the scopes `openid`, `profile` and `email`; one that was registered with `read_user`
 * alone goes on with the provider `gitlab`. The account id is the same in both: pass `id: 'gitlab'` to keep accounts.
 *
 * `issuer` is the address of a self-managed instance. `emailVerified` is true when the address is confirmed at gitlab.com;
 * of a self-managed instance it never is, because one without email confirmation calls every address confirmed. Where
 * an older instance puts no name into the ID token, `idToken: false` reads it at the userinfo endpoint.
 *
 * Environment: `AUTH_GITLAB_OIDC_ID`, `AUTH_GITLAB_OIDC_SECRET`, `AUTH_GITLAB_OIDC_ISSUER`.
 *
 * @param options - overrides of any member, and `issuer` for an instance of your own
 * @see https://docs.gitlab.com/integration/openid_connect_provider/
 *
 * @example
 * ```ts
 * import GitLabOIDC from '@latchstring/core/providers/gitlab-oidc'
 *
 * export const providers = [GitLabOIDC({ issuer: 'https://gitlab.example.com' })]
 * ```
 */
export default function GitLabOIDC<P extends GitLabOIDCProfile = GitLabOIDCProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'gitlab-oidc',
    name: 'GitLab',
    type: 'oidc',
    issuer: cloud,
    profile: (claims) => ({
      ...standardUser(claims),
      // A self-managed instance need not ask for a confirmation, and does not say whether it did. Only an ID token
      // proves the issuer of the claims.
      emailVerified:
        options.idToken !== false && claims['iss'] === cloud && claims.email_verified === true,
    }),
    style: { bg: '#e24329', text: '#fff', mark },
    options,
  }
}
