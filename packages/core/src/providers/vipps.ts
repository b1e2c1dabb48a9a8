import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of Vipps MobilePay's userinfo endpoint. */
export interface VippsProfile extends NameClaims {
  /** The person, as this sales unit knows them. */
  readonly sub: string
  /** The registered name, not one the person chose. */
  readonly name?: string
  readonly email?: string
  /** Whether Vipps MobilePay verified {@link VippsProfile.email}. */
  readonly email_verified?: boolean
  /** With the scope `phoneNumber`; verified, with the country code. */
  readonly phone_number?: string
  /** With the scope `birthDate`. */
  readonly birthdate?: string
  /** With the scope `address`. */
  readonly address?: unknown
  readonly other_addresses?: unknown
  /** With the scope `nin`, which needs an agreement: the national identity number. */
  readonly nin?: string
  readonly sid?: string
  readonly delegatedConsents?: unknown
}

/**
 * Sign-in with Vipps and MobilePay, which are one service in Norway, Sweden, Denmark and Finland.
 *
 * The profile comes from the userinfo endpoint; the ID token has nothing but the subject. For the test environment set
 * `issuer` to `https://apitest.vipps.no/access-management-1.0/access/`, with the slash at the end.
 *
 * Environment: `AUTH_VIPPS_ID`, `AUTH_VIPPS_SECRET`, `AUTH_VIPPS_ISSUER`.
 *
 * @param options - overrides of any member
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/
 *
 * @example
 * ```ts
 * import Vipps from '@latchstring/core/providers/vipps'
 *
 * const issuer = 'https://apitest.vipps.no/access-management-1.0/access/'
 * export const providers = [Vipps({ issuer })]
 * ```
 */
export default function Vipps(
  options: OIDCUserConfig<VippsProfile> = {},
): OIDCConfig<VippsProfile> {
  return {
    id: 'vipps',
    name: 'Vipps',
    type: 'oidc',
    issuer: 'https://api.vipps.no/access-management-1.0/access/',
    idToken: false,
    authorization: { params: { scope: 'openid name email' } },
    profile: standardUser,
    style: { brandColor: '#f05c18' },
    options,
  }
}
