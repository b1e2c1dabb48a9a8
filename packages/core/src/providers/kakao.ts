import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** A time as Kakao writes it, such as `2022-04-11T01:45:28Z`. */
export type DateTime = string

/** Gender in {@link KakaoProfile}. */
export type Gender = 'female' | 'male'

/** Calendar that a birthday is in. */
export type Birthday = 'SOLAR' | 'LUNAR'

/** Age group in {@link KakaoProfile}. */
export type AgeRange =
  | '1-9'
  | '10-14'
  | '15-19'
  | '20-29'
  | '30-39'
  | '40-49'
  | '50-59'
  | '60-69'
  | '70-79'
  | '80-89'
  | '90-'

/** The answer of `GET /v2/user/me`. Claims without the consent of the person are missing. */
export interface KakaoProfile {
  /** Id of the person for this application; also the `sub` of an ID token. */
  readonly id: number
  readonly has_signed_up?: boolean
  readonly connected_at?: DateTime
  readonly synched_at?: DateTime
  readonly properties?: {
    readonly nickname?: string
    readonly profile_image?: string
    readonly thumbnail_image?: string
    readonly [member: string]: unknown
  }
  readonly kakao_account?: {
    readonly profile_needs_agreement?: boolean
    readonly profile_nickname_needs_agreement?: boolean
    readonly profile_image_needs_agreement?: boolean
    readonly profile?: {
      readonly nickname?: string
      readonly thumbnail_image_url?: string
      readonly profile_image_url?: string
      readonly is_default_image?: boolean
      readonly [member: string]: unknown
    }
    readonly name?: string
    readonly email_needs_agreement?: boolean
    /** `false` when the address now belongs to another Kakao account. */
    readonly is_email_valid?: boolean
    /** Whether the address is verified. */
    readonly is_email_verified?: boolean
    readonly email?: string
    readonly age_range?: AgeRange
    readonly birthyear?: string
    readonly birthday?: string
    readonly birthday_type?: Birthday
    readonly gender?: Gender
    readonly phone_number?: string
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/**
 * Sign-in with Kakao.
 *
 * The client id is the REST API key; the client secret has to be switched on in the console. The consent is configured
 * there as well, so no scope is sent, and members without the consent of the person are missing from the profile.
 * `emailVerified` is true when Kakao calls the address both valid and verified.
 *
 * This is Kakao's OAuth 2.0. New applications switch OpenID Connect on in the console and use the provider `kakao-oidc`,
 * which has the same account ids.
 *
 * Environment: `AUTH_KAKAO_ID`, `AUTH_KAKAO_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
 *
 * @example
 * ```ts
 * import Kakao from '@latchstring/core/providers/kakao'
 *
 * export const providers = [Kakao({ authorization: { params: { prompt: 'select_account' } } })]
 * ```
 */
export default function Kakao<P extends KakaoProfile = KakaoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'kakao',
    name: 'Kakao',
    type: 'oauth',
    authorization: { url: 'https://kauth.kakao.com/oauth/authorize' },
    token: { url: 'https://kauth.kakao.com/oauth/token' },
    userinfo: { url: 'https://kapi.kakao.com/v2/user/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, kakao_account: account }) => ({
      ...accountId(id),
      name: text(account?.profile?.nickname),
      email: text(account?.email),
      image: text(account?.profile?.profile_image_url),
      emailVerified: account?.is_email_valid === true && account.is_email_verified === true,
    }),
    style: { bg: '#FEE500', text: '#000' },
    options,
  }
}
