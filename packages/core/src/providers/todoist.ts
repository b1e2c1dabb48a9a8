import { mark } from '../lib/provider-kit/marks/todoist.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/v1/user`. */
export interface TodoistProfile {
  readonly id: string
  readonly full_name?: string
  readonly email?: string
  /** Address of the picture, 195 pixels wide. */
  readonly avatar_big?: string | null
  readonly avatar_medium?: string | null
  readonly avatar_small?: string | null
  readonly lang?: string
  readonly is_premium?: boolean
  readonly [member: string]: unknown
}

/**
 * Sign-in with Todoist.
 *
 * Todoist does not say whether the address is verified.
 *
 * Environment: `AUTH_TODOIST_ID`, `AUTH_TODOIST_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.todoist.com/api/v1/#tag/Authorization
 *
 * @example
 * ```ts
 * import Todoist from '@latchstring/core/providers/todoist'
 *
 * export const providers = [Todoist]
 * ```
 */
export default function TodoistProvider<P extends TodoistProfile = TodoistProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'todoist',
    name: 'Todoist',
    type: 'oauth',
    authorization: {
      url: 'https://todoist.com/oauth/authorize',
      params: { scope: 'data:read' },
    },
    token: { url: 'https://todoist.com/oauth/access_token' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    userinfo: { url: 'https://api.todoist.com/api/v1/user' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.full_name),
      email: text(profile.email),
      image: text(profile.avatar_big),
      emailVerified: false,
    }),
    style: { bg: '#e44332', text: '#000', mark },
    options,
  }
}
