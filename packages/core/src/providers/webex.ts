import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /people/me`. */
export interface WebexProfile {
  readonly id: string
  readonly emails?: readonly string[]
  /** The full name. */
  readonly displayName?: string
  readonly nickName?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly userName?: string
  /** Address of the avatar. */
  readonly avatar?: string
  /** Id of the organisation. */
  readonly orgId?: string
  /** `person`, `bot` or `appuser`. */
  readonly type?: string
  readonly [member: string]: unknown
}

/** Options of {@link Webex}. */
export type WebexOptions<P> = OAuthUserConfig<P> & {
  /** Address of the API, without a slash at the end. Default: `https://webexapis.com/v1`. */
  readonly apiBaseUrl?: string
}

/**
 * Sign-in with Webex.
 *
 * The integration needs the scopes `spark:kms` and `spark:people_read`. Webex for Government has another `apiBaseUrl`.
 *
 * This is the OAuth 2.0 of Webex. New applications use the provider `webex-oidc`, which signs in by OpenID Connect and says
 * whether the address is verified; its account ids are others.
 *
 * Environment: `AUTH_WEBEX_ID`, `AUTH_WEBEX_SECRET`.
 *
 * @param options - overrides of any member, and `apiBaseUrl`
 * @see https://developer.webex.com/docs/integrations
 *
 * @example
 * ```ts
 * import Webex from '@latchstring/core/providers/webex'
 *
 * export const providers = [Webex({ apiBaseUrl: 'https://api-usgov.webex.com/v1' })]
 * ```
 */
export default function Webex<P extends WebexProfile = WebexProfile>(
  options: WebexOptions<P> = {},
): OAuth2Config<P> {
  const api = (options.apiBaseUrl ?? 'https://webexapis.com/v1').replace(/\/+$/, '')
  return {
    id: 'webex',
    name: 'Webex',
    type: 'oauth',
    ownOptions: ['apiBaseUrl'],
    authorization: { url: `${api}/authorize`, params: { scope: 'spark:kms spark:people_read' } },
    token: { url: `${api}/access_token` },
    userinfo: { url: `${api}/people/me` },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, displayName, emails, avatar }) => ({
      ...(typeof id === 'string' && { id }),
      name: text(displayName),
      email: text(Array.isArray(emails) ? emails[0] : null),
      image: text(avatar),
      emailVerified: false,
    }),
    style: { bg: '#000', text: '#fff' },
    options,
  }
}
