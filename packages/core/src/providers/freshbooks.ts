import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /auth/api/v1/users/me`. */
export interface FreshbooksProfile {
  readonly response: {
    readonly id: number
    readonly first_name?: string | null
    readonly last_name?: string | null
    readonly email?: string | null
    readonly language?: string | null
    /** The businesses the person works in. */
    readonly business_memberships?: readonly Readonly<Record<string, unknown>>[]
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/**
 * Sign-in with FreshBooks.
 *
 * No scope is asked for, so that the token has those that are set for the app. FreshBooks does not say whether it
 * verified the address, and it has no pictures. A refresh token is good for one use. Redirect URIs are `https:`, during
 * development, too.
 *
 * Environment: `AUTH_FRESHBOOKS_ID`, `AUTH_FRESHBOOKS_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://www.freshbooks.com/api/authentication
 *
 * @example
 * ```ts
 * import Freshbooks from '@latchstring/core/providers/freshbooks'
 *
 * const scope = 'user:profile:read'
 * export const providers = [Freshbooks({ authorization: { params: { scope } } })]
 * ```
 */
export default function Freshbooks(
  options: OAuthUserConfig<FreshbooksProfile> = {},
): OAuth2Config<FreshbooksProfile> {
  return {
    id: 'freshbooks',
    name: 'Freshbooks',
    type: 'oauth',
    authorization: { url: 'https://auth.freshbooks.com/oauth/authorize' },
    token: { url: 'https://api.freshbooks.com/auth/oauth/token' },
    userinfo: { url: 'https://api.freshbooks.com/auth/api/v1/users/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response }: Partial<FreshbooksProfile>) => ({
      ...accountId(response?.id),
      name: joinNames(response?.first_name, response?.last_name),
      email: text(response?.email),
      image: null,
      emailVerified: null,
    }),
    style: { bg: '#0075dd', text: '#fff' },
    options,
  }
}
