import { mark } from '../lib/provider-kit/marks/railway.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of Railway's userinfo endpoint. */
export interface RailwayProfile {
  /** Id of the user. */
  readonly sub: string
  readonly name?: string | null
  readonly email?: string
  /** Address of the picture. */
  readonly picture?: string | null
  readonly [claim: string]: unknown
}

/** Options of {@link Railway}. */
export type RailwayOptions<P> = OIDCUserConfig<P> & {
  /** The requested scopes, separated by spaces. Default: `openid profile email`. */
  readonly scope?: string
}

/**
 * Sign-in with Railway.
 *
 * For a refresh token add the scope `offline_access` and `prompt: 'consent'`. Railway does not say whether the address is
 * verified.
 *
 * Environment: `AUTH_RAILWAY_ID`, `AUTH_RAILWAY_SECRET`.
 *
 * @param options - overrides of any member, and `scope`
 * @see https://docs.railway.com/integrations/oauth
 *
 * @example
 * ```ts
 * import Railway from '@latchstring/core/providers/railway'
 *
 * export const providers = [Railway]
 * ```
 */
export default function Railway<P extends RailwayProfile = RailwayProfile>(
  options: RailwayOptions<P> = {},
): OIDCConfig<P> {
  return {
    id: 'railway',
    name: 'Railway',
    type: 'oidc',
    ownOptions: ['scope'],
    issuer: 'https://backboard.railway.com',
    authorization: { params: { scope: options.scope ?? 'openid profile email' } },
    wellKnown: 'https://backboard.railway.com/oauth/.well-known/openid-configuration',
    // Name and address are in the answer of the userinfo endpoint only.
    idToken: false,
    profile: standardUser,
    style: { bg: '#0b0d0e', text: '#fff', mark },
    options,
  }
}
