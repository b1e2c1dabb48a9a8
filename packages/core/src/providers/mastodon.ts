import { mark } from '../lib/provider-kit/marks/mastodon.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/v1/accounts/verify_credentials`. */
export interface MastodonProfile {
  /** Id of the account on its server; another server may have the same for another person. */
  readonly id: string
  /** The user name, without the server. */
  readonly username: string
  /** The user name, as others on the server write it. */
  readonly acct?: string
  /** Can be empty. */
  readonly display_name?: string
  readonly locked?: boolean
  readonly bot?: boolean
  readonly created_at?: string
  /** Biography, as HTML. */
  readonly note?: string
  /** Page of the account. */
  readonly url?: string
  /** Address of the picture. */
  readonly avatar?: string
  /** Address of the picture, without its movement. */
  readonly avatar_static?: string
  readonly header?: string
  readonly header_static?: string
  readonly followers_count?: number
  readonly following_count?: number
  readonly statuses_count?: number
  readonly last_status_at?: string | null
  readonly [member: string]: unknown
}

/**
 * Sign-in with one Mastodon server.
 *
 * `issuer` is the address of the server. The scope is `profile`, which says who signs in and nothing else: the
 * application at the server has to be registered with it. Servers before 4.3 and applications registered with `read` need
 * `authorization: { params: { scope: 'read' } }`. There is no email address.
 *
 * Environment: `AUTH_MASTODON_ID`, `AUTH_MASTODON_SECRET`, `AUTH_MASTODON_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.joinmastodon.org/methods/oauth/
 *
 * @example
 * ```ts
 * import Mastodon from '@latchstring/core/providers/mastodon'
 *
 * export const providers = [Mastodon({ issuer: 'https://mastodon.example' })]
 * ```
 */
export default function Mastodon<P extends MastodonProfile = MastodonProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'mastodon',
    name: 'Mastodon',
    type: 'oauth',
    requires: ['issuer'],
    authorization: { url: '{issuer}/oauth/authorize', params: { scope: 'profile' } },
    token: { url: '{issuer}/oauth/token' },
    userinfo: { url: '{issuer}/api/v1/accounts/verify_credentials' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.display_name) || text(profile.username),
      email: null,
      image: text(profile.avatar_static),
      emailVerified: null,
    }),
    style: { bg: '#6364FF', text: '#fff', mark },
    options,
  }
}
