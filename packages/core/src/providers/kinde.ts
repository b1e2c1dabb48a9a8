import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Kinde. */
export interface KindeProfile extends NameClaims {
  /** Id of the user, such as `kp_0ba7…`. */
  readonly sub: string
  readonly email?: string
  /** No proof: organizations can sign their people in with an identity provider of their own. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
  /** The user name, where the business uses them. */
  readonly preferred_username?: string
  /** Codes of the organizations the user is in. */
  readonly org_codes?: readonly string[]
}

/**
 * Sign-in with Kinde.
 *
 * `issuer` is the domain of the business: `https://<subdomain>.kinde.com`, or its custom domain.
 * Where an ID token has further audiences and no `azp` with the client id, name them in `trustedAudiences`.
 * `emailVerified` is never true: an organization can have an enterprise connection, whose identity provider names the
 * addresses.
 *
 * Environment: `AUTH_KINDE_ID`, `AUTH_KINDE_SECRET`, `AUTH_KINDE_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.kinde.com/build/tokens/about-id-tokens/
 *
 * @example
 * ```ts
 * import Kinde from '@latchstring/core/providers/kinde'
 *
 * export const providers = [Kinde({ issuer: 'https://example.kinde.com' })]
 * ```
 */
export default function Kinde(
  options: OIDCUserConfig<KindeProfile> = {},
): OIDCConfig<KindeProfile> {
  return {
    id: 'kinde',
    name: 'Kinde',
    type: 'oidc',
    requires: ['issuer'],
    // The claim does not tell an address that Kinde proved from one that an organization claims.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: false }),
    style: { text: '#0F0F0F', bg: '#fff' },
    options,
  }
}
