import { mark } from '../lib/provider-kit/marks/ory.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Ory Hydra or Ory Network. */
export interface OryHydraProfile extends StandardClaims {
  /** Id that the consent application gave the user. */
  readonly sub: string
  /** Display name, where the consent application adds it. */
  readonly name?: string
  /** The address, where the consent application adds it. */
  readonly email?: string
  /** Whether it is verified, where the consent application says so. */
  readonly email_verified?: boolean
  /** Address of the picture, where the consent application adds it. */
  readonly picture?: string
}

/**
 * Sign-in with Ory Hydra or Ory Network.
 *
 * `issuer` is the public address: `https://<project>.projects.oryapis.com` for Ory Network. Beside `sub`, the ID token
 * has what the consent application puts into `session.id_token`. The id of the provider is `hydra`, and so are the
 * variables and the path of the redirect URI, although the module is called `ory-hydra`.
 *
 * Environment: `AUTH_HYDRA_ID`, `AUTH_HYDRA_SECRET`, `AUTH_HYDRA_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://www.ory.com/docs/hydra/
 *
 * @example
 * ```ts
 * import OryHydra from '@latchstring/core/providers/ory-hydra'
 *
 * export const providers = [OryHydra({ issuer: 'https://example.projects.oryapis.com' })]
 * ```
 */
export default function OryHydra<P extends OryHydraProfile = OryHydraProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'hydra',
    name: 'Hydra',
    type: 'oidc',
    requires: ['issuer'],
    profile: standardUser,
    style: { bg: '#fff', text: '#0F172A', mark },
    options,
  }
}
