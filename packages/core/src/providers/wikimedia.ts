import { mark } from '../lib/provider-kit/marks/wikimediafoundation.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** Name of a user group, for example `sysop`. */
export type WikimediaGroup = string

/** Name of a grant of the consumer, for example `basic`. */
export type WikimediaGrant = string

/** Name of a right, for example `edit`. */
export type WikimediaRight = string

/** The answer of `GET /oauth2/resource/profile`. */
export interface WikimediaProfile {
  /** Id of the account, the same in all Wikimedia projects. */
  readonly sub: number | string
  /** The user name; it can change. */
  readonly username: string
  readonly editcount?: number
  /** Whether the person confirmed their address. */
  readonly confirmed_email?: boolean
  readonly blocked?: boolean
  readonly registered?: string | null
  readonly groups?: readonly WikimediaGroup[]
  readonly rights?: readonly WikimediaRight[]
  readonly grants?: readonly WikimediaGrant[]
  /** Where the consumer may see the real name and the address. */
  readonly realname?: string
  /** Where the consumer may see the real name and the address. Empty for accounts without one. */
  readonly email?: string
  readonly [member: string]: unknown
}

const profileUrl = 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile'

/**
 * Sign-in with the account of Wikipedia and the other Wikimedia projects.
 *
 * The content of the profile is chosen when the consumer is proposed: with "User identity verification only with access to
 * real name and email address" there is an address, unless the person has none. Until the consumer is approved, only the
 * person who proposed it can sign in.
 *
 * Environment: `AUTH_WIKIMEDIA_ID`, `AUTH_WIKIMEDIA_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://www.mediawiki.org/wiki/OAuth/For_Developers
 *
 * @example
 * ```ts
 * import Wikimedia from '@latchstring/core/providers/wikimedia'
 *
 * export const providers = [Wikimedia({ name: 'Wikipedia' })]
 * ```
 */
export default function Wikimedia<P extends WikimediaProfile = WikimediaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'wikimedia',
    name: 'Wikimedia',
    type: 'oauth',
    authorization: { url: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize' },
    token: { url: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token' },
    userinfo: {
      url: profileUrl,
      request: async ({ tokens, fetch }) => {
        const headers = {
          authorization: `Bearer ${tokens.access_token ?? ''}`,
          // Wikimedia refuses requests that do not say what makes them.
          'user-agent': 'latchstring (https://www.npmjs.com/package/@latchstring/core)',
        }
        const profile = await readJsonObject('Wikimedia', await fetch(profileUrl, { headers }))
        // Further members of a profile are declared by the type argument of the application.
        return profile as P
      },
    },
    profile: ({ sub, username, email, confirmed_email: confirmed }) => {
      const address = text(email) || null
      return {
        ...accountId(sub),
        name: text(username),
        email: address,
        image: null,
        emailVerified: address !== null && confirmed === true,
      }
    },
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
