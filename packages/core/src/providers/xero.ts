import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Xero's ID token. */
export interface XeroProfile {
  /** The person, as this application knows them. */
  readonly sub: string
  /** Id of the user in the APIs of Xero. */
  readonly xero_userid?: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  /** The address the person signs in with. */
  readonly preferred_username?: string
  readonly email?: string
  readonly global_session_id?: string
  readonly [claim: string]: unknown
}

/**
 * Sign-in with Xero.
 *
 * Xero does not say in the ID token whether the address is verified. For the APIs of an organisation add their scopes;
 * people then choose an organisation.
 *
 * Environment: `AUTH_XERO_ID`, `AUTH_XERO_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.xero.com/documentation/oauth2/sign-in
 *
 * @example
 * ```ts
 * import Xero from '@latchstring/core/providers/xero'
 *
 * export const providers = [Xero]
 * ```
 */
export default function Xero<P extends XeroProfile = XeroProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'xero',
    name: 'Xero',
    type: 'oidc',
    issuer: 'https://identity.xero.com',
    profile: (profile) => ({
      ...standardUser(profile),
      name: text(profile.name) ?? joinNames(profile.given_name, profile.family_name),
    }),
    style: { bg: '#13b5ea', text: '#fff' },
    options,
  }
}
