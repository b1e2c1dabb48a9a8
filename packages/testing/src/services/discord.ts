import type { DiscordProfile } from '@latchstring/core/providers/discord'
import type { Service } from '../service.ts'

const ME = 'https://discord.com/api/users/@me'

/** @see https://discord.com/developers/docs/topics/oauth2 */
export const service: Service = {
  id: 'discord',
  name: 'Discord',
  protocol: 'oauth',
  authorization: {
    url: 'https://discord.com/oauth2/authorize',
    scopes: ['identify', 'email', 'openid', 'guilds', 'guilds.join', 'connections', 'bot'],
    pkce: 'supported',
  },
  token: {
    url: 'https://discord.com/api/oauth2/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    headers: { 'user-agent': true },
    refresh: { next: 'new' },
    answer: (standard) => ({ ...standard, expires_in: 604_800 }),
  },
  resources: { [ME]: { headers: { 'user-agent': true }, scope: 'identify' } },
  persons: {
    documented: {
      answers: {
        [ME]: {
          id: '80351110224678912',
          username: 'nelly',
          discriminator: '0',
          global_name: 'Nelly',
          avatar: '8342729096ea3675442027381ff50dfe',
          verified: true,
          email: 'nelly@example.com',
          locale: 'en-US',
          mfa_enabled: true,
        } satisfies DiscordProfile,
      },
    },
    // An account made with a phone number, without an avatar of its own.
    minimal: {
      answers: {
        [ME]: {
          id: '80351110224678913',
          username: 'm',
          discriminator: '0',
          global_name: null,
          avatar: null,
          verified: false,
          email: null,
        } satisfies DiscordProfile,
      },
    },
  },
  registration: {
    console: 'https://discord.com/developers/applications',
    steps: [
      'Choose New Application.',
      'Open OAuth2, and add the redirect URI.',
      'Copy the Client ID, reset the Client Secret, and copy it.',
    ],
    sources: [
      'https://discord.com/developers/docs/topics/oauth2',
      'https://discord.com/developers/docs/resources/user',
    ],
  },
}
