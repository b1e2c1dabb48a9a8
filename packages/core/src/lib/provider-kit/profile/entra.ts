import type { Fetch, OIDCConfig, OIDCUserConfig } from '../../types/provider.ts'
import { text } from './text.ts'

/** Claims of an ID token of Microsoft Entra ID. */
export interface MicrosoftEntraIDProfile {
  /** The user at this application: another application gets another value. */
  readonly sub: string
  /** The user within the tenant, the same for every application. */
  readonly oid?: string
  /** The tenant; `9188040d-6c67-4c5b-b112-36a304b66dad` for personal accounts. */
  readonly tid?: string
  readonly name?: string
  /** Not verified: administrators of a tenant can set any address. */
  readonly email?: string
  /** Whether the owner of the email domain is verified; an optional claim of the app registration. */
  readonly xms_edov?: boolean
  /** For display only; it can change. */
  readonly preferred_username?: string
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  /** The photo as a `data:` URL, where {@link MicrosoftEntraIDOptions} request it; not a claim. */
  readonly photo?: string | null
  readonly [claim: string]: unknown
}

/** Options of a provider for Microsoft Entra ID. */
export type MicrosoftEntraIDOptions = OIDCUserConfig<MicrosoftEntraIDProfile> & {
  /**
   * Asks Microsoft Graph for the photo in this size, in pixels, and converts it to a `data:` URL. Every sign-in then costs
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
    const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })
    if (response.status !== 200) return null
    const bytes = new Uint8Array(await response.arrayBuffer())
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    return `data:image/jpeg;base64,${btoa(binary)}`
  } catch {
    // A missing photo does not refuse the sign-in.
    return null
  }
}

/**
 * The common part of the providers for Microsoft Entra ID: everything but id, name and button.
 *
 * @param options - overrides of any member, and `profilePhotoSize`
 */
export function entraMembers(
  options: MicrosoftEntraIDOptions,
): Pick<
  OIDCConfig<MicrosoftEntraIDProfile>,
  'issuer' | 'discoveryIssuer' | 'resolveIssuer' | 'authorization' | 'userinfo' | 'profile'
> {
  const issuer = options.issuer ?? 'https://login.microsoftonline.com/common/v2.0'
  const discoveryIssuer = statedIssuer(issuer)
  const { profilePhotoSize: size } = options
  return {
    issuer,
    discoveryIssuer,
    resolveIssuer: ({ tid }) =>
      typeof tid === 'string' && guid.test(tid)
        ? discoveryIssuer.replace('{tenantid}', tid)
        : undefined,
    authorization: { params: { scope: 'openid profile email User.Read' } },
    ...(size === undefined
      ? {}
      : {
          userinfo: {
            request: async ({ claims, tokens, fetch }) => ({
              // The claims of a verified ID token always have a `sub`.
              ...(claims as MicrosoftEntraIDProfile),
              photo: await photo(size, tokens.access_token ?? '', fetch),
            }),
          },
        }),
    profile: (profile) => ({
      id: profile.sub,
      name: text(profile.name),
      email: text(profile.email),
      image: text(profile.photo),
      emailVerified: profile.xms_edov === true,
    }),
  }
}
