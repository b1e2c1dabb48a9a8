import { mark } from '../lib/provider-kit/marks/discord.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** Discord's user object, as `GET /users/@me` answers with the scopes `identify` and `email`. */
export interface DiscordProfile {
  /** A snowflake: an integer of 64 bits, written in decimal. */
  readonly id: string
  readonly username: string
  /** Four digits; `0` for accounts with a unique user name. */
  readonly discriminator?: string
  /** Display name. */
  readonly global_name?: string | null
  /** Hash of the avatar. */
  readonly avatar?: string | null
  readonly email?: string | null
  /** Whether {@link DiscordProfile.email} is verified. */
  readonly verified?: boolean
  readonly locale?: string
  readonly mfa_enabled?: boolean
  readonly bot?: boolean
  readonly [member: string]: unknown
}

function avatarUrl(profile: DiscordProfile): string | null {
  const cdn = 'https://cdn.discordapp.com'
  const [id, avatar] = [text(profile.id) ?? '', text(profile.avatar)]
  const discriminator = text(profile.discriminator) ?? '0'
  if (!/^\d+$/.test(id)) return null
  if (avatar) return `${cdn}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
  // A snowflake is wider than a number is exact.
  const index = discriminator === '0' ? (BigInt(id) >> 22n) % 6n : Number(discriminator) % 5
  return `${cdn}/embed/avatars/${index}.png`
}

/**
 * Sign-in with Discord.
 *
 * `image` is the avatar, or the default one that Discord shows. Accounts made with a phone number have no address.
 *
 * Environment: `AUTH_DISCORD_ID`, `AUTH_DISCORD_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://discord.com/developers/docs/topics/oauth2
 *
 * @example
 * ```ts
 * import Discord from '@latchstring/core/providers/discord'
 *
 * export const providers = [Discord({ authorization: { params: { scope: 'identify' } } })]
 * ```
 */
export default function Discord<P extends DiscordProfile = DiscordProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'discord',
    name: 'Discord',
    type: 'oauth',
    authorization: {
      url: 'https://discord.com/oauth2/authorize',
      params: { scope: 'identify email' },
    },
    token: { url: 'https://discord.com/api/oauth2/token' },
    userinfo: { url: 'https://discord.com/api/users/@me' },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: profile.global_name ?? profile.username ?? null,
      email: profile.email ?? null,
      image: avatarUrl(profile),
      emailVerified: profile.verified === true,
    }),
    style: { bg: '#5865F2', text: '#fff', mark },
    options,
  }
}
