import { mark } from '../lib/provider-kit/marks/patreon.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/oauth2/v2/identity` (JSON:API), with the attributes that are asked for. */
export interface PatreonProfile {
  readonly data?: {
    readonly id: string
    readonly type?: 'user'
    readonly attributes?: {
      readonly full_name?: string
      /** With the scope `identity[email]`. */
      readonly email?: string | null
      /** Whether the person confirmed the address. */
      readonly is_email_verified?: boolean
      /** Address of the picture. */
      readonly image_url?: string | null
      readonly [attribute: string]: unknown
    }
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/**
 * Sign-in with Patreon.
 *
 * Uses version 2 of the API; ids are those of version 1. Further attributes and memberships come with `userinfo.params`.
 *
 * Environment: `AUTH_PATREON_ID`, `AUTH_PATREON_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://docs.patreon.com/#apiv2-oauth
 *
 * @example
 * ```ts
 * import Patreon from '@latchstring/core/providers/patreon'
 *
 * export const providers = [Patreon({ userinfo: { params: { include: 'memberships' } } })]
 * ```
 */
export default function Patreon<P extends PatreonProfile = PatreonProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'patreon',
    name: 'Patreon',
    type: 'oauth',
    authorization: {
      url: 'https://www.patreon.com/oauth2/authorize',
      params: { scope: 'identity identity[email]' },
    },
    token: { url: 'https://www.patreon.com/api/oauth2/token' },
    userinfo: {
      url: 'https://www.patreon.com/api/oauth2/v2/identity',
      // Version 2 answers with the id alone where no attributes are asked for.
      params: { 'fields[user]': 'email,full_name,image_url,is_email_verified' },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data }) => ({
      ...(typeof data?.id === 'string' && { id: data.id }),
      name: text(data?.attributes?.full_name),
      email: text(data?.attributes?.email),
      image: text(data?.attributes?.image_url),
      emailVerified: data?.attributes?.is_email_verified === true,
    }),
    style: { bg: '#e85b46', text: '#fff', mark },
    options,
  }
}
