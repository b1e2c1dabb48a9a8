import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Dex. */
export interface DexProfile extends NameClaims {
  /** Made of the connector and of the id of the person there. */
  readonly sub: string
  readonly preferred_username?: string
  readonly email?: string
  /** From the connector. Those for LDAP and SAML call every address verified. */
  readonly email_verified?: boolean
  /** With the scope `groups`. */
  readonly groups?: readonly string[]
  /** With the scope `federated:id`: the connector, and the id of the person there. */
  readonly federated_claims?: { readonly connector_id: string; readonly user_id: string }
}

/**
 * Sign-in with Dex, which passes people on to LDAP, SAML and other services.
 *
 * `issuer` is the `issuer` of Dex's configuration, often with a path: `https://dex.example.com/dex`. `emailVerified` is
 * never true, because some connectors call every address verified.
 *
 * Environment: `AUTH_DEX_ID`, `AUTH_DEX_SECRET`, `AUTH_DEX_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://dexidp.io/docs/configuration/custom-scopes-claims-clients/
 *
 * @example
 * ```ts
 * import Dex from '@latchstring/core/providers/dex'
 *
 * export const providers = [
 *   Dex({
 *     issuer: 'https://dex.example.com/dex',
 *     authorization: { params: { scope: 'openid profile email groups' } },
 *   }),
 * ]
 * ```
 */
export default function Dex<P extends DexProfile = DexProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'dex',
    name: 'Dex',
    type: 'oidc',
    requires: ['issuer'],
    // Which connector made the claim is not among the claims.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: false }),
    style: { bg: '#449fd8', text: '#fff' },
    options,
  }
}
