import { mark } from '../lib/provider-kit/marks/airtable.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v0/meta/whoami`. */
export interface AirtableProfile {
  /** Id of the user. */
  readonly id: string
  /** With the scope `user.email:read`. */
  readonly email?: string
  /** Scopes of the access token. */
  readonly scopes?: readonly string[]
  readonly [member: string]: unknown
}

/**
 * Sign-in with Airtable.
 *
 * The integration at Airtable needs the scope `user.email:read`. Airtable gives neither name nor picture, and does not say
 * whether the address is verified.
 *
 * Environment: `AUTH_AIRTABLE_ID`, `AUTH_AIRTABLE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://airtable.com/developers/web/api/oauth-reference
 *
 * @example
 * ```ts
 * import Airtable from '@latchstring/core/providers/airtable'
 *
 * const scope = 'user.email:read schema.bases:read'
 * export const providers = [Airtable({ authorization: { params: { scope } } })]
 * ```
 */
export default function Airtable<P extends AirtableProfile = AirtableProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'airtable',
    name: 'Airtable',
    type: 'oauth',
    authorization: {
      url: 'https://airtable.com/oauth2/v1/authorize',
      params: { scope: 'user.email:read' },
    },
    token: { url: 'https://airtable.com/oauth2/v1/token' },
    userinfo: { url: 'https://api.airtable.com/v0/meta/whoami' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: null,
      email: text(profile.email),
      image: null,
      emailVerified: null,
    }),
    style: { bg: '#18BFFF', text: '#000', mark },
    options,
  }
}
