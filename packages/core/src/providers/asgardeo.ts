import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Asgardeo. */
export interface AsgardeoProfile extends StandardClaims {
  /** Id of the user in the organization. */
  readonly sub: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  /** Address of the picture. */
  readonly picture?: string
}

/**
 * Sign-in with Asgardeo.
 *
 * `issuer` is what the application's page in the console calls the issuer, with `/oauth2/token` at its end:
 * `https://api.asgardeo.io/t/<organization>/oauth2/token`. The ID token has only the attributes that the application
 * requests in its tab User Attributes; without a name among them, `name` is made of given name and family name.
 *
 * Environment: `AUTH_ASGARDEO_ID`, `AUTH_ASGARDEO_SECRET`, `AUTH_ASGARDEO_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs/
 *
 * @example
 * ```ts
 * import Asgardeo from '@latchstring/core/providers/asgardeo'
 *
 * export const providers = [
 *   Asgardeo({
 *     issuer: 'https://api.asgardeo.io/t/example/oauth2/token',
 *   }),
 * ]
 * ```
 */
export default function Asgardeo(
  options: OIDCUserConfig<AsgardeoProfile> = {},
): OIDCConfig<AsgardeoProfile> {
  return {
    id: 'asgardeo',
    name: 'Asgardeo',
    type: 'oidc',
    requires: ['issuer'],
    profile: (profile) => {
      const user = standardUser(profile)
      return { ...user, name: user.name ?? joinNames(profile.given_name, profile.family_name) }
    },
    style: { bg: '#000', text: '#fff' },
    options,
  }
}
