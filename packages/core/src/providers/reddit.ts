import { mark } from '../lib/provider-kit/marks/reddit.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { TokenSet } from '../lib/types/account.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /api/v1/me`. */
export interface RedditProfile {
  /** Without the prefix `t2_`. */
  readonly id: string
  /** The user name, which cannot be changed. */
  readonly name?: string
  /** Address of the avatar, with `&` written as `&amp;`. */
  readonly icon_img?: string
  /** Whether the account has a verified email address. Reddit does not say which. */
  readonly has_verified_email?: boolean
  readonly is_suspended?: boolean
  readonly over_18?: boolean
  /** When the account was made, in seconds since the epoch. */
  readonly created_utc?: number
  readonly [member: string]: unknown
}

const ME = 'https://oauth.reddit.com/api/v1/me'

async function requestProfile(tokens: TokenSet, fetch: Fetch): Promise<RedditProfile> {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${tokens.access_token ?? ''}`,
    // Reddit slows down requests that do not say what sends them.
    'user-agent': 'web:latchstring:v1',
  }
  const body = await readJsonObject('Reddit', await fetch(ME, { headers }))
  if (typeof body['id'] === 'string') return { ...body, id: body['id'] }
  throw new Error('Reddit answered with something other than a user')
}

/**
 * Sign-in with Reddit.
 *
 * Reddit gives no email address. It asks the person every time, and takes one redirect URI for each app. For a
 * refresh token add `duration: 'permanent'` to `authorization.params`.
 *
 * Environment: `AUTH_REDDIT_ID`, `AUTH_REDDIT_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2
 *
 * @example
 * ```ts
 * import Reddit from '@latchstring/core/providers/reddit'
 *
 * export const providers = [Reddit({ authorization: { params: { duration: 'permanent' } } })]
 * ```
 */
export default function Reddit(
  options: OAuthUserConfig<RedditProfile> = {},
): OAuth2Config<RedditProfile> {
  return {
    id: 'reddit',
    name: 'Reddit',
    type: 'oauth',
    authorization: {
      url: 'https://www.reddit.com/api/v1/authorize',
      params: { scope: 'identity' },
    },
    token: { url: 'https://www.reddit.com/api/v1/access_token' },
    userinfo: { url: ME, request: ({ tokens, fetch }) => requestProfile(tokens, fetch) },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.name),
      email: null,
      // The query only chooses a size, and is signed for that size.
      image: text(profile.icon_img)?.split('?', 1)[0] || null,
      emailVerified: false,
    }),
    style: { brandColor: '#ff4500', mark },
    options,
  }
}
