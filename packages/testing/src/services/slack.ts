import type { SlackProfile } from '@latchstring/core/providers/slack'
import type { Service } from '../service.ts'

const juno: SlackProfile = {
  sub: 'U0R7MFMJM',
  'https://slack.com/user_id': 'U0R7MFMJM',
  'https://slack.com/team_id': 'T0R7GR',
  'https://slack.com/team_name': 'Kites',
  'https://slack.com/team_domain': 'kites',
  email: 'juno@kites.example',
  email_verified: true,
  date_email_verified: 1_622_128_723,
  name: 'Juno Kite',
  given_name: 'Juno',
  family_name: 'Kite',
  picture: 'https://secure.gravatar.com/avatar/3b4f.jpg',
  locale: 'en-US',
}

/** Another person, who has the same user id in another workspace. */
const toni: SlackProfile = {
  sub: 'U0R7MFMJM',
  'https://slack.com/user_id': 'U0R7MFMJM',
  'https://slack.com/team_id': 'T1C9HU',
}

/** @see https://docs.slack.dev/authentication/sign-in-with-slack/ */
export const service: Service = {
  id: 'slack',
  name: 'Slack',
  protocol: 'oidc',
  issuer: 'https://slack.com',
  discovery: { jwks_uri: 'https://slack.com/openid/connect/keys' },
  // Where no nonce was sent, there is an empty one.
  idToken: (claims) => ({ nonce: '', ...claims }),
  authorization: {
    url: 'https://slack.com/openid/connect/authorize',
    // Only of apps that were turned into public clients.
    pkce: 'refused',
    scopes: ['openid', 'profile', 'email'],
  },
  token: {
    url: 'https://slack.com/api/openid.connect.token',
    authentication: ['client_secret_post', 'client_secret_basic'],
    // Of an app with token rotation, whose tokens are good for twelve hours.
    refresh: { next: 'new' },
    answer: ({ scope: _none, ...standard }) => ({ ok: true, ...standard, expires_in: 43_200 }),
    error: (error) => ({ status: 200, body: { ok: false, error } }),
  },
  userinfo: 'https://slack.com/api/openid.connect.userInfo',
  persons: {
    documented: { claims: juno },
    minimal: { claims: toni },
  },
  registration: {
    console: 'https://api.slack.com/apps',
    steps: [
      'Choose Create New App, From scratch.',
      'Open OAuth & Permissions, and add the redirect URI, with https.',
      'Under User Token Scopes, add openid, profile and email.',
      'Open Basic Information, and copy the Client ID and the Client Secret.',
    ],
    development: 'https',
    sources: [
      'https://docs.slack.dev/authentication/sign-in-with-slack/',
      'https://docs.slack.dev/authentication/using-pkce',
    ],
  },
}
