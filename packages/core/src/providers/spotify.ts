import { mark } from '../lib/provider-kit/marks/spotify.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** A picture in one size. */
export interface SpotifyImage {
  readonly url: string
  /** In pixels. */
  readonly height?: number | null
  /** In pixels. */
  readonly width?: number | null
}

/** The answer of `GET /v1/me`. */
export interface SpotifyProfile {
  readonly id: string
  readonly display_name?: string | null
  /** As the person entered it; Spotify has not verified it. */
  readonly email?: string
  /** Empty without a picture. */
  readonly images?: readonly SpotifyImage[]
  /** `spotify:user:<id>`. */
  readonly uri?: string
  readonly [member: string]: unknown
}

function firstImage(images: unknown): string | null {
  const list: readonly unknown[] = Array.isArray(images) ? images : []
  const first = list[0]
  return typeof first === 'object' && first !== null && 'url' in first ? text(first.url) : null
}

/**
 * Sign-in with Spotify.
 *
 * Spotify does not verify email addresses. In development the redirect URI needs `http://127.0.0.1`, because Spotify
 * does not take `localhost`; an app in development mode admits up to five people, on its list, and gives no email address.
 *
 * Environment: `AUTH_SPOTIFY_ID`, `AUTH_SPOTIFY_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow
 *
 * @example
 * ```ts
 * import Spotify from '@latchstring/core/providers/spotify'
 *
 * export const providers = [Spotify]
 * ```
 */
export default function Spotify<P extends SpotifyProfile = SpotifyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'spotify',
    name: 'Spotify',
    type: 'oauth',
    authorization: {
      url: 'https://accounts.spotify.com/authorize',
      params: { scope: 'user-read-email' },
    },
    token: { url: 'https://accounts.spotify.com/api/token' },
    userinfo: { url: 'https://api.spotify.com/v1/me' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.display_name),
      email: text(profile.email),
      image: firstImage(profile.images),
      emailVerified: false,
    }),
    style: { brandColor: '#1db954', mark },
    options,
  }
}
