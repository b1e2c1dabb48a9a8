import type { FigmaProfile } from '@latchstring/core/providers/figma'
import type { Service } from '../service.ts'

const ME = 'https://api.figma.com/v1/me'

const designer: FigmaProfile = {
  id: '1012000000000000001',
  handle: 'Dana Designer',
  email: 'dana@example.com',
  img_url: 'https://www.gravatar.com/avatar/0?size=240&default=https%3A%2F%2Fs3-alpha.figma.com',
}

/** @see https://developers.figma.com/docs/rest-api/authentication/ */
export const service: Service = {
  id: 'figma',
  name: 'Figma',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.figma.com/oauth',
    scopes: ['current_user:read', 'file_content:read', 'file_metadata:read', 'projects:read'],
    pkce: 'supported',
    stateRequired: true,
  },
  token: {
    url: 'https://api.figma.com/v1/oauth/token',
    authentication: ['client_secret_basic'],
    answer: ({ scope: _scope, ...standard }) => ({
      ...standard,
      token_type: 'bearer',
      user_id_string: '1012000000000000001',
      refresh_token: 'figur_9kxT',
      expires_in: 7_776_000,
    }),
    error: (_, message) => ({ status: 400, body: { error: true, status: 400, message } }),
  },
  resources: { [ME]: { scope: 'current_user:read' } },
  persons: {
    documented: { answers: { [ME]: designer } },
    minimal: { answers: { [ME]: { id: '2' } satisfies FigmaProfile } },
  },
  registration: {
    console: 'https://www.figma.com/developers/apps',
    steps: [
      'Create an app.',
      'Enter the redirect URI as Redirect URL.',
      'Add the scope current_user:read.',
      'Copy the Client ID and the Client secret, and publish the app.',
    ],
    sources: [
      'https://developers.figma.com/docs/rest-api/authentication/',
      'https://developers.figma.com/docs/rest-api/scopes/',
    ],
  },
}
