import {
  type DuendeISUser,
  identityServerMembers,
} from '../lib/provider-kit/profile/identity-server.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

export type { DuendeISUser } from '../lib/provider-kit/profile/identity-server.ts'

/**
 * Sign-in with Duende IdentityServer.
 *
 * It works with any version of Duende IdentityServer. Accounts are stored under the id: to go on with those that were made
 * with `duende-identity-server6`, pass `id: 'duende-identity-server6'` or stay with that one. `issuer` is the address of the
 * server. The claims of the scopes come from the userinfo endpoint, because a client gets them with the
 * ID token only where `AlwaysIncludeUserClaimsInIdToken` is set for it; where it is, `idToken: true` saves the request.
 *
 * Environment: `AUTH_DUENDE_IDENTITY_SERVER_ID`, `AUTH_DUENDE_IDENTITY_SERVER_SECRET`,
 * `AUTH_DUENDE_IDENTITY_SERVER_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.duendesoftware.com/identityserver/
 *
 * @example
 * ```ts
 * import DuendeIdentityServer from '@latchstring/core/providers/duende-identity-server'
 *
 * export const providers = [DuendeIdentityServer({ issuer: 'https://id.example.com' })]
 * ```
 */
export default function DuendeIdentityServer<P extends DuendeISUser = DuendeISUser>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'duende-identity-server',
    name: 'Duende IdentityServer',
    type: 'oidc',
    ...identityServerMembers(),
    options,
  }
}
