import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

const SITE = 'https://osu.ppy.sh'

/** The members of every user object of osu!. */
export interface OsuUserCompact {
  /** Stays the same when the user name changes. */
  readonly id: number
  readonly username: string
  /** Address of the picture; for a user without one a path on `osu.ppy.sh`. */
  readonly avatar_url?: string
  /** Two letters (ISO 3166-1). */
  readonly country_code?: string
  readonly default_group?: string
  readonly is_active?: boolean
  readonly is_bot?: boolean
  readonly is_deleted?: boolean
  readonly is_online?: boolean
  readonly is_supporter?: boolean
  readonly last_visit?: string | null
  readonly pm_friends_only?: boolean
  readonly profile_colour?: string | null
}

/** The answer of `GET /api/v2/me`. */
export interface OsuProfile extends OsuUserCompact {
  readonly discord?: string | null
  readonly has_supported?: boolean
  readonly interests?: string | null
  readonly join_date?: string
  readonly location?: string | null
  readonly occupation?: string | null
  readonly playmode?: string
  readonly playstyle?: readonly string[] | null
  readonly title?: string | null
  readonly twitter?: string | null
  readonly website?: string | null
  readonly country?: { readonly code: string; readonly name: string }
  /** Whether the account is restricted for breaking rules. */
  readonly is_restricted?: boolean
  readonly [member: string]: unknown
}

/** The address of a picture, of which a guest's is a path. */
function picture(value: unknown): string | null {
  const address = text(value)
  return address !== null && URL.canParse(address, SITE) ? new URL(address, SITE).href : null
}

/**
 * Sign-in with osu!.
 *
 * There is no email address.
 *
 * Environment: `AUTH_OSU_ID`, `AUTH_OSU_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://osu.ppy.sh/docs/index.html#authentication
 *
 * @example
 * ```ts
 * import Osu from '@latchstring/core/providers/osu'
 *
 * export const providers = [Osu({ authorization: { params: { scope: 'identify public' } } })]
 * ```
 */
export default function Osu<P extends OsuProfile = OsuProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'osu',
    name: 'osu!',
    type: 'oauth',
    authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
    token: { url: 'https://osu.ppy.sh/oauth/token' },
    userinfo: { url: 'https://osu.ppy.sh/api/v2/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...accountId(profile.id),
      name: text(profile.username),
      email: null,
      image: picture(profile.avatar_url),
      emailVerified: null,
    }),
    style: { bg: '#FF66AA', text: '#fff' },
    options,
  }
}
