import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of the userinfo endpoint of Casdoor. */
export interface CasdoorProfile extends NameClaims {
  /** Id of the user. */
  readonly sub: string
  /** The user name. */
  readonly preferred_username?: string
  readonly email?: string
  /** Whether the user verified {@link CasdoorProfile.email}; absent means no. */
  readonly email_verified?: boolean
  /** Address of the avatar. */
  readonly picture?: string
  readonly phone?: string
  readonly groups?: readonly string[]
}

/**
 * Sign-in with Casdoor.
 *
 * `issuer` is the address of the server, such as `https://door.example.com`. Names come from the userinfo endpoint: what
 * is in an ID token depends on the token format of the application.
 *
 * Environment: `AUTH_CASDOOR_ID`, `AUTH_CASDOOR_SECRET`, `AUTH_CASDOOR_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://casdoor.org/docs/how-to-connect/oidc-client
 *
 * @example
 * ```ts
 * import Casdoor from '@latchstring/core/providers/casdoor'
 *
 * export const providers = [Casdoor({ issuer: 'https://door.example.com' })]
 * ```
 */
export default function Casdoor<P extends CasdoorProfile = CasdoorProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'casdoor',
    name: 'Casdoor',
    type: 'oidc',
    requires: ['issuer'],
    idToken: false,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: standardUser,
    style: { brandColor: '#5734d3' },
    options,
  }
}
