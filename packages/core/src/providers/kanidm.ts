import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Kanidm. */
export interface KanidmProfile extends NameClaims {
  /** Id of the account. */
  readonly sub: string
  /** Such as `ada@idm.example.com`, or `ada` where the client prefers short names. It can change. */
  readonly preferred_username?: string
  /** The primary address. */
  readonly email?: string
  /** Kanidm says `true` of every address. */
  readonly email_verified?: boolean
  /** With the scope `groups`. */
  readonly groups?: readonly string[]
}

/**
 * Sign-in with Kanidm.
 *
 * Each client has an `issuer` of its own: `https://idm.example.com/oauth2/openid/<client id>`. The scope map of the client
 * needs `openid`, `profile` and `email`. `emailVerified` is never true, because Kanidm verifies no addresses.
 *
 * Environment: `AUTH_KANIDM_ID`, `AUTH_KANIDM_SECRET`, `AUTH_KANIDM_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://kanidm.github.io/kanidm/stable/integrations/oauth2.html
 *
 * @example
 * ```ts
 * import Kanidm from '@latchstring/core/providers/kanidm'
 *
 * export const providers = [Kanidm({ issuer: 'https://idm.example.com/oauth2/openid/example' })]
 * ```
 */
export default function Kanidm<P extends KanidmProfile = KanidmProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'kanidm',
    name: 'Kanidm',
    type: 'oidc',
    requires: ['issuer'],
    // The claim is a constant there.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: null }),
    options,
  }
}
