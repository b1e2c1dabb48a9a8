import { mark } from '../lib/provider-kit/marks/hubspot.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The introspection of an access token (`POST /oauth/2026-03/token/introspect`). */
export interface HubSpotProfile {
  /** Whether the token is valid. */
  readonly active?: boolean
  /** Id of the person. */
  readonly user_id: number
  /** The email address of the person. */
  readonly user?: string
  /** Id of the HubSpot account. */
  readonly hub_id?: number
  /** Domain of the HubSpot account. */
  readonly hub_domain?: string
  readonly app_id?: number
  readonly scopes?: readonly string[]
  readonly [member: string]: unknown
}

/**
 * Sign-in with HubSpot.
 *
 * People install the application into the HubSpot account that they choose; `profile.hub_id` says which one that was. The
 * scopes have to be those of the application. HubSpot gives no name but the address, no picture, and does not say
 * whether the address is verified.
 *
 * Environment: `AUTH_HUBSPOT_ID`, `AUTH_HUBSPOT_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/token-introspect
 *
 * @example
 * ```ts
 * import HubSpot from '@latchstring/core/providers/hubspot'
 *
 * export const providers = [HubSpot({ authorization: { params: { scope: 'oauth' } } })]
 * ```
 */
export default function HubSpot<P extends HubSpotProfile = HubSpotProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'hubspot',
    name: 'HubSpot',
    type: 'oauth',
    authorization: { url: 'https://app.hubspot.com/oauth/authorize', params: { scope: 'oauth' } },
    token: { url: 'https://api.hubapi.com/oauth/2026-03/token' },
    userinfo: {
      url: 'https://api.hubapi.com/oauth/2026-03/token/introspect',
      // There is no API that says who signed in: the token does.
      request: async ({ tokens, provider, fetch }) => {
        const response = await fetch('https://api.hubapi.com/oauth/2026-03/token/introspect', {
          method: 'POST',
          body: new URLSearchParams({
            client_id: provider.clientId ?? '',
            client_secret: provider.clientSecret ?? '',
            token: tokens.access_token ?? '',
            token_type_hint: 'access_token',
          }),
        })
        const token = await readJsonObject('HubSpot', response)
        if (token['active'] !== true) throw new Error('HubSpot says that the token is not active')
        // `P` only says more of the same answer, of which `profile` checks every member.
        return token as P
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...accountId(profile.user_id),
      name: text(profile.user),
      email: text(profile.user),
      image: null,
      emailVerified: null,
    }),
    style: { bg: '#ff7a59', text: '#fff', mark },
    options,
  }
}
