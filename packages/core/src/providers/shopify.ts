import { mark } from '../lib/provider-kit/marks/shopify.ts'
import { checkedHostName } from '../lib/provider-kit/profile/host-name.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of a shop. */
export interface ShopifyProfile {
  /** Id of the customer. */
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly [claim: string]: unknown
}

/** Options of {@link Shopify}. */
export type ShopifyOptions<P> = OIDCUserConfig<P> & {
  /** Domain that the shop is visited at, such as `shop.example.com`; one that redirects to it does not do. */
  readonly shop: string
}

/** Shopify leaves out the `token_type` that RFC 6749, section 5.1, wants. */
async function conform(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  return Response.json({ token_type: 'bearer', ...(await readJsonObject('Shopify', response)) })
}

/**
 * Sign-in as a customer of one Shopify shop, with the Customer Account API.
 *
 * The client in the Headless channel of the shop has to be a confidential one. Redirect URIs have to be `https:` and not
 * `localhost`. There is neither name nor picture. This is not for the merchants and their staff.
 *
 * Environment: `AUTH_SHOPIFY_ID`, `AUTH_SHOPIFY_SECRET`.
 *
 * @param options - overrides of any member; `shop` is needed
 * @see https://shopify.dev/docs/api/customer/latest
 *
 * @example
 * ```ts
 * import Shopify from '@latchstring/core/providers/shopify'
 *
 * export const providers = [Shopify({ shop: 'shop.example.com' })]
 * ```
 */
export default function Shopify<P extends ShopifyProfile = ShopifyProfile>(
  options: ShopifyOptions<P>,
): OIDCConfig<P>
// Missing options are reported when the configuration is resolved.
export default function Shopify<P extends ShopifyProfile = ShopifyProfile>(
  options: Partial<ShopifyOptions<P>> = {},
): OIDCConfig<P> {
  const { host: shop, problem } = checkedHostName({
    provider: 'shopify',
    option: 'shop',
    value: options.shop,
    example: 'shop.example.com',
  })
  return {
    id: 'shopify',
    name: 'Shopify',
    type: 'oidc',
    ownOptions: ['shop'],
    requires: ['shop'],
    problem,
    ...(shop !== undefined && { wellKnown: `https://${shop}/.well-known/openid-configuration` }),
    authorization: { params: { scope: 'openid email' } },
    token: { conform },
    profile: standardUser,
    style: { bg: '#95BF47', text: '#000', mark },
    options,
  }
}
