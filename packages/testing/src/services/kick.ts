import type { KickProfile } from '@latchstring/core/providers/kick'
import type { Service } from '../service.ts'

const USERS = 'https://api.kick.com/public/v1/users'

const ada: KickProfile = {
  user_id: 4377088,
  name: 'AdaStreams',
  email: 'ada@example.com',
  profile_picture: 'https://files.kick.com/images/user/4377088/profile_image/ada.webp',
}

/** @see https://docs.kick.com/getting-started/generating-tokens-oauth2-flow */
export const service: Service = {
  id: 'kick',
  name: 'Kick',
  protocol: 'oauth',
  authorization: {
    url: 'https://id.kick.com/oauth/authorize',
    requires: { scope: true },
    scopes: ['user:read', 'channel:read', 'channel:write', 'chat:write', 'events:subscribe'],
    pkce: 'required',
    stateRequired: true,
  },
  token: {
    url: 'https://id.kick.com/oauth/token',
    authentication: ['client_secret_post'],
    requires: { code_verifier: true },
    refresh: { next: 'new' },
    mediaType: 'text/plain; charset=utf-8',
    error: (error) => ({ status: 400, body: { error } }),
  },
  resources: { [USERS]: { scope: 'user:read' } },
  persons: {
    documented: { answers: { [USERS]: { data: [ada], message: 'OK' } } },
    minimal: {
      answers: {
        [USERS]: {
          data: [{ user_id: 5, email: '', profile_picture: '' } satisfies KickProfile],
          message: 'OK',
        },
      },
    },
  },
  registration: {
    console: 'https://kick.com/settings/developer',
    steps: [
      'Turn on two-factor authentication, and open Settings, Developer.',
      'Create an app, and enter the redirect URI.',
      'Choose the scope Read user information.',
      'Copy the client ID and the client secret.',
    ],
    sources: [
      'https://docs.kick.com/getting-started/kick-apps-setup',
      'https://docs.kick.com/getting-started/generating-tokens-oauth2-flow',
    ],
  },
}
