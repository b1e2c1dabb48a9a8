import { mark } from '../lib/provider-kit/marks/ory.ts'
import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Ory, as its own consent screen grants them. */
export interface OryProfile extends StandardClaims {
  /** Id of the identity. */
  readonly sub: string
  /** The trait `name`, where that is text. */
  readonly name?: string
  /** The traits `name.first` and `name.last`, where the trait `name` has parts. */
  readonly given_name?: string
  readonly family_name?: string
  /** The trait `username`. */
  readonly username?: string
  readonly website?: string
  /** The first verifiable address. */
  readonly email?: string
  /** Whether {@link OryProfile.email} was verified. */
  readonly email_verified?: boolean
}

/**
 * Sign-in with the identities of a project at Ory Network, or of Ory Kratos behind Ory Hydra.
 *
 * `issuer` is the address of the project: `https://<slug>.projects.oryapis.com`, or its custom domain. A login and consent
 * application of your own decides itself which claims there are.
 *
 * Environment: `AUTH_ORY_ID`, `AUTH_ORY_SECRET`, `AUTH_ORY_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://www.ory.com/docs/oauth2-oidc/openid-connect-claims-scope-custom
 *
 * @example
 * ```ts
 * import Ory from '@latchstring/core/providers/ory'
 *
 * export const providers = [Ory({ issuer: 'https://example.projects.oryapis.com' })]
 * ```
 */
export default function Ory<P extends OryProfile = OryProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'ory',
    name: 'Ory',
    type: 'oidc',
    requires: ['issuer'],
    profile: (profile) => ({
      ...standardUser(profile),
      name:
        text(profile.name) ??
        joinNames(profile.given_name, profile.family_name) ??
        text(profile.username),
    }),
    style: { brandColor: '#5528ff', mark },
    options,
  }
}
