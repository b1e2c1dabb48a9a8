import { mark } from '../lib/provider-kit/marks/foursquare.ts'
import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { nameTokenType, readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** A person at Foursquare. */
export interface FoursquareUser {
  readonly id: string
  readonly firstName?: string | null
  readonly lastName?: string | null
  /** The picture: a size such as `100x100` or `original` stands between the parts. */
  readonly photo?: { readonly prefix?: string; readonly suffix?: string } | null
  readonly contact?: { readonly email?: string | null; readonly [member: string]: unknown } | null
  readonly [member: string]: unknown
}

/** The answer of `GET /v2/users/self`. */
export interface FoursquareProfile {
  readonly response?: { readonly user?: FoursquareUser; readonly [member: string]: unknown }
  readonly [member: string]: unknown
}

/** Options of {@link Foursquare}. */
export type FoursquareOptions = OAuthUserConfig<FoursquareProfile> & {
  /** Day, as `YYYYMMDD`, up to which changes of the API are wanted. Default: `20230131`. */
  readonly apiVersion?: string
}

const self = 'https://api.foursquare.com/v2/users/self'

async function requestProfile(
  version: string,
  accessToken: string | undefined,
  fetch: Fetch,
): Promise<FoursquareProfile> {
  const url = new URL(self)
  url.searchParams.set('v', version)
  // The only place in which this API takes the token.
  url.searchParams.set('oauth_token', accessToken ?? '')
  return readJsonObject(
    'Foursquare',
    await fetch(url.href, { headers: { accept: 'application/json' } }),
  )
}

function picture(photo: FoursquareUser['photo']): string | null {
  const [prefix, suffix] = [text(photo?.prefix), text(photo?.suffix)]
  return prefix === null || suffix === null ? null : `${prefix}original${suffix}`
}

/**
 * Sign-in with Foursquare.
 *
 * Foursquare does not say whether it verified the address.
 *
 * Environment: `AUTH_FOURSQUARE_ID`, `AUTH_FOURSQUARE_SECRET`.
 *
 * @deprecated The API that says who signed in is the legacy one, which projects made since 18 November 2021 do not have.
 *   Offer another service.
 * @param options - overrides of any member, and `apiVersion`
 * @see https://docs.foursquare.com/developer/reference/v2-authentication
 *
 * @example
 * ```ts
 * import Foursquare from '@latchstring/core/providers/foursquare'
 *
 * export const providers = [Foursquare({ apiVersion: '20230131' })]
 * ```
 */
export default function Foursquare(
  options: FoursquareOptions = {},
): OAuth2Config<FoursquareProfile> {
  const version = options.apiVersion ?? '20230131'
  return {
    id: 'foursquare',
    name: 'Foursquare',
    type: 'oauth',
    ownOptions: ['apiVersion'],
    deprecated:
      'The API that says who signed in is the legacy one, which projects made since 18 November 2021 do not have. Offer another service.',
    authorization: { url: 'https://foursquare.com/oauth2/authenticate' },
    token: { url: 'https://foursquare.com/oauth2/access_token', conform: nameTokenType },
    userinfo: {
      url: self,
      request: ({ tokens, fetch }) => requestProfile(version, tokens.access_token, fetch),
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response }) => {
      const user = response?.user
      return {
        ...(typeof user?.id === 'string' && { id: user.id }),
        name: joinNames(user?.firstName, user?.lastName),
        email: text(user?.contact?.email),
        image: picture(user?.photo),
        emailVerified: null,
      }
    },
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
