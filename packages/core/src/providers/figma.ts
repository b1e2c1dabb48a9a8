import { mark } from '../lib/provider-kit/marks/figma.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /v1/me`. */
export interface FigmaProfile {
  readonly id: string
  /** The name of the person; it can change. */
  readonly handle?: string | null
  readonly email?: string | null
  /** Address of the picture. */
  readonly img_url?: string | null
  readonly [member: string]: unknown
}

/**
 * Sign-in with Figma.
 *
 * Figma does not say whether it verified the address.
 *
 * Environment: `AUTH_FIGMA_ID`, `AUTH_FIGMA_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.figma.com/docs/rest-api/authentication/
 *
 * @example
 * ```ts
 * import Figma from '@latchstring/core/providers/figma'
 *
 * const scope = 'current_user:read file_content:read'
 * export const providers = [Figma({ authorization: { params: { scope } } })]
 * ```
 */
export default function Figma(
  options: OAuthUserConfig<FigmaProfile> = {},
): OAuth2Config<FigmaProfile> {
  return {
    id: 'figma',
    name: 'Figma',
    type: 'oauth',
    authorization: {
      url: 'https://www.figma.com/oauth',
      params: { scope: 'current_user:read' },
    },
    token: { url: 'https://api.figma.com/v1/oauth/token' },
    userinfo: { url: 'https://api.figma.com/v1/me' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.handle),
      email: text(profile.email),
      image: text(profile.img_url),
      emailVerified: null,
    }),
    style: { bg: '#ff7237', text: '#fff', mark },
    options,
  }
}
