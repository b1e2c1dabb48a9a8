import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of the userinfo endpoint of Authelia. */
export interface AutheliaProfile extends StandardClaims {
  /** A UUID; it stays when the user name changes. */
  readonly sub: string
  /** Display name. */
  readonly name?: string
  /** The user name. */
  readonly preferred_username?: string
  /** The first address of the user. */
  readonly email?: string
  /** Assumed, not proven: Authelia says `true` of every address. */
  readonly email_verified?: boolean
  readonly alt_emails?: readonly string[]
  /** With the scope `groups`. */
  readonly groups?: readonly string[]
}

/**
 * Sign-in with Authelia.
 *
 * `issuer` is the address of the portal, such as `https://auth.example.com`. The client in the configuration of Authelia
 * needs the scopes `openid`, `profile` and `email`. Names come from the userinfo endpoint; the ID token has none.
 * `emailVerified` is never true, because Authelia verifies no addresses.
 *
 * Environment: `AUTH_AUTHELIA_ID`, `AUTH_AUTHELIA_SECRET`, `AUTH_AUTHELIA_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://www.authelia.com/integration/openid-connect/introduction/
 *
 * @example
 * ```ts
 * import Authelia from '@latchstring/core/providers/authelia'
 *
 * export const providers = [Authelia({ issuer: 'https://auth.example.com' })]
 * ```
 */
export default function Authelia<P extends AutheliaProfile = AutheliaProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'authelia',
    name: 'Authelia',
    type: 'oidc',
    requires: ['issuer'],
    idToken: false,
    // The documentation calls the claim an assumption.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: null }),
    style: { brandColor: '#113155' },
    options,
  }
}
