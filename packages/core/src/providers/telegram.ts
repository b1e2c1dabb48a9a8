import { mark } from '../lib/provider-kit/marks/telegram.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Telegram's ID token. */
export interface TelegramProfile {
  /** The person, as Telegram's login knows them. This is not the id of the Bot API. */
  readonly sub: string
  /** Id of the person in the Bot API. */
  readonly id?: number
  readonly name?: string
  /** The user name, which not every user has. */
  readonly preferred_username?: string
  /** Address of the picture. */
  readonly picture?: string
  /** With the scope `phone`, and where the person agreed. */
  readonly phone_number?: string
  readonly [claim: string]: unknown
}

/**
 * Sign-in with Telegram.
 *
 * The application is a bot: its client id and secret come from BotFather, under Bot Settings, Web Login, where the
 * redirect URI has to be allowed. This is OpenID Connect, and not the older login widget. Telegram gives no email address.
 * With the scope `telegram:bot_access` the bot may write to the person, whose id for that is `profile.id`. Where BotFather is set to another
 * algorithm than RS256, name it in `client.id_token_signed_response_alg`.
 *
 * Environment: `AUTH_TELEGRAM_ID`, `AUTH_TELEGRAM_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://core.telegram.org/bots/telegram-login
 *
 * @example
 * ```ts
 * import Telegram from '@latchstring/core/providers/telegram'
 *
 * export const providers = [
 *   Telegram({ authorization: { params: { scope: 'openid profile telegram:bot_access' } } }),
 * ]
 * ```
 */
export default function Telegram<P extends TelegramProfile = TelegramProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'telegram',
    name: 'Telegram',
    type: 'oidc',
    issuer: 'https://oauth.telegram.org',
    authorization: { params: { scope: 'openid profile' } },
    // Telegram sends no `nonce` back.
    checks: ['pkce', 'state'],
    profile: standardUser,
    style: { bg: '#0088cc', text: '#fff', mark },
    options,
  }
}
