import { mark } from '../lib/provider-kit/marks/gumroad.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The user object of Gumroad. */
export interface GumroadUser {
  /** Id of the account. */
  readonly user_id: string
  readonly name?: string | null
  /** The name, or the user name of a person without one. */
  readonly display_name?: string | null
  /** Also one that the person has entered and not confirmed yet. */
  readonly email?: string | null
  /** Address of the profile. */
  readonly url?: string | null
  /** Address of the picture. */
  readonly profile_url?: string | null
  readonly bio?: string | null
  readonly twitter_handle?: string | null
  readonly [member: string]: unknown
}

/** The answer of `GET /v2/user`. */
export interface GumroadProfile {
  /** `false` when there is a `message` in place of the user. */
  readonly success: boolean
  readonly user?: GumroadUser
  readonly message?: string
  readonly [member: string]: unknown
}

/** Options of {@link Gumroad}. */
export type GumroadOptions<P extends GumroadProfile = GumroadProfile> = OAuthUserConfig<P> & {
  /** The requested scopes; signing in needs `view_profile`. Default: `['view_profile']`. */
  readonly scopes?: readonly string[]
}

/**
 * Sign-in with Gumroad.
 *
 * The address can be one that has not been confirmed yet, so it counts as unverified.
 *
 * Environment: `AUTH_GUMROAD_ID`, `AUTH_GUMROAD_SECRET`.
 *
 * @param options - overrides of any member, and `scopes`
 * @see https://gumroad.com/api
 *
 * @example
 * ```ts
 * import Gumroad from '@latchstring/core/providers/gumroad'
 *
 * export const providers = [Gumroad({ name: 'Gumroad account' })]
 * ```
 */
export default function Gumroad<P extends GumroadProfile = GumroadProfile>(
  options: GumroadOptions<P> = {},
): OAuth2Config<P> {
  return {
    id: 'gumroad',
    name: 'Gumroad',
    type: 'oauth',
    ownOptions: ['scopes'],
    authorization: {
      url: 'https://gumroad.com/oauth/authorize',
      params: { scope: (options.scopes ?? ['view_profile']).join(' ') },
    },
    token: { url: 'https://api.gumroad.com/oauth/token' },
    userinfo: { url: 'https://api.gumroad.com/v2/user' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ user }) => ({
      ...(typeof user?.user_id === 'string' && { id: user.user_id }),
      name: text(user?.name) || text(user?.display_name),
      email: text(user?.email),
      image: text(user?.profile_url),
      emailVerified: null,
    }),
    style: { bg: '#ff90e8', text: '#000', mark },
    options,
  }
}
