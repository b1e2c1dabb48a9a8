import { mark } from '../lib/provider-kit/marks/paypal.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v1/identity/openidconnect/userinfo`. */
export interface PayPalProfile {
  /** The person, as this application alone knows them; it can have the form of a URL. */
  readonly user_id: string
  /** The same as {@link PayPalProfile.user_id}, under the name of OpenID Connect. */
  readonly sub?: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly middle_name?: string
  /** Address of the picture. */
  readonly picture?: string
  readonly email?: string
  readonly email_verified?: boolean
  /** With `requestShippingAddress` (OpenID Connect Core 1.0, section 5.1.1). */
  readonly address?: {
    readonly street_address?: string
    readonly locality?: string
    readonly region?: string
    readonly postal_code?: string
    readonly country?: string
  }
  readonly locale?: string
  readonly zoneinfo?: string
  /** Id of the PayPal account; with the scope `https://uri.paypal.com/services/paypalattributes`. */
  readonly payer_id?: string
  /** Whether PayPal verified the account; with the same scope. This says nothing about the email address. */
  readonly verified_account?: boolean | string
  readonly account_type?: string
  readonly [member: string]: unknown
}

/** Options of {@link PayPal}. */
export type PayPalOptions = OAuthUserConfig<PayPalProfile> & {
  /** `sandbox` for test accounts, which has other credentials. Default: `live`. */
  readonly environment?: 'live' | 'sandbox'
  /** Asks for the postal address, too; it is in the profile and not in the user. Default: `false`. */
  readonly requestShippingAddress?: boolean
}

/**
 * Sign-in with PayPal.
 *
 * The feature "Log in with PayPal" and each attribute, such as the email address, have to be switched on for the app;
 * PayPal leaves out what is not. It takes no redirect URI on `localhost`; `127.0.0.1` works in the sandbox.
 *
 * Environment: `AUTH_PAYPAL_ID`, `AUTH_PAYPAL_SECRET`.
 *
 * @param options - overrides of any member, `environment`, and `requestShippingAddress`
 * @see https://developer.paypal.com/docs/log-in-with-paypal/
 *
 * @example
 * ```ts
 * import PayPal from '@latchstring/core/providers/paypal'
 *
 * export const providers = [PayPal({ environment: 'sandbox' })]
 * ```
 */
export default function PayPal(options: PayPalOptions = {}): OAuth2Config<PayPalProfile> {
  const sandbox = options.environment === 'sandbox' ? '.sandbox' : ''
  const address = options.requestShippingAddress === true ? ' address' : ''
  const api = `https://api-m${sandbox}.paypal.com/v1`
  return {
    id: 'paypal',
    name: 'PayPal',
    type: 'oauth',
    ownOptions: ['environment', 'requestShippingAddress'],
    authorization: {
      url: `https://www${sandbox}.paypal.com/connect`,
      params: { flowEntry: 'static', scope: `openid profile email${address}` },
    },
    token: { url: `${api}/oauth2/token` },
    userinfo: { url: `${api}/identity/openidconnect/userinfo`, params: { schema: 'openid' } },
    profile: (profile) => {
      const id = text(profile.user_id) ?? text(profile.sub)
      return {
        ...(id !== null && { id }),
        name: text(profile.name),
        email: text(profile.email),
        image: text(profile.picture),
        emailVerified: profile.email_verified === true,
      }
    },
    style: { bg: '#003087', text: '#fff', mark },
    options,
  }
}
