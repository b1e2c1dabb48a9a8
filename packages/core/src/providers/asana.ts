import { mark } from '../lib/provider-kit/marks/asana.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of Asana's userinfo endpoint. */
export interface AsanaProfile {
  /** Id of the user (`gid`). */
  readonly sub: string
  readonly name?: string
  readonly email?: string
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string | null
  readonly [claim: string]: unknown
}

/**
 * Sign-in with Asana.
 *
 * The app at Asana needs the scopes `openid`, `email` and `profile`. Asana hands its ID tokens out through the browser, so
 * the profile comes from the userinfo endpoint in their place. Redirect URIs have to be `https:`.
 *
 * Environment: `AUTH_ASANA_ID`, `AUTH_ASANA_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.asana.com/docs/openid-connect
 *
 * @example
 * ```ts
 * import Asana from '@latchstring/core/providers/asana'
 *
 * const scope = 'openid profile email users:read'
 * export const providers = [Asana({ authorization: { params: { scope } } })]
 * ```
 */
export default function Asana<P extends AsanaProfile = AsanaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'asana',
    name: 'Asana',
    type: 'oauth',
    authorization: {
      url: 'https://app.asana.com/-/oauth_authorize',
      params: { scope: 'openid profile email' },
    },
    token: { url: 'https://app.asana.com/-/oauth_token' },
    userinfo: { url: 'https://app.asana.com/api/1.0/openid_connect/userinfo' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: standardUser,
    style: { bg: '#F06A6A', text: '#000', mark },
    options,
  }
}
