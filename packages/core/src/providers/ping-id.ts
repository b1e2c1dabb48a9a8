import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of the userinfo endpoint of PingOne. */
export interface PingProfile extends NameClaims {
  /** Id of the user in the environment. */
  readonly sub: string
  /** The user name. */
  readonly preferred_username?: string
  /** Written by administrators and by directories. */
  readonly email?: string
  /** Only where an attribute mapping of the application adds it. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
  /** Id of the environment. */
  readonly env?: string
  /** Id of the organization. */
  readonly org?: string
}

/**
 * Sign-in with Ping Identity (PingOne, PingFederate).
 *
 * `issuer` is that of the environment, with `/as` at its end: `https://auth.pingone.eu/<environment>/as`. The domain
 * differs by region (`.com`, `.eu`, `.ca`, `.asia`, `.com.au`). For PingFederate it is the address of the server.
 * Name and address are read at the userinfo endpoint, where both have them without a setting.
 *
 * Environment: `AUTH_PING_ID_ID`, `AUTH_PING_ID_SECRET`, `AUTH_PING_ID_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.pingidentity.com/pingone/applications/p1_add_app_worker.html
 *
 * @example
 * ```ts
 * import PingId from '@latchstring/core/providers/ping-id'
 *
 * export const providers = [
 *   PingId({
 *     issuer: 'https://auth.pingone.eu/abfba8f6-49eb-49f5-a5d9-80ad5c98f9f6/as',
 *   }),
 * ]
 * ```
 */
export default function PingId(options: OIDCUserConfig<PingProfile> = {}): OIDCConfig<PingProfile> {
  return {
    id: 'ping-id',
    name: 'Ping Identity',
    type: 'oidc',
    requires: ['issuer'],
    // Beside an access token, the claims of the scopes are there alone; an ID token has them where the application is set up so.
    idToken: false,
    profile: standardUser,
    options,
  }
}
