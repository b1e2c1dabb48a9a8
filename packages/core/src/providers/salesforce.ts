import { type NameClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of Salesforce's userinfo endpoint. */
export interface SalesforceProfile extends NameClaims {
  /** The identity URL: `https://login.salesforce.com/id/<organization>/<user>`. */
  readonly sub: string
  readonly user_id?: string
  readonly organization_id?: string
  readonly nickname?: string
  /** The user name, which has the form of an email address and need not be one. */
  readonly preferred_username?: string
  readonly email?: string
  /** Whether the person confirmed the address, or changed the password, which proves no address. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
  readonly photos?: { readonly picture?: string; readonly thumbnail?: string }
  /** `STANDARD`, `GUEST`, … */
  readonly user_type?: string
  readonly zoneinfo?: string
  readonly locale?: string
}

/**
 * Sign-in with Salesforce.
 *
 * The default issuer, `https://login.salesforce.com`, admits people of every organization: to admit your own alone,
 * compare `profile.organization_id` in the `signIn` callback, or set `issuer` to your My Domain,
 * `https://example.my.salesforce.com`. For a sandbox it is `https://test.salesforce.com`. The account id is the
 * identity URL, which begins with the host of the issuer, so keep to one of them: another host makes everybody a new account. `emailVerified` is never true: the administrator
 * of any organization can write any address.
 *
 * Environment: `AUTH_SALESFORCE_ID`, `AUTH_SALESFORCE_SECRET`, `AUTH_SALESFORCE_ISSUER`.
 *
 * @param options - overrides of any member
 * @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_userinfo_endpoint.htm
 *
 * @example
 * ```ts
 * import Salesforce from '@latchstring/core/providers/salesforce'
 *
 * export const providers = [Salesforce({ issuer: 'https://example.my.salesforce.com' })]
 * ```
 */
export default function Salesforce(
  options: OIDCUserConfig<SalesforceProfile> = {},
): OIDCConfig<SalesforceProfile> {
  return {
    id: 'salesforce',
    name: 'Salesforce',
    type: 'oidc',
    issuer: 'https://login.salesforce.com',
    // The ID token has the claims of the person only where the app was set up so.
    idToken: false,
    // Every person can open an organization, and the claim becomes true by a change of password, too.
    profile: (profile) => ({ ...standardUser(profile), emailVerified: false }),
    style: { bg: '#00a1e0', text: '#fff' },
    options,
  }
}
