import { mark } from '../lib/provider-kit/marks/roblox.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Roblox's ID token. */
export interface RobloxProfile {
  /** Id of the account. */
  readonly sub: string
  /** Display name. */
  readonly name?: string
  /** Display name. */
  readonly nickname?: string
  /** The user name. It can be changed. */
  readonly preferred_username?: string
  /** When the account was made, in seconds since the epoch. */
  readonly created_at?: number
  /** Page of the account. */
  readonly profile?: string
  /** Address of the picture; `null` while there is none, or when it has been moderated. */
  readonly picture?: string | null
  readonly [claim: string]: unknown
}

/**
 * Sign-in with Roblox.
 *
 * Roblox hands out no email address. An app that has not been reviewed admits ten people.
 *
 * Environment: `AUTH_ROBLOX_ID`, `AUTH_ROBLOX_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://create.roblox.com/docs/cloud/reference/oauth2
 *
 * @example
 * ```ts
 * import Roblox from '@latchstring/core/providers/roblox'
 *
 * export const providers = [Roblox({ authorization: { params: { prompt: 'select_account' } } })]
 * ```
 */
export default function Roblox(
  options: OIDCUserConfig<RobloxProfile> = {},
): OIDCConfig<RobloxProfile> {
  return {
    id: 'roblox',
    name: 'Roblox',
    type: 'oidc',
    // The slash at the end belongs to it.
    issuer: 'https://apis.roblox.com/oauth/',
    authorization: { params: { scope: 'openid profile' } },
    profile: standardUser,
    style: { bg: '#335fff', text: '#fff', mark },
    options,
  }
}
