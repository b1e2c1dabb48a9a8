import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Logto. */
export interface LogtoProfile extends StandardClaims {
  /** Id of the user. */
  readonly sub: string
  /** Display name. */
  readonly name?: string | null
  /** The user name. */
  readonly username?: string | null
  readonly email?: string | null
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string | null
  /** With the scope `urn:logto:scope:organizations`: ids of the organizations. */
  readonly organizations?: readonly string[]
  /** With the scope `urn:logto:scope:organization_roles`: `<organization>:<role>`. */
  readonly organization_roles?: readonly string[]
}

/**
 * Sign-in with Logto.
 *
 * `issuer` is the endpoint of the tenant with `/oidc` at its end: `https://<tenant>.logto.app/oidc`. For a refresh
 * token add `prompt: 'consent'` to `authorization.params`; without it Logto leaves the scope `offline_access` aside.
 *
 * Environment: `AUTH_LOGTO_ID`, `AUTH_LOGTO_SECRET`, `AUTH_LOGTO_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.logto.io/developers/custom-id-token
 *
 * @example
 * ```ts
 * import Logto from '@latchstring/core/providers/logto'
 *
 * export const providers = [Logto({ issuer: 'https://example.logto.app/oidc' })]
 * ```
 */
export default function Logto(
  options: OIDCUserConfig<LogtoProfile> = {},
): OIDCConfig<LogtoProfile> {
  return {
    id: 'logto',
    name: 'Logto',
    type: 'oidc',
    authorization: { params: { scope: 'offline_access openid email profile' } },
    requires: ['issuer'],
    profile: (profile) =>
      standardUser({ ...profile, preferred_username: profile.username ?? null }),
    options,
  }
}
