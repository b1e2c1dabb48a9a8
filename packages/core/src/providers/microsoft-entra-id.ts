import { customFetch } from '../lib/symbols.ts'
import type { Fetch, OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Microsoft Entra ID. */
export interface MicrosoftEntraIDProfile {
  /** The person, as this application alone knows them: another application gets another value. */
  readonly sub: string
  /** The person within the tenant, the same for every application. */
  readonly oid?: string
  /** The tenant; `9188040d-6c67-4c5b-b112-36a304b66dad` for personal accounts. */
  readonly tid?: string
  readonly name?: string
  /** Not proof that the person owns the address: administrators of a tenant can write any. */
  readonly email?: string
  /** Whether the owner of the e-mail domain is verified; an optional claim of the app registration. */
  readonly xms_edov?: boolean
  /** For display only; it can change. */
  readonly preferred_username?: string
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  readonly [claim: string]: unknown
}

/** Options of {@link MicrosoftEntraID}. */
export type MicrosoftEntraIDOptions = OIDCUserConfig<MicrosoftEntraIDProfile> & {
  /**
   * Asks Microsoft Graph for the photo in this size, in pixels, and makes a `data:` URL of it. Every sign-in then costs
   * one more request, and the photo is part of the session token. Default: no photo.
   */
  readonly profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648
}

const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The issuer that the discovery document under `issuer` states. */
function statedIssuer(issuer: string): string {
  return issuer
    .replace(/\/(?:common|organizations)\//, '/{tenantid}/')
    .replace('/consumers/', `/${personalAccounts}/`)
}

async function photo(size: number, accessToken: string, fetch: Fetch): Promise<string | null> {
  const url = `https://graph.microsoft.com/v1.0/me/photos/${size}x${size}/$value`
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${accessToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    if (response.status !== 200) return null
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (bytes.length > 1_000_000) return null
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    return `data:image/jpeg;base64,${btoa(binary)}`
  } catch {
    // A photo is no reason to refuse a sign-in.
    return null
  }
}

/**
 * Sign-in with Microsoft Entra ID (formerly Azure AD) and personal Microsoft accounts.
 *
 * The default issuer, `https://login.microsoftonline.com/common/v2.0`, admits people of every tenant. To admit one tenant,
 * set `issuer` to `https://login.microsoftonline.com/<tenant id>/v2.0`, with the id and not a domain name. An `issuer`
 * that ends in `/organizations/v2.0` or `/consumers/v2.0`, or is in a national cloud, belongs into the options.
 *
 * An application for several tenants should keep `tid` and `oid` of the profile with its users: the account id is `sub`,
 * which changes with the app registration. It should admit tenants by `tid` in the `signIn` callback and never decide by
 * e-mail address. `emailVerified` is true only where the app registration adds the claim `xms_edov` and it is true.
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
  const issuer = options.issuer ?? 'https://login.microsoftonline.com/common/v2.0'
  const discoveryIssuer = statedIssuer(issuer)
  const { profilePhotoSize: size } = options
  return {
    id: 'microsoft-entra-id',
    name: 'Microsoft Entra ID',
    type: 'oidc',
    issuer,
    discoveryIssuer,
    resolveIssuer: ({ tid }) =>
      typeof tid === 'string' && guid.test(tid)
        ? discoveryIssuer.replace('{tenantid}', tid)
        : undefined,
    authorization: { params: { scope: 'openid profile email User.Read' } },
    profile: async (profile, tokens) => ({
      id: profile.sub,
      name: profile.name ?? null,
      email: profile.email ?? null,
      image:
        size !== undefined && tokens.access_token !== undefined
          ? await photo(size, tokens.access_token, options[customFetch] ?? fetch)
          : null,
      emailVerified: profile.xms_edov === true,
    }),
    style: { bg: '#0072c6', text: '#fff' },
    options,
  }
}
