import { mark } from '../lib/provider-kit/marks/kick.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { nameTokenType, readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The entry of the caller in the answer of `GET /public/v1/users`. */
export interface KickProfile {
  readonly user_id: number
  readonly name?: string
  readonly email?: string
  /** Address of the picture. */
  readonly profile_picture?: string
  readonly [member: string]: unknown
}

function isProfile(entry: unknown): entry is KickProfile {
  return typeof entry === 'object' && entry !== null && 'user_id' in entry
}

/** Options of {@link Kick}. */
export type KickOptions = OAuthUserConfig<KickProfile> & {
  /** The requested scopes, separated by spaces. Default: `user:read`. */
  readonly scope?: string
}

/**
 * Sign-in with Kick.
 *
 * Kick does not say whether the address is verified.
 *
 * Environment: `AUTH_KICK_ID`, `AUTH_KICK_SECRET`.
 *
 * @param options - overrides of any member, and `scope`
 * @see https://docs.kick.com/getting-started/generating-tokens-oauth2-flow
 *
 * @example
 * ```ts
 * import Kick from '@latchstring/core/providers/kick'
 *
 * export const providers = [Kick({ authorization: { params: { scope: 'user:read channel:read' } } })]
 * ```
 */
export default function Kick(options: KickOptions = {}): OAuth2Config<KickProfile> {
  return {
    id: 'kick',
    name: 'Kick',
    type: 'oauth',
    ownOptions: ['scope'],
    authorization: {
      url: 'https://id.kick.com/oauth/authorize',
      params: { scope: options.scope ?? 'user:read' },
    },
    // Kick has answered in JSON under another media type.
    token: { url: 'https://id.kick.com/oauth/token', conform: nameTokenType },
    userinfo: {
      url: 'https://api.kick.com/public/v1/users',
      request: async ({ tokens, fetch }) => {
        const headers = { authorization: `Bearer ${tokens.access_token ?? ''}` }
        const response = await fetch('https://api.kick.com/public/v1/users', { headers })
        const { data } = await readJsonObject('Kick', response)
        // Without ids in the request, Kick lists the caller alone.
        const user: unknown = Array.isArray(data) ? data[0] : undefined
        if (!isProfile(user)) throw new Error('Kick answered with something other than a user')
        return user
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...accountId(profile.user_id),
      name: text(profile.name),
      email: text(profile.email),
      image: text(profile.profile_picture),
      emailVerified: null,
    }),
    style: { bg: '#53FC18', text: '#000', mark },
    options,
  }
}
