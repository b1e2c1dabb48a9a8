import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /users/me`. */
export interface ZoomProfile {
  readonly id: string
  readonly first_name?: string
  readonly last_name?: string
  /** The name others see in meetings. */
  readonly display_name?: string
  readonly email?: string
  /** Whether Zoom calls the address verified: 1 or 0. No proof: accounts can make users without a confirmation. */
  readonly verified?: number
  /** Address of the picture. */
  readonly pic_url?: string
  readonly account_id?: string
  /** 1 basic, 2 licensed, … */
  readonly type?: number
  readonly role_name?: string
  readonly dept?: string
  readonly timezone?: string
  readonly language?: string
  readonly status?: string
  readonly [member: string]: unknown
}

/**
 * Sign-in with Zoom.
 *
 * Scopes are chosen for the app in the Zoom App Marketplace and not in the request; it needs `user:read:user` (in older
 * apps `user:read`). `emailVerified` is never true: an account with single sign-on or automatic provisioning makes
 * users with addresses that are not confirmed.
 *
 * Environment: `AUTH_ZOOM_ID`, `AUTH_ZOOM_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.zoom.us/docs/integrations/oauth/
 *
 * @example
 * ```ts
 * import Zoom from '@latchstring/core/providers/zoom'
 *
 * export const providers = [Zoom]
 * ```
 */
export default function Zoom(
  options: OAuthUserConfig<ZoomProfile> = {},
): OAuth2Config<ZoomProfile> {
  return {
    id: 'zoom',
    name: 'Zoom',
    type: 'oauth',
    authorization: { url: 'https://zoom.us/oauth/authorize' },
    token: { url: 'https://zoom.us/oauth/token' },
    userinfo: { url: 'https://api.zoom.us/v2/users/me' },
    profile: ({ id, first_name: first, last_name: last, display_name: shown, ...rest }) => ({
      ...(typeof id === 'string' && { id }),
      name: [text(first), text(last)].filter(Boolean).join(' ') || text(shown),
      email: text(rest.email),
      image: text(rest.pic_url),
      emailVerified: false,
    }),
    style: { bg: '#0b5cff', text: '#fff' },
    options,
  }
}
