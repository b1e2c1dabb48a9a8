import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { TokenSet } from '../lib/types/account.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /users/me`. */
export interface PipedriveProfile {
  readonly success?: boolean
  readonly data: {
    /** The person, the same in every company. */
    readonly id: number
    readonly name?: string
    readonly email?: string
    /** Address of the picture. */
    readonly icon_url?: string | null
    /** The company that the person chose when they signed in. */
    readonly company_id?: number
    readonly company_name?: string
    readonly company_domain?: string
    readonly is_admin?: number | boolean
    readonly active_flag?: boolean
    readonly locale?: string
    readonly timezone_name?: string
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

const GENERAL = 'https://api.pipedrive.com/v1/users/me'

/** The API of the person's company. The token goes to Pipedrive only. */
function addressFor(tokens: TokenSet): string {
  const domain = tokens['api_domain']
  if (typeof domain !== 'string' || !URL.canParse(domain)) return GENERAL
  const { protocol, hostname, origin } = new URL(domain)
  const own = protocol === 'https:' && hostname.endsWith('.pipedrive.com')
  return own ? `${origin}/api/v1/users/me` : GENERAL
}

async function requestProfile<P extends PipedriveProfile>(
  tokens: TokenSet,
  fetch: Fetch,
): Promise<P> {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${tokens.access_token ?? ''}`,
  }
  const response = await fetch(addressFor(tokens), { headers })
  // The profile function looks at each member before it uses it.
  return (await readJsonObject('Pipedrive', response)) as P
}

/**
 * Sign-in with Pipedrive.
 *
 * Scopes are chosen for the app in the Developer Hub and not in the request; `base` is enough. A person can belong to
 * several companies: `data.company_id` of the profile says which one they signed in for. Pipedrive does not say whether
 * the address is verified.
 *
 * Environment: `AUTH_PIPEDRIVE_ID`, `AUTH_PIPEDRIVE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization
 *
 * @example
 * ```ts
 * import Pipedrive from '@latchstring/core/providers/pipedrive'
 *
 * export const providers = [Pipedrive]
 * ```
 */
export default function Pipedrive<P extends PipedriveProfile = PipedriveProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'pipedrive',
    name: 'Pipedrive',
    type: 'oauth',
    authorization: { url: 'https://oauth.pipedrive.com/oauth/authorize' },
    token: { url: 'https://oauth.pipedrive.com/oauth/token' },
    userinfo: {
      url: GENERAL,
      request: ({ tokens, fetch }) => requestProfile<P>(tokens, fetch),
    },
    profile: ({ data }: Partial<PipedriveProfile>) => ({
      ...accountId(data?.id),
      name: text(data?.name),
      email: text(data?.email),
      image: text(data?.icon_url),
      emailVerified: false,
    }),
    style: { bg: '#017737', text: '#fff' },
    options,
  }
}
