import { mark } from '../lib/marks/42-school.ts'
import { text } from '../lib/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v2/me`, without the lists of projects, achievements and the like. */
export interface FortyTwoProfile {
  readonly id: number
  /** The name in the intranet. */
  readonly login: string
  readonly email?: string | null
  /** First and last name, as the person wants to be called. */
  readonly usual_full_name?: string | null
  readonly displayname?: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly image?: {
    /** Address of the picture. */
    readonly link?: string | null
    readonly versions?: Readonly<Record<string, string | null>>
  } | null
  /** Whether the person works for the school. */
  readonly 'staff?'?: boolean
  readonly [member: string]: unknown
}

/**
 * Sign-in with the intranet of 42.
 *
 * 42 does not say whether it verified the address.
 *
 * Environment: `AUTH_42_SCHOOL_ID`, `AUTH_42_SCHOOL_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 *
 * @example
 * ```ts
 * import FortyTwo from '@latchstring/core/providers/42-school'
 *
 * export const providers = [FortyTwo({ authorization: { params: { scope: 'public projects' } } })]
 * ```
 */
export default function FortyTwo<P extends FortyTwoProfile = FortyTwoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: '42-school',
    name: '42 School',
    type: 'oauth',
    authorization: {
      url: 'https://api.intra.42.fr/oauth/authorize',
      params: { scope: 'public' },
    },
    token: { url: 'https://api.intra.42.fr/oauth/token' },
    userinfo: { url: 'https://api.intra.42.fr/v2/me' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => ({
      ...(typeof profile.id === 'number' && { id: String(profile.id) }),
      name: text(profile.usual_full_name) ?? text(profile.displayname) ?? text(profile.login),
      email: text(profile.email),
      image: text(profile.image?.link),
      emailVerified: null,
    }),
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
