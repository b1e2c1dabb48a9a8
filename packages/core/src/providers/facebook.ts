import { mark } from '../lib/provider-kit/marks/facebook.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The picture of a person, as `picture` is answered. */
export interface FacebookPicture {
  readonly data?: {
    /** Address of the picture; it expires. */
    readonly url?: string
    /** Whether it is the one of people without a picture. */
    readonly is_silhouette?: boolean
    readonly height?: number
    readonly width?: number
  }
}

/** The answer of `GET /me?fields=id,name,email,picture`. */
export interface FacebookProfile {
  /** The person, as this app alone knows them: another app gets another value. */
  readonly id: string
  readonly name?: string
  /** Absent for people with a phone number, and for those who declined to give it. */
  readonly email?: string
  readonly picture?: FacebookPicture
  readonly [field: string]: unknown
}

/** Options of {@link Facebook}. */
export type FacebookOptions<P> = OAuthUserConfig<P> & {
  /** Version of the Graph API. Facebook supports each for about two years. Default: `v26.0`. */
  readonly apiVersion?: `v${number}.${number}`
}

/**
 * Sign-in with Facebook.
 *
 * Facebook does not say whether it verified the address, and some people have none.
 *
 * Environment: `AUTH_FACEBOOK_ID`, `AUTH_FACEBOOK_SECRET`.
 *
 * @param options - overrides of any member, and `apiVersion`
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 *
 * @example
 * ```ts
 * import Facebook from '@latchstring/core/providers/facebook'
 *
 * export const providers = [Facebook({ apiVersion: 'v26.0' })]
 * ```
 */
export default function Facebook<P extends FacebookProfile = FacebookProfile>(
  options: FacebookOptions<P> = {},
): OAuth2Config<P> {
  const version = options.apiVersion ?? 'v26.0'
  return {
    id: 'facebook',
    name: 'Facebook',
    type: 'oauth',
    ownOptions: ['apiVersion'],
    authorization: {
      url: `https://www.facebook.com/${version}/dialog/oauth`,
      params: { scope: 'email' },
    },
    token: { url: `https://graph.facebook.com/${version}/oauth/access_token` },
    userinfo: {
      url: `https://graph.facebook.com/${version}/me`,
      params: { fields: 'id,name,email,picture' },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.name),
      email: text(profile.email),
      image: text(profile.picture?.data?.url),
      emailVerified: null,
    }),
    style: { bg: '#006aff', text: '#fff', mark },
    options,
  }
}
