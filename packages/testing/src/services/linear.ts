import type { LinearProfile } from '@latchstring/core/providers/linear'
import type { Service } from '../service.ts'

const GRAPHQL = 'https://api.linear.app/graphql'

const ada: LinearProfile = {
  id: '2fdf6a1c-5a6f-4b3e-9a53-0a6a3f6f8e21',
  name: 'Ada Example',
  email: 'ada@example.com',
  avatarUrl: 'https://public.linear.app/avatars/ada.png',
}

/** @see https://linear.app/developers/oauth-2-0-authentication */
export const service: Service = {
  id: 'linear',
  name: 'Linear',
  protocol: 'oauth',
  authorization: {
    url: 'https://linear.app/oauth/authorize',
    requires: { scope: true },
    scopeSeparator: ',',
    scopes: ['read', 'write', 'issues:create', 'comments:create', 'timeSchedule:write', 'admin'],
    pkce: 'supported',
  },
  token: {
    url: 'https://api.linear.app/oauth/token',
    authentication: ['client_secret_post', 'client_secret_basic'],
    answer: (standard) => ({
      ...standard,
      expires_in: 86399,
      refresh_token: 'linear-refresh-token',
    }),
  },
  resources: {
    [GRAPHQL]: {
      method: 'POST',
      headers: { 'content-type': /^application\/json/ },
      answer: ({ body, person }) =>
        body.includes('viewer')
          ? person.answers?.[GRAPHQL]
          : { errors: [{ message: 'Syntax Error' }] },
    },
  },
  persons: {
    documented: { answers: { [GRAPHQL]: { data: { viewer: ada } } } },
    minimal: {
      answers: {
        [GRAPHQL]: { data: { viewer: { id: 'm', avatarUrl: null } satisfies LinearProfile } },
      },
    },
  },
  registration: {
    console: 'https://linear.app/settings/api/applications/new',
    steps: [
      'Create a workspace of its own for the application.',
      'Open Settings, API, and create an OAuth application.',
      'Enter the redirect URI as Callback URL.',
      'Copy the Client ID and the Client secret.',
    ],
    sources: ['https://linear.app/developers/oauth-2-0-authentication'],
  },
}
