import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of OneLogin. */
export interface OneLoginProfile extends NameClaims {
  /** Id of the user in the account. */
  readonly sub: string
  /** The user name, often the email address. */
  readonly preferred_username?: string
  /** Written by administrators and by directories; OneLogin does not say that it is verified. */
  readonly email?: string
  /** With the scope `groups`. */
  readonly groups?: readonly string[]
}

/**
 * Sign-in with OneLogin.
 *
 * `issuer` is `https://<subdomain>.onelogin.com/oidc/2`, with the path.
 *
 * Environment: `AUTH_ONELOGIN_ID`, `AUTH_ONELOGIN_SECRET`, `AUTH_ONELOGIN_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://developers.onelogin.com/openid-connect
 *
 * @example
 * ```ts
 * import OneLogin from '@latchstring/core/providers/onelogin'
 *
 * export const providers = [OneLogin({ issuer: 'https://example.onelogin.com/oidc/2' })]
 * ```
 */
export default function OneLogin(
  options: OIDCUserConfig<OneLoginProfile> = {},
): OIDCConfig<OneLoginProfile> {
  return {
    id: 'onelogin',
    name: 'OneLogin',
    type: 'oidc',
    requires: ['issuer'],
    profile: standardUser,
    options,
  }
}
