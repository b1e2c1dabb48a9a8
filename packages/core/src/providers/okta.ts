import { mark } from '../lib/provider-kit/marks/okta.ts'
import { isVerified, type NameClaims } from '../lib/provider-kit/profile/standard-claims.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import type { OIDCConfig, OIDCUserConfig, UserinfoEndpoint } from '../lib/types/provider.ts'

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

/** The userinfo endpoint of an authorization server; that of the organisation itself is under a path. */
function userinfoUrl(issuer: string): string {
  const { pathname } = new URL(issuer)
  return `${issuer.replace(/\/$/, '')}${pathname === '/' ? '/oauth2' : ''}/v1/userinfo`
}

/** The ID token of the organisation's own server has an address and does not say whether it is verified; userinfo does. */
async function completeClaims<P extends OktaProfile>({
  claims = {},
  tokens,
  provider,
  fetch,
}: UserinfoContext<P>): Promise<P> {
  // A verified ID token always has a `sub`, and the rest of the profile is optional.
  const profile = claims as P
  const { issuer } = provider
  if (issuer === undefined || profile.email === undefined) return profile
  if (profile.email_verified !== undefined) return profile
  const headers = { authorization: `Bearer ${tokens.access_token ?? ''}` }
  const userinfo = await fetch(userinfoUrl(issuer), { headers })
    .then((response) => readJsonObject('Okta', response))
    // What it would add is not worth refusing the person.
    .catch(() => ({ sub: undefined, email: undefined }))
  // What is said of another address is not said of this one.
  const isSame = userinfo['sub'] === profile.sub && userinfo['email'] === profile.email
  return isSame ? { ...userinfo, ...profile } : profile
}

type UserinfoContext<P> = Parameters<NonNullable<UserinfoEndpoint<P>['request']>>[0]

/**
 * Sign-in with Okta.
 *
 * `issuer` is an authorization server of the organisation: `https://example.okta.com/oauth2/default`, or
 * `https://example.okta.com` for the one of the organisation itself. Where the ID token has an address and not whether it is
 * verified, as at the latter, the userinfo endpoint is asked as well. When the ID token leaves out the address, too, set
 * `idToken: false` to read all claims there. `emailVerified` is worth as much as what the
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
    ...(options.idToken !== false && { userinfo: { request: completeClaims } }),
    profile: (profile) => ({
      id: profile.sub,
      name: profile.name ?? profile.nickname ?? profile.preferred_username ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
      emailVerified: isVerified(profile.email_verified),
    }),
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
