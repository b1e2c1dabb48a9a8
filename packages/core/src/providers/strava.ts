import { mark } from '../lib/provider-kit/marks/strava.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/v3/athlete`. */
export interface StravaProfile {
  readonly id: number
  readonly username?: string | null
  readonly firstname?: string | null
  readonly lastname?: string | null
  /** Address of the picture, 124 pixels wide; `avatar/athlete/large.png` without one. */
  readonly profile?: string
  /** Address of the picture, 62 pixels wide. */
  readonly profile_medium?: string
  readonly city?: string | null
  readonly country?: string | null
  readonly [member: string]: unknown
}

/**
 * Sign-in with Strava.
 *
 * Strava gives no email address. It separates scopes by commas.
 *
 * Environment: `AUTH_STRAVA_ID`, `AUTH_STRAVA_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.strava.com/docs/authentication/
 *
 * @example
 * ```ts
 * import Strava from '@latchstring/core/providers/strava'
 *
 * export const providers = [Strava({ authorization: { params: { scope: 'read,activity:read' } } })]
 * ```
 */
export default function Strava<P extends StravaProfile = StravaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'strava',
    name: 'Strava',
    type: 'oauth',
    authorization: {
      url: 'https://www.strava.com/oauth/authorize',
      params: { scope: 'read', approval_prompt: 'auto' },
    },
    token: { url: 'https://www.strava.com/api/v3/oauth/token' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    userinfo: { url: 'https://www.strava.com/api/v3/athlete' },
    profile: ({ id, firstname, lastname, profile: image }) => ({
      ...accountId(id),
      name: joinNames(firstname, lastname),
      email: null,
      // Without a picture it is a path on Strava's own pages.
      image: text(image)?.startsWith('https://') ? text(image) : null,
      emailVerified: false,
    }),
    style: { bg: '#fc4c02', text: '#fff', mark },
    options,
  }
}
