import type { StravaProfile } from '@latchstring/core/providers/strava'
import type { Service } from '../service.ts'

const ATHLETE = 'https://www.strava.com/api/v3/athlete'

const marianne: StravaProfile = {
  id: 1_234_567_890_987,
  username: 'marianne_t',
  firstname: 'Marianne',
  lastname: 'Tarn',
  city: 'Bergen',
  country: 'Norway',
  profile_medium: 'https://dgalywyr863hv.cloudfront.net/pictures/athletes/1/medium.jpg',
  profile: 'https://dgalywyr863hv.cloudfront.net/pictures/athletes/1/large.jpg',
}

/** @see https://developers.strava.com/docs/authentication/ */
export const service: Service = {
  id: 'strava',
  name: 'Strava',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.strava.com/oauth/authorize',
    requires: { scope: true },
    scopeSeparator: ',',
    scopes: ['read', 'read_all', 'profile:read_all', 'activity:read', 'activity:read_all'],
    pkce: 'ignored',
    // The person can take scopes off the list.
    answer: (response) => ({ ...response, scope: 'read' }),
  },
  token: {
    url: 'https://www.strava.com/api/v3/oauth/token',
    authentication: ['client_secret_post'],
    redirectUriIgnored: true,
    refresh: { next: 'new' },
    answer: ({ scope: _none, ...standard }) => ({
      ...standard,
      expires_in: 21_600,
      expires_at: 1_900_000_000,
      athlete: { id: marianne.id },
    }),
    error: (error, message) => ({
      status: 400,
      body: {
        message,
        errors: [{ resource: 'AuthorizationCode', field: 'code', code: error }],
      },
    }),
  },
  resources: { [ATHLETE]: { scope: 'read' } },
  persons: {
    documented: { answers: { [ATHLETE]: marianne } },
    minimal: {
      answers: {
        [ATHLETE]: {
          id: 8,
          firstname: '',
          lastname: '',
          profile: 'avatar/athlete/large.png',
        } satisfies StravaProfile,
      },
    },
  },
  registration: {
    console: 'https://www.strava.com/settings/api',
    steps: [
      'Create an application.',
      'Enter the host of the redirect URI as Authorization Callback Domain; localhost is always admitted.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://developers.strava.com/docs/authentication/',
      'https://developers.strava.com/docs/reference/#api-Athletes-getLoggedInAthlete',
    ],
  },
}
