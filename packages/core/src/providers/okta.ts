import type { NameClaims } from '../lib/provider-kit/profile/standard-claims.ts'
import { mark } from '../lib/provider-kit/marks/okta.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Okta. */
export interface OktaProfile extends NameClaims {
  /** Id of the user in the organisation. */
  readonly sub: string
  readonly nickname?: string
  /** The Okta user name, often an email address. */
  readonly preferred_username?: string
  readonly email?: string
  /** Also of addresses that an administrator or a connected directory wrote. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
}

/**
 * Sign-in with Okta.
 *
 * `issuer` is an authorization server of the organisation: `https://example.okta.com/oauth2/default`, or
 * `https://example.okta.com` for the one of the organisation itself. When the ID token leaves out the claims of the
 * scopes, set `idToken: false` to read them at the userinfo endpoint. `emailVerified` is worth as much as what the
 * organisation says of its people: link no accounts by address where it takes them from others.
 *
 * Environment: `AUTH_OKTA_ID`, `AUTH_OKTA_SECRET`, `AUTH_OKTA_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/
 *
 * @example
 * ```ts
 * import Okta from '@latchstring/core/providers/okta'
 *
 * export const providers = [Okta({ issuer: 'https://example.okta.com/oauth2/default' })]
 * ```
 */
export default function Okta<P extends OktaProfile = OktaProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'okta',
    name: 'Okta',
    type: 'oidc',
    requires: ['issuer'],
    profile: (profile) => ({
      id: profile.sub,
      name: profile.name ?? profile.nickname ?? profile.preferred_username ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
      emailVerified: profile.email_verified === true,
    }),
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
