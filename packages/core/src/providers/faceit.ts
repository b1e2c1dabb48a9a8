import { mark } from '../lib/provider-kit/marks/faceit.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of the userinfo endpoint. */
export interface FACEITProfile {
  /** Id of the player. */
  readonly guid?: string
  /** The same id, by the name of OpenID Connect. */
  readonly sub?: string
  /** The name that others see. */
  readonly nickname?: string | null
  readonly name?: string | null
  /** With the scope `email`. */
  readonly email?: string | null
  /** Address of the avatar. */
  readonly picture?: string | null
  readonly locale?: string | null
  readonly [member: string]: unknown
}

/**
 * Sign-in with FACEIT.
 *
 * FACEIT does not say whether it verified the address.
 *
 * Environment: `AUTH_FACEIT_ID`, `AUTH_FACEIT_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://docs.faceit.com/getting-started/authentication/oauth2
 *
 * @example
 * ```ts
 * import FACEIT from '@latchstring/core/providers/faceit'
 *
 * export const providers = [FACEIT({ authorization: { params: { scope: 'openid profile' } } })]
 * ```
 */
export default function FACEIT<P extends FACEITProfile = FACEITProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'faceit',
    name: 'FACEIT',
    type: 'oauth',
    authorization: {
      url: 'https://accounts.faceit.com',
      params: { scope: 'openid email profile', redirect_popup: 'true' },
    },
    token: { url: 'https://api.faceit.com/auth/v1/oauth/token' },
    userinfo: { url: 'https://api.faceit.com/auth/v1/resources/userinfo' },
    profile: (profile) => ({
      ...accountId(profile.guid ?? profile.sub),
      name: text(profile.name) ?? text(profile.nickname),
      email: text(profile.email),
      image: text(profile.picture),
      emailVerified: null,
    }),
    style: { bg: '#ff5500', text: '#fff', mark },
    options,
  }
}
