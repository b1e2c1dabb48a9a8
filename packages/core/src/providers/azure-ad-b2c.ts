import { text } from '../lib/provider-kit/profile/text.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Azure AD B2C. Which there are is up to the user flow. */
export interface AzureADB2CProfile {
  /** Id of the user in the tenant. */
  readonly sub: string
  /** The same as `sub`, where the user flow returns it. */
  readonly oid?: string
  /** Display name. */
  readonly name?: string
  /** The addresses of the user. Not all user flows prove them. */
  readonly emails?: readonly string[]
  /** The address, in custom policies. */
  readonly email?: string
  readonly preferred_username?: string
  readonly given_name?: string
  readonly family_name?: string
  /** The user flow or policy. */
  readonly tfp?: string
  readonly [claim: string]: unknown
}

const tenantId = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const userFlow = new RegExp(`^(https://[^/]+/${tenantId})/[^/]+/v2\\.0/?$`, 'i')
const trustFrameworkPolicy = /^https:\/\/[^/]+\/tfp\/[^/]+\/[^/]+\/v2\.0\/?$/i

/** The issuer that the discovery document of a user flow states; it is that of the tenant, with a slash at its end. */
function statedIssuer(issuer: string): string | undefined {
  const tenant = userFlow.exec(issuer)?.[1]
  if (tenant !== undefined) return `${tenant}/v2.0/`
  return trustFrameworkPolicy.test(issuer) ? issuer.replace(/\/?$/, '/') : undefined
}

function issuerMembers({
  issuer = '',
}: OIDCUserConfig<AzureADB2CProfile>): Pick<OIDCConfig<AzureADB2CProfile>, 'discoveryIssuer'> {
  const discoveryIssuer = statedIssuer(issuer)
  return discoveryIssuer === undefined ? {} : { discoveryIssuer }
}

const withoutToken: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access'])

/** Only a scope of an API gets an access token; the client id is that of the application itself. */
function askForAccessToken(request: URL): URL {
  const { searchParams } = request
  const scopes = (searchParams.get('scope') ?? '').split(' ')
  const clientId = searchParams.get('client_id')
  if (clientId === null || scopes.some((scope) => !withoutToken.has(scope))) return request
  searchParams.set('scope', [...scopes, clientId].join(' '))
  return request
}

/**
 * Sign-in with Azure AD B2C.
 *
 * `issuer` is the address of the user flow, with the id of the tenant and not its domain name:
 * `https://<tenant>.b2clogin.com/<tenant id>/<user flow>/v2.0`. With the domain name in the address, set `issuer` to
 * what the discovery document states and `wellKnown` to the address of that document.
 *
 * The user flow has to return the claims Display Name and Email Addresses. `emailVerified` is never true, because
 * addresses that come from other identity providers are not proven. A scope of an API of your own in
 * `authorization.params.scope` takes the place of the client id, which is asked for otherwise.
 *
 * Environment: `AUTH_AZURE_AD_B2C_ID`, `AUTH_AZURE_AD_B2C_SECRET`, `AUTH_AZURE_AD_B2C_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @deprecated Azure AD B2C has taken no new customers since May 2025. New applications use Microsoft Entra External ID,
 *   with the provider microsoft-entra-id.
 * @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect
 *
 * @example
 * ```ts
 * import AzureADB2C from '@latchstring/core/providers/azure-ad-b2c'
 *
 * const tenant = 'https://contoso.b2clogin.com/775527ff-9a37-4307-8b3d-cc311f58d925'
 * export const providers = [AzureADB2C({ issuer: `${tenant}/B2C_1_signupsignin/v2.0` })]
 * ```
 */
export default function AzureADB2C(
  options: OIDCUserConfig<AzureADB2CProfile> = {},
): OIDCConfig<AzureADB2CProfile> {
  const made = issuerMembers(options)
  return {
    id: 'azure-ad-b2c',
    name: 'Azure AD B2C',
    type: 'oidc',
    ...made,
    derived: { made, make: issuerMembers },
    authorization: { params: { scope: 'openid' }, conform: askForAccessToken },
    // How the documentation shows the token request.
    client: { token_endpoint_auth_method: 'client_secret_post' },
    requires: ['issuer'],
    deprecated:
      'Azure AD B2C has taken no new customers since May 2025. New applications use Microsoft Entra External ID, with the provider microsoft-entra-id.',
    profile: ({ sub, name, preferred_username: username, emails, email }) => ({
      ...(typeof sub === 'string' && { id: sub }),
      name: text(name) ?? text(username),
      email: (Array.isArray(emails) ? text(emails[0]) : null) ?? text(email),
      image: null,
      emailVerified: false,
    }),
    style: { bg: '#0072c6', text: '#fff' },
    options,
  }
}
