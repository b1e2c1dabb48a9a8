import type { Fetch, OIDCConfig, OIDCUserConfig, UserinfoEndpoint } from '../../types/provider.ts'
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
  readonly xms_edov?: boolean | '1' | 'true'
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
   * The tenant whose people are admitted: its id, or one of its domain names. It is made into the `issuer`. Default: every
   * tenant, and personal accounts. An empty one is refused.
   */
  readonly tenantId?: string
  /**
   * Asks Microsoft Graph for the photo in this size, in pixels, and converts it to a `data:` URL. Every sign-in then costs
   * one more request, and the photo is part of the session token. Default: no photo.
   */
  readonly profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648
}

const cloud = 'https://login.microsoftonline.com'
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'
const GUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const guid = new RegExp(`^${GUID}$`, 'i')
const tenantName = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i
const TEMPLATE = '{tenantid}'
const statedByTenant = new RegExp(`^(https://[^/]+)/${GUID}/v2\\.0$`, 'i')
const statedByExternal = new RegExp(`^https://(${GUID})\\.ciamlogin\\.com/\\1/v2\\.0$`, 'i')
const authority = /^(https:\/\/[^/]+)\/([^/]+)\/v2\.0\/?$/i

/** The issuer that the discovery document under an authority for many tenants, or under a tenant's id, states. */
function statedIssuer(issuer: string): string {
  return issuer
    .replace(/\/(?:common|organizations)\//, `/${TEMPLATE}/`)
    .replace('/consumers/', `/${personalAccounts}/`)
}

/** Whether the issuer is that of an external tenant: under its id the same, under its name any. */
function isExternal(tenant: string, stated: string): boolean {
  const id = statedByExternal.exec(stated)?.[1]
  return id !== undefined && (!guid.test(tenant) || id.toLowerCase() === tenant.toLowerCase())
}

/**
 * Whether a discovery document under the issuer may state another one. Under the domain name of a tenant, the document states
 * the id; in an external tenant (`*.ciamlogin.com`) the id is the host as well.
 */
function isStatedBy(issuer: string, stated: string): boolean {
  if (stated === statedIssuer(issuer)) return true
  const [, origin = '', tenant = ''] = authority.exec(issuer) ?? []
  if (!tenantName.test(tenant) || /^(?:common|organizations|consumers)$/.test(tenant)) return false
  if (/^https:\/\/[a-z\d-]+\.ciamlogin\.com$/i.test(origin)) return isExternal(tenant, stated)
  return !guid.test(tenant) && statedByTenant.exec(stated)?.[1] === origin
}

/** The tenant of an issuer: its id, its domain name, or a group of tenants such as `common`. */
const tenantOf = (issuer: string): string | undefined => authority.exec(issuer)?.[2]

/** Why the tenant cannot be used. A missing one must not admit every tenant. */
function tenantProblem(options: MicrosoftEntraIDOptions): string | undefined {
  if (!('tenantId' in options)) return undefined
  const { tenantId, issuer } = options
  if (typeof tenantId !== 'string' || !tenantName.test(tenantId)) {
    const shown = JSON.stringify(tenantId) ?? 'undefined'
    return `The option \`tenantId\` of the provider for Microsoft Entra ID is ${shown}. Set the Directory (tenant) ID of the app registration, or leave the option out to admit every tenant.`
  }
  if (issuer === undefined || tenantOf(issuer) === tenantId) return undefined
  return `The provider for Microsoft Entra ID has the \`tenantId\` ${JSON.stringify(tenantId)} and the \`issuer\` ${JSON.stringify(issuer)}, which name two tenants. Leave one of them out, also in the environment.`
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

/** The members that depend on the options. */
function tenantMembers(options: MicrosoftEntraIDOptions): EntraMembers {
  const { tenantId = 'common', issuer = `${cloud}/${tenantId}/v2.0`, profilePhotoSize } = options
  return {
    issuer,
    problem: tenantProblem(options),
    discoveryIssuer: (stated) => isStatedBy(issuer, stated),
    resolveIssuer({ tid }, stated) {
      if (!stated.includes(TEMPLATE)) return stated
      const known = typeof tid === 'string' && guid.test(tid)
      return known ? stated.replace(TEMPLATE, tid) : undefined
    },
    ...(profilePhotoSize !== undefined && { userinfo: withPhoto(profilePhotoSize) }),
  }
}

type EntraMembers = Pick<
  OIDCConfig<MicrosoftEntraIDProfile>,
  'issuer' | 'problem' | 'discoveryIssuer' | 'resolveIssuer' | 'userinfo'
>

const withPhoto = (size: number): UserinfoEndpoint<MicrosoftEntraIDProfile> => ({
  request: async ({ claims, tokens, fetch }) => ({
    // The claims of a verified ID token always have a `sub`.
    ...(claims as MicrosoftEntraIDProfile),
    photo: await photo(size, tokens.access_token ?? '', fetch),
  }),
})

/** Microsoft writes the optional claim as a boolean in some tokens, and as text in others. */
const isOwnersDomain = (claim: unknown): boolean =>
  claim === true || claim === '1' || claim === 'true'

/**
 * The common part of the providers for Microsoft Entra ID: everything but id, name and button.
 *
 * @param options - overrides of any member, `tenantId` and `profilePhotoSize`
 */
export function entraMembers(
  options: MicrosoftEntraIDOptions,
): EntraMembers &
  Pick<
    OIDCConfig<MicrosoftEntraIDProfile>,
    'derived' | 'ownOptions' | 'variables' | 'authorization' | 'profile'
  > {
  const made = tenantMembers(options)
  return {
    ...made,
    derived: { made, make: tenantMembers },
    ownOptions: ['profilePhotoSize', 'tenantId'],
    // The second is the name that applications of next-auth 4 have.
    variables: { tenantId: ['_TENANT_ID', 'AZURE_AD_TENANT_ID'] },
    authorization: { params: { scope: 'openid profile email User.Read' } },
    profile: (profile) => ({
      id: profile.sub,
      name: text(profile.name),
      email: text(profile.email),
      image: text(profile.photo),
      emailVerified: isOwnersDomain(profile.xms_edov),
    }),
  }
}
