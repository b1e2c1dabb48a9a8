import { mark } from '../lib/provider-kit/marks/mattermost.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/v4/users/me`. */
export interface MattermostProfile {
  /** Stays the same when the user name changes. */
  readonly id: string
  readonly username: string
  /** Milliseconds since the epoch. */
  readonly create_at?: number
  readonly update_at?: number
  readonly delete_at?: number
  readonly auth_service?: string
  readonly email?: string
  /** Whether the address was confirmed; of people who come from LDAP or another sign-in it counts as confirmed. */
  readonly email_verified?: boolean
  readonly nickname?: string
  readonly first_name?: string
  readonly last_name?: string
  readonly position?: string
  /** Names of roles, separated by spaces. */
  readonly roles?: string
  readonly locale?: string
  readonly [member: string]: unknown
}

/**
 * Sign-in with a Mattermost server.
 *
 * `issuer` is the address of the server, where OAuth 2.0 applications have to be switched on. The picture of a user is
 * behind a sign-in, so there is none.
 *
 * Environment: `AUTH_MATTERMOST_ID`, `AUTH_MATTERMOST_SECRET`, `AUTH_MATTERMOST_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/
 *
 * @example
 * ```ts
 * import Mattermost from '@latchstring/core/providers/mattermost'
 *
 * export const providers = [Mattermost({ issuer: 'https://mattermost.example.com' })]
 * ```
 */
export default function Mattermost<P extends MattermostProfile = MattermostProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'mattermost',
    name: 'Mattermost',
    type: 'oauth',
    requires: ['issuer'],
    authorization: { url: '{issuer}/oauth/authorize' },
    token: { url: '{issuer}/oauth/access_token' },
    userinfo: { url: '{issuer}/api/v4/users/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.username),
      email: text(profile.email),
      image: null,
      emailVerified: profile.email_verified === true,
    }),
    style: { bg: '#1e325c', text: '#fff', mark },
    options,
  }
}
