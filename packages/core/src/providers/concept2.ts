import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/users/me`. */
export interface Concept2Profile {
  readonly data: {
    readonly id: number
    readonly username?: string | null
    readonly first_name?: string | null
    readonly last_name?: string | null
    readonly email?: string | null
    /** Address of the picture. */
    readonly profile_image?: string | null
    readonly gender?: string | null
    /** Year, month and day of birth. */
    readonly dob?: string | null
    readonly country?: string | null
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/**
 * Sign-in with the Concept2 Logbook.
 *
 * Scopes are separated by commas: for workouts ask for `user:read,results:read`. The API of the logbook has a server for
 * development, `https://log-dev.concept2.com`. Concept2 does not say whether it verified the address.
 *
 * Environment: `AUTH_CONCEPT2_ID`, `AUTH_CONCEPT2_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://log.concept2.com/developers/documentation/
 *
 * @example
 * ```ts
 * import Concept2 from '@latchstring/core/providers/concept2'
 *
 * export const providers = [
 *   Concept2({ authorization: { params: { scope: 'user:read,results:read' } } }),
 * ]
 * ```
 */
export default function Concept2(
  options: OAuthUserConfig<Concept2Profile> = {},
): OAuth2Config<Concept2Profile> {
  return {
    id: 'concept2',
    name: 'Concept2',
    type: 'oauth',
    authorization: {
      url: 'https://log.concept2.com/oauth/authorize',
      params: { scope: 'user:read' },
    },
    token: { url: 'https://log.concept2.com/oauth/access_token' },
    userinfo: { url: 'https://log.concept2.com/api/users/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data }: Partial<Concept2Profile>) => ({
      ...accountId(data?.id),
      name: text(data?.username),
      email: text(data?.email),
      image: text(data?.profile_image),
      emailVerified: null,
    }),
    options,
  }
}
