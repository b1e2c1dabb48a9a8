import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v2/user`. */
export interface CoinbaseProfile {
  readonly data: {
    readonly id: string
    readonly name?: string | null
    readonly username?: string | null
    /** With the scope `wallet:user:email`. */
    readonly email?: string | null
    /** Address of the picture. */
    readonly avatar_url?: string | null
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/**
 * Sign-in with Coinbase.
 *
 * Coinbase gives OAuth clients to approved partners only; those there are keep working. For a refresh token add
 * `offline_access` to the scope. Coinbase does not say whether it verified the address.
 *
 * Environment: `AUTH_COINBASE_ID`, `AUTH_COINBASE_SECRET`.
 *
 * @deprecated Coinbase gives new OAuth clients to approved partners only. Applications that have one go on with it; others
 *   offer another service.
 * @param options - overrides of any member
 * @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview
 *
 * @example
 * ```ts
 * import Coinbase from '@latchstring/core/providers/coinbase'
 *
 * const scope = 'wallet:user:email wallet:user:read offline_access'
 * export const providers = [Coinbase({ authorization: { params: { scope } } })]
 * ```
 */
export default function Coinbase<P extends CoinbaseProfile = CoinbaseProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'coinbase',
    name: 'Coinbase',
    type: 'oauth',
    deprecated:
      'Coinbase gives new OAuth clients to approved partners only. Applications that have one go on with it; others offer another service.',
    authorization: {
      url: 'https://login.coinbase.com/oauth2/auth',
      params: { scope: 'wallet:user:email wallet:user:read' },
    },
    token: { url: 'https://login.coinbase.com/oauth2/token' },
    userinfo: { url: 'https://api.coinbase.com/v2/user' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data }: Partial<P>) => ({
      ...(typeof data?.id === 'string' && { id: data.id }),
      name: text(data?.name) ?? text(data?.username),
      email: text(data?.email),
      image: text(data?.avatar_url),
      emailVerified: null,
    }),
    style: { brandColor: '#0052ff' },
    options,
  }
}
