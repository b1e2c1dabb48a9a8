import type { GitLabProfile } from '@latchstring/core/providers/gitlab'
import type { Service } from '../service.ts'

const USER = 'https://gitlab.com/api/v4/user'

/** @see https://docs.gitlab.com/api/oauth2/ */
export const service: Service = {
  id: 'gitlab',
  name: 'GitLab',
  protocol: 'oauth',
  authorization: {
    url: 'https://gitlab.com/oauth/authorize',
    scopes: ['api', 'read_api', 'read_user', 'openid', 'profile', 'email'],
    pkce: 'supported',
  },
  token: {
    url: 'https://gitlab.com/oauth/token',
    authentication: ['client_secret_basic', 'client_secret_post', 'none'],
    answer: (standard) => ({ ...standard, expires_in: 7200, created_at: 1_607_635_748 }),
  },
  resources: { [USER]: { scope: 'read_user' } },
  persons: {
    documented: {
      answers: {
        [USER]: {
          id: 1,
          username: 'ada',
          email: 'ada@example.com',
          name: 'Ada Lovelace',
          state: 'active',
          avatar_url: 'https://gitlab.com/uploads/-/system/user/avatar/1/avatar.png',
          web_url: 'https://gitlab.com/ada',
          created_at: '2012-05-23T08:00:58Z',
          confirmed_at: '2012-05-23T09:05:22Z',
          two_factor_enabled: true,
          external: false,
          commit_email: '1-ada@users.noreply.gitlab.com',
        } satisfies GitLabProfile,
      },
    },
    minimal: { answers: { [USER]: { id: 7, username: 'm' } satisfies GitLabProfile } },
  },
  registration: {
    console: 'https://gitlab.com/-/user_settings/applications',
    steps: [
      'Open your settings, or those of a group or an instance, and choose Applications.',
      'Enter the redirect URI, and leave Confidential on.',
      'Choose the scope read_user.',
      'Copy the Application ID and the Secret.',
    ],
    sources: [
      'https://docs.gitlab.com/integration/oauth_provider/',
      'https://docs.gitlab.com/api/oauth2/',
      'https://docs.gitlab.com/api/users/',
    ],
  },
}
