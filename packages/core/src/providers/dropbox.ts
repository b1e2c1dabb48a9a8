import { mark } from '../lib/provider-kit/marks/dropbox.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `POST /2/users/get_current_account`. */
export interface DropboxProfile {
  /** Such as `dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc`. */
  readonly account_id?: string
  readonly name?: {
    readonly display_name?: string
    readonly given_name?: string
    readonly surname?: string
    readonly familiar_name?: string
    readonly abbreviated_name?: string
  }
  readonly email?: string
  /** Whether the person verified {@link DropboxProfile.email}. */
  readonly email_verified?: boolean
  /** Address of the picture; absent for people without one. */
  readonly profile_photo_url?: string
  readonly disabled?: boolean
  readonly [member: string]: unknown
}

const account = 'https://api.dropboxapi.com/2/users/get_current_account'

async function requestProfile(
  accessToken: string | undefined,
  fetch: Fetch,
): Promise<DropboxProfile> {
  // Dropbox refuses a media type where there is no body.
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken ?? ''}` }
  return readJsonObject('Dropbox', await fetch(account, { method: 'POST', headers }))
}

/**
 * Sign-in with Dropbox.
 *
 * The app needs the permission `account_info.read`. `emailVerified` is what Dropbox says of the address. The tokens have a
 * refresh token; to get none, set `token_access_type` to `online` among `authorization.params`.
 *
 * This is the OAuth 2.0 of Dropbox. New apps use the provider `dropbox-oidc`, which signs in by OpenID Connect and has the
 * same account ids, but no picture.
 *
 * Environment: `AUTH_DROPBOX_ID`, `AUTH_DROPBOX_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.dropbox.com/oauth-guide
 *
 * @example
 * ```ts
 * import Dropbox from '@latchstring/core/providers/dropbox'
 *
 * export const providers = [Dropbox({ authorization: { params: { token_access_type: 'online' } } })]
 * ```
 */
export default function Dropbox(
  options: OAuthUserConfig<DropboxProfile> = {},
): OAuth2Config<DropboxProfile> {
  return {
    id: 'dropbox',
    name: 'Dropbox',
    type: 'oauth',
    authorization: {
      url: 'https://www.dropbox.com/oauth2/authorize',
      params: { scope: 'account_info.read', token_access_type: 'offline' },
    },
    token: { url: 'https://api.dropboxapi.com/oauth2/token' },
    userinfo: {
      url: account,
      request: ({ tokens, fetch }) => requestProfile(tokens.access_token, fetch),
    },
    profile: (profile) => ({
      ...(typeof profile.account_id === 'string' && { id: profile.account_id }),
      name: text(profile.name?.display_name),
      email: text(profile.email),
      image: text(profile.profile_photo_url),
      emailVerified: profile.email_verified === true,
    }),
    style: { brandColor: '#0061fe', mark },
    options,
  }
}
