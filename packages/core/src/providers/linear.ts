import { mark } from '../lib/provider-kit/marks/linear.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The user that `viewer` of Linear's GraphQL API stands for. */
export interface LinearProfile {
  /** Id of the user, who belongs to one workspace. */
  readonly id: string
  /** Full name. */
  readonly name?: string
  readonly email?: string
  /** Address of the picture. */
  readonly avatarUrl?: string | null
  readonly [member: string]: unknown
}

function isProfile(viewer: unknown): viewer is LinearProfile {
  return typeof viewer === 'object' && viewer !== null && 'id' in viewer
}

function readViewer(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'viewer' in data ? data.viewer : undefined
}

/** Options of {@link Linear}. */
export type LinearOptions = OAuthUserConfig<LinearProfile> & {
  /** The requested scopes, separated by spaces. Default: `read`. */
  readonly scope?: string
}

/**
 * Sign-in with Linear.
 *
 * A user of Linear belongs to one workspace: a person who chooses another workspace signs in as another account. With
 * `prompt: 'consent'` people can choose each time. Scopes are separated by commas. Linear does not say whether the address
 * is verified.
 *
 * Environment: `AUTH_LINEAR_ID`, `AUTH_LINEAR_SECRET`.
 *
 * @param options - overrides of any member, and `scope`
 * @see https://linear.app/developers/oauth-2-0-authentication
 *
 * @example
 * ```ts
 * import Linear from '@latchstring/core/providers/linear'
 *
 * export const providers = [Linear({ authorization: { params: { prompt: 'consent' } } })]
 * ```
 */
export default function Linear(options: LinearOptions = {}): OAuth2Config<LinearProfile> {
  return {
    id: 'linear',
    name: 'Linear',
    type: 'oauth',
    ownOptions: ['scope'],
    authorization: {
      url: 'https://linear.app/oauth/authorize',
      params: { scope: options.scope ?? 'read' },
    },
    token: { url: 'https://api.linear.app/oauth/token' },
    userinfo: {
      url: 'https://api.linear.app/graphql',
      request: async ({ tokens, fetch }) => {
        const response = await fetch('https://api.linear.app/graphql', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${tokens.access_token ?? ''}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ query: '{ viewer { id name email avatarUrl } }' }),
        })
        const { data } = await readJsonObject('Linear', response)
        const viewer = readViewer(data)
        if (!isProfile(viewer)) throw new Error('Linear answered with something other than a user')
        return viewer
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.name),
      email: text(profile.email),
      image: text(profile.avatarUrl),
      emailVerified: null,
    }),
    style: { bg: '#5E6AD2', text: '#fff', mark },
    options,
  }
}
