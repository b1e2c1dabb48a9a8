import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Beyond Identity. */
export interface BeyondIdentityProfile extends StandardClaims {
  /** Id of the identity in the realm. */
  readonly sub: string
  /** Display name. */
  readonly name?: string
  /** The user name in the realm. */
  readonly preferred_username?: string
  readonly email?: string
}

/**
 * Sign-in with Beyond Identity.
 *
 * `issuer` is shown with the application in the admin console. It names tenant, realm and application:
 * `https://auth-us.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>/applications/<application>`.
 *
 * Environment: `AUTH_BEYONDIDENTITY_ID`, `AUTH_BEYONDIDENTITY_SECRET`, `AUTH_BEYONDIDENTITY_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://developer.beyondidentity.com/
 *
 * @example
 * ```ts
 * import BeyondIdentity from '@latchstring/core/providers/beyondidentity'
 *
 * const realm = 'https://auth-us.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>'
 * export const providers = [BeyondIdentity({ issuer: `${realm}/applications/<application>` })]
 * ```
 */
export default function BeyondIdentity(
  options: OIDCUserConfig<BeyondIdentityProfile> = {},
): OIDCConfig<BeyondIdentityProfile> {
  return {
    id: 'beyondidentity',
    name: 'Beyond Identity',
    type: 'oidc',
    requires: ['issuer'],
    profile: standardUser,
    style: { bg: '#5077c5', text: '#fff' },
    options,
  }
}
