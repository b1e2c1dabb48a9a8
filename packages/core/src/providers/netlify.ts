import { mark } from '../lib/provider-kit/marks/netlify.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/v1/user`. */
export interface NetlifyProfile {
  readonly id: string
  readonly full_name?: string | null
  readonly email?: string | null
  /** Address of the picture. */
  readonly avatar_url?: string | null
  /** Other accounts that the person signs in with. */
  readonly login_providers?: readonly string[]
  readonly site_count?: number
  readonly created_at?: string
  readonly last_login?: string
  readonly [member: string]: unknown
}

/**
 * Sign-in with Netlify.
 *
 * Netlify has no scopes: the access token may do all that the person may. It does not say whether the address is verified.
 *
 * Environment: `AUTH_NETLIFY_ID`, `AUTH_NETLIFY_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://docs.netlify.com/api/get-started/
 *
 * @example
 * ```ts
 * import Netlify from '@latchstring/core/providers/netlify'
 *
 * export const providers = [Netlify({ account: () => ({}) })]
 * ```
 */
export default function Netlify(
  options: OAuthUserConfig<NetlifyProfile> = {},
): OAuth2Config<NetlifyProfile> {
  return {
    id: 'netlify',
    name: 'Netlify',
    type: 'oauth',
    authorization: { url: 'https://app.netlify.com/authorize' },
    token: { url: 'https://api.netlify.com/oauth/token' },
    userinfo: { url: 'https://api.netlify.com/api/v1/user' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.full_name),
      email: text(profile.email),
      image: text(profile.avatar_url),
      emailVerified: null,
    }),
    style: { brandColor: '#32e6e2', mark },
    options,
  }
}
