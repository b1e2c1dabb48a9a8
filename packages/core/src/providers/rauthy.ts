import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Rauthy. */
export interface RauthyProfile extends StandardClaims {
  /** Id of the user. */
  readonly sub: string
  /** The user name where there is one, and else the email address. */
  readonly preferred_username?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  /** Whether the user verified {@link RauthyProfile.email}. */
  readonly email_verified?: boolean
  readonly roles?: readonly string[]
  /** With the scope `groups`. */
  readonly groups?: readonly string[]
  /** Custom attributes. */
  readonly custom?: Readonly<Record<string, unknown>>
}

/**
 * Sign-in with Rauthy.
 *
 * `issuer` ends in `/auth/v1/`, with the slash: `https://iam.example.com/auth/v1/`.
 *
 * Environment: `AUTH_RAUTHY_ID`, `AUTH_RAUTHY_SECRET`, `AUTH_RAUTHY_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://sebadob.github.io/rauthy/
 *
 * @example
 * ```ts
 * import Rauthy from '@latchstring/core/providers/rauthy'
 *
 * export const providers = [Rauthy({ issuer: 'https://iam.example.com/auth/v1/' })]
 * ```
 */
export default function Rauthy<P extends RauthyProfile = RauthyProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'rauthy',
    name: 'Rauthy',
    type: 'oidc',
    requires: ['issuer'],
    profile: (profile) => ({
      ...standardUser(profile),
      // There is no claim `name`.
      name: joinNames(profile.given_name, profile.family_name) ?? text(profile.preferred_username),
    }),
    options,
  }
}
