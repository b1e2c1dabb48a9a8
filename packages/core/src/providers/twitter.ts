import { mark } from '../lib/provider-kit/marks/x.ts'
import { type TwitterProfile, xMembers } from '../lib/provider-kit/profile/x.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

export type { TwitterProfile } from '../lib/provider-kit/profile/x.ts'

/**
 * Sign-in with X (formerly Twitter).
 *
 * The app has to be of the type "Web App", and needs "Request email from users" switched on for the scope `users.email`;
 * without it, set `authorization.params.scope` to `users.read tweet.read offline.access`. X hands out confirmed addresses
 * only, so `emailVerified` is true wherever there is one. The scope `offline.access` is for the refresh token.
 *
 * The provider `x` is the same under the new name. Accounts are stored under the id, so applications that have some stay
 * with this one.
 *
 * Environment: `AUTH_TWITTER_ID`, `AUTH_TWITTER_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 *
 * @example
 * ```ts
 * import Twitter from '@latchstring/core/providers/twitter'
 *
 * export const providers = [
 *   Twitter({ authorization: { params: { scope: 'users.read tweet.read' } } }),
 * ]
 * ```
 */
export default function Twitter(
  options: OAuthUserConfig<TwitterProfile> = {},
): OAuth2Config<TwitterProfile> {
  return {
    id: 'twitter',
    name: 'Twitter',
    type: 'oauth',
    ...xMembers(),
    style: { bg: '#0f1419', text: '#fff', mark },
    options,
  }
}
