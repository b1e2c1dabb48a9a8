import { mark } from '../lib/provider-kit/marks/naver.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v1/nid/me`. Claims without the consent of the person are missing. */
export interface NaverProfile {
  /** `00` for success. */
  readonly resultcode?: string
  readonly message?: string
  readonly response?: {
    /** Id of the person for this application. */
    readonly id: string
    readonly nickname?: string
    readonly name?: string
    /** The contact address, which need not be one of Naver. */
    readonly email?: string
    readonly gender?: 'F' | 'M' | 'U'
    /** A range, such as `30-39`. */
    readonly age?: string
    /** Month and day. */
    readonly birthday?: string
    readonly birthyear?: string
    /** Address of the picture. */
    readonly profile_image?: string
    readonly mobile?: string
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/**
 * Sign-in with Naver.
 *
 * The consent is configured in the console, so no scope is sent. Until Naver has reviewed the
 * application, only its registered testers can sign in. Naver does not say whether the address is verified.
 *
 * Environment: `AUTH_NAVER_ID`, `AUTH_NAVER_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.naver.com/docs/login/api/api.md
 *
 * @example
 * ```ts
 * import Naver from '@latchstring/core/providers/naver'
 *
 * export const providers = [Naver({ authorization: { params: { auth_type: 'reauthenticate' } } })]
 * ```
 */
export default function Naver<P extends NaverProfile = NaverProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'naver',
    name: 'Naver',
    type: 'oauth',
    authorization: { url: 'https://nid.naver.com/oauth2.0/authorize' },
    token: { url: 'https://nid.naver.com/oauth2.0/token' },
    userinfo: { url: 'https://openapi.naver.com/v1/nid/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: user }) => ({
      ...(typeof user?.id === 'string' && { id: user.id }),
      name: text(user?.nickname) || text(user?.name),
      email: text(user?.email),
      image: text(user?.profile_image),
      emailVerified: null,
    }),
    style: { bg: '#03C75A', text: '#fff', mark },
    options,
  }
}
