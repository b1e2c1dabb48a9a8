import type { ClickUpProfile } from '@latchstring/core/providers/click-up'
import type { Service } from '../service.ts'

const USER = 'https://api.clickup.com/api/v2/user'

const john: ClickUpProfile = {
  user: {
    id: 123,
    username: 'John Doe',
    color: '#000000',
    profilePicture: 'https://attachments.clickup.com/profilePictures/123_abc.jpg',
    email: 'john@example.com',
    initials: 'JD',
    week_start_day: 0,
    timezone: 'America/New_York',
  },
}

/** @see https://developer.clickup.com/docs/authentication */
export const service: Service = {
  id: 'click-up',
  name: 'ClickUp',
  protocol: 'oauth',
  authorization: { url: 'https://app.clickup.com/api', pkce: 'ignored' },
  token: {
    url: 'https://api.clickup.com/api/v2/oauth/token',
    body: 'json',
    authentication: ['client_secret_post'],
    requires: { client_id: true, client_secret: true, code: true },
    redirectUriIgnored: true,
    grantTypeIgnored: true,
    answer: ({ access_token: accessToken }) => ({ access_token: accessToken }),
    error: (error) => ({ status: 400, body: { err: error, ECODE: 'OAUTH_014' } }),
  },
  resources: { [USER]: {} },
  persons: {
    documented: { answers: { [USER]: john } },
    minimal: { answers: { [USER]: { user: { id: 2 } } satisfies ClickUpProfile } },
  },
  registration: {
    console: 'https://app.clickup.com/settings/apps',
    steps: [
      'Open Settings, Apps as owner or admin of a workspace, and choose Create new app.',
      'Enter the redirect URI as Redirect URL.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://developer.clickup.com/docs/authentication',
      'https://developer.clickup.com/reference/getaccesstoken',
      'https://developer.clickup.com/reference/getauthorizeduser',
    ],
  },
}
