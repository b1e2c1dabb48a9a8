import { type StandardClaims, standardUser } from '../lib/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Gitea. */
export interface GiteaProfile extends StandardClaims {
  /** Id of the user on the server. */
  readonly sub: string
  /** The full name, or the user name of people without one. */
  readonly name?: string
  /** The user name; it can change and then be taken by somebody else. */
  readonly preferred_username?: string
  readonly email?: string
  /** Whether the account is active, which is no proof of the address. */
  readonly email_verified?: boolean
  /** Address of the avatar. */
  readonly picture?: string
  /** Page of the user. */
  readonly profile?: string
  /** With the scope `groups`: organizations, and `<organization>:<team>`. */
  readonly groups?: readonly string[]
}

/**
 * Sign-in with Gitea.
 *
 * `issuer` is the address of the server, as `ROOT_URL` has it: with a slash at its end, such as
 * `https://gitea.example.com/`. `emailVerified` is never true: the claim says that the account is active, and a server
 * need not have asked for a confirmation.
 *
 * Environment: `AUTH_GITEA_ID`, `AUTH_GITEA_SECRET`, `AUTH_GITEA_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.gitea.com/development/oauth2-provider
 *
 * @example
 * ```ts
 * import Gitea from '@latchstring/core/providers/gitea'
 *
 * export const providers = [Gitea({ issuer: 'https://gitea.example.com/' })]
 * ```
 */
export default function Gitea<P extends GiteaProfile = GiteaProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'gitea',
    name: 'Gitea',
    type: 'oidc',
    requires: ['issuer'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // The claim is whether the account is active, with and without a confirmed address.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: null }),
    style: { brandColor: '#609926' },
    options,
  }
}
