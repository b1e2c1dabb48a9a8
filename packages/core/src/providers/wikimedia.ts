import { mark } from '../lib/provider-kit/marks/wikimediafoundation.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
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
  /** Id of the account, the same in all Wikimedia projects. An account of one project alone has `false`, and cannot sign in. */
  readonly sub: number | string
  /** The user name; it can change. Accounts that Wikimedia has hidden have none. */
  readonly username: string
  readonly editcount?: number
  /** Whether the person confirmed their address. */
  readonly confirmed_email?: boolean
  /** The same as `confirmed_email`. */
  readonly email_verified?: boolean
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
    userinfo: { url: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile' },
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
