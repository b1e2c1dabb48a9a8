import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Descope. */
export interface DescopeProfile extends StandardClaims {
  /** Id of the user in the project. */
  readonly sub: string
  readonly name?: string
  readonly email?: string
  /** No proof: tenants can sign their people in with an identity provider of their own. */
  readonly email_verified?: boolean
  readonly phone_number?: string
  readonly phone_number_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
}

/**
 * Sign-in with Descope.
 *
 * The client id is the id of the project, the client secret an access key. The issuer is
 * `https://api.descope.com/<project>` and is made of the client id. Projects in another region or with a domain of
 * their own have another one: set `issuer` to what the page of the application in the console shows. `emailVerified` is
 * never true: where tenants set up single sign-on themselves, their identity providers name the addresses.
 *
 * Environment: `AUTH_DESCOPE_ID`, `AUTH_DESCOPE_SECRET`, and `AUTH_DESCOPE_ISSUER` for another issuer.
 *
 * @param options - overrides of any member
 * @see https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints
 *
 * @example
 * ```ts
 * import Descope from '@latchstring/core/providers/descope'
 *
 * export const providers = [Descope({ clientId: 'P2OkfVnJi5Ht7mpCqHjx17nV5epH' })]
 * ```
 */
export default function Descope(
  options: OIDCUserConfig<DescopeProfile> = {},
): OIDCConfig<DescopeProfile> {
  return {
    id: 'descope',
    name: 'Descope',
    type: 'oidc',
    issuer: 'https://api.descope.com/{clientId}',
    // The claim does not tell an address that Descope proved from one that a tenant claims.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: false }),
    style: { bg: '#1C1C23', text: '#ffffff' },
    options,
  }
}
