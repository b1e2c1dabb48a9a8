import type { NameClaims } from '../lib/provider-kit/profile/standard-claims.ts'
import { mark } from '../lib/provider-kit/marks/google.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Google's ID token. */
export interface GoogleProfile extends NameClaims {
  /** Id of the Google account, never reused. */
  readonly sub: string
  /** Always there with the scope `email`, which is asked for unless `authorization` says otherwise. */
  readonly email: string
  readonly email_verified: boolean
  /** Address of the picture. */
  readonly picture?: string
  /** Domain of the Google Workspace organisation; absent for personal accounts. */
  readonly hd?: string
}

/**
 * Sign-in with Google.
 *
 * For a refresh token add `access_type: 'offline'` and `prompt: 'consent'` to `authorization.params`. The parameter `hd`
 * only chooses what Google shows: to admit one organisation alone, compare `profile.hd` in the `signIn` callback. For an
 * address that is neither `@gmail.com` nor in the organisation `hd`, `emailVerified` says that it was verified once: who has the
 * address today may be another person.
 *
 * Where `auth.require` asks for a recent sign-in, coming back from Google is enough. `stepUp: 'checked'` asks when the person has
 * authenticated there, which Google says to verified applications with "Session age claims" in its console.
 *
 * Environment: `AUTH_GOOGLE_ID`, `AUTH_GOOGLE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 *
 * @example
 * ```ts
 * import Google from '@latchstring/core/providers/google'
 *
 * export const providers = [
 *   Google({ authorization: { params: { access_type: 'offline', prompt: 'consent' } } }),
 * ]
 * ```
 */
export default function Google<P extends GoogleProfile = GoogleProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'google',
    name: 'Google',
    type: 'oidc',
    issuer: 'https://accounts.google.com',
    // The second of the two that Google documents for ID tokens.
    issuerAliases: ['accounts.google.com'],
    // `auth_time` is in ID tokens of verified applications alone that have "Session age claims" switched on
    // (developers.google.com/identity/siwg/security-bundle).
    stepUp: 'trusted',
    profile: (profile) => ({
      id: profile.sub,
      name: profile.name ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
      emailVerified: profile.email_verified === true,
    }),
    style: { brandColor: '#1a73e8', mark },
    options,
  }
}
