import { mark } from '../lib/provider-kit/marks/stripe.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** A Stripe account, as `GET /v1/account` answers. */
export interface StripeProfile {
  /** Id of the account, such as `acct_1032D82eZvKYlo2C`. */
  readonly id: string
  readonly object?: 'account'
  /** The address of the account's owner. */
  readonly email?: string | null
  readonly country?: string
  readonly business_type?: string | null
  readonly business_profile?: {
    /** Name that customers know. */
    readonly name?: string | null
    readonly [member: string]: unknown
  } | null
  readonly settings?: {
    readonly dashboard?: {
      /** Name in the dashboard. */
      readonly display_name?: string | null
      readonly [member: string]: unknown
    }
    readonly [member: string]: unknown
  } | null
  readonly [member: string]: unknown
}

/**
 * Sign-in with a Stripe account, by connecting it to the platform (OAuth for standard accounts).
 *
 * The account signs in, not a person: all who may connect it sign in as the same. The client id is the
 * one of the platform (`ca_…`); the client secret is the secret key of the platform (`sk_…`), live or test. Stripe
 * recommends its own onboarding to new platforms, and does not say whether the address is verified.
 *
 * Environment: `AUTH_STRIPE_ID`, `AUTH_STRIPE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://docs.stripe.com/connect/oauth-reference
 *
 * @example
 * ```ts
 * import Stripe from '@latchstring/core/providers/stripe'
 *
 * export const providers = [Stripe({ authorization: { params: { stripe_landing: 'login' } } })]
 * ```
 */
export default function Stripe<P extends StripeProfile = StripeProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'stripe',
    name: 'Stripe',
    type: 'oauth',
    authorization: {
      url: 'https://connect.stripe.com/oauth/authorize',
      params: { scope: 'read_only' },
    },
    token: { url: 'https://connect.stripe.com/oauth/token' },
    userinfo: { url: 'https://api.stripe.com/v1/account' },
    // Stripe documents no PKCE, and its API refuses parameters that it does not know.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, email, settings, business_profile: business }) => ({
      ...(typeof id === 'string' && { id }),
      name: text(settings?.dashboard?.display_name) || text(business?.name),
      email: text(email),
      image: null,
      emailVerified: null,
    }),
    style: { bg: '#635BFF', text: '#fff', mark },
    options,
  }
}
