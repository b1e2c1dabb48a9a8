import { readJsonObject, type JsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /me` of the Instagram API with Instagram Login. */
export interface InstagramProfile {
  /** Id of the professional account. */
  readonly user_id: string
  /** Id of the account for this application alone. */
  readonly id?: string
  /** Can be changed. */
  readonly username?: string
  /** Display name. */
  readonly name?: string
  /** `BUSINESS` or `MEDIA_CREATOR`. */
  readonly account_type?: string
  /** Address of the picture; it expires. */
  readonly profile_picture_url?: string
  readonly [member: string]: unknown
}

const fields = 'user_id,username,name,account_type,profile_picture_url'

/** The documentation has the answer as the one entry of `data`, the API also without that. */
function unwrap(body: JsonObject): JsonObject {
  const { data } = body
  const first: unknown = Array.isArray(data) ? data[0] : undefined
  return typeof first === 'object' && first !== null ? { ...first } : body
}

function isProfile(body: JsonObject): body is JsonObject & InstagramProfile {
  return 'user_id' in body
}

/** RFC 6749, section 5.1, wants a `token_type`, and the members at the top. */
async function conform(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  // `user_id` is a number wider than a number is exact.
  const { user_id: _rounded, ...body } = unwrap(await readJsonObject('Instagram', response))
  return Response.json({ token_type: 'bearer', ...body })
}

/**
 * Sign-in with professional accounts of Instagram, of businesses and creators.
 *
 * Uses the Instagram API with Instagram Login. The Basic Display API, which admitted personal accounts, ended on
 * 4 December 2024, and its ids do not come back: accounts that were linked with it have to be linked anew. There is no
 * email address. Redirect URIs have to be `https:`.
 *
 * Environment: `AUTH_INSTAGRAM_ID`, `AUTH_INSTAGRAM_SECRET`: the Instagram app id and secret, not those of the Meta app.
 *
 * @param options - overrides of any member
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 *
 * @example
 * ```ts
 * import Instagram from '@latchstring/core/providers/instagram'
 *
 * export const providers = [Instagram({ name: 'Instagram for business' })]
 * ```
 */
export default function Instagram(
  options: OAuthUserConfig<InstagramProfile> = {},
): OAuth2Config<InstagramProfile> {
  return {
    id: 'instagram',
    name: 'Instagram',
    type: 'oauth',
    authorization: {
      url: 'https://www.instagram.com/oauth/authorize',
      params: { scope: 'instagram_business_basic' },
    },
    token: { url: 'https://api.instagram.com/oauth/access_token', conform },
    userinfo: {
      url: 'https://graph.instagram.com/me',
      request: async ({ tokens, fetch }) => {
        const url = new URL('https://graph.instagram.com/me')
        url.searchParams.set('fields', fields)
        // The one place that is documented for the token.
        url.searchParams.set('access_token', tokens.access_token ?? '')
        const profile = unwrap(await readJsonObject('Instagram', await fetch(url.href)))
        if (isProfile(profile)) return profile
        throw new Error('Instagram answered with something other than a user')
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...(typeof profile.user_id === 'string' && { id: profile.user_id }),
      name: text(profile.name) || text(profile.username),
      email: null,
      image: text(profile.profile_picture_url),
      emailVerified: null,
    }),
    style: { bg: '#fff', text: '#000' },
    options,
  }
}
