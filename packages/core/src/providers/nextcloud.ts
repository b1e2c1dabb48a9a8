import { mark } from '../lib/provider-kit/marks/nextcloud.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The user object of Nextcloud's provisioning API. */
export interface NextcloudProfile {
  /** The user name, which is fixed. */
  readonly id: string
  readonly email?: string | null
  readonly displayname?: string
  readonly phone?: string
  readonly address?: string
  readonly website?: string
  readonly twitter?: string
  readonly fediverse?: string
  readonly organisation?: string
  readonly role?: string
  readonly headline?: string
  readonly biography?: string
  readonly groups?: readonly string[]
  readonly language?: string
  readonly locale?: string
  readonly enabled?: boolean
  /** Address of the picture; added to the answer here. */
  readonly avatar_url?: string
  readonly [member: string]: unknown
}

function isProfile(data: unknown): data is NextcloudProfile {
  return typeof data === 'object' && data !== null && 'id' in data
}

/** OCS puts what was asked for into `ocs.data`. */
function readData(ocs: unknown): unknown {
  return typeof ocs === 'object' && ocs !== null && 'data' in ocs ? ocs.data : undefined
}

/**
 * Sign-in with a Nextcloud server.
 *
 * `issuer` is the address of the server. This is the OAuth 2.0 of Nextcloud itself: its tokens may do all that the person
 * may. A server with an OpenID Connect app can be used as any OpenID Connect provider. Nextcloud does not say whether the
 * address is verified.
 *
 * Environment: `AUTH_NEXTCLOUD_ID`, `AUTH_NEXTCLOUD_SECRET`, `AUTH_NEXTCLOUD_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 *
 * @example
 * ```ts
 * import Nextcloud from '@latchstring/core/providers/nextcloud'
 *
 * export const providers = [Nextcloud({ issuer: 'https://cloud.example.com' })]
 * ```
 */
export default function Nextcloud(
  options: OAuthUserConfig<NextcloudProfile> = {},
): OAuth2Config<NextcloudProfile> {
  return {
    id: 'nextcloud',
    name: 'Nextcloud',
    type: 'oauth',
    requires: ['issuer'],
    authorization: { url: '{issuer}/apps/oauth2/authorize' },
    token: { url: '{issuer}/apps/oauth2/api/v1/token' },
    userinfo: {
      request: async ({ tokens, provider, fetch }) => {
        const server = provider.issuer?.replace(/\/$/, '') ?? ''
        // Beside RFC 6749, section 5.1: whom the token belongs to.
        const userId = encodeURIComponent(text(tokens['user_id']) ?? '')
        const response = await fetch(`${server}/ocs/v1.php/cloud/users/${userId}`, {
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${tokens.access_token ?? ''}`,
            // Nextcloud refuses requests to this API without it.
            'ocs-apirequest': 'true',
          },
        })
        const { ocs } = await readJsonObject('Nextcloud', response)
        const user = readData(ocs)
        if (!isProfile(user)) throw new Error('Nextcloud answered with something other than a user')
        return { ...user, avatar_url: `${server}/avatar/${userId}/512` }
      },
    },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.displayname) ?? text(profile['display-name']),
      email: text(profile.email),
      image: text(profile.avatar_url),
      emailVerified: null,
    }),
    style: { bg: '#fff', text: '#0082C9', mark },
    options,
  }
}
