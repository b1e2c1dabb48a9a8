import {
  type DuendeISUser,
  identityServerMembers,
} from '../lib/provider-kit/profile/identity-server.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

export type { DuendeISUser } from '../lib/provider-kit/profile/identity-server.ts'

/**
 * Sign-in with Duende IdentityServer.
 *
 * It works with any version of Duende IdentityServer; the number in the id stays from the first one, and the provider
 * `duende-identity-server` is the same without it. Accounts are stored under the id, so applications that have some stay
 * with this one. `issuer` is the address of the server. The claims of the scopes come from the userinfo endpoint, because a client gets them with the
 * ID token only where `AlwaysIncludeUserClaimsInIdToken` is set for it; where it is, `idToken: true` saves the request.
 *
 * Environment: `AUTH_DUENDE_IDENTITY_SERVER6_ID`, `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`,
 * `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.duendesoftware.com/identityserver/
 *
 * @example
 * ```ts
 * import DuendeIdentityServer6 from '@latchstring/core/providers/duende-identity-server6'
 *
 * export const providers = [DuendeIdentityServer6({ issuer: 'https://id.example.com' })]
 * ```
 */
export default function DuendeIdentityServer6<P extends DuendeISUser = DuendeISUser>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'duende-identity-server6',
    name: 'DuendeIdentityServer6',
    type: 'oidc',
    ...identityServerMembers(),
    options,
  }
}
