import {
  entraMembers,
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
} from '../lib/provider-kit/profile/entra.ts'
import type { OIDCConfig } from '../lib/types/provider.ts'

export type {
  MicrosoftEntraIDOptions,
  MicrosoftEntraIDProfile,
} from '../lib/provider-kit/profile/entra.ts'

/**
 * Sign-in with Microsoft Entra ID (formerly Azure AD) and personal Microsoft accounts.
 *
 * By default people of every tenant are admitted, and personal accounts. To admit one tenant, set `tenantId` to its Directory
 * (tenant) ID. `issuer` is for the rest: `https://login.microsoftonline.com/organizations/v2.0` or `…/consumers/v2.0`, a national
 * cloud, or the authority of an external tenant, `https://contoso.ciamlogin.com/<tenant id>/v2.0`. A domain name of the tenant in
 * place of the id is taken as well: the discovery document says which id that is.
 *
 * An application for several tenants should keep `tid` and `oid` of the profile with its users: the account id is
 * `sub`, which changes with the app registration. It should admit tenants by `tid` in the `signIn` callback and never
 * decide by email address. `emailVerified` is true only where the app registration adds the claim `xms_edov` and it is
 * true.
 *
 * Environment: `AUTH_MICROSOFT_ENTRA_ID_ID`, `AUTH_MICROSOFT_ENTRA_ID_SECRET`, and `AUTH_MICROSOFT_ENTRA_ID_ISSUER` or
 * `AUTH_MICROSOFT_ENTRA_ID_TENANT_ID`. Without these two, `AZURE_AD_TENANT_ID` is the tenant.
 *
 * @param options - overrides of any member, `tenantId` and `profilePhotoSize`
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 *
 * @example
 * ```ts
 * import MicrosoftEntraID from '@latchstring/core/providers/microsoft-entra-id'
 *
 * const tenantId = '72f988bf-86f1-41af-91ab-2d7cd011db47'
 * export const providers = [MicrosoftEntraID({ tenantId })]
 * ```
 */
export default function MicrosoftEntraID(
  options: MicrosoftEntraIDOptions = {},
): OIDCConfig<MicrosoftEntraIDProfile> {
  return {
    id: 'microsoft-entra-id',
    name: 'Microsoft Entra ID',
    type: 'oidc',
    ...entraMembers(options),
    style: { bg: '#0072c6', text: '#fff' },
    options,
  }
}
