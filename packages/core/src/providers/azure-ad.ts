import {
  entraMembers,
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
} from '../lib/provider-kit/profile/entra.ts'
import type { OIDCConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Microsoft Entra ID, which was Azure Active Directory. */
export type AzureADProfile = MicrosoftEntraIDProfile

/**
 * Sign-in with Microsoft Entra ID under its former name, Azure Active Directory.
 *
 * It is the provider `microsoft-entra-id` with the id `azure-ad`, for applications whose accounts were stored with that
 * id. They can move by changing the provider of the stored accounts to `microsoft-entra-id`; the account ids stay the
 * same.
 *
 * Environment: `AUTH_AZURE_AD_ID`, `AUTH_AZURE_AD_SECRET`, and `AUTH_AZURE_AD_ISSUER` or `AUTH_AZURE_AD_TENANT_ID`. Without these
 * two, `AZURE_AD_TENANT_ID` is the tenant.
 *
 * @param options - overrides of any member, `tenantId` and `profilePhotoSize`
 * @deprecated Azure Active Directory has been called Microsoft Entra ID since 2023. Use the provider
 *   microsoft-entra-id.
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 *
 * @example
 * ```ts
 * import AzureAD from '@latchstring/core/providers/azure-ad'
 *
 * const tenantId = '72f988bf-86f1-41af-91ab-2d7cd011db47'
 * export const providers = [AzureAD({ tenantId })]
 * ```
 */
export default function AzureAD(options: MicrosoftEntraIDOptions = {}): OIDCConfig<AzureADProfile> {
  return {
    id: 'azure-ad',
    name: 'Azure Active Directory',
    type: 'oidc',
    ...entraMembers(options),
    deprecated:
      'Azure Active Directory has been called Microsoft Entra ID since 2023. Use the provider microsoft-entra-id.',
    style: { bg: '#0072c6', text: '#fff' },
    options,
  }
}
