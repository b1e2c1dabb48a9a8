import type { SpotifyProfile } from '@latchstring/core/providers/spotify'
import type { Service } from '../service.ts'

const ME = 'https://api.spotify.com/v1/me'

const finch: SpotifyProfile = {
  id: 'finch-on-a-wire',
  display_name: 'Finch',
  email: 'finch@example.com',
  images: [
    { url: 'https://i.scdn.co/image/ab6775700000ee85', height: 300, width: 300 },
    { url: 'https://i.scdn.co/image/ab67757000003b82', height: 64, width: 64 },
  ],
  uri: 'spotify:user:finch-on-a-wire',
}

/** @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
export const service: Service = {
  id: 'spotify',
  name: 'Spotify',
  protocol: 'oauth',
  authorization: {
    url: 'https://accounts.spotify.com/authorize',
    pkce: 'supported',
    scopes: ['user-read-email', 'user-read-private', 'playlist-read-private'],
  },
  token: {
    url: 'https://accounts.spotify.com/api/token',
    authentication: ['client_secret_basic'],
    // Six months since 2026-06, which a refresh does not extend.
    refresh: { next: 'none', lifetime: 15_778_800, lifetimeFrom: 'sign-in' },
  },
  resources: { [ME]: {} },
  persons: {
    documented: { answers: { [ME]: finch } },
    // Of an app in development mode, which gets neither address nor country.
    minimal: {
      answers: {
        [ME]: { id: 'wren', display_name: null, images: [] } satisfies SpotifyProfile,
      },
    },
  },
  registration: {
    console: 'https://developer.spotify.com/dashboard',
    steps: [
      'Choose Create app, and the Web API.',
      'Add the redirect URI; in development with 127.0.0.1 in place of localhost.',
      'Open Settings, and copy the Client ID and the Client secret.',
      'Under User Management, add the people who may sign in until the app has extended quota.',
    ],
    development: '127.0.0.1',
    sources: [
      'https://developer.spotify.com/documentation/web-api/tutorials/code-flow',
      'https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile',
      'https://developer.spotify.com/documentation/web-api/concepts/redirect_uri',
    ],
  },
}
