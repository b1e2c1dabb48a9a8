import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Passage. */
export interface PassageProfile extends StandardClaims {
  /** Id of the user in the app. */
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly phone?: string
  readonly phone_number_verified?: boolean
}

/**
 * Sign-in with Passage by 1Password.
 *
 * The service does not exist any more; the id stays for configurations that name it. `issuer` was
 * `https://<app>.withpassage.com`.
 *
 * Environment: `AUTH_PASSAGE_ID`, `AUTH_PASSAGE_SECRET`, `AUTH_PASSAGE_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @deprecated Passage by 1Password was switched off on 16 January 2026. Use the provider passkey for passkeys in your
 *   own application, or another service.
 * @see https://docs.passage.id/home/migration-guide
 *
 * @example
 * ```ts
 * import Passage from '@latchstring/core/providers/passage'
 *
 * export const providers = [Passage({ issuer: 'https://example.withpassage.com' })]
 * ```
 */
export default function Passage(
  options: OIDCUserConfig<PassageProfile> = {},
): OIDCConfig<PassageProfile> {
  return {
    id: 'passage',
    name: 'Passage',
    type: 'oidc',
    client: { token_endpoint_auth_method: 'client_secret_basic' },
    requires: ['issuer'],
    deprecated:
      'Passage by 1Password was switched off on 16 January 2026. Use the provider passkey for passkeys in your own application, or another service.',
    profile: standardUser,
    style: { brandColor: '#3d53f6' },
    options,
  }
}
