import { mark } from '../lib/provider-kit/marks/threads.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { TokenSet } from '../lib/types/account.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v1.0/me`. */
export interface ThreadsProfile {
  /** The person, as this application alone knows them. */
  readonly id: string
  /** The user name. It can be changed and then be taken by another person. */
  readonly username?: string
  /** Display name. */
  readonly name?: string
  /** Address of the picture; it expires. */
  readonly threads_profile_picture_url?: string
  readonly threads_biography?: string
  readonly is_verified?: boolean
  readonly [member: string]: unknown
}

const ME = 'https://graph.threads.com/v1.0/me'

/** Threads leaves out the token type, which RFC 6749, section 5.1, wants. */
async function conform(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  // `user_id` is a number wider than a number is exact.
  const { user_id: _rounded, ...body } = await readJsonObject('Threads', response)
  return Response.json({ token_type: 'bearer', ...body })
}

async function requestProfile(tokens: TokenSet, fetch: Fetch): Promise<ThreadsProfile> {
  const url = new URL(ME)
  url.searchParams.set('fields', 'id,username,name,threads_profile_picture_url')
  url.searchParams.set('access_token', tokens.access_token ?? '')
  const response = await fetch(url.href, { headers: { accept: 'application/json' } })
  const body = await readJsonObject('Threads', response)
  if (typeof body['id'] === 'string') return { ...body, id: body['id'] }
  throw new Error('Threads answered with something other than a user')
}

/**
 * Sign-in with Threads.
 *
 * Client id and secret are those of the use case "Access the Threads API", and not those of the app itself. Threads gives no
 * email address, and takes no redirect URI without https.
 *
 * Environment: `AUTH_THREADS_ID`, `AUTH_THREADS_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions
 *
 * @example
 * ```ts
 * import Threads from '@latchstring/core/providers/threads'
 *
 * export const providers = [Threads]
 * ```
 */
export default function Threads(
  options: OAuthUserConfig<ThreadsProfile> = {},
): OAuth2Config<ThreadsProfile> {
  return {
    id: 'threads',
    name: 'Threads',
    type: 'oauth',
    authorization: {
      url: 'https://threads.com/oauth/authorize',
      params: { scope: 'threads_basic' },
    },
    token: { url: 'https://graph.threads.com/oauth/access_token', conform },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    userinfo: { url: ME, request: ({ tokens, fetch }) => requestProfile(tokens, fetch) },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.name) ?? text(profile.username),
      email: null,
      image: text(profile.threads_profile_picture_url),
      emailVerified: false,
    }),
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
