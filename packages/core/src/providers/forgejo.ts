import { type StandardClaims, standardUser } from '../lib/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Forgejo. */
export interface ForgejoProfile extends StandardClaims {
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
 * Sign-in with Forgejo, such as Codeberg.
 *
 * `issuer` is the address of the server, as `ROOT_URL` has it: with a slash at its end, such as `https://codeberg.org/`.
 * `emailVerified` is never true: the claim says that the account is active, and a server need not have asked for a
 * confirmation. Treat the access token with care: Forgejo limits what it is good for by scopes in part only.
 *
 * Environment: `AUTH_FORGEJO_ID`, `AUTH_FORGEJO_SECRET`, `AUTH_FORGEJO_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://forgejo.org/docs/latest/user/oauth2-provider/
 *
 * @example
 * ```ts
 * import Forgejo from '@latchstring/core/providers/forgejo'
 *
 * export const providers = [Forgejo({ issuer: 'https://codeberg.org/' })]
 * ```
 */
export default function Forgejo<P extends ForgejoProfile = ForgejoProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'forgejo',
    name: 'Forgejo',
    type: 'oidc',
    requires: ['issuer'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // The claim is whether the account is active, with and without a confirmed address.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: null }),
    style: { brandColor: '#fb923c' },
    options,
  }
}
