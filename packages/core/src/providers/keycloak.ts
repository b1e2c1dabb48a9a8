import type { NameClaims } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Keycloak. */
export interface KeycloakProfile extends NameClaims {
  /** Id of the user in the realm. */
  readonly sub: string
  /** The user name. */
  readonly preferred_username?: string
  readonly email?: string
  /** Whether Keycloak or an administrator marked the address as verified. */
  readonly email_verified?: boolean
  /** Address of the picture, where a mapper adds it. */
  readonly picture?: string
}

/**
 * Sign-in with Keycloak.
 *
 * `issuer` is the address of the realm, without a slash at the end: `https://sso.example.com/realms/main`. Roles and
 * groups are in the profile only where a mapper of the client adds them to the ID token.
 *
 * Environment: `AUTH_KEYCLOAK_ID`, `AUTH_KEYCLOAK_SECRET`, `AUTH_KEYCLOAK_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://www.keycloak.org/securing-apps/oidc-layers
 *
 * @example
 * ```ts
 * import Keycloak from '@latchstring/core/providers/keycloak'
 *
 * export const providers = [Keycloak({ issuer: 'https://sso.example.com/realms/main' })]
 * ```
 */
export default function Keycloak<P extends KeycloakProfile = KeycloakProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'keycloak',
    name: 'Keycloak',
    type: 'oidc',
    requires: ['issuer'],
    profile: (profile) => ({
      id: profile.sub,
      name: profile.name ?? profile.preferred_username ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
      emailVerified: profile.email_verified === true,
    }),
    style: { brandColor: '#428bca' },
    options,
  }
}
