import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Paybin. */
export interface PaybinProfile extends NameClaims {
  /** Id of the person. */
  readonly sub: string
  readonly preferred_username?: string
  readonly email?: string
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
}

/** Options of {@link Paybin}. */
export type PaybinOptions<P> = OIDCUserConfig<P> & {
  /** The requested scopes, separated by spaces. Default: `openid profile email`. */
  readonly scope?: string
}

/**
 * Sign-in with Paybin.
 *
 * Environment: `AUTH_PAYBIN_ID`, `AUTH_PAYBIN_SECRET`; `AUTH_PAYBIN_ISSUER` for another environment than
 * `https://idp.paybin.io`.
 *
 * @param options - overrides of any member, and `scope`
 * @see https://developers.paybin.io/knowledge-center/oidc
 *
 * @example
 * ```ts
 * import Paybin from '@latchstring/core/providers/paybin'
 *
 * export const providers = [Paybin({ authorization: { params: { scope: 'openid profile' } } })]
 * ```
 */
export default function Paybin<P extends PaybinProfile = PaybinProfile>(
  options: PaybinOptions<P> = {},
): OIDCConfig<P> {
  return {
    id: 'paybin',
    name: 'Paybin',
    type: 'oidc',
    ownOptions: ['scope'],
    issuer: 'https://idp.paybin.io',
    authorization: { params: { scope: options.scope ?? 'openid profile email' } },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: standardUser,
    style: { bg: '#0f1f3d', text: '#fff' },
    options,
  }
}
