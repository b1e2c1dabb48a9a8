import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of the userinfo endpoint. */
export interface WebexOIDCProfile extends Omit<StandardClaims, 'email_verified'> {
  /** Id of the person, a UUID. It is not the id of the People API. */
  readonly sub: string
  /** The full name. */
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  /** Whether the person verified the address with Webex. The userinfo endpoint writes it as text. */
  readonly email_verified?: boolean | 'true' | 'false'
}

/** The servers that sign ID tokens: which one it is depends on where the organisation of the person has its data. */
const issuer = /^https:\/\/idbroker(?:-[a-z]+)*\.webex\.com\/idb$/

/**
 * Sign-in with Webex by OpenID Connect ("Login with Webex").
 *
 * The integration needs no scope of the Webex API, and people are asked for less than with the provider `webex`. The
 * account id is another one: `webex` has the id of the People API, this one the `sub` of the ID token, so accounts of the
 * one are not found by the other. `emailVerified` is what Webex says of the address. There is no picture.
 *
 * Environment: `AUTH_WEBEX_OIDC_ID`, `AUTH_WEBEX_OIDC_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.webex.com/docs/login-with-webex
 *
 * @example
 * ```ts
 * import WebexOIDC from '@latchstring/core/providers/webex-oidc'
 *
 * export const providers = [WebexOIDC]
 * ```
 */
export default function WebexOIDC<P extends WebexOIDCProfile = WebexOIDCProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'webex-oidc',
    name: 'Webex',
    type: 'oidc',
    // The document names one of the issuers; ID tokens come from any.
    wellKnown: 'https://webexapis.com/v1/.well-known/openid-configuration',
    resolveIssuer: ({ iss }) => (typeof iss === 'string' && issuer.test(iss) ? iss : undefined),
    // An ID token that a code was exchanged for has the claims of `openid` alone.
    idToken: false,
    profile: (claims) => {
      const verified = claims.email_verified === true || claims.email_verified === 'true'
      return standardUser({ ...claims, email_verified: verified })
    },
    style: { bg: '#000', text: '#fff' },
    options,
  }
}
