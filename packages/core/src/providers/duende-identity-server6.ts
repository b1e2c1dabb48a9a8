import { type StandardClaims, standardUser } from '../lib/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of a user of Duende IdentityServer. */
export interface DuendeISUser extends StandardClaims {
  /** Id of the user. */
  readonly sub: string
  /** Display name. */
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  /** Whether the server says that it verified the address. */
  readonly email_verified?: boolean
}

/**
 * Sign-in with Duende IdentityServer.
 *
 * It works with any version of Duende IdentityServer; the number in the id stays from the first one. `issuer` is the
 * address of the server. The claims of the scopes come from the userinfo endpoint, because a client gets them with the
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
    // An ID token has the claims of the scopes only where the client is set up so.
    idToken: false,
    requires: ['issuer'],
    profile: standardUser,
    options,
  }
}
