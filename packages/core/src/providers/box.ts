import { mark } from '../lib/provider-kit/marks/box.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /2.0/users/me`. */
export interface BoxProfile {
  readonly id: string
  /** Display name. */
  readonly name?: string | null
  /** The primary address, which the person logs in with. */
  readonly login?: string | null
  /** Address of the picture. */
  readonly avatar_url?: string | null
  /** `active`, `inactive`, `cannot_delete_edit` or `cannot_delete_edit_upload`. */
  readonly status?: string
  readonly language?: string
  readonly timezone?: string
  readonly [member: string]: unknown
}

/**
 * Sign-in with Box.
 *
 * No scope is asked for, so that the token has those that are set in the configuration of the app. Box does not say
 * whether it verified the address.
 *
 * Environment: `AUTH_BOX_ID`, `AUTH_BOX_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.box.com/guides/authentication/oauth2/
 *
 * @example
 * ```ts
 * import Box from '@latchstring/core/providers/box'
 *
 * export const providers = [Box({ authorization: { params: { scope: 'root_readonly' } } })]
 * ```
 */
export default function Box<P extends BoxProfile = BoxProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'box',
    name: 'Box',
    type: 'oauth',
    authorization: { url: 'https://account.box.com/api/oauth2/authorize' },
    token: { url: 'https://api.box.com/oauth2/token' },
    userinfo: { url: 'https://api.box.com/2.0/users/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.name),
      email: text(profile.login),
      image: text(profile.avatar_url),
      emailVerified: null,
    }),
    style: { bg: '#0075C9', text: '#fff', mark },
    options,
  }
}
