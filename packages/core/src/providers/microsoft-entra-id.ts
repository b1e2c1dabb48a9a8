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
 * The default issuer, `https://login.microsoftonline.com/common/v2.0`, admits people of every tenant. To admit one
 * tenant, set `issuer` to `https://login.microsoftonline.com/<tenant id>/v2.0`, with the id and not a domain name. An
 * `issuer` that ends in `/organizations/v2.0` or `/consumers/v2.0`, or is in a national cloud, belongs into the
 * options.
 *
 * An application for several tenants should keep `tid` and `oid` of the profile with its users: the account id is
 * `sub`, which changes with the app registration. It should admit tenants by `tid` in the `signIn` callback and never
 * decide by email address. `emailVerified` is true only where the app registration adds the claim `xms_edov` and it is
 * true.
 *
 * Environment: `AUTH_MICROSOFT_ENTRA_ID_ID`, `AUTH_MICROSOFT_ENTRA_ID_SECRET`, `AUTH_MICROSOFT_ENTRA_ID_ISSUER`.
 *
 * @param options - overrides of any member, and `profilePhotoSize`
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 *
 * @example
 * ```ts
 * import MicrosoftEntraID from '@latchstring/core/providers/microsoft-entra-id'
 *
 * const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'
 * export const providers = [
 *   MicrosoftEntraID({ issuer: `https://login.microsoftonline.com/${tenant}/v2.0` }),
 * ]
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
