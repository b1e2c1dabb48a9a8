import { mark } from '../lib/provider-kit/marks/trakt.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { TokenSet } from '../lib/types/account.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig, TokenRequest } from '../lib/types/provider.ts'

/** The member `user` of the answer of `GET /users/settings`. */
export interface TraktUser {
  readonly ids: {
    /** Stays the same when the user name changes. */
    readonly uuid: string
    /** Follows the user name, and can then be taken by another person. */
    readonly slug?: string
  }
  readonly username?: string
  /** Display name. */
  readonly name?: string | null
  readonly private?: boolean
  readonly vip?: boolean
  readonly vip_ep?: boolean
  readonly joined_at?: string
  readonly location?: string | null
  readonly about?: string | null
  readonly gender?: string | null
  readonly age?: number | null
  readonly images?: { readonly avatar?: { readonly full?: string } }
  readonly [member: string]: unknown
}

const SETTINGS = 'https://api.trakt.tv/users/settings'
const HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
}

function sendTokenRequest(request: TokenRequest): Promise<Response> {
  const { url, parameters, clientId, clientSecret, fetch } = request
  const body = {
    ...Object.fromEntries(parameters),
    client_id: clientId,
    client_secret: clientSecret,
  }
  return fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })
}

async function requestProfile<P extends TraktUser>(
  tokens: TokenSet,
  clientId: string,
  fetch: Fetch,
): Promise<P> {
  const headers = {
    ...HEADERS,
    authorization: `Bearer ${tokens.access_token ?? ''}`,
    'trakt-api-version': '2',
    'trakt-api-key': clientId,
  }
  const { user } = await readJsonObject('Trakt', await fetch(SETTINGS, { headers }))
  if (typeof user !== 'object' || user === null) throw new Error('Trakt answered without a user')
  // The profile function looks at each member before it uses it.
  return user as P
}

/**
 * Sign-in with Trakt.
 *
 * The account id is the `uuid` of the account, and not the slug, which can pass to another person. Trakt gives no email
 * address, and asks not to show its avatars directly from its servers: copy them.
 *
 * Environment: `AUTH_TRAKT_ID`, `AUTH_TRAKT_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 *
 * @example
 * ```ts
 * import Trakt from '@latchstring/core/providers/trakt'
 *
 * export const providers = [Trakt]
 * ```
 */
export default function Trakt<P extends TraktUser = TraktUser>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'trakt',
    name: 'Trakt',
    type: 'oauth',
    authorization: { url: 'https://trakt.tv/oauth/authorize' },
    token: { url: 'https://api.trakt.tv/oauth/token', send: sendTokenRequest },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    userinfo: {
      url: SETTINGS,
      request: ({ tokens, provider, fetch }) =>
        requestProfile<P>(tokens, provider.clientId ?? '', fetch),
    },
    profile: ({ ids, username, name, images }: Partial<TraktUser>) => ({
      ...(typeof ids?.uuid === 'string' && { id: ids.uuid }),
      name: text(name) || text(username),
      email: null,
      image: text(images?.avatar?.full),
      emailVerified: false,
    }),
    style: { bg: '#ed2224', text: '#fff', mark },
    options,
  }
}
