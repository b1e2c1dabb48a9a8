import type { TelegramProfile } from '@latchstring/core/providers/telegram'
import type { Service } from '../service.ts'

const ISSUER = 'https://oauth.telegram.org'

const pavla: TelegramProfile = {
  sub: '1234123412341234123',
  id: 987_654_321,
  name: 'Pavla Dova',
  preferred_username: 'pavladova',
  picture: 'https://cdn4.telesco.pe/file/pavla.jpg',
}

/** @see https://core.telegram.org/bots/telegram-login */
export const service: Service = {
  id: 'telegram',
  name: 'Telegram',
  protocol: 'oidc',
  issuer: ISSUER,
  // There is neither, whether a `nonce` was sent or not.
  idToken: (claims) => ({ ...claims, nonce: undefined, at_hash: undefined }),
  authorization: {
    url: `${ISSUER}/auth`,
    requires: { scope: /\bopenid\b/ },
    pkce: 'supported',
    scopes: ['openid', 'profile', 'phone', 'telegram:bot_access'],
  },
  token: {
    url: `${ISSUER}/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  persons: {
    documented: { claims: pavla },
    minimal: { claims: { sub: '55' } satisfies TelegramProfile },
  },
  registration: {
    console: 'https://t.me/BotFather',
    steps: [
      'Create a bot with /newbot, or choose one of yours.',
      'Open Bot Settings, Web Login, and add the redirect URI to the allowed addresses.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: ['https://core.telegram.org/bots/telegram-login'],
  },
}
