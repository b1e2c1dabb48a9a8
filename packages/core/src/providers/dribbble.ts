import { mark } from '../lib/provider-kit/marks/dribbble.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v2/user`. */
export interface DribbbleProfile {
  readonly id: number
  /** Display name. */
  readonly name?: string | null
  /** The name in the URL of the account. */
  readonly login?: string | null
  /** Not part of the documented answer. */
  readonly email?: string | null
  readonly avatar_url?: string | null
  /** Page of the account. */
  readonly html_url?: string
  readonly bio?: string | null
  readonly location?: string | null
  /** `User` or `Team`. */
  readonly type?: string
  readonly [member: string]: unknown
}

/** Options of {@link Dribbble}. */
export type DribbbleOptions<P> = OAuthUserConfig<P> & {
  /** The requested scopes. Default: `public`. */
  readonly scope?: 'public' | 'public upload'
}

/**
 * Sign-in with Dribbble.
 *
 * Dribbble documents no email address.
 *
 * Environment: `AUTH_DRIBBBLE_ID`, `AUTH_DRIBBBLE_SECRET`.
 *
 * @param options - overrides of any member, and `scope`
 * @see https://developer.dribbble.com/v2/oauth/
 *
 * @example
 * ```ts
 * import Dribbble from '@latchstring/core/providers/dribbble'
 *
 * export const providers = [Dribbble({ scope: 'public upload' })]
 * ```
 */
export default function Dribbble<P extends DribbbleProfile = DribbbleProfile>(
  options: DribbbleOptions<P> = {},
): OAuth2Config<P> {
  return {
    id: 'dribbble',
    name: 'Dribbble',
    type: 'oauth',
    ownOptions: ['scope'],
    authorization: {
      url: 'https://dribbble.com/oauth/authorize',
      params: { scope: options.scope ?? 'public' },
    },
    token: { url: 'https://dribbble.com/oauth/token' },
    userinfo: { url: 'https://api.dribbble.com/v2/user' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...accountId(profile.id),
      name: text(profile.name) ?? text(profile.login),
      email: text(profile.email),
      image: text(profile.avatar_url),
      emailVerified: null,
    }),
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
