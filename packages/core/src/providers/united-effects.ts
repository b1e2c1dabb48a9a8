import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of United Effects Auth. */
export interface UnitedEffectsProfile {
  /** Id of the account. */
  readonly sub: string
  readonly email?: string
  /** The auth group that the account belongs to. */
  readonly group?: string
  /** Whether the account counts as verified. Accounts made by federation always do. */
  readonly verified?: boolean
  readonly [claim: string]: unknown
}

/**
 * Sign-in with United Effects Auth.
 *
 * `issuer` is the address of the auth group: `https://auth.unitedeffects.com/<auth group id>`. There is neither a name nor
 * a picture, and no statement on the address of the person.
 *
 * Environment: `AUTH_UNITED_EFFECTS_ID`, `AUTH_UNITED_EFFECTS_SECRET`, `AUTH_UNITED_EFFECTS_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.unitedeffects.com/integrations/nextauthjs
 *
 * @example
 * ```ts
 * import UnitedEffects from '@latchstring/core/providers/united-effects'
 *
 * export const providers = [
 *   UnitedEffects({ issuer: 'https://auth.unitedeffects.com/8aCxvXg4qsNX7bXFxYrkK' }),
 * ]
 * ```
 */
export default function UnitedEffects<P extends UnitedEffectsProfile = UnitedEffectsProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'united-effects',
    name: 'United Effects',
    type: 'oidc',
    requires: ['issuer'],
    authorization: {
      // The ID token has the address of the person only when a resource (RFC 8707) is asked for.
      params: { scope: 'openid email profile', resource: '{issuer}' },
    },
    profile: standardUser,
    options,
  }
}
