import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Frontegg. */
export interface FronteggProfile extends StandardClaims {
  /** Id of the user in the environment. */
  readonly sub: string
  readonly name?: string
  readonly email?: string
  /** No proof: accounts can sign their people in with an identity provider of their own. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly profilePictureUrl?: string | null
  readonly roles?: readonly string[]
  /** The account that the user is in. */
  readonly tenantId?: string
}

/**
 * Sign-in with Frontegg, by its hosted login.
 *
 * `issuer` is the domain of the environment: `https://<subdomain>.frontegg.com`, or its custom domain.
 * `emailVerified` is never true: accounts set up single sign-on themselves, and their identity providers name the
 * addresses.
 *
 * Environment: `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET`, `AUTH_FRONTEGG_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://developers.frontegg.com/guides/management/frontegg-idp/via-oidc
 *
 * @example
 * ```ts
 * import Frontegg from '@latchstring/core/providers/frontegg'
 *
 * export const providers = [Frontegg({ issuer: 'https://example.frontegg.com' })]
 * ```
 */
export default function Frontegg(
  options: OIDCUserConfig<FronteggProfile> = {},
): OIDCConfig<FronteggProfile> {
  return {
    id: 'frontegg',
    name: 'Frontegg',
    type: 'oidc',
    // The issuer has no path, but its discovery document stands under one.
    wellKnown: '{issuer}/oauth/.well-known/openid-configuration',
    requires: ['issuer'],
    profile: (profile) => {
      const user = standardUser(profile)
      const image = user.image ?? text(profile.profilePictureUrl)
      // The claim does not tell an address that Frontegg proved from one that an account claims.
      return { ...user, image, emailVerified: false }
    },
    options,
  }
}
