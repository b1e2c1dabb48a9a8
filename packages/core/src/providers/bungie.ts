import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { Fetch, OAuth2Config, OAuthConfig, OAuthUserConfig } from '../lib/types/provider.ts'

/** The account of a person at Bungie.net. */
export interface BungieUser {
  /** Id of the Bungie.net account: an integer of 64 bits, written in decimal. */
  readonly membershipId: string
  readonly displayName?: string | null
  /** Display name with a number, such as `Cayde#1234`. */
  readonly uniqueName?: string | null
  /** Path of the picture at `https://www.bungie.net`. */
  readonly profilePicturePath?: string | null
  readonly about?: string | null
  readonly locale?: string | null
  readonly [member: string]: unknown
}

/** The answer of `GET /User/GetMembershipsForCurrentUser/`. */
export interface BungieProfile {
  readonly Response?: {
    readonly bungieNetUser?: BungieUser
    /** Accounts in Destiny, one for each platform. */
    readonly destinyMemberships?: readonly Readonly<Record<string, unknown>>[]
    readonly primaryMembershipId?: string
    readonly [member: string]: unknown
  }
  /** 1 for success. */
  readonly ErrorCode?: number
  readonly [member: string]: unknown
}

/** Options of {@link Bungie}. */
export type BungieOptions = OAuthUserConfig<BungieProfile> & {
  /** The API key of the application, sent as `X-API-Key`. Without it Bungie.net does not say who signed in. */
  readonly apiKey?: string
}

const api = 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/'

function requireApiKey(provider: OAuthConfig<BungieProfile>): string {
  return 'apiKey' in provider && typeof provider.apiKey === 'string' ? provider.apiKey : ''
}

async function requestProfile(
  provider: OAuthConfig<BungieProfile>,
  accessToken: string | undefined,
  fetch: Fetch,
): Promise<BungieProfile> {
  const response = await fetch(api, {
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${accessToken ?? ''}`,
      'x-api-key': requireApiKey(provider),
    },
  })
  return readJsonObject('Bungie.net', response)
}

function picture(path: unknown): string | null {
  const site = 'https://www.bungie.net'
  return typeof path === 'string' && path !== '' && URL.canParse(path, site)
    ? new URL(path, site).href
    : null
}

/**
 * Sign-in with Bungie.net.
 *
 * Scopes are set in the portal and cannot be asked for. Bungie.net gives out no address, and it wants an `https:`
 * redirect URI on a host other than `localhost`, during development, too.
 *
 * Environment: `AUTH_BUNGIE_ID`, `AUTH_BUNGIE_SECRET`, `AUTH_BUNGIE_KEY`.
 *
 * @param options - overrides of any member, and `apiKey`, which is needed here or in the environment
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation
 *
 * @example
 * ```ts
 * import Bungie from '@latchstring/core/providers/bungie'
 *
 * export const providers = [Bungie({ apiKey: 'key of the application' })]
 * ```
 */
export default function Bungie(options: BungieOptions = {}): OAuth2Config<BungieProfile> {
  return {
    id: 'bungie',
    name: 'Bungie',
    type: 'oauth',
    requires: ['apiKey'],
    authorization: {
      url: 'https://www.bungie.net/en/OAuth/Authorize',
      params: { reauth: 'true' },
    },
    token: { url: 'https://www.bungie.net/Platform/App/OAuth/token/' },
    userinfo: {
      url: api,
      request: ({ provider, tokens, fetch }) =>
        requestProfile(provider, tokens.access_token, fetch),
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ Response: answer }) => {
      const user = answer?.bungieNetUser
      return {
        ...(typeof user?.membershipId === 'string' && { id: user.membershipId }),
        name: text(user?.displayName) ?? text(user?.uniqueName),
        email: null,
        image: picture(user?.profilePicturePath),
        emailVerified: null,
      }
    },
    options,
  }
}
