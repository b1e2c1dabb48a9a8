import { mark } from '../lib/provider-kit/marks/bitbucket.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** An entry of `GET /2.0/user/emails`. */
export interface BitbucketEmail {
  readonly email: string
  readonly is_primary: boolean
  /** Whether the person proved to own the address. */
  readonly is_confirmed: boolean
}

/** The answer of `GET /2.0/user`, with what the list of addresses adds to it. */
export interface BitbucketProfile {
  /** Id of the Atlassian account. */
  readonly account_id: string
  readonly uuid?: string
  readonly display_name?: string | null
  readonly username?: string
  readonly nickname?: string
  /** The primary address; absent when the list could not be read. */
  readonly email?: string
  /** Whether {@link BitbucketProfile.email} is confirmed. */
  readonly email_verified?: boolean
  readonly links?: {
    readonly avatar?: { readonly href?: string }
    readonly [relation: string]: unknown
  }
  readonly created_on?: string
  readonly [member: string]: unknown
}

const api = 'https://api.bitbucket.org/2.0/user'

function isEmail(entry: unknown): entry is BitbucketEmail {
  if (typeof entry !== 'object' || entry === null) return false
  const { email, is_primary, is_confirmed }: Partial<Record<keyof BitbucketEmail, unknown>> = entry
  return (
    typeof email === 'string' &&
    typeof is_primary === 'boolean' &&
    typeof is_confirmed === 'boolean'
  )
}

/** The primary address, with whether it is confirmed; nothing when the token may not read the list. */
async function primaryEmail(
  response: Response,
): Promise<Pick<BitbucketProfile, 'email' | 'email_verified'>> {
  if (response.status === 403) return {}
  const { values } = await readJsonObject('Bitbucket', response)
  const primary = Array.isArray(values)
    ? values.filter(isEmail).find((entry) => entry.is_primary)
    : undefined
  return primary ? { email: primary.email, email_verified: primary.is_confirmed } : {}
}

async function requestProfile(
  accessToken: string | undefined,
  fetch: Fetch,
): Promise<BitbucketProfile> {
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken ?? ''}` }
  const [user, emails] = await Promise.all([
    fetch(api, { headers }),
    fetch(`${api}/emails`, { headers }),
  ])
  const profile = await readJsonObject('Bitbucket', user)
  const { account_id: id } = profile
  if (typeof id !== 'string') throw new Error('Bitbucket answered without an `account_id`')
  return { ...profile, account_id: id, ...(await primaryEmail(emails)) }
}

/**
 * Sign-in with Bitbucket Cloud.
 *
 * The address is the primary one, and `emailVerified` says whether it is confirmed. The OAuth consumer needs the
 * permissions "Account: Email" and "Account: Read".
 *
 * Environment: `AUTH_BITBUCKET_ID`, `AUTH_BITBUCKET_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/
 *
 * @example
 * ```ts
 * import Bitbucket from '@latchstring/core/providers/bitbucket'
 *
 * export const providers = [Bitbucket({ clientId: 'key of the consumer' })]
 * ```
 */
export default function Bitbucket(
  options: OAuthUserConfig<BitbucketProfile> = {},
): OAuth2Config<BitbucketProfile> {
  return {
    id: 'bitbucket',
    name: 'Bitbucket',
    type: 'oauth',
    authorization: {
      url: 'https://bitbucket.org/site/oauth2/authorize',
      params: { scope: 'account email' },
    },
    token: { url: 'https://bitbucket.org/site/oauth2/access_token' },
    userinfo: {
      url: api,
      request: ({ tokens, fetch }) => requestProfile(tokens.access_token, fetch),
    },
    profile: (profile) => ({
      ...(typeof profile.account_id === 'string' && { id: profile.account_id }),
      name: text(profile.display_name) ?? text(profile.username),
      email: text(profile.email),
      image: text(profile.links?.avatar?.href),
      emailVerified: profile.email_verified === true,
    }),
    style: { bg: '#205081', text: '#fff', mark },
    options,
  }
}
