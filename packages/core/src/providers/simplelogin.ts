import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of SimpleLogin's ID token. */
export interface SimpleLoginProfile {
  readonly sub: string
  /** The number that {@link SimpleLoginProfile.sub} is the text of. */
  readonly id?: number
  readonly name?: string
  /** The address the person chose for this application, usually an alias that forwards to their own. */
  readonly email?: string
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly avatar_url?: string | null
  /** Name of the application at SimpleLogin. */
  readonly client?: string
  readonly [claim: string]: unknown
}

/**
 * Sign-in with SimpleLogin.
 *
 * The email address is usually an alias that was made for the application, so that it is not the one the same person has
 * with other providers.
 *
 * Environment: `AUTH_SIMPLELOGIN_ID`, `AUTH_SIMPLELOGIN_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://simplelogin.io/docs/siwsl/intro/
 *
 * @example
 * ```ts
 * import SimpleLogin from '@latchstring/core/providers/simplelogin'
 *
 * export const providers = [SimpleLogin]
 * ```
 */
export default function SimpleLogin<P extends SimpleLoginProfile = SimpleLoginProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'simplelogin',
    name: 'SimpleLogin',
    type: 'oidc',
    issuer: 'https://app.simplelogin.io',
    // SimpleLogin leaves the nonce out of the ID token when more than the scope `openid` is asked for.
    checks: ['pkce', 'state'],
    profile: (profile) => ({ ...standardUser(profile), image: text(profile.avatar_url) }),
    style: { brandColor: '#e3156a' },
    options,
  }
}
