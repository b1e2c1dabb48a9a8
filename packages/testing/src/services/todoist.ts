import type { TodoistProfile } from '@latchstring/core/providers/todoist'
import type { Service } from '../service.ts'

const USER = 'https://api.todoist.com/api/v1/user'

const lena: TodoistProfile = {
  id: '2671355',
  full_name: 'Lena List',
  email: 'lena@example.com',
  avatar_big: 'https://dcff1xvirvpfp.cloudfront.net/lena_big.jpg',
  avatar_medium: 'https://dcff1xvirvpfp.cloudfront.net/lena_medium.jpg',
  avatar_small: 'https://dcff1xvirvpfp.cloudfront.net/lena_small.jpg',
  lang: 'en',
  is_premium: false,
}

/** @see https://developer.todoist.com/api/v1/#tag/Authorization */
export const service: Service = {
  id: 'todoist',
  name: 'Todoist',
  protocol: 'oauth',
  authorization: {
    url: 'https://todoist.com/oauth/authorize',
    requires: { scope: true },
    stateRequired: true,
    scopeSeparator: ',',
    scopes: ['task:add', 'data:read', 'data:read_write', 'data:delete', 'project:delete'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://todoist.com/oauth/access_token',
    authentication: ['client_secret_post'],
    // As new apps are set up.
    refresh: { next: 'new' },
    answer: ({ scope: _none, ...standard }) => standard,
    error: (error) => ({ status: 400, body: { error } }),
  },
  resources: { [USER]: { scope: 'data:read' } },
  persons: {
    documented: { answers: { [USER]: lena } },
    minimal: { answers: { [USER]: { id: '4', avatar_big: null } satisfies TodoistProfile } },
  },
  registration: {
    console: 'https://app.todoist.com/app/settings/integrations/app-management',
    steps: [
      'Choose Create a new app.',
      'Enter the redirect URI as OAuth redirect URL.',
      'Copy the Client ID and the Client secret.',
    ],
    sources: [
      'https://developer.todoist.com/api/v1/#tag/Authorization',
      'https://developer.todoist.com/api/v1/#tag/User',
    ],
  },
}
