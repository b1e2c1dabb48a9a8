import { mark } from '../lib/provider-kit/marks/pinterest.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v5/user_account`. */
export interface PinterestProfile {
  /** Stays the same when the user name changes. */
  readonly id?: string
  /** The name in the URL of the account. It can be changed and then be taken by another person. */
  readonly username?: string
  /** `BUSINESS` or `PINNER`. */
  readonly account_type?: string
  /** Address of the picture. */
  readonly profile_image?: string
  readonly website_url?: string
  readonly about?: string
  readonly business_name?: string | null
  readonly [member: string]: unknown
}

/**
 * Sign-in with Pinterest.
 *
 * The account id is Pinterest's id of the account, and not the user name, which can pass to another person. Pinterest gives
 * no email address. Further scopes are separated by commas. For people outside of the team the app needs standard access.
 *
 * Environment: `AUTH_PINTEREST_ID`, `AUTH_PINTEREST_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.pinterest.com/docs/getting-started/connect-app/
 *
 * @example
 * ```ts
 * import Pinterest from '@latchstring/core/providers/pinterest'
 *
 * export const providers = [Pinterest]
 * ```
 */
export default function PinterestProvider<P extends PinterestProfile = PinterestProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'pinterest',
    name: 'Pinterest',
    type: 'oauth',
    authorization: {
      url: 'https://www.pinterest.com/oauth',
      params: { scope: 'user_accounts:read' },
    },
    token: { url: 'https://api.pinterest.com/v5/oauth/token' },
    userinfo: { url: 'https://api.pinterest.com/v5/user_account' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.username),
      email: null,
      image: text(profile.profile_image),
      emailVerified: false,
    }),
    style: { brandColor: '#bd081c', mark },
    options,
  }
}
