import {
  type DuendeISUser,
  identityServerMembers,
} from '../lib/provider-kit/profile/identity-server.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of a user of IdentityServer4. */
export type IdentityServer4Profile = DuendeISUser

/**
 * Sign-in with IdentityServer4.
 *
 * `issuer` is the address of the server. The claims of the scopes come from the userinfo endpoint, because a client
 * gets them with the ID token only where `AlwaysIncludeUserClaimsInIdToken` is set for it; where it is, `idToken: true`
 * saves the request.
 *
 * Environment: `AUTH_IDENTITY_SERVER4_ID`, `AUTH_IDENTITY_SERVER4_SECRET`, `AUTH_IDENTITY_SERVER4_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @deprecated IdentityServer4 has had no security fixes since December 2022. Move the server to Duende IdentityServer,
 *   and use the provider duende-identity-server.
 * @see https://identityserver4.readthedocs.io/en/latest/
 *
 * @example
 * ```ts
 * import IdentityServer4 from '@latchstring/core/providers/identity-server4'
 *
 * export const providers = [IdentityServer4({ issuer: 'https://id4.example.com' })]
 * ```
 */
export default function IdentityServer4(
  options: OIDCUserConfig<IdentityServer4Profile> = {},
): OIDCConfig<IdentityServer4Profile> {
  return {
    id: 'identity-server4',
    name: 'IdentityServer4',
    type: 'oidc',
    ...identityServerMembers(),
    deprecated:
      'IdentityServer4 has had no security fixes since December 2022. Move the server to Duende IdentityServer, and use the provider duende-identity-server.',
    options,
  }
}
