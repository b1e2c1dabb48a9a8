import type { MediumProfile } from '@latchstring/core/providers/medium'
import type { Service } from '../service.ts'

const ME = 'https://api.medium.com/v1/me'

const ada: MediumProfile = {
  data: {
    id: '5303d74c64f66366f00cb9b2a94f3251bf5',
    username: 'ada',
    name: 'Ada Writer',
    url: 'https://medium.com/@ada',
    imageUrl: 'https://images.medium.com/0*fkfQiTzT7TlUGGyI.png',
  },
}

/** @see https://github.com/Medium/medium-api-docs */
export const service: Service = {
  id: 'medium',
  name: 'Medium',
  protocol: 'oauth',
  authorization: {
    url: 'https://medium.com/m/oauth/authorize',
    requires: { scope: true },
    scopeSeparator: ',',
    scopes: ['basicProfile', 'publishPost', 'listPublications'],
    pkce: 'ignored',
    stateRequired: true,
  },
  token: {
    url: 'https://api.medium.com/v1/tokens',
    authentication: ['client_secret_post'],
    status: 201,
    answer: ({ access_token }, { scope }) => ({
      token_type: 'Bearer',
      access_token,
      refresh_token: 'medium-refresh-token',
      scope: scope.split(' '),
      // In milliseconds.
      expires_at: 4102444800000,
    }),
    error: (_error, message) => ({ status: 401, body: { errors: [{ message, code: 6003 }] } }),
  },
  resources: { [ME]: { scope: 'basicProfile' } },
  persons: {
    documented: { answers: { [ME]: ada } },
    minimal: { answers: { [ME]: { data: { id: 'm' } } satisfies MediumProfile } },
  },
  registration: {
    console: 'https://medium.com/me/applications',
    steps: [
      'Open an application that is registered already.',
      'Enter the redirect URI as Callback URL.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: ['https://github.com/Medium/medium-api-docs'],
  },
}
