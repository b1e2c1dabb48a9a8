import { mark } from '../lib/provider-kit/marks/gitlab.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/v4/user`. */
export interface GitLabProfile {
  /** Stays the same when the user name changes. */
  readonly id: number
  readonly username: string
  /** Display name. */
  readonly name?: string
  /** The primary address. */
  readonly email?: string | null
  /** When the primary address was confirmed; where an instance asks for no confirmation, when the account was made. */
  readonly confirmed_at?: string | null
  readonly avatar_url?: string | null
  /** Page of the account. */
  readonly web_url?: string
  /** `active`, `blocked`, … */
  readonly state?: string
  readonly two_factor_enabled?: boolean
  readonly external?: boolean
  readonly [member: string]: unknown
}

/** Options of {@link GitLab}. */
export type GitLabOptions<P> = OAuthUserConfig<P> & {
  /** Address of a self-managed instance. The same as `issuer`, which counts before it. Default: `https://gitlab.com`. */
  readonly baseUrl?: URL | string
}

const cloud = 'https://gitlab.com'

/** The members that depend on which instance it is. */
function instanceMembers<P extends GitLabProfile>(
  options: GitLabOptions<P>,
): Pick<OAuth2Config<P>, 'profile'> & { readonly issuer: string } {
  const issuer = (options.issuer ?? String(options.baseUrl ?? cloud)).replace(/\/+$/, '')
  return {
    issuer,
    profile: (profile) => ({
      ...accountId(profile.id),
      name: profile.name ?? profile.username ?? null,
      email: profile.email ?? null,
      image: profile.avatar_url ?? null,
      // A self-managed instance need not ask for a confirmation, and does not say whether it did.
      emailVerified: issuer === cloud && typeof profile.confirmed_at === 'string',
    }),
  }
}

/**
 * Sign-in with GitLab, on gitlab.com or self-managed.
 *
 * The application at GitLab needs the scope `read_user`. `emailVerified` is true when the primary address is confirmed
 * at gitlab.com. Of a self-managed instance it is never true, because one without email confirmation calls every
 * address confirmed.
 *
 * This is the OAuth 2.0 of GitLab, for applications that have the scope `read_user`. New ones use the provider `gitlab-oidc`,
 * which signs in by OpenID Connect and has the same account ids.
 *
 * Environment: `AUTH_GITLAB_ID`, `AUTH_GITLAB_SECRET`, `AUTH_GITLAB_ISSUER`.
 *
 * @param options - overrides of any member, and `baseUrl` or `issuer` for an instance of your own
 * @see https://docs.gitlab.com/api/oauth2/
 *
 * @example
 * ```ts
 * import GitLab from '@latchstring/core/providers/gitlab'
 *
 * export const providers = [GitLab({ baseUrl: 'https://gitlab.example.com' })]
 * ```
 */
export default function GitLab<P extends GitLabProfile = GitLabProfile>(
  options: GitLabOptions<P> = {},
): OAuth2Config<P> {
  const made = instanceMembers(options)
  // An address in the code counts before that of the environment.
  const { baseUrl } = options
  const own = baseUrl === undefined ? options : { ...options, issuer: made.issuer }
  return {
    id: 'gitlab',
    name: 'GitLab',
    type: 'oauth',
    ownOptions: ['baseUrl'],
    ...made,
    derived: { made, make: instanceMembers },
    authorization: { url: '{issuer}/oauth/authorize', params: { scope: 'read_user' } },
    token: { url: '{issuer}/oauth/token' },
    userinfo: { url: '{issuer}/api/v4/user' },
    style: { bg: '#e24329', text: '#fff', mark },
    options: own,
  }
}
