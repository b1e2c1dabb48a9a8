import { mark } from '../lib/provider-kit/marks/atlassian.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of the User identity API. */
export interface AtlassianProfile {
  /** Id of the Atlassian account, the same in all products. */
  readonly account_id: string
  readonly name?: string | null
  readonly email?: string | null
  /** Address of the avatar. */
  readonly picture?: string | null
  /** The name to show where space is short. */
  readonly nickname?: string | null
  readonly account_type?: string
  readonly account_status?: string
  readonly [member: string]: unknown
}

/**
 * Sign-in with Atlassian (Jira, Confluence, Trello).
 *
 * The app needs the User identity API with the scope `read:me` among its permissions. For a refresh token add
 * `offline_access` to the scope. Atlassian does not say whether it verified the address.
 *
 * Environment: `AUTH_ATLASSIAN_ID`, `AUTH_ATLASSIAN_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.atlassian.com/cloud/jira/software/oauth-2-3lo-apps/
 *
 * @example
 * ```ts
 * import Atlassian from '@latchstring/core/providers/atlassian'
 *
 * export const providers = [
 *   Atlassian({ authorization: { params: { scope: 'read:me offline_access' } } }),
 * ]
 * ```
 */
export default function Atlassian<P extends AtlassianProfile = AtlassianProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'atlassian',
    name: 'Atlassian',
    type: 'oauth',
    authorization: {
      url: 'https://auth.atlassian.com/authorize',
      // All three are mandatory; without consent each time, Atlassian does not issue a code.
      params: { audience: 'api.atlassian.com', scope: 'read:me', prompt: 'consent' },
    },
    token: { url: 'https://auth.atlassian.com/oauth/token' },
    userinfo: { url: 'https://api.atlassian.com/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...(typeof profile.account_id === 'string' && { id: profile.account_id }),
      name: text(profile.name) ?? text(profile.nickname),
      email: text(profile.email),
      image: text(profile.picture),
      emailVerified: null,
    }),
    style: { bg: '#fff', text: '#0052cc', mark },
    options,
  }
}
