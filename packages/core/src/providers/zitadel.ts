import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of ZITADEL's userinfo endpoint. */
export interface ZitadelProfile {
  /** Id of the user in the instance. */
  readonly sub: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly nickname?: string
  /** The login name, with the domain of the organisation. */
  readonly preferred_username?: string
  readonly email?: string
  /** No proof: the administrator of an organisation can mark the address of a user as verified. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
  readonly gender?: string
  readonly locale?: string | null
  /** With the scope `phone`. */
  readonly phone_number?: string
  readonly phone_number_verified?: boolean
  readonly updated_at?: number
  readonly [claim: string]: unknown
}

/**
 * Sign-in with ZITADEL, in the cloud or self-hosted.
 *
 * `issuer` is the domain of the instance, without a slash at the end: `https://example.eu1.zitadel.cloud`. The profile
 * comes from the userinfo endpoint, because ID tokens have it only where "User Info inside ID Token" is switched on. A
 * redirect URI with `http:` needs the development mode of the application. `emailVerified` is never true: an administrator
 * of one of the organisations of the instance can mark any address as verified.
 *
 * Environment: `AUTH_ZITADEL_ID`, `AUTH_ZITADEL_SECRET`, `AUTH_ZITADEL_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://zitadel.com/docs/apis/openidoauth/endpoints
 *
 * @example
 * ```ts
 * import ZITADEL from '@latchstring/core/providers/zitadel'
 *
 * export const providers = [ZITADEL({ issuer: 'https://example.eu1.zitadel.cloud' })]
 * ```
 */
export default function ZITADEL<P extends ZitadelProfile = ZitadelProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'zitadel',
    name: 'ZITADEL',
    type: 'oidc',
    requires: ['issuer'],
    idToken: false,
    // An instance has many organisations, and may allow everyone to register one.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: false }),
    style: { bg: '#000', text: '#fff' },
    options,
  }
}
