import { mark } from '../lib/provider-kit/marks/wordpress.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /me`. */
export interface WordPressProfile {
  /** Id of the account. */
  readonly ID: number
  readonly display_name?: string
  /** The login name. */
  readonly username?: string
  readonly email?: string
  /** Whether the person confirmed the address. */
  readonly email_verified?: boolean
  /** Address of the Gravatar. */
  readonly avatar_URL?: string
  /** Address of the Gravatar profile. */
  readonly profile_URL?: string
  readonly language?: string
  readonly primary_blog?: number
  readonly [member: string]: unknown
}

/**
 * Sign-in with WordPress.com. A WordPress of your own is something else.
 *
 * The scope `auth` gives access to the profile and to nothing else.
 *
 * Environment: `AUTH_WORDPRESS_ID`, `AUTH_WORDPRESS_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.wordpress.com/docs/api/wpcc/
 *
 * @example
 * ```ts
 * import WordPress from '@latchstring/core/providers/wordpress'
 *
 * export const providers = [WordPress]
 * ```
 */
export default function WordPress(
  options: OAuthUserConfig<WordPressProfile> = {},
): OAuth2Config<WordPressProfile> {
  return {
    id: 'wordpress',
    name: 'WordPress.com',
    type: 'oauth',
    authorization: {
      url: 'https://public-api.wordpress.com/oauth2/authorize',
      params: { scope: 'auth' },
    },
    token: { url: 'https://public-api.wordpress.com/oauth2/token' },
    // Version 1 of the API does not say whether the address is verified.
    userinfo: { url: 'https://public-api.wordpress.com/rest/v1.1/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ ID: id, display_name: name, username, email, avatar_URL: image, ...rest }) => ({
      ...accountId(id),
      name: text(name) || text(username),
      email: text(email),
      image: text(image),
      emailVerified: typeof email === 'string' && rest.email_verified === true,
    }),
    style: { bg: '#0675c4', text: '#fff', mark },
    options,
  }
}
