import type { MattermostProfile } from '@latchstring/core/providers/mattermost'
import type { Service } from '../service.ts'

const SERVER = 'https://mattermost.example.com'
const ME = `${SERVER}/api/v4/users/me`

const ada: MattermostProfile = {
  id: 'z7x4f1ohx7fabrjzmx8opa7y4h',
  create_at: 1672531200000,
  update_at: 1672531200000,
  delete_at: 0,
  username: 'ada',
  auth_service: '',
  email: 'ada@example.com',
  email_verified: true,
  nickname: 'Countess',
  first_name: 'Ada',
  last_name: 'Example',
  position: 'Engineer',
  roles: 'system_user',
  locale: 'en',
}

/** @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/ */
export const service: Service = {
  id: 'mattermost',
  name: 'Mattermost',
  protocol: 'oauth',
  options: { issuer: SERVER },
  authorization: { url: `${SERVER}/oauth/authorize`, pkce: 'supported' },
  token: {
    url: `${SERVER}/oauth/access_token`,
    authentication: ['client_secret_post'],
    answer: ({ access_token, expires_in }) => ({
      access_token,
      token_type: 'bearer',
      expires_in,
      scope: '',
      refresh_token: 'mattermost-refresh-token',
      id_token: '',
    }),
    error: (error, description) => ({
      status: 400,
      body: {
        id: 'api.oauth.get_access_token.expired_code.app_error',
        message: `${error}: ${description}`,
        detailed_error: '',
        request_id: '5fszmwz1w38uubpo6mx9rydo5a',
        status_code: 400,
      },
    }),
  },
  resources: { [ME]: {} },
  persons: {
    documented: { answers: { [ME]: ada } },
    minimal: { answers: { [ME]: { id: 'm', username: 'm' } satisfies MattermostProfile } },
  },
  registration: {
    console: 'https://developers.mattermost.com/integrate/apps/authentication/oauth2/',
    steps: [
      'Turn on Enable OAuth 2.0 Service Provider in the System Console.',
      'Open Integrations, OAuth 2.0 Applications, and add an application.',
      'Enter the redirect URI as Callback URL.',
      'Copy the Client ID and the Client Secret.',
      'Set the issuer to the address of the server.',
    ],
    sources: ['https://developers.mattermost.com/integrate/apps/authentication/oauth2/'],
  },
}
