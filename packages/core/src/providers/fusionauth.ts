import { mark } from '../lib/provider-kit/marks/fusionauth.ts'
import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of FusionAuth, as long as no lambda changes them. */
export interface FusionAuthProfile extends StandardClaims {
  /** Id of the user. */
  readonly sub: string
  readonly name?: string
  readonly preferred_username?: string
  readonly given_name?: string
  readonly middle_name?: string
  readonly family_name?: string
  readonly email?: string
  /** Whether FusionAuth verified the address. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
  /** How the user signed in, such as `PASSWORD`. */
  readonly authenticationType?: string
}

/** Options of {@link FusionAuth}. */
export type FusionAuthOptions<P extends FusionAuthProfile = FusionAuthProfile> =
  OIDCUserConfig<P> & {
    /** Id of the tenant, where the server has more than one. */
    readonly tenantId?: string
  }

/** RFC 6749, section 5.2, has a challenge with status 401 only, where the client did not authenticate. */
function conform(response: Response): Response | undefined {
  if (response.status === 401 || !response.headers.has('www-authenticate')) return undefined
  const headers = new Headers(response.headers)
  headers.delete('www-authenticate')
  return new Response(response.body, { status: response.status, headers })
}

/**
 * Sign-in with FusionAuth.
 *
 * `issuer` is the address of the server. The tenant has to state the same under General, Issuer, where a new tenant
 * says `acme.com`. The application has to sign its ID tokens with an RS256 key, under JWT; it signs with HS256
 * otherwise, which is taken with `client: { id_token_signed_response_alg: 'HS256' }`. The scope `offline_access` is for the refresh token, where the application has that grant enabled.
 *
 * Environment: `AUTH_FUSIONAUTH_ID`, `AUTH_FUSIONAUTH_SECRET`, `AUTH_FUSIONAUTH_ISSUER`.
 *
 * @param options - overrides of any member, and `tenantId`; `issuer` is needed here or in the environment
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/
 *
 * @example
 * ```ts
 * import FusionAuth from '@latchstring/core/providers/fusionauth'
 *
 * export const providers = [FusionAuth({ issuer: 'https://id.example.com' })]
 * ```
 */
export default function FusionAuth<P extends FusionAuthProfile = FusionAuthProfile>(
  options: FusionAuthOptions<P> = {},
): OIDCConfig<P> {
  const { tenantId } = options
  const discovery = '{issuer}/.well-known/openid-configuration'
  return {
    id: 'fusionauth',
    name: 'FusionAuth',
    type: 'oidc',
    ownOptions: ['tenantId'],
    ...(tenantId !== undefined && { wellKnown: `${discovery}/${encodeURIComponent(tenantId)}` }),
    authorization: {
      params: {
        scope: 'openid offline_access email profile',
        ...(tenantId !== undefined && { tenantId }),
      },
    },
    token: { conform },
    requires: ['issuer'],
    profile: (profile) => {
      const { given_name: given, middle_name: middle, family_name: family } = profile
      const user = standardUser(profile)
      return { ...user, name: user.name ?? joinNames(given, middle, family) }
    },
    style: { brandColor: '#F58320', mark },
    options,
  }
}
