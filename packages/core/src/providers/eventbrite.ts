import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** One of the addresses of a person. */
export interface EventbriteEmail {
  readonly email: string
  readonly primary: boolean
  /** Whether the person proved to own the address. */
  readonly verified: boolean
}

/** The answer of `GET /v3/users/me/`. */
export interface EventbriteProfile {
  readonly id: string
  readonly name?: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly emails?: readonly EventbriteEmail[]
  /** Id of the picture. */
  readonly image_id?: string | null
  readonly [member: string]: unknown
}

type Entry = Partial<Record<keyof EventbriteEmail, unknown>> | null | undefined

function primaryEmail({ emails }: EventbriteProfile): Entry {
  // The type of the profile says what is documented, not what arrives.
  const list: unknown = emails
  const entries: readonly Entry[] = Array.isArray(list) ? list : []
  return entries.find((entry) => entry?.primary === true)
}

function picture(imageId: unknown): string | null {
  const image = text(imageId)
  if (!image) return null
  const original = `https://cdn.evbuc.com/images/${encodeURIComponent(image)}/1/original.jpg`
  return `https://img.evbuc.com/${encodeURIComponent(original)}`
}

/**
 * Sign-in with Eventbrite.
 *
 * The address is the primary one, and `emailVerified` comes from Eventbrite.
 *
 * Environment: `AUTH_EVENTBRITE_ID`, `AUTH_EVENTBRITE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://www.eventbrite.com/platform/api#/introduction/authentication
 *
 * @example
 * ```ts
 * import Eventbrite from '@latchstring/core/providers/eventbrite'
 *
 * export const providers = [Eventbrite({ clientId: 'API key of the app' })]
 * ```
 */
export default function Eventbrite<P extends EventbriteProfile = EventbriteProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'eventbrite',
    name: 'Eventbrite',
    type: 'oauth',
    authorization: {
      url: 'https://www.eventbrite.com/oauth/authorize',
      params: { scope: 'user.profile' },
    },
    token: { url: 'https://www.eventbrite.com/oauth/token' },
    userinfo: { url: 'https://www.eventbriteapi.com/v3/users/me/' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => {
      const primary = primaryEmail(profile)
      return {
        ...(typeof profile.id === 'string' && { id: profile.id }),
        name: text(profile.name),
        email: text(primary?.email),
        image: picture(profile.image_id),
        emailVerified: primary?.verified === true,
      }
    },
    style: { bg: '#f05537', text: '#fff' },
    options,
  }
}
