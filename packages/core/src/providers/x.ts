import { mark } from '../lib/provider-kit/marks/x.ts'
import { type TwitterProfile, xMembers } from '../lib/provider-kit/profile/x.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

export type { TwitterProfile } from '../lib/provider-kit/profile/x.ts'

/**
 * Sign-in with X, formerly Twitter.
 *
 * The app has to be of the type "Web App", and needs "Request email from users" switched on for the scope `users.email`;
 * without it, set `authorization.params.scope` to `users.read tweet.read offline.access`. X hands out confirmed addresses
 * only, so `emailVerified` is true wherever there is one. The scope `offline.access` is for the refresh token.
 *
 * It is the provider `twitter` under the new name. Accounts are stored under the id: to go on with those that were made
 * with `twitter`, pass `id: 'twitter'` or stay with that one.
 *
 * Environment: `AUTH_X_ID`, `AUTH_X_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 *
 * @example
 * ```ts
 * import X from '@latchstring/core/providers/x'
 *
 * export const providers = [
 *   X({ authorization: { params: { scope: 'users.read tweet.read' } } }),
 * ]
 * ```
 */
export default function X(
  options: OAuthUserConfig<TwitterProfile> = {},
): OAuth2Config<TwitterProfile> {
  return {
    id: 'x',
    name: 'X',
    type: 'oauth',
    ...xMembers(),
    style: { bg: '#0f1419', text: '#fff', mark },
    options,
  }
}
