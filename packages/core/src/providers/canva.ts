import { readJsonObject, type JsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answers of `GET /v1/users/me` and `GET /v1/users/me/profile`. */
export interface CanvaProfile {
  readonly team_user?: {
    readonly user_id: string
    /** The team that the person signed in with. */
    readonly team_id?: string
    readonly [member: string]: unknown
  }
  readonly profile?: {
    readonly display_name?: string
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

const users = 'https://api.canva.com/rest/v1/users/me'

async function ask(url: string, token: string | undefined, fetch: Fetch): Promise<JsonObject> {
  const headers = { authorization: `Bearer ${token ?? ''}` }
  return readJsonObject('Canva', await fetch(url, { headers }))
}

/**
 * Sign-in with Canva.
 *
 * The integration at Canva needs the scope `profile:read`. Until Canva has reviewed it, only members of its team can sign
 * in. There is neither email address nor picture.
 *
 * Environment: `AUTH_CANVA_ID`, `AUTH_CANVA_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://www.canva.dev/docs/connect/authentication/
 *
 * @example
 * ```ts
 * import Canva from '@latchstring/core/providers/canva'
 *
 * const scope = 'profile:read design:meta:read'
 * export const providers = [Canva({ authorization: { params: { scope } } })]
 * ```
 */
export default function Canva(
  options: OAuthUserConfig<CanvaProfile> = {},
): OAuth2Config<CanvaProfile> {
  return {
    id: 'canva',
    name: 'Canva',
    type: 'oauth',
    authorization: {
      url: 'https://www.canva.com/api/oauth/authorize',
      params: { scope: 'profile:read' },
    },
    token: { url: 'https://api.canva.com/rest/v1/oauth/token' },
    userinfo: {
      url: users,
      request: async ({ tokens, fetch }) => {
        const [user, profile] = await Promise.all([
          ask(users, tokens.access_token, fetch),
          ask(`${users}/profile`, tokens.access_token, fetch),
        ])
        return { ...user, ...profile }
      },
    },
    profile: ({ team_user: user, profile }) => ({
      ...(typeof user?.user_id === 'string' && { id: user.user_id }),
      name: text(profile?.display_name),
      email: null,
      image: null,
      emailVerified: null,
    }),
    style: { bg: '#00C4CC', text: '#000' },
    options,
  }
}
