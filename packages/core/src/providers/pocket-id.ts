import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Pocket ID. */
export interface PocketIDProfile extends NameClaims {
  /** Id of the user. */
  readonly sub: string
  readonly display_name?: string
  /** The user name. */
  readonly preferred_username?: string
  readonly email?: string
  /** Whether {@link PocketIDProfile.email} counts as verified at the server. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
  /** With the scope `groups`. */
  readonly groups?: readonly string[]
}

/**
 * Sign-in with Pocket ID.
 *
 * `issuer` is the address of the server, such as `https://id.example.com`. An administrator can mark addresses as
 * verified without proof, one by one or all of them.
 *
 * Environment: `AUTH_POCKET_ID_ID`, `AUTH_POCKET_ID_SECRET`, `AUTH_POCKET_ID_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://pocket-id.org/docs
 *
 * @example
 * ```ts
 * import PocketID from '@latchstring/core/providers/pocket-id'
 *
 * export const providers = [PocketID({ issuer: 'https://id.example.com' })]
 * ```
 */
export default function PocketID<P extends PocketIDProfile = PocketIDProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'pocket-id',
    name: 'Pocket ID',
    type: 'oidc',
    requires: ['issuer'],
    profile: standardUser,
    style: { brandColor: '#000' },
    options,
  }
}
