import { text } from '../lib/provider-kit/profile/text.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of Intuit's userinfo endpoint, whose names are not those of OpenID Connect. */
export interface IntuitProfile {
  /** Id of the person. */
  readonly sub: string
  readonly givenName?: string
  readonly familyName?: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly phoneNumber?: string
  readonly phoneNumberVerified?: boolean
  readonly [claim: string]: unknown
}

/**
 * Sign-in with Intuit, the accounts of QuickBooks.
 *
 * With development keys, set `wellKnown` to `https://developer.api.intuit.com/.well-known/openid_sandbox_configuration`.
 * Intuit documents neither PKCE nor a nonce.
 *
 * Environment: `AUTH_INTUIT_ID`, `AUTH_INTUIT_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect
 *
 * @example
 * ```ts
 * import Intuit from '@latchstring/core/providers/intuit'
 *
 * const wellKnown = 'https://developer.api.intuit.com/.well-known/openid_sandbox_configuration'
 * export const providers = [Intuit({ wellKnown })]
 * ```
 */
export default function Intuit<P extends IntuitProfile = IntuitProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'intuit',
    name: 'Intuit',
    type: 'oidc',
    issuer: 'https://oauth.platform.intuit.com/op/v1',
    wellKnown: 'https://developer.api.intuit.com/.well-known/openid_configuration',
    // `nonce` is not among the claims that Intuit says its ID tokens have.
    checks: ['pkce', 'state'],
    // ID tokens have neither name nor address.
    idToken: false,
    profile: (profile) => ({
      ...(typeof profile.sub === 'string' && { id: profile.sub }),
      name: [text(profile.givenName), text(profile.familyName)].filter(Boolean).join(' ') || null,
      email: text(profile.email),
      image: null,
      emailVerified: profile.emailVerified === true,
    }),
    style: { bg: '#236CFF', text: '#fff' },
    options,
  }
}
